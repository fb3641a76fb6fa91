package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var dutch = &dictionary{
	Language:   mailkit.Dutch,
	wordings:   wordings.Dutch,
	places:     locale.Counted{plural.One: "1 ticket", plural.Other: "{n} tickets"},
	guests:     locale.Counted{plural.One: "jij en 1 gast", plural.Other: "jij en {n} gasten"},
	placesHeld: locale.Counted{plural.One: "er is 1 ticket voor je gereserveerd", plural.Other: "er zijn {n} tickets voor je gereserveerd"},

	when: "Wanneer", where: "Waar", online: "Online", what: "Ticket", with: "Gasten",
	until: "Claimen vóór", cancelUntil: "Annuleren vóór",
	openDate: "Nieuwe datum volgt",
	cost:     "Prijs", payAny: "Betaal wat je kunt", payFrom: "Betaal wat je kunt, vanaf {amount}", order: "Je bestelling", discount: "Korting", tax: "Belasting", taxIncluded: "Inclusief belasting", donation: "Donatie, buiten de btw", rounding: "Afronding", total: "Totaal",
	ticketOf: "Ticket {n} van {of}", codeAlt: "QR-code: {ticket}.", shortCode: "Code om in te typen:", seat: "{section}, rij {row}, stoel {number}",

	preferences:     "Afmelden voor herinneringen",
	noAnnouncements: "Afmelden voor berichten als dit",
	unfollow:        "{organization} niet meer volgen",
	grounds: [grounds]string{
		groundKnown:    "Je krijgt deze mail omdat dit adres is opgegeven voor {title}.",
		groundOrder:    "Je krijgt deze mail omdat er met dit adres tickets voor {title} zijn besteld.",
		groundWaitlist: "Je krijgt deze mail omdat dit adres op de wachtlijst voor {title} staat.",
		groundOffered:  "Je krijgt deze mail omdat iemand een ticket voor {title} naar dit adres stuurt.",
		groundReceived: "Je krijgt deze mail omdat een ticket voor {title} aan dit adres is overgedragen.",
		groundHeld:     "Je krijgt deze mail omdat dit adres een ticket voor {title} heeft.",
		groundGiven:    "Je krijgt deze mail omdat een ticket voor {title} vanaf dit adres is overgedragen.",
		groundReturned: "Je krijgt deze mail omdat een ticket voor {title} van dit adres te koop is gezet voor de wachtlijst.",
		groundInvited:  "Je ontvangt deze e-mail omdat {organization} dit adres heeft uitgenodigd voor {title}.",
		groundFollows:  "Je krijgt deze mail omdat je {organization} volgt.",
	},
	footerOther:   "Was jij dit niet? Dan heeft iemand misschien een tikfout gemaakt, en kun je deze mail negeren.",
	footerFollows: "Je kunt op elk moment stoppen met volgen.",
	footerOffered: "Niet voor jou bedoeld? Dan heeft iemand misschien een tikfout in een adres gemaakt, en kun je deze mail negeren.",
	somebody:      "Iemand",
	moreGuests:    "{names} en nog {count}",
	and:           " en ",
}
