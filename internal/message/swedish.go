package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var swedish = &dictionary{
	Language:   mailkit.Swedish,
	wordings:   wordings.Swedish,
	places:     locale.Counted{plural.One: "1 biljett", plural.Other: "{n} biljetter"},
	guests:     locale.Counted{plural.One: "du och 1 gäst", plural.Other: "du och {n} gäster"},
	placesHeld: locale.Counted{plural.One: "1 biljett är reserverad åt dig", plural.Other: "{n} biljetter är reserverade åt dig"},

	when: "När", where: "Var", online: "Online", what: "Biljett", with: "Gäster",
	until: "Tacka ja senast", cancelUntil: "Avboka senast",
	openDate: "Nytt datum meddelas senare",
	cost:     "Pris", payAny: "Betala vad du kan", payFrom: "Betala vad du kan, från {amount}", order: "Din beställning", discount: "Rabatt", tax: "Skatt", taxIncluded: "Varav skatt", donation: "Donation, utan moms", rounding: "Avrundning", total: "Summa",
	ticketOf: "Biljett {n} av {of}", codeAlt: "QR-kod: {ticket}.", shortCode: "Kod att skriva in:", seat: "{section}, rad {row}, plats {number}",

	preferences:     "Avsluta påminnelser",
	noAnnouncements: "Avsluta meddelanden som det här",
	unfollow:        "Sluta följa {organization}",
	grounds: [grounds]string{
		groundKnown:    "Du får det här mejlet eftersom adressen har angetts för {title}.",
		groundOrder:    "Du får det här mejlet eftersom biljetter till {title} har beställts med adressen.",
		groundWaitlist: "Du får det här mejlet eftersom adressen står på väntelistan till {title}.",
		groundOffered:  "Du får det här mejlet eftersom någon skickar en biljett till {title} till adressen.",
		groundReceived: "Du får det här mejlet eftersom en biljett till {title} har överlåtits till adressen.",
		groundHeld:     "Du får det här mejlet eftersom adressen har en biljett till {title}.",
		groundGiven:    "Du får det här mejlet eftersom en biljett till {title} har överlåtits från adressen.",
		groundReturned: "Du får det här mejlet eftersom en biljett till {title} från adressen har lagts ut till försäljning för väntelistan.",
		groundInvited:  "Du får det här mejlet eftersom {organization} har bjudit in den här adressen till {title}.",
		groundFollows:  "Du får det här mejlet eftersom du följer {organization}.",
	},
	footerOther:   "Var det inte du? Någon kan ha skrivit fel adress, och du kan bortse från mejlet.",
	footerFollows: "Du kan sluta följa när som helst.",
	footerOffered: "Inte menat för dig? Någon kan ha skrivit fel adress, och du kan bortse från mejlet.",
	somebody:      "Någon",
	moreGuests:    "{names} och {count} till",
	and:           " och ",
}
