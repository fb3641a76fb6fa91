package accountmail

import (
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// bookingWordings are the mails about bookings of rooms, to members of organizations and to guests
// who have booked. {what} is what the booking is for and when, with how many others were changed
// with it.
var bookingWordings = map[*mailkit.Language]map[Kind]mailkit.Wording{
	mailkit.French:     bookingsInFrench,
	mailkit.Spanish:    bookingsInSpanish,
	mailkit.Italian:    bookingsInItalian,
	mailkit.Dutch:      bookingsInDutch,
	mailkit.Portuguese: bookingsInPortuguese,
	mailkit.Polish:     bookingsInPolish,
	mailkit.Czech:      bookingsInCzech,
	mailkit.Swedish:    bookingsInSwedish,
	mailkit.Turkish:    bookingsInTurkish,
	mailkit.Arabic:     bookingsInArabic,
	mailkit.English: {
		BookingAddressMail: {
			Subject: "Confirm your address: {name}",
			Heading: "{name}: one more step",
			Body:    []string{"You asked for rooms of {name}: {what}.", "Confirm that this address is yours, and your request is sent. The link works for {life}. Nothing is booked before."},
			Action:  "Confirm and send",
		},
		BookingRequestedMail: {
			Subject: "Booking request: {name}",
			Heading: "A booking waits for your answer",
			Body:    []string{"Rooms of {name} are requested: {what}.", "They are kept until you confirm or decline the request."},
			Action:  "View request",
		},
		BookingDepositMail: {
			Subject: "Pay the deposit by {until_short}: {name}",
			Heading: "Your booking waits for its deposit",
			Body:    []string{"The rooms of {name} are kept for you: {what}.", "Please pay the deposit of {amount} by {until}. The booking is confirmed when it has arrived. Without it the rooms are released then."},
			Action:  "Pay deposit",
		},
		BookingConfirmedMail: {
			Subject: "Booking confirmed: {name}",
			Heading: "Your booking is confirmed",
			Body:    []string{"You have the rooms of {name}: {what}."},
			Action:  "View booking",
		},
		BookingDeclinedMail: {
			Subject: "Booking declined: {name}",
			Heading: "Your request was declined",
			Body:    []string{"{name} cannot give you the rooms: {what}."},
			Action:  "View booking",
		},
		BookingCancelledMail: {
			Subject: "Booking cancelled: {name}",
			Heading: "A booking was cancelled",
			Body:    []string{"The rooms of {name} are free again: {what}."},
			Action:  "View booking",
		},
		BookingLapsedMail: {
			Subject: "Booking lapsed: {name}",
			Heading: "Your booking has lapsed",
			Body:    []string{"The deposit was not paid in time, or the request was not answered, and the rooms of {name} are free again: {what}.", "A payment that is on its way is kept if the rooms are still free when it arrives. Otherwise all of it goes back."},
			Action:  "View booking",
		},
		BookingMovedMail: {
			Subject: "Booking moved: {name}",
			Heading: "Your booking was moved",
			Body:    []string{"Your booking of {name} is now: {what}.", "Rooms: {place}."},
			Action:  "View booking",
		},
		BookingGrantedMail: {
			Subject: "Your time came free: {name}",
			Heading: "The time that you waited for came free",
			Body:    []string{"The rooms of {name} are kept for you now: {what}."},
			Action:  "View booking",
		},
		BookingReminderMail: {
			Subject: "Reminder: pay the deposit by {until_short}: {name}",
			Heading: "Your deposit is not here yet",
			Body:    []string{"The rooms of {name} are still kept for you: {what}.", "The deposit of {amount} has not arrived. Please pay it by {until}: without it the booking lapses then, and the rooms are released.", "If you have just paid, you can ignore this reminder."},
			Action:  "Pay deposit",
		},
		BookingBalanceMail: {
			Subject: "{amount} to pay by {until_short}: {name}",
			Heading: "The rest of your booking is to be paid",
			Body:    []string{"Your booking of {name}: {what}.", "The rest of its price, {amount}, is to be paid by {until}."},
			Action:  "Pay now",
		},
	},
	mailkit.German: {
		BookingAddressMail: {
			Subject: "Bestätige deine Adresse: {name}",
			Heading: "{name}: noch ein Schritt",
			Body:    []string{"Du hast Räume von {name} angefragt: {what}.", "Bestätige, dass diese Adresse dir gehört, dann wird deine Anfrage gesendet. Der Link gilt {life}. Vorher ist nichts gebucht."},
			Action:  "Bestätigen und senden",
		},
		BookingRequestedMail: {
			Subject: "Buchungsanfrage: {name}",
			Heading: "Eine Buchung wartet auf deine Antwort",
			Body:    []string{"Räume von {name} werden angefragt: {what}.", "Sie bleiben freigehalten, bis du die Anfrage bestätigst oder ablehnst."},
			Action:  "Anfrage ansehen",
		},
		BookingDepositMail: {
			Subject: "Anzahlung bis {until_short}: {name}",
			Heading: "Deine Buchung wartet auf die Anzahlung",
			Body:    []string{"Die Räume von {name} sind für dich freigehalten: {what}.", "Bitte zahle die Anzahlung von {amount} bis {until}. Die Buchung ist bestätigt, sobald sie da ist. Ohne sie werden die Räume dann wieder frei."},
			Action:  "Anzahlung zahlen",
		},
		BookingConfirmedMail: {
			Subject: "Buchung bestätigt: {name}",
			Heading: "Deine Buchung ist bestätigt",
			Body:    []string{"Du hast die Räume von {name}: {what}."},
			Action:  "Buchung ansehen",
		},
		BookingDeclinedMail: {
			Subject: "Buchung abgelehnt: {name}",
			Heading: "Deine Anfrage wurde abgelehnt",
			Body:    []string{"{name} kann dir die Räume nicht geben: {what}."},
			Action:  "Buchung ansehen",
		},
		BookingCancelledMail: {
			Subject: "Buchung storniert: {name}",
			Heading: "Eine Buchung wurde storniert",
			Body:    []string{"Die Räume von {name} sind wieder frei: {what}."},
			Action:  "Buchung ansehen",
		},
		BookingLapsedMail: {
			Subject: "Buchung verfallen: {name}",
			Heading: "Deine Buchung ist verfallen",
			Body:    []string{"Die Anzahlung kam nicht rechtzeitig, oder die Anfrage wurde nicht beantwortet, und die Räume von {name} sind wieder frei: {what}.", "Eine Zahlung, die unterwegs ist, gilt noch, wenn die Räume dann noch frei sind. Sonst geht sie ganz zurück."},
			Action:  "Buchung ansehen",
		},
		BookingMovedMail: {
			Subject: "Buchung verschoben: {name}",
			Heading: "Deine Buchung wurde verschoben",
			Body:    []string{"Deine Buchung von {name} ist jetzt: {what}.", "Räume: {place}."},
			Action:  "Buchung ansehen",
		},
		BookingGrantedMail: {
			Subject: "Dein Termin ist frei geworden: {name}",
			Heading: "Der Termin, auf den du wartest, ist frei geworden",
			Body:    []string{"Die Räume von {name} sind jetzt für dich freigehalten: {what}."},
			Action:  "Buchung ansehen",
		},
		BookingReminderMail: {
			Subject: "Erinnerung: Anzahlung bis {until_short}: {name}",
			Heading: "Deine Anzahlung ist noch nicht da",
			Body:    []string{"Die Räume von {name} sind noch für dich freigehalten: {what}.", "Die Anzahlung von {amount} ist noch nicht angekommen. Bitte zahle sie bis {until}: Ohne sie verfällt die Buchung dann, und die Räume werden wieder frei.", "Wenn du gerade gezahlt hast, kannst du diese Erinnerung ignorieren."},
			Action:  "Anzahlung zahlen",
		},
		BookingBalanceMail: {
			Subject: "{amount} bis {until_short} zu zahlen: {name}",
			Heading: "Der Rest deiner Buchung ist zu zahlen",
			Body:    []string{"Deine Buchung von {name}: {what}.", "Der Rest des Preises, {amount}, ist bis {until} zu zahlen."},
			Action:  "Jetzt zahlen",
		},
	},
}

// bookingGivenBack say what of that which was paid goes back, and bookingDeposits what is still
// to be paid before a booking is confirmed.
var (
	bookingGivenBack = map[*mailkit.Language]string{mailkit.French: "{amount} de ce qui a été payé sont remboursés par le même moyen.", mailkit.Spanish: "{amount} de lo pagado se devuelve por el mismo medio.", mailkit.Italian: "{amount} di quanto pagato tornano indietro allo stesso modo.", mailkit.Dutch: "{amount} van wat is betaald gaat langs dezelfde weg terug.", mailkit.Portuguese: "{amount} do que foi pago é devolvido pela mesma via.", mailkit.Polish: "{amount} z tego, co zapłacono, wraca tą samą drogą.", mailkit.Czech: "{amount} z toho, co bylo zaplaceno, se vrátí stejnou cestou.", mailkit.Swedish: "{amount} av det som betalats går tillbaka samma väg.", mailkit.Turkish: "Ödenenin {amount} tutarı aynı yolla iade edilir.", mailkit.Arabic: "يُعاد {amount} مما دُفع بالطريقة نفسها.", mailkit.English: "{amount} of what was paid goes back the way it came.", mailkit.German: "{amount} von dem, was gezahlt wurde, gehen auf demselben Weg zurück."}
	bookingDeposits  = map[*mailkit.Language]string{
		mailkit.English: "To confirm it, please pay the deposit of {amount} by {until}.", mailkit.German: "Damit sie bestätigt ist, zahle bitte die Anzahlung von {amount} bis {until}.",
		mailkit.French: "Pour la confirmer, payez l’acompte de {amount} avant le {until}.", mailkit.Spanish: "Para confirmarla, paga el depósito de {amount} antes del {until}.", mailkit.Italian: "Per confermarla, paga l’acconto di {amount} entro il {until}.", mailkit.Dutch: "Betaal de aanbetaling van {amount} uiterlijk {until} om de boeking te bevestigen.", mailkit.Portuguese: "Para a confirmar, pague o sinal de {amount} até {until}.", mailkit.Polish: "Aby ją potwierdzić, zapłać zadatek {amount} do {until}.", mailkit.Czech: "Aby byla potvrzená, zaplaťte zálohu {amount} do {until}.", mailkit.Swedish: "Betala handpenningen på {amount} senast {until} för att bekräfta den.", mailkit.Turkish: "Onaylanması için {amount} kaporayı {until} tarihine kadar ödeyin.", mailkit.Arabic: "لتأكيده، يُرجى دفع العربون {amount} حتى {until}.",
	}
	bookingFooters = map[*mailkit.Language]string{mailkit.French: "Vous recevez ce message en tant que membre d’une organisation ici.", mailkit.Spanish: "Recibes este mensaje como miembro de una organización aquí.", mailkit.Italian: "Ricevi questo messaggio come membro di un’organizzazione qui.", mailkit.Dutch: "Je ontvangt dit bericht als lid van een organisatie hier.", mailkit.Portuguese: "Recebe esta mensagem como membro de uma organização aqui.", mailkit.Polish: "Otrzymujesz tę wiadomość jako członek organizacji w tym serwisie.", mailkit.Czech: "Tuto zprávu dostáváte jako člen zdejší organizace.", mailkit.Swedish: "Du får det här meddelandet som medlem i en organisation här.", mailkit.Turkish: "Bu iletiyi buradaki bir kuruluşun üyesi olarak alıyorsunuz.", mailkit.Arabic: "تصلك هذه الرسالة بصفتك عضواً في منظمة هنا.", mailkit.English: "You receive this message as a member of an organization here.", mailkit.German: "Du erhältst diese Nachricht als Mitglied einer Organisation hier."}
	bookingOthers  = map[*mailkit.Language]string{mailkit.French: "{what} et {n} de plus", mailkit.Spanish: "{what} y {n} más", mailkit.Italian: "{what} e altre {n}", mailkit.Dutch: "{what} en nog {n}", mailkit.Portuguese: "{what} e mais {n}", mailkit.Polish: "{what} i {n} więcej", mailkit.Czech: "{what} a další: {n}", mailkit.Swedish: "{what} och {n} till", mailkit.Turkish: "{what} ve {n} tane daha", mailkit.Arabic: "{what} و{n} غيرها", mailkit.English: "{what} and {n} more", mailkit.German: "{what} und {n} weitere"}
)
