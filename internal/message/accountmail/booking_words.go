package message

// bookingWordings are the mails about bookings of rooms, to members of organizations and to guests
// who have booked. {what} is what the booking is for and when, with how many others were changed
// with it.
var bookingWordings = map[*dictionary]map[AccountMailKind]wording{
	french:     bookingsInFrench,
	spanish:    bookingsInSpanish,
	italian:    bookingsInItalian,
	dutch:      bookingsInDutch,
	portuguese: bookingsInPortuguese,
	polish:     bookingsInPolish,
	czech:      bookingsInCzech,
	swedish:    bookingsInSwedish,
	turkish:    bookingsInTurkish,
	arabic:     bookingsInArabic,
	english: {
		BookingAddressMail: {
			subject: "Confirm your address: {name}",
			heading: "{name}: one more step",
			body:    []string{"You asked for rooms of {name}: {what}.", "Confirm that this address is yours, and your request is sent. The link works for {life}. Nothing is booked before."},
			action:  "Confirm and send",
		},
		BookingRequestedMail: {
			subject: "Booking request: {name}",
			heading: "A booking waits for your answer",
			body:    []string{"Rooms of {name} are requested: {what}.", "They are kept until you confirm or decline the request."},
			action:  "View request",
		},
		BookingDepositMail: {
			subject: "Pay the deposit by {until_short}: {name}",
			heading: "Your booking waits for its deposit",
			body:    []string{"The rooms of {name} are kept for you: {what}.", "Please pay the deposit of {amount} by {until}. The booking is confirmed when it has arrived. Without it the rooms are released then."},
			action:  "Pay deposit",
		},
		BookingConfirmedMail: {
			subject: "Booking confirmed: {name}",
			heading: "Your booking is confirmed",
			body:    []string{"You have the rooms of {name}: {what}."},
			action:  "View booking",
		},
		BookingDeclinedMail: {
			subject: "Booking declined: {name}",
			heading: "Your request was declined",
			body:    []string{"{name} cannot give you the rooms: {what}."},
			action:  "View booking",
		},
		BookingCancelledMail: {
			subject: "Booking cancelled: {name}",
			heading: "A booking was cancelled",
			body:    []string{"The rooms of {name} are free again: {what}."},
			action:  "View booking",
		},
		BookingLapsedMail: {
			subject: "Booking lapsed: {name}",
			heading: "Your booking has lapsed",
			body:    []string{"The deposit was not paid in time, or the request was not answered, and the rooms of {name} are free again: {what}.", "A payment that is on its way is kept if the rooms are still free when it arrives. Otherwise all of it goes back."},
			action:  "View booking",
		},
		BookingMovedMail: {
			subject: "Booking moved: {name}",
			heading: "Your booking was moved",
			body:    []string{"Your booking of {name} is now: {what}.", "Rooms: {place}."},
			action:  "View booking",
		},
		BookingGrantedMail: {
			subject: "Your time came free: {name}",
			heading: "The time that you waited for came free",
			body:    []string{"The rooms of {name} are kept for you now: {what}."},
			action:  "View booking",
		},
		BookingReminderMail: {
			subject: "Reminder: pay the deposit by {until_short}: {name}",
			heading: "Your deposit is not here yet",
			body:    []string{"The rooms of {name} are still kept for you: {what}.", "The deposit of {amount} has not arrived. Please pay it by {until}: without it the booking lapses then, and the rooms are released.", "If you have just paid, you can ignore this reminder."},
			action:  "Pay deposit",
		},
		BookingBalanceMail: {
			subject: "{amount} to pay by {until_short}: {name}",
			heading: "The rest of your booking is to be paid",
			body:    []string{"Your booking of {name}: {what}.", "The rest of its price, {amount}, is to be paid by {until}."},
			action:  "Pay now",
		},
	},
	german: {
		BookingAddressMail: {
			subject: "Bestätige deine Adresse: {name}",
			heading: "{name}: noch ein Schritt",
			body:    []string{"Du hast Räume von {name} angefragt: {what}.", "Bestätige, dass diese Adresse dir gehört, dann wird deine Anfrage gesendet. Der Link gilt {life}. Vorher ist nichts gebucht."},
			action:  "Bestätigen und senden",
		},
		BookingRequestedMail: {
			subject: "Buchungsanfrage: {name}",
			heading: "Eine Buchung wartet auf deine Antwort",
			body:    []string{"Räume von {name} werden angefragt: {what}.", "Sie bleiben freigehalten, bis du die Anfrage bestätigst oder ablehnst."},
			action:  "Anfrage ansehen",
		},
		BookingDepositMail: {
			subject: "Anzahlung bis {until_short}: {name}",
			heading: "Deine Buchung wartet auf die Anzahlung",
			body:    []string{"Die Räume von {name} sind für dich freigehalten: {what}.", "Bitte zahle die Anzahlung von {amount} bis {until}. Die Buchung ist bestätigt, sobald sie da ist. Ohne sie werden die Räume dann wieder frei."},
			action:  "Anzahlung zahlen",
		},
		BookingConfirmedMail: {
			subject: "Buchung bestätigt: {name}",
			heading: "Deine Buchung ist bestätigt",
			body:    []string{"Du hast die Räume von {name}: {what}."},
			action:  "Buchung ansehen",
		},
		BookingDeclinedMail: {
			subject: "Buchung abgelehnt: {name}",
			heading: "Deine Anfrage wurde abgelehnt",
			body:    []string{"{name} kann dir die Räume nicht geben: {what}."},
			action:  "Buchung ansehen",
		},
		BookingCancelledMail: {
			subject: "Buchung storniert: {name}",
			heading: "Eine Buchung wurde storniert",
			body:    []string{"Die Räume von {name} sind wieder frei: {what}."},
			action:  "Buchung ansehen",
		},
		BookingLapsedMail: {
			subject: "Buchung verfallen: {name}",
			heading: "Deine Buchung ist verfallen",
			body:    []string{"Die Anzahlung kam nicht rechtzeitig, oder die Anfrage wurde nicht beantwortet, und die Räume von {name} sind wieder frei: {what}.", "Eine Zahlung, die unterwegs ist, gilt noch, wenn die Räume dann noch frei sind. Sonst geht sie ganz zurück."},
			action:  "Buchung ansehen",
		},
		BookingMovedMail: {
			subject: "Buchung verschoben: {name}",
			heading: "Deine Buchung wurde verschoben",
			body:    []string{"Deine Buchung von {name} ist jetzt: {what}.", "Räume: {place}."},
			action:  "Buchung ansehen",
		},
		BookingGrantedMail: {
			subject: "Dein Termin ist frei geworden: {name}",
			heading: "Der Termin, auf den du wartest, ist frei geworden",
			body:    []string{"Die Räume von {name} sind jetzt für dich freigehalten: {what}."},
			action:  "Buchung ansehen",
		},
		BookingReminderMail: {
			subject: "Erinnerung: Anzahlung bis {until_short}: {name}",
			heading: "Deine Anzahlung ist noch nicht da",
			body:    []string{"Die Räume von {name} sind noch für dich freigehalten: {what}.", "Die Anzahlung von {amount} ist noch nicht angekommen. Bitte zahle sie bis {until}: Ohne sie verfällt die Buchung dann, und die Räume werden wieder frei.", "Wenn du gerade gezahlt hast, kannst du diese Erinnerung ignorieren."},
			action:  "Anzahlung zahlen",
		},
		BookingBalanceMail: {
			subject: "{amount} bis {until_short} zu zahlen: {name}",
			heading: "Der Rest deiner Buchung ist zu zahlen",
			body:    []string{"Deine Buchung von {name}: {what}.", "Der Rest des Preises, {amount}, ist bis {until} zu zahlen."},
			action:  "Jetzt zahlen",
		},
	},
}

