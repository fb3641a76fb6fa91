package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var german = &dictionary{
	Language:   mailkit.German,
	wordings:   wordings.German,
	places:     locale.Counted{plural.One: "1 Ticket", plural.Other: "{n} Tickets"},
	guests:     locale.Counted{plural.One: "du und 1 Gast", plural.Other: "du und {n} Gäste"},
	placesHeld: locale.Counted{plural.One: "1 Ticket ist für dich reserviert", plural.Other: "{n} Tickets sind für dich reserviert"},

	when: "Wann", where: "Wo", online: "Online", what: "Ticket", with: "Gäste",
	until: "Annehmen bis", cancelUntil: "Stornieren bis",
	openDate: "Neuer Termin wird bekannt gegeben",
	cost:     "Preis", payAny: "Zahl, was du kannst", payFrom: "Zahl, was du kannst, ab {amount}", order: "Deine Bestellung", discount: "Rabatt", tax: "Steuer", taxIncluded: "Enthaltene Steuer", donation: "Spende, ohne Umsatzsteuer", rounding: "Rundung", total: "Summe",
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
		groundInvited:  "Du bekommst diese Nachricht, weil {organization} diese Adresse zu {title} eingeladen hat.",
		groundFollows:  "Du bekommst diese Nachricht, weil du {organization} folgst.",
	},
	footerOther:   "Das warst du nicht? Dann hat sich jemand vertippt, und du kannst diese Nachricht ignorieren.",
	footerFollows: "Du kannst jederzeit aufhören zu folgen.",
	footerOffered: "Das ist nicht für dich? Dann hat sich jemand vertippt, und du kannst diese Nachricht ignorieren.",
	somebody:      "Jemand",
	moreGuests:    "{names} und {count} weitere",
	and:           " und ",
}
