package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

var german = &dictionary{
	tag:         language.German,
	hello:       "Hallo {name},",
	helloNobody: "Hallo,",

	places:     counted{plural.One: "1 Platz", plural.Other: "{n} Plätze"},
	guests:     counted{plural.One: "du und 1 Gast", plural.Other: "du und {n} Gäste"},
	minutes:    counted{plural.One: "1 Minute", plural.Other: "{n} Minuten"},
	hours:      counted{plural.One: "1 Stunde", plural.Other: "{n} Stunden"},
	days:       counted{plural.One: "1 Tag", plural.Other: "{n} Tage"},
	placesHeld: counted{plural.One: "1 Platz wird für dich freigehalten", plural.Other: "{n} Plätze werden für dich freigehalten"},

	when: "Wann", where: "Wo", what: "Kategorie", with: "Wer",
	until: "Zusagen vor", cancelUntil: "Absagen vor",
	amount: "Betrag", reference: "Verwendungszweck", payBefore: "Zahlen vor", howToPay: "So zahlst du",

	preferences: "Keine Erinnerungen wie diese mehr",
	noBulletins: "Keine Nachrichten dieser Art mehr",
	grounds: [grounds]string{
		groundKnown:    "Du bekommst diese Nachricht, weil diese Adresse für {title} angegeben wurde.",
		groundPlace:    "Du bekommst diese Nachricht, weil mit dieser Adresse Plätze für {title} gebucht wurden.",
		groundLine:     "Du bekommst diese Nachricht, weil diese Adresse auf die Warteliste für {title} gesetzt wurde.",
		groundOffered:  "Du bekommst diese Nachricht, weil jemand dieser Adresse ein Ticket für {title} angeboten hat.",
		groundReceived: "Du bekommst diese Nachricht, weil dieser Adresse ein Ticket für {title} angeboten und das Angebot angenommen wurde.",
		groundHeld:     "Du bekommst diese Nachricht, weil diese Adresse ein Ticket für {title} hat.",
		groundGiven:    "Du bekommst diese Nachricht, weil ein Ticket dieser Adresse für {title} jemand anderem angeboten wurde.",
		groundReturned: "Du bekommst diese Nachricht, weil ein Ticket dieser Adresse für {title} der Warteliste angeboten wurde.",
	},
	footerOther:   "Das warst du nicht? Dann hat sich jemand vertippt, und du kannst diese Nachricht ignorieren.",
	footerOffered: "Das ist nicht für dich? Dann hat sich jemand vertippt, und du kannst diese Nachricht ignorieren.",
	somebody:      "Jemand",
	moreGuests:    "{names} und {count} weitere",
	and:           "und",

	weekdays: [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni",
		"Juli", "August", "September", "Oktober", "November", "Dezember"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s, %d. %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("2.1.") },
	clock:     "15:04", clockTail: " Uhr", between: "–",

	letters: map[letterKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Bestätigt: {title}",
			heading: "Du bist dabei.",
			body:    []string{"Deine Anmeldung für {title} ist bestätigt: {places}.", "Deine Tickets sind auf der Seite unten. Zeig sie am Einlass vor, auf dem Telefon oder auf Papier."},
			action:  "Tickets ansehen oder absagen",
			after:   []string{"Wenn etwas dazwischenkommt, gib deinen Platz bitte auf dieser Seite zurück. Er geht sofort an die nächste Person auf der Warteliste."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Du bist nachgerückt: {title}",
			heading: "Du bist dabei.",
			body:    []string{"Ein Platz ist frei geworden, du warst an der Reihe, und deine Anmeldung für {title} ist bestätigt: {places}.", "Deine Tickets sind auf der Seite unten. Zeig sie am Einlass vor, auf dem Telefon oder auf Papier."},
			action:  "Tickets ansehen oder absagen",
			after:   []string{"Wenn du nicht mehr kommen kannst, gib deinen Platz bitte auf dieser Seite zurück. Er geht sofort an die nächste Person auf der Warteliste."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Du stehst auf der Warteliste: {title}",
			heading: "Du stehst auf der Warteliste.",
			body: []string{
				"Du stehst auf der Warteliste für {title}, für {places}.",
				"Mehr ist nicht zu tun. Wenn du an der Reihe bist, schreiben wir dir und halten deinen Platz frei, damit du zusagen kannst; Zeit dafür: {window}.",
			},
			action: "Meinen Platz in der Reihe ansehen",
			after:  []string{"Diese Seite gehört dir. Sie zeigt, wo du stehst, und jede Änderung mit ihrem Grund. Dort kannst du die Warteliste auch verlassen."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Du stehst auf der Warteliste: {title}",
			heading: "Du stehst auf der Warteliste.",
			body: []string{
				"Du stehst auf der Warteliste für {title}, für {places}.",
				"Mehr ist nicht zu tun. Wenn du an der Reihe bist, ist dein Platz sofort bestätigt, und wir schreiben dir.",
			},
			action: "Meinen Platz in der Reihe ansehen",
			after:  []string{"Diese Seite gehört dir. Sie zeigt, wo du stehst, und jede Änderung mit ihrem Grund. Dort kannst du die Warteliste auch verlassen."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Du bist an der Reihe: zusagen bis {deadline_short} – {title}",
			heading: "Du bist an der Reihe.",
			body: []string{
				"Bei {title} ist etwas frei geworden, und du bist an der Reihe: {held}.",
				"Bitte sag vor diesem Zeitpunkt zu: {deadline}. Danach ist die nächste Person auf der Warteliste an der Reihe.",
			},
			action: "Zusagen oder ablehnen",
			after:  []string{"Du kannst nicht kommen? Bitte lehne auf dieser Seite ab, damit die nächste Person nicht warten muss."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Mehr Zeit zum Zusagen, bis {deadline_short} – {title}",
			heading: "Du hast mehr Zeit.",
			body: []string{
				"Der Veranstalter von {title} hat dir mehr Zeit gegeben: {held}.",
				"Bitte sag vor diesem Zeitpunkt zu: {deadline}.",
			},
			action: "Zusagen oder ablehnen",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Dein Angebot ist abgelaufen: {title}",
			heading: "Dein Angebot ist abgelaufen.",
			body:    []string{"Für dich bei {title} freigehalten: {places}. Die Zeit zum Zusagen ist vorbei, und die nächste Person auf der Warteliste wird gefragt."},
			action:  "Ansehen, was geschehen ist",
			after:   []string{"Wenn du noch kommen möchtest, kannst du dich wieder auf die Warteliste setzen, solange die Anmeldung offen ist."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Abgesagt: {title}",
			heading: "Deine Anmeldung ist abgesagt.",
			body:    []string{"Für {title} zurückgegeben: {places}. Danke – jetzt kann jemand anderes kommen."},
			action:  "Anmeldung ansehen",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Deine Anmeldung wurde storniert: {title}",
			heading: "Deine Anmeldung wurde storniert.",
			body:    []string{"Der Veranstalter hat deine Anmeldung für {title} storniert ({places}). Wenn du das für einen Irrtum hältst, frag bitte den Veranstalter."},
			action:  "Anmeldung ansehen",
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Du stehst nicht mehr auf der Warteliste: {title}",
			heading: "Du stehst nicht mehr auf der Warteliste.",
			body:    []string{"Der Veranstalter hat dich von der Warteliste für {title} genommen. Wenn du das für einen Irrtum hältst, frag bitte den Veranstalter."},
			action:  "Ansehen, was geschehen ist",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "Die Warteliste ist geschlossen: {title}",
			heading: "Die Warteliste ist geschlossen.",
			body:    []string{"Die Anmeldung für {title} ist beendet, und rechtzeitig ist kein Platz für dich frei geworden. Das tut uns leid."},
			action:  "Ansehen, was geschehen ist",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Deine Gruppe passt nicht mehr: {title}",
			heading: "Deine Gruppe passt nicht mehr.",
			body:    []string{"{title} ist kleiner geworden und hat für eine Gruppe deiner Größe ({places}) keinen Raum mehr. Du stehst deshalb nicht mehr auf der Warteliste. Mit weniger Gästen kannst du dich wieder eintragen."},
			action:  "Ansehen, was geschehen ist",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Bitte bis {deadline_short} zahlen: {title}",
			heading: "Deine Plätze warten auf deine Zahlung.",
			body:    []string{"Danke für deine Bestellung für {title}: {held}.", "Bitte zahle {total} vor {deadline}, und gib als Verwendungszweck {reference} an, damit deine Zahlung gefunden wird."},
			action:  "Bestellung ansehen",
			after:   []string{"Deine Tickets kommen, sobald der Veranstalter deine Zahlung vermerkt hat. Was nicht rechtzeitig bezahlt ist, geht an andere."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Deine Tickets: {title}",
			heading: "Du bist dabei.",
			body:    []string{"Deine Bestellung für {title} ist bestätigt: {places}, zusammen {total}.", "Deine Tickets sind auf der Seite unten. Zeig sie am Einlass, auf dem Telefon oder auf Papier."},
			action:  "Tickets ansehen",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Deine Bestellung ist verfallen: {title}",
			heading: "Deine Bestellung ist verfallen.",
			body:    []string{"Für dich bei {title} freigehalten: {places}. Die Zeit zum Bezahlen ist vorbei, und die Plätze sind wieder für andere frei."},
			action:  "Bestellung ansehen",
			after:   []string{"Wenn du inzwischen bezahlt hast, bekommst du deine Plätze, wenn sie noch frei sind, sonst dein Geld zurück. Wir schreiben dir in jedem Fall."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Storniert: {title}",
			heading: "Plätze deiner Bestellung sind storniert.",
			body:    []string{"Plätze deiner Bestellung für {title} sind storniert. Ihre Tickets gelten nicht mehr."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Dein Geld zurück: {title}",
			heading: "Du bekommst Geld zurück.",
			body:    []string{"Für deine Bestellung für {title} bekommst du {refund} zurück, auf dem Weg, auf dem du bezahlt hast. Tickets zurückgegebener Plätze gelten nicht mehr."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Dein Geld zurück: {title}",
			heading: "Deine Zahlung kam zu spät.",
			body:    []string{"Deine Zahlung von {refund} für {title} kam, als deine Bestellung zu Ende war, und die Plätze waren nicht mehr frei. Du bekommst alles zurück, auf dem Weg, auf dem du bezahlt hast. Das tut uns leid."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Dein Geld zurück: {title}",
			heading: "Deine Zahlung war nicht, was die Bestellung kostet.",
			body:    []string{"Deine Bestellung für {title} kostet {total}, und deine Zahlung war {refund}. Du bekommst alles zurück, auf dem Weg, auf dem du bezahlt hast. Solange die Bestellung gehalten wird, kannst du sie noch bezahlen."},
			action:  "Bestellung ansehen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Dein Geld zurück: {title}",
			heading: "Du hast zweimal bezahlt.",
			body:    []string{"Deine Bestellung für {title} war schon bezahlt. Deine zweite Zahlung von {refund} bekommst du zurück, auf dem Weg, auf dem du bezahlt hast. Deine Tickets bleiben gültig."},
			action:  "Bestellung ansehen",
		},
		{Bulletin, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Zu Ihrer Buchung",
		},
		{Reminder, ""}: {
			subject: "Erinnerung: {title}, {starts_short}",
			heading: "Bis bald.",
			body:    []string{"{title} beginnt am {starts}. Für dich gebucht: {places}."},
			action:  "Tickets ansehen oder absagen",
			after:   []string{"Du kannst nicht kommen? Bitte gib deinen Platz auf dieser Seite zurück, damit jemand anderes kommen kann."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Erinnerung: {title}, {starts_short}",
			heading: "Bis bald.",
			body:    []string{"{title} beginnt am {starts}. Du hast das Ticket, das {other} dir gegeben hat."},
			action:  "Ticket ansehen",
		},
		{EventChanged, ""}: {
			subject: "Geändert: {title}, {starts_short}",
			heading: "Zeit oder Ort haben sich geändert.",
			body:    []string{"Der Veranstalter hat geändert, wann oder wo {title} stattfindet. Neuer Beginn: {starts}.", "Deine Anmeldung gilt weiter: {places}. Der Kalendereintrag in dieser Nachricht ersetzt den alten."},
			action:  "Tickets ansehen oder absagen",
			after:   []string{"Falls du nun nicht mehr kommen kannst, gib deinen Platz bitte auf dieser Seite zurück."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Geändert: {title}, {starts_short}",
			heading: "Zeit oder Ort haben sich geändert.",
			body:    []string{"Der Veranstalter hat geändert, wann oder wo {title} stattfindet. Neuer Beginn: {starts}.", "Das Ticket, das {other} dir gegeben hat, gilt weiter. Der Kalendereintrag in dieser Nachricht ersetzt den alten."},
			action:  "Ticket ansehen",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Fällt aus: {title}",
			heading: "Die Veranstaltung fällt aus.",
			body:    []string{"Der Veranstalter hat {title} abgesagt. Deine Anmeldung ({places}) gilt nicht mehr, und du musst nichts tun."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Fällt aus: {title}",
			heading: "Die Veranstaltung fällt aus.",
			body:    []string{"Der Veranstalter hat {title} abgesagt. Das Ticket, das {other} dir gegeben hat, gilt nicht mehr, und du musst nichts tun. Was dafür bezahlt wurde, geht an die Person zurück, die bezahlt hat."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} hat ein Ticket für dich: {title}",
			heading: "Ein Ticket für dich.",
			body:    []string{"{other} möchte dir ein Ticket für {title} geben. Es gehört dir, sobald du es auf der Seite unten annimmst; dort findest du es dann auch für den Einlass."},
			action:  "Annehmen oder ablehnen",
			after:   []string{"Du weißt nicht, worum es geht? Dann tu nichts: solange du nicht annimmst, bleibt das Ticket, wo es ist."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "Dein Ticket gehört jetzt {other}: {title}",
			heading: "Dein Ticket hat eine neue Inhaberin oder einen neuen Inhaber.",
			body:    []string{"{other} hat das Ticket für {title} angenommen, das du angeboten hast. Dein bisheriger Code dafür gilt nicht mehr."},
			action:  "Ansehen, wem es jetzt gehört",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Dein Ticket: {title}",
			heading: "Das Ticket gehört dir.",
			body:    []string{"Das Ticket für {title}, das {other} dir angeboten hat, gehört jetzt dir und hat einen neuen Code. Was {other} an Codes dafür hatte, gilt nicht mehr.", "Du findest es auf der Seite unten. Zeig es am Einlass vor, auf dem Telefon oder auf Papier."},
			action:  "Ticket ansehen",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} hat dein Ticket abgelehnt: {title}",
			heading: "Das Ticket gehört weiter dir.",
			body:    []string{"{other} hat das Ticket für {title} abgelehnt, das du angeboten hast. Es gehört weiter dir, und sein Code gilt weiter."},
			action:  "Ansehen, was geschehen ist",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Dein neues Ticket: {title}",
			heading: "Dein Ticket hat einen neuen Code.",
			body:    []string{"Ein Ticket von dir für {title} wurde neu ausgestellt. Dein bisheriger Code dafür gilt nicht mehr, weder auf Papier noch auf dem Telefon.", "Den neuen findest du auf der Seite unten. Zeig ihn am Einlass vor."},
			action:  "Ticket ansehen",
			after:   []string{"Du hast nicht darum gebeten? Dann frag bitte den Veranstalter."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Dein Ticket wurde storniert: {title}",
			heading: "Dein Ticket gilt nicht mehr.",
			body:    []string{"Das Ticket für {title}, das du von {other} hast, wurde storniert. Mit seinem Code kommt niemand mehr hinein.", "Wenn dafür Geld zurückgeht, bekommt es, wer das Ticket bezahlt hat."},
			action:  "Ansehen, was geschehen ist",
			after:   []string{"Du hast nicht damit gerechnet? Dann frag bitte {other} oder den Veranstalter."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Dein Ticket hat jemand übernommen: {title}",
			heading: "Dein Ticket wurde übernommen.",
			body:    []string{"Jemand von der Warteliste hat für das Ticket für {title} bezahlt, das du zurückgegeben hast. {refund} sind auf demselben Weg, auf dem du bezahlt hast, unterwegs zu dir.", "Dein bisheriger Code dafür gilt nicht mehr."},
			action:  "Zur Bestellung",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Dein Ticket hat jemand übernommen: {title}",
			heading: "Dein Ticket wurde übernommen.",
			body:    []string{"Jemand von der Warteliste hat das Ticket für {title} übernommen, das du zurückgegeben hast. Dein Geld hattest du schon vorher ganz zurückbekommen.", "Dein bisheriger Code dafür gilt nicht mehr."},
			action:  "Zur Bestellung",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Du behältst dein Ticket: {title}",
			heading: "Das Ticket gehört weiter dir.",
			body:    []string{"Niemand von der Warteliste hat das Ticket für {title} übernommen, das du zurückgeben wolltest, und die Anmeldung ist geschlossen. Es gehört weiter dir, und sein Code gilt."},
			action:  "Zur Bestellung",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Das Ticket wird dir nicht mehr angeboten: {title}",
			heading: "Das Angebot wurde zurückgezogen.",
			body:    []string{"{other} hat das Angebot eines Tickets für {title} zurückgezogen. Du musst nichts tun."},
			action:  "Ansehen, was geschehen ist",
		},
	},
}