// bookingGivenBack say what of that which was paid goes back, and bookingDeposits what is still
// to be paid before a booking is confirmed.
var (
	bookingGivenBack = map[*dictionary]string{french: "{amount} de ce qui a été payé sont remboursés par le même moyen.", spanish: "{amount} de lo pagado se devuelve por el mismo medio.", italian: "{amount} di quanto pagato tornano indietro allo stesso modo.", dutch: "{amount} van wat is betaald gaat langs dezelfde weg terug.", portuguese: "{amount} do que foi pago é devolvido pela mesma via.", polish: "{amount} z tego, co zapłacono, wraca tą samą drogą.", czech: "{amount} z toho, co bylo zaplaceno, se vrátí stejnou cestou.", swedish: "{amount} av det som betalats går tillbaka samma väg.", turkish: "Ödenenin {amount} tutarı aynı yolla iade edilir.", arabic: "يُعاد {amount} مما دُفع بالطريقة نفسها.", english: "{amount} of what was paid goes back the way it came.", german: "{amount} von dem, was gezahlt wurde, gehen auf demselben Weg zurück."}
	bookingDeposits  = map[*dictionary]string{
		english: "To confirm it, please pay the deposit of {amount} by {until}.", german: "Damit sie bestätigt ist, zahle bitte die Anzahlung von {amount} bis {until}.",
		french: "Pour la confirmer, payez l’acompte de {amount} avant le {until}.", spanish: "Para confirmarla, paga el depósito de {amount} antes del {until}.", italian: "Per confermarla, paga l’acconto di {amount} entro il {until}.", dutch: "Betaal de aanbetaling van {amount} uiterlijk {until} om de boeking te bevestigen.", portuguese: "Para a confirmar, pague o sinal de {amount} até {until}.", polish: "Aby ją potwierdzić, zapłać zadatek {amount} do {until}.", czech: "Aby byla potvrzená, zaplaťte zálohu {amount} do {until}.", swedish: "Betala handpenningen på {amount} senast {until} för att bekräfta den.", turkish: "Onaylanması için {amount} kaporayı {until} tarihine kadar ödeyin.", arabic: "لتأكيده، يُرجى دفع العربون {amount} حتى {until}.",
	}
	bookingFooters = map[*dictionary]string{french: "Vous recevez ce message en tant que membre d’une organisation ici.", spanish: "Recibes este mensaje como miembro de una organización aquí.", italian: "Ricevi questo messaggio come membro di un’organizzazione qui.", dutch: "Je ontvangt dit bericht als lid van een organisatie hier.", portuguese: "Recebe esta mensagem como membro de uma organização aqui.", polish: "Otrzymujesz tę wiadomość jako członek organizacji w tym serwisie.", czech: "Tuto zprávu dostáváte jako člen zdejší organizace.", swedish: "Du får det här meddelandet som medlem i en organisation här.", turkish: "Bu iletiyi buradaki bir kuruluşun üyesi olarak alıyorsunuz.", arabic: "تصلك هذه الرسالة بصفتك عضواً في منظمة هنا.", english: "You receive this message as a member of an organization here.", german: "Du erhältst diese Nachricht als Mitglied einer Organisation hier."}
	bookingOthers  = map[*dictionary]string{french: "{what} et {n} de plus", spanish: "{what} y {n} más", italian: "{what} e altre {n}", dutch: "{what} en nog {n}", portuguese: "{what} e mais {n}", polish: "{what} i {n} więcej", czech: "{what} a další: {n}", swedish: "{what} och {n} till", turkish: "{what} ve {n} tane daha", arabic: "{what} و{n} غيرها", english: "{what} and {n} more", german: "{what} und {n} weitere"}
)
