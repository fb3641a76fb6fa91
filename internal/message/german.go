package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var german = &dictionary{
	tag:         language.German,
	hello:       "Hallo {name},",
	helloNobody: "Hallo,",

	places:     locale.Counted{plural.One: "1 Ticket", plural.Other: "{n} Tickets"},
	guests:     locale.Counted{plural.One: "du und 1 Gast", plural.Other: "du und {n} Gäste"},
	minutes:    locale.Counted{plural.One: "1 Minute", plural.Other: "{n} Minuten"},
	hours:      locale.Counted{plural.One: "1 Stunde", plural.Other: "{n} Stunden"},
	days:       locale.Counted{plural.One: "1 Tag", plural.Other: "{n} Tage"},
	placesHeld: locale.Counted{plural.One: "1 Ticket ist für dich reserviert", plural.Other: "{n} Tickets sind für dich reserviert"},

	when: "Wann", where: "Wo", what: "Ticket", with: "Gäste",
	until: "Annehmen bis", cancelUntil: "Stornieren bis",
	amount: "Betrag", reference: "Verwendungszweck", payBefore: "Zahlen bis", howToPay: "So zahlst du",
	cost: "Preis", order: "Deine Bestellung", discount: "Rabatt", tax: "Steuer", taxIncluded: "Enthaltene Steuer", rounding: "Rundung", total: "Summe",
	point: ",", thousands: ".",
	ticketOf: "Ticket {n} von {of}", codeAlt: "QR-Code: {ticket}.", shortCode: "Code zum Eintippen:", seat: "{section}, Reihe {row}, Platz {number}",

	preferences:     "Erinnerungen abbestellen",
	noAnnouncements: "Nachrichten dieser Art abbestellen",
	unfollow:        "{organization} nicht mehr folgen",
	grounds: [grounds]string{
		groundKnown:    "Du bekommst diese Nachricht, weil diese Adresse für {title} angegeben wurde.",
		groundOrder:    "Du bekommst diese Nachricht, weil mit dieser Adresse Tickets für {title} gebucht wurden.",
		groundWaitlist: "Du bekommst diese Nachricht, weil diese Adresse auf der Warteliste für {title} steht.",
		groundOffered:  "Du bekommst diese Nachricht, weil jemand dieser Adresse ein Ticket für {title} angeboten hat.",
		groundReceived: "Du bekommst diese Nachricht, weil ein Ticket für {title} an diese Adresse weitergegeben wurde.",
		groundHeld:     "Du bekommst diese Nachricht, weil diese Adresse ein Ticket für {title} hat.",
		groundGiven:    "Du bekommst diese Nachricht, weil ein Ticket für {title} von dieser Adresse weitergegeben wurde.",
		groundReturned: "Du bekommst diese Nachricht, weil ein Ticket für {title} von dieser Adresse für die Warteliste zum Verkauf stand.",
		groundFollows:  "Du bekommst diese Nachricht, weil du {organization} folgst.",
	},
	footerLog:     "Beim Versand hatte das öffentliche Protokoll der Veranstaltung {n} Einträge und den Fingerabdruck {root}.",
	footerOther:   "Das warst du nicht? Dann hat sich jemand vertippt, und du kannst diese Nachricht ignorieren.",
	footerFollows: "Du kannst jederzeit aufhören zu folgen.",
	footerOffered: "Das ist nicht für dich? Dann hat sich jemand vertippt, und du kannst diese Nachricht ignorieren.",
	somebody:      "Jemand",
	moreGuests:    "{names} und {count} weitere",
	and:           " und ",

	weekdays: [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni",
		"Juli", "August", "September", "Oktober", "November", "Dezember"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s, %d. %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("2.1.") },
	clock:     "15:04", clockTail: " Uhr", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Bestätigt: {title}",
			heading: "Du bist dabei!",
			body:    []string{"Deine Anmeldung für {title} ist bestätigt: {places}.", "Zeig den QR-Code am Einlass, auf dem Handy oder auf Papier. Der Button öffnet alle deine Tickets."},
			action:  "Tickets ansehen oder stornieren",
			after:   []string{"Kommt etwas dazwischen? Storniere bitte auf dieser Seite, dann bekommt die nächste Person auf der Warteliste dein Ticket."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Du bist nachgerückt: {title}",
			heading: "Du bist dabei!",
			body:    []string{"Ein Platz ist frei geworden, und du warst dran: Deine Anmeldung für {title} ist bestätigt, {places}.", "Zeig den QR-Code am Einlass, auf dem Handy oder auf Papier. Der Button öffnet alle deine Tickets."},
			action:  "Tickets ansehen oder stornieren",
			after:   []string{"Du kannst nicht mehr kommen? Storniere bitte auf dieser Seite, dann bekommt die nächste Person auf der Warteliste dein Ticket."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Du stehst auf der Warteliste: {title}",
			heading: "Du stehst auf der Warteliste.",
			body: []string{
				"Du stehst auf der Warteliste für {title}, für {places}.",
				"Mehr musst du nicht tun. Sobald du dran bist, schreiben wir dir und reservieren deine Tickets, damit du sie annehmen kannst. Dafür hast du {window} Zeit.",
			},
			action: "Meine Position ansehen",
			after:  []string{"Diese Seite zeigt deine Position und den Grund jeder Änderung. Dort kannst du die Warteliste auch verlassen."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Du stehst auf der Warteliste: {title}",
			heading: "Du stehst auf der Warteliste.",
			body: []string{
				"Du stehst auf der Warteliste für {title}, für {places}.",
				"Mehr musst du nicht tun. Sobald du dran bist, sind deine Tickets bestätigt, und wir schreiben dir.",
			},
			action: "Meine Position ansehen",
			after:  []string{"Diese Seite zeigt deine Position und den Grund jeder Änderung. Dort kannst du die Warteliste auch verlassen."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Du bist dran: Ticket annehmen bis {deadline_short} – {title}",
			heading: "Du bist dran!",
			body: []string{
				"Für {title} ist ein Ticket frei geworden, und du bist dran: {held}.",
				"Bitte nimm es bis {deadline} an. Danach ist die nächste Person auf der Warteliste dran.",
			},
			action: "Annehmen oder ablehnen",
			after:  []string{"Du kannst nicht kommen? Bitte lehne auf dieser Seite ab, damit die nächste Person nicht warten muss."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Mehr Zeit zum Annehmen, bis {deadline_short} – {title}",
			heading: "Du hast mehr Zeit.",
			body: []string{
				"Der Veranstalter von {title} hat dir mehr Zeit gegeben: {held}.",
				"Bitte nimm es bis {deadline} an.",
			},
			action: "Annehmen oder ablehnen",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Dein Angebot ist abgelaufen: {title}",
			heading: "Dein Angebot ist abgelaufen.",
			body:    []string{"Für {title} war reserviert: {places}. Die Zeit zum Annehmen ist vorbei, und die nächste Person auf der Warteliste bekommt ein Angebot."},
			action:  "Details ansehen",
			after:   []string{"Wenn du noch kommen möchtest, kannst du dich wieder auf die Warteliste setzen, solange die Anmeldung offen ist."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Storniert: {title}",
			heading: "Deine Anmeldung ist storniert.",
			body:    []string{"Für {title} storniert: {places}. Danke, dass du Bescheid gegeben hast: Jetzt kann jemand anderes kommen."},
			action:  "Anmeldung ansehen",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Deine Anmeldung wurde storniert: {title}",
			heading: "Deine Anmeldung wurde storniert.",
			body:    []string{"Der Veranstalter hat deine Anmeldung für {title} storniert ({places}). Wenn du das für einen Irrtum hältst, wende dich bitte an den Veranstalter."},
			action:  "Anmeldung ansehen",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Ein Ticket weniger: {title}",
			heading: "Ein Ticket wurde storniert.",
			body:    []string{"Ein Ticket aus deiner Anmeldung für {title} wurde storniert: {other}. Sein Code gilt nicht mehr, und jemand anderes kann jetzt kommen.", "Deine übrigen Tickets behalten ihre Codes: {places}."},
			action:  "Anmeldung ansehen",
			after:   []string{"Du hast nicht damit gerechnet? Dann wende dich bitte an den Veranstalter."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Du stehst nicht mehr auf der Warteliste: {title}",
			heading: "Du stehst nicht mehr auf der Warteliste.",
			body:    []string{"Der Veranstalter hat dich von der Warteliste für {title} entfernt. Wenn du das für einen Irrtum hältst, wende dich bitte an den Veranstalter."},
			action:  "Details ansehen",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "Die Warteliste ist geschlossen: {title}",
			heading: "Die Warteliste ist geschlossen.",
			body:    []string{"Die Anmeldung für {title} ist geschlossen, und es ist nicht rechtzeitig ein Platz für dich frei geworden. Das tut uns leid."},
			action:  "Details ansehen",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Deine Gruppe ist jetzt zu groß: {title}",
			heading: "Deine Gruppe ist jetzt zu groß.",
			body:    []string{"{title} hat jetzt weniger Plätze, zu wenige für eine Gruppe deiner Größe ({places}). Du stehst deshalb nicht mehr auf der Warteliste. Mit weniger Gästen kannst du dich wieder eintragen."},
			action:  "Details ansehen",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Bitte bis {deadline_short} zahlen: {title}",
			heading: "Deine Tickets warten auf deine Zahlung.",
			body:    []string{"Danke für deine Bestellung für {title}: {held}.", "Bitte zahle {total} bis {deadline} mit dem Verwendungszweck {reference}, damit wir deine Zahlung finden."},
			action:  "Bestellung ansehen",
			after:   []string{"Deine Tickets kommen, sobald der Veranstalter deine Zahlung vermerkt hat. Unbezahlte Tickets werden wieder frei."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Deine Tickets: {title}",
			heading: "Du bist dabei!",
			body:    []string{"Deine Bestellung für {title} ist bestätigt: {places}, insgesamt {total}.", "Zeig den QR-Code am Einlass, auf dem Handy oder auf Papier. Der Button öffnet alle deine Tickets."},
			action:  "Tickets ansehen",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Deine Bestellung ist abgelaufen: {title}",
			heading: "Deine Bestellung ist abgelaufen.",
			body:    []string{"Für {title} war reserviert: {places}. Die Zeit zum Bezahlen ist vorbei, und die Tickets sind wieder frei."},
			action:  "Bestellung ansehen",
			after:   []string{"Wenn du inzwischen bezahlt hast, bekommst du deine Tickets, falls es sie noch gibt, sonst dein Geld zurück. Wir schreiben dir in jedem Fall."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Storniert: {title}",
			heading: "Tickets deiner Bestellung sind storniert.",
			body:    []string{"Tickets deiner Bestellung für {title} wurden storniert und gelten nicht mehr."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Deine Erstattung: {title}",
			heading: "Du bekommst eine Erstattung.",
			body:    []string{"Für deine Bestellung für {title} erstatten wir dir {refund} über deine ursprüngliche Zahlungsart. Zurückgegebene Tickets gelten nicht mehr."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Deine Erstattung: {title}",
			heading: "Deine Zahlung kam zu spät.",
			body:    []string{"Deine Zahlung von {refund} für {title} kam, als deine Bestellung schon beendet war, und die Tickets waren nicht mehr frei. Du bekommst alles über deine ursprüngliche Zahlungsart zurück. Das tut uns leid."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Deine Erstattung: {title}",
			heading: "Deine Zahlung passte nicht zur Bestellung.",
			body:    []string{"Deine Bestellung für {title} kostet {total}, und deine Zahlung war {refund}. Du bekommst alles über deine ursprüngliche Zahlungsart zurück. Solange die Bestellung noch offen ist, kannst du sie bezahlen."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Deine Erstattung: {title}",
			heading: "Du hast zweimal bezahlt.",
			body:    []string{"Deine Bestellung für {title} war schon bezahlt. Deine zweite Zahlung von {refund} erstatten wir dir über deine ursprüngliche Zahlungsart. Deine Tickets bleiben gültig."},
			action:  "Bestellung ansehen",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Deine Tickets ansehen",
		},
		{NewEvent, ""}: {
			subject: "Neu von {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} hat eine neue Veranstaltung angekündigt: {title}, am {starts}."},
			action:  "Veranstaltung ansehen",
		},
		{NewEvent, newDates}: {
			subject: "Neu von {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} hat neue Termine von {series} angekündigt, ab {starts}."},
			action:  "Alle Termine ansehen",
		},
		{Reminder, ""}: {
			subject: "Erinnerung: {title}, {starts_short}",
			heading: "Bis bald!",
			body:    []string{"{title} beginnt am {starts}. Du hast {places}."},
			action:  "Tickets ansehen oder stornieren",
			after:   []string{"Du kannst nicht kommen? Bitte storniere auf dieser Seite, damit jemand anderes kommen kann."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Erinnerung: {title}, {starts_short}",
			heading: "Bis bald!",
			body:    []string{"{title} beginnt am {starts}. Du hast das Ticket, das {other} dir gegeben hat."},
			action:  "Ticket ansehen",
		},
		{EventChanged, ""}: {
			subject: "Geändert: {title}, {starts_short}",
			heading: "Zeit oder Ort haben sich geändert.",
			body:    []string{"Der Veranstalter hat Zeit oder Ort von {title} geändert. Neuer Beginn: {starts}.", "Deine Anmeldung gilt weiter: {places}. Der Kalendereintrag in dieser Nachricht ersetzt den alten."},
			action:  "Tickets ansehen oder stornieren",
			after:   []string{"Falls du nicht mehr kommen kannst, storniere bitte auf dieser Seite."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Geändert: {title}, {starts_short}",
			heading: "Zeit oder Ort haben sich geändert.",
			body:    []string{"Der Veranstalter hat Zeit oder Ort von {title} geändert. Neuer Beginn: {starts}.", "Das Ticket, das {other} dir gegeben hat, gilt weiter. Der Kalendereintrag in dieser Nachricht ersetzt den alten."},
			action:  "Ticket ansehen",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Abgesagt: {title}",
			heading: "Die Veranstaltung ist abgesagt.",
			body:    []string{"Der Veranstalter hat {title} abgesagt. Deine Anmeldung ({places}) gilt nicht mehr, und du musst nichts tun."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Abgesagt: {title}",
			heading: "Die Veranstaltung ist abgesagt.",
			body:    []string{"Der Veranstalter hat {title} abgesagt. Das Ticket, das {other} dir gegeben hat, gilt nicht mehr, und du musst nichts tun. Eine Erstattung bekommt, wer bezahlt hat."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} hat ein Ticket für dich: {title}",
			heading: "Ein Ticket für dich.",
			body:    []string{"{other} möchte dir ein Ticket für {title} geben. Nimm es über den Button unten an, dann gehört es dir."},
			action:  "Annehmen oder ablehnen",
			after:   []string{"Du hast nicht damit gerechnet? Du musst nichts tun: Solange du nicht annimmst, bleibt das Ticket bei {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} hat dein Ticket angenommen: {title}",
			heading: "Dein Ticket wurde weitergegeben.",
			body:    []string{"{other} hat dein Ticket für {title} angenommen. Dein Code dafür gilt nicht mehr."},
			action:  "Weitergabe ansehen",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Dein Ticket: {title}",
			heading: "Das Ticket gehört dir.",
			body:    []string{"Das Ticket für {title} von {other} gehört jetzt dir und hat einen neuen Code. Der alte gilt nicht mehr.", "Öffne es über den Button unten und zeig es am Einlass, auf dem Handy oder auf Papier."},
			action:  "Ticket ansehen",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} hat dein Ticket abgelehnt: {title}",
			heading: "Das Ticket gehört weiter dir.",
			body:    []string{"{other} hat dein Ticket für {title} abgelehnt. Es gehört weiter dir, und sein Code gilt weiter."},
			action:  "Details ansehen",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Dein neues Ticket: {title}",
			heading: "Dein Ticket hat einen neuen Code.",
			body:    []string{"Ein Ticket von dir für {title} wurde neu ausgestellt. Der alte Code gilt nicht mehr, weder auf Papier noch auf dem Handy.", "Öffne den neuen über den Button unten und zeig ihn am Einlass."},
			action:  "Ticket ansehen",
			after:   []string{"Du hast nicht darum gebeten? Dann wende dich bitte an den Veranstalter."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Dein Ticket wurde storniert: {title}",
			heading: "Dein Ticket wurde storniert.",
			body:    []string{"Das Ticket für {title}, das du von {other} hast, wurde storniert. Sein Code gilt nicht mehr.", "Eine Erstattung bekommt, wer bezahlt hat."},
			action:  "Details ansehen",
			after:   []string{"Du hast nicht damit gerechnet? Dann frag bitte {other} oder den Veranstalter."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Dein Ticket wurde verkauft: {title}",
			heading: "Dein Ticket wurde verkauft.",
			body:    []string{"Jemand von der Warteliste hat dein Ticket für {title} gekauft. Wir erstatten dir {refund} über deine ursprüngliche Zahlungsart.", "Dein Code dafür gilt nicht mehr."},
			action:  "Zur Bestellung",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Dein Ticket wurde verkauft: {title}",
			heading: "Dein Ticket wurde verkauft.",
			body:    []string{"Jemand von der Warteliste hat dein Ticket für {title} übernommen. Dein Geld hattest du schon vorher ganz zurückbekommen.", "Dein Code dafür gilt nicht mehr."},
			action:  "Zur Bestellung",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Du behältst dein Ticket: {title}",
			heading: "Das Ticket gehört weiter dir.",
			body:    []string{"Niemand von der Warteliste hat dein Ticket für {title} gekauft, bevor die Anmeldung schloss. Es gehört weiter dir, und sein Code gilt."},
			action:  "Zur Bestellung",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Weitergabe abgebrochen: {title}",
			heading: "Die Weitergabe wurde abgebrochen.",
			body:    []string{"{other} hat die Weitergabe eines Tickets für {title} abgebrochen. Du musst nichts tun."},
			action:  "Details ansehen",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Dein Link zur Anmeldung",
				heading: "Anmelden",
				body:    []string{"Mit diesem Link meldest du dich an. Er gilt einmal und {life} lang."},
				action:  "Anmelden",
				after:   []string{"Niemand von uns wird dich je nach diesem Link fragen."},
			},
			InvitationMail: {
				subject: "Einladung: {name}",
				heading: "Willkommen bei {name}",
				body:    []string{"Du kannst jetzt die Veranstaltungen von {name} mit betreuen. Deine Rolle: {role}.", "Melde dich mit dieser E-Mail-Adresse an. Ein Passwort gibt es nicht: Du bekommst jedes Mal einen Link."},
				action:  "Anmelden",
			},
			ConfirmAddressMail: {
				subject: "Adresse bestätigen: {name}",
				heading: "{name}: noch ein Schritt",
				body:    []string{"Um an {name} teilzunehmen, bestätige, dass diese Adresse dir gehört. Dieser Link tut das und bringt dich zurück zur Veranstaltung. Er gilt einmal und {life} lang.", "Einen Platz hast du noch nicht: Den bekommst du, wenn du dort abschließt."},
				action:  "Bestätigen und weiter",
			},
			FreshLinkMail: {
				subject: "Dein neuer Link: {name}",
				heading: "Dein neuer Link für {name}",
				body:    []string{"Mit diesem Link kannst du alles mit deinen Tickets für {name} machen: weitergeben, zurückverkaufen oder erstatten lassen. Er gilt {life} lang."},
				action:  "Öffnen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			RegisteredAlreadyMail: {
				subject: "Du bist schon angemeldet: {name}",
				heading: "Du bist für {name} schon angemeldet",
				body:    []string{"Gerade hat sich jemand mit dieser Adresse für {name} angemeldet. Du hast deinen Platz, deshalb hat sich nichts geändert: Was jetzt eingegeben wurde, auch Begleitung, zählt nicht.", "Dieser Link führt zu deiner Anmeldung. Er gilt {life} lang."},
				action:  "Meine Anmeldung öffnen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			WaitingAlreadyMail: {
				subject: "Du stehst schon auf der Warteliste: {name}",
				heading: "Du stehst für {name} schon auf der Warteliste",
				body:    []string{"Gerade hat jemand mit dieser Adresse nach einem Platz bei {name} gefragt. Du behältst deinen Platz auf der Warteliste; es hat sich nichts geändert.", "Dieser Link zeigt deine Position. Er gilt {life} lang."},
				action:  "Meine Position ansehen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			LimitReachedMail: {
				subject: "Mehr Tickets gehen nicht: {name}",
				heading: "Mehr Tickets für {name} kannst du nicht haben",
				body:    []string{"Gerade hat jemand mit dieser Adresse nach weiteren Plätzen bei {name} gefragt. Mit dem, was du hast, wären es mehr, als eine Person haben darf. Deshalb kam nichts dazu.", "Dieser Link führt zu dem, was du hast. Er gilt {life} lang."},
				action:  "Öffnen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			EndpointDisabledMail: {
				subject: "Keine Webhooks mehr an {name}",
				heading: "Webhooks angehalten",
				body:    []string{"{name} hat unsere Webhooks lange nicht angenommen. Wir senden deshalb keine mehr dorthin.", "Nichts ist verloren: Was seitdem geschehen ist, wartet und wird der Reihe nach gesendet, sobald der Endpunkt wieder eingeschaltet ist."},
				action:  "Zum Endpunkt",
			},
			RefundAtProviderMail: {
				subject: "{name}: Erstattung über {amount} außerhalb von Holdfast",
				heading: "Eine Erstattung über {amount} wurde anderswo gemacht",
				body: []string{"{amount} einer Bestellung für {name} wurden im Dashboard des Zahlungsanbieters erstattet. Die Tickets dieser Bestellung gelten weiter, und der Verkauf steht weiter in den Büchern.",
					"Sollen die Tickets ungültig werden? Dann erstatte sie auf der Seite der Bestellung. Was schon zurückgezahlt ist, wird nicht noch einmal gezahlt."},
				action: "Zur Bestellung",
			},
			ProviderDeniesMail: {
				subject: "{name} verweigert den Zugang: Zahlungen oder Erstattungen stehen still",
				heading: "{name} verweigert den Zugang",
				body: []string{"{name} nimmt den Schlüssel nicht an, der hier eingestellt ist, oder erlaubt damit nicht, was verlangt wurde. Bis das geändert ist, können Bestellungen nicht mit {name} bezahlt werden, oder Erstattungen werden nicht ausgeführt.",
					"Bitte lass den Schlüssel prüfen: von denen, die diesen Server betreiben. Im Protokoll des Servers steht, was {name} geantwortet hat. Fällige Erstattungen warten und werden ausgeführt, sobald der Schlüssel stimmt."},
				action: "Zu den Veranstaltungen",
			},
		},
		minutes: locale.Counted{plural.One: "1 Minute", plural.Other: "{n} Minuten"},
		hours:   locale.Counted{plural.One: "1 Stunde", plural.Other: "{n} Stunden"},
		roles:   map[string]string{"owner": "Inhaberin oder Inhaber", "organizer": "Organisation", "box_office": "Kasse", "door": "Einlass", "viewer": "Einsicht"},
		footer:  "Du bekommst diese Nachricht, weil jemand diese Adresse eingegeben hat.",
		other:   "Das warst nicht du? Dann ignoriere diese Nachricht; es geschieht nichts.",
		owners:  "Du bekommst diese Nachricht, weil dir hier eine Organisation gehört.",
	},
}
