package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var english = &dictionary{
	Language:   mailkit.English,
	wordings:   wordings.English,
	places:     locale.Counted{plural.One: "1 ticket", plural.Other: "{n} tickets"},
	guests:     locale.Counted{plural.One: "you and 1 guest", plural.Other: "you and {n} guests"},
	placesHeld: locale.Counted{plural.One: "1 ticket is reserved for you", plural.Other: "{n} tickets are reserved for you"},

	when: "When", where: "Where", online: "Online", what: "Ticket", with: "Guests",
	until: "Claim by", cancelUntil: "Cancel by",
	openDate: "New date to be announced",
	cost:     "Price", payAny: "Pay what you can", payFrom: "Pay what you can, from {amount}", order: "Your order", discount: "Discount", tax: "Tax", taxIncluded: "Tax included", donation: "Donation, outside of VAT", rounding: "Rounding", total: "Total",
	ticketOf: "Ticket {n} of {of}", codeAlt: "QR code: {ticket}.", shortCode: "Code to type:", seat: "{section}, row {row}, seat {number}",

	preferences:     "Unsubscribe from reminders",
	noAnnouncements: "Unsubscribe from messages like this one",
	unfollow:        "Unfollow {organization}",
	grounds: [grounds]string{
		groundKnown:    "You’re receiving this email because this address was given for {title}.",
		groundOrder:    "You’re receiving this email because tickets for {title} were ordered with this address.",
		groundWaitlist: "You’re receiving this email because this address is on the waitlist for {title}.",
		groundOffered:  "You’re receiving this email because someone is sending a ticket for {title} to this address.",
		groundReceived: "You’re receiving this email because a ticket for {title} was transferred to this address.",
		groundHeld:     "You’re receiving this email because this address has a ticket for {title}.",
		groundGiven:    "You’re receiving this email because a ticket for {title} was transferred from this address.",
		groundReturned: "You’re receiving this email because a ticket for {title} from this address was put up for sale to the waitlist.",
		groundInvited:  "You’re receiving this email because {organization} invited this address to {title}.",
		groundFollows:  "You’re receiving this email because you follow {organization}.",
	},
	footerOther:   "Wasn’t you? Someone may have mistyped their address, and you can ignore this email.",
	footerFollows: "You can stop following at any time.",
	footerOffered: "Not meant for you? Someone may have mistyped an address, and you can ignore this email.",
	somebody:      "Someone",
	moreGuests:    "{names} and {count} more",
	and:           " and ",
}
