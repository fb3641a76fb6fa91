package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var english = &dictionary{
	tag:         language.English,
	hello:       "Hello {name},",
	helloNobody: "Hello,",

	places:     locale.Counted{plural.One: "1 ticket", plural.Other: "{n} tickets"},
	guests:     locale.Counted{plural.One: "you and 1 guest", plural.Other: "you and {n} guests"},
	minutes:    locale.Counted{plural.One: "1 minute", plural.Other: "{n} minutes"},
	hours:      locale.Counted{plural.One: "1 hour", plural.Other: "{n} hours"},
	days:       locale.Counted{plural.One: "1 day", plural.Other: "{n} days"},
	placesHeld: locale.Counted{plural.One: "1 ticket is reserved for you", plural.Other: "{n} tickets are reserved for you"},

	when: "When", where: "Where", what: "Ticket", with: "Guests",
	until: "Claim by", cancelUntil: "Cancel by",
	amount: "Amount", reference: "Reference", payBefore: "Pay by", howToPay: "How to pay",
	cost: "Price", order: "Your order", discount: "Discount", tax: "Tax", taxIncluded: "Tax included", rounding: "Rounding", total: "Total",
	point: ".", thousands: ",", euroFirst: true,
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
	footerLog:     "When this was sent, the event’s public log had {n} entries and the fingerprint {root}.",
	footerOther:   "Wasn’t you? Someone may have mistyped their address, and you can ignore this email.",
	footerFollows: "You can stop following at any time.",
	footerOffered: "Not meant for you? Someone may have mistyped an address, and you can ignore this email.",
	somebody:      "Someone",
	moreGuests:    "{names} and {count} more",
	and:           " and ",

	weekdays: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	months: [12]string{"January", "February", "March", "April", "May", "June",
		"July", "August", "September", "October", "November", "December"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s, %d %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.months[t.Month()-1][:3])
	},
	clock: "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Confirmed: {title}",
			heading: "You’re in!",
			body:    []string{"Your registration for {title} is confirmed: {places}.", "Show the QR code at the door, on your phone or on paper. The button opens all your tickets."},
			action:  "View or cancel tickets",
			after:   []string{"Can’t make it? Please cancel on that page, so the next person on the waitlist can have your ticket."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "You're off the waitlist: {title}",
			heading: "You’re in!",
			body:    []string{"A ticket became available, and it was your turn: your registration for {title} is confirmed, {places}.", "Show the QR code at the door, on your phone or on paper. The button opens all your tickets."},
			action:  "View or cancel tickets",
			after:   []string{"Can’t make it anymore? Please cancel on that page, so the next person on the waitlist can have your ticket."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "You're on the waitlist: {title}",
			heading: "You’re on the waitlist.",
			body: []string{
				"You’re on the waitlist for {title}, for {places}.",
				"There’s nothing else to do. When it’s your turn, we’ll email you and reserve your tickets for {window}, so you can claim them.",
			},
			action: "View your position",
			after:  []string{"That page shows your position and the reason for every change. You can also leave the waitlist there."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "You're on the waitlist: {title}",
			heading: "You’re on the waitlist.",
			body: []string{
				"You’re on the waitlist for {title}, for {places}.",
				"There’s nothing else to do. When it’s your turn, your tickets are confirmed right away, and we’ll email you.",
			},
			action: "View your position",
			after:  []string{"That page shows your position and the reason for every change. You can also leave the waitlist there."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Your turn: claim your ticket by {deadline_short} – {title}",
			heading: "It’s your turn!",
			body: []string{
				"A ticket for {title} has become available, and you’re next: {held}.",
				"Please claim by {deadline}. After that it goes to the next person on the waitlist.",
			},
			action: "Claim or decline",
			after:  []string{"Can’t make it? Please decline on that page, so the next person doesn’t have to wait."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "More time to claim, until {deadline_short} – {title}",
			heading: "You have more time.",
			body: []string{
				"The organizer of {title} gave you more time: {held}.",
				"Please claim by {deadline}.",
			},
			action: "Claim or decline",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Your offer has expired: {title}",
			heading: "Your offer has expired.",
			body:    []string{"We reserved {places} for {title} for you. The time to claim has passed, and the next person on the waitlist gets an offer."},
			action:  "View details",
			after:   []string{"Still want to come? You can join the waitlist again while registration is open."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Cancelled: {title}",
			heading: "Your registration is cancelled.",
			body:    []string{"You cancelled {places} for {title}. Thanks for letting us know: someone else can come now."},
			action:  "View your registration",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Your registration was cancelled: {title}",
			heading: "Your registration was cancelled.",
			body:    []string{"The organizer cancelled your registration for {title} ({places}). If you think this is a mistake, please contact the organizer."},
			action:  "View your registration",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "One ticket fewer: {title}",
			heading: "A ticket was cancelled.",
			body:    []string{"One ticket of your registration for {title} was cancelled: {other}. Its code no longer works, and someone else can come now.", "Your other tickets keep their codes: {places}."},
			action:  "View your registration",
			after:   []string{"Didn’t expect this? Please contact the organizer."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "You're no longer on the waitlist: {title}",
			heading: "You’re no longer on the waitlist.",
			body:    []string{"The organizer removed you from the waitlist for {title}. If you think this is a mistake, please contact the organizer."},
			action:  "View details",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "The waitlist has closed: {title}",
			heading: "The waitlist has closed.",
			body:    []string{"Registration for {title} has closed, and no ticket became available for you in time. We’re sorry."},
			action:  "View details",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Your group is too large now: {title}",
			heading: "Your group is too large now.",
			body:    []string{"{title} now has a smaller capacity and can’t fit a group of your size ({places}), so you’re no longer on the waitlist. You can join again with fewer guests."},
			action:  "View details",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Please pay by {deadline_short}: {title}",
			heading: "Your tickets are awaiting payment.",
			body:    []string{"Thank you for your order for {title}: {held}.", "Please pay {total} by {deadline} with the reference {reference}, so we can find your payment."},
			action:  "View order",
			after:   []string{"You’ll get your tickets as soon as the organizer has recorded your payment. Unpaid tickets are released."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Your tickets: {title}",
			heading: "You’re in!",
			body:    []string{"Your order for {title} is confirmed: {places}, {total} in total.", "Show the QR code at the door, on your phone or on paper. The button opens all your tickets."},
			action:  "View tickets",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Your order has expired: {title}",
			heading: "Your order has expired.",
			body:    []string{"We reserved {places} for {title} for you. The time to pay has passed, and the tickets were released."},
			action:  "View order",
			after:   []string{"If you’ve paid in the meantime, you’ll get your tickets if they’re still available, or a refund if not. We’ll email you either way."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Cancelled: {title}",
			heading: "Tickets in your order were cancelled.",
			body:    []string{"Tickets in your order for {title} were cancelled and are no longer valid."},
			action:  "View order",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Your refund: {title}",
			heading: "You’re getting a refund.",
			body:    []string{"We’re refunding {refund} for your order for {title} to your original payment method. Returned tickets are no longer valid."},
			action:  "View order",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Your refund: {title}",
			heading: "Your payment came too late.",
			body:    []string{"Your payment of {refund} for {title} came after your order had ended, and the tickets were no longer available. You’ll get a full refund to your original payment method. We’re sorry."},
			action:  "View order",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Your refund: {title}",
			heading: "Your payment didn’t match your order.",
			body:    []string{"Your order for {title} costs {total}, and your payment was {refund}. You’ll get a full refund to your original payment method. While your order is still open, you can pay again."},
			action:  "View order",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Your refund: {title}",
			heading: "You paid twice.",
			body:    []string{"Your order for {title} was already paid. Your second payment of {refund} is being refunded to your original payment method. Your tickets stay valid."},
			action:  "View order",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "View your tickets",
		},
		{NewEvent, ""}: {
			subject: "New from {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} has announced a new event: {title}, on {starts}."},
			action:  "View event",
		},
		{NewEvent, newDates}: {
			subject: "New from {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} has announced new dates of {series}, starting on {starts}."},
			action:  "View all dates",
		},
		{inv.MsgInvitation, ""}: {
			subject: "You’re invited: {title}",
			heading: "You’re invited",
			body:    []string{"{organization} invites you to {title}. The invitation is good for {places}."},
			action:  "View invitation",
			after:   []string{"The link is yours alone: whoever has it can take places in your name. Please don’t forward it."},
		},
		{Feedback, ""}: {
			subject: "How was {title}?",
			heading: "How was it?",
			body:    []string{"Thank you for coming to {title}. Would you tell the organizer how it was? It takes a minute, and it makes the next event better."},
			action:  "Rate the event",
		},
		{Reminder, ""}: {
			subject: "Reminder: {title}, {starts_short}",
			heading: "See you soon.",
			body:    []string{"{title} starts on {starts}. You have {places}."},
			action:  "View or cancel tickets",
			after:   []string{"Can’t make it? Please cancel on that page, so someone else can come."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Reminder: {title}, {starts_short}",
			heading: "See you soon.",
			body:    []string{"{title} starts on {starts}. You have the ticket that {other} gave you."},
			action:  "View ticket",
		},
		{EventChanged, ""}: {
			subject: "Changed: {title}, {starts_short}",
			heading: "The time or location has changed.",
			body:    []string{"The organizer changed the time or location of {title}. It now starts on {starts}.", "Your registration stays valid: {places}. The attached calendar entry replaces the old one."},
			action:  "View or cancel tickets",
			after:   []string{"If you can’t make it anymore, please cancel on that page."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Changed: {title}, {starts_short}",
			heading: "The time or location has changed.",
			body:    []string{"The organizer changed the time or location of {title}. It now starts on {starts}.", "The ticket that {other} gave you stays valid. The attached calendar entry replaces the old one."},
			action:  "View ticket",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Cancelled: {title}",
			heading: "This event is cancelled.",
			body:    []string{"The organizer cancelled {title}. Your registration ({places}) is no longer valid, and there’s nothing you need to do."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Cancelled: {title}",
			heading: "This event is cancelled.",
			body:    []string{"The organizer cancelled {title}. The ticket that {other} gave you is no longer valid, and there’s nothing you need to do. Any refund goes to the person who paid."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} has a ticket for you: {title}",
			heading: "A ticket for you.",
			body:    []string{"{other} is sending you a ticket for {title}. Accept it with the button below, and it’s yours to show at the door."},
			action:  "Accept or decline",
			after:   []string{"Not expecting this? You don’t need to do anything: unless you accept, the ticket stays with {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} accepted your ticket: {title}",
			heading: "Your ticket was transferred.",
			body:    []string{"{other} accepted your ticket for {title}. Your code for it no longer works."},
			action:  "View transfer",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Your ticket: {title}",
			heading: "The ticket is yours.",
			body:    []string{"The ticket for {title} from {other} is yours now, with a new code. The old one no longer works.", "Open it with the button below, and show it at the door on your phone or on paper."},
			action:  "View ticket",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} declined your ticket: {title}",
			heading: "The ticket is still yours.",
			body:    []string{"{other} declined your ticket for {title}. It’s still yours, and its code still works."},
			action:  "View details",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Your new ticket: {title}",
			heading: "Your ticket has a new code.",
			body:    []string{"One of your tickets for {title} was reissued. Its old code no longer works, on paper or on your phone.", "Open the new one with the button below, and show it at the door."},
			action:  "View ticket",
			after:   []string{"Didn’t ask for this? Please contact the organizer."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Your ticket was cancelled: {title}",
			heading: "Your ticket was cancelled.",
			body:    []string{"The ticket for {title} that {other} gave you was cancelled. Its code no longer works.", "Any refund goes to the person who paid."},
			action:  "View details",
			after:   []string{"Not what you expected? Please ask {other} or the organizer."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Your ticket was sold: {title}",
			heading: "Your ticket was sold.",
			body:    []string{"Someone on the waitlist bought your ticket for {title}. We’re refunding {refund} to your original payment method.", "Your code for it no longer works."},
			action:  "View order",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Your ticket was sold: {title}",
			heading: "Your ticket was sold.",
			body:    []string{"Someone on the waitlist took your ticket for {title}. You had already been refunded in full.", "Your code for it no longer works."},
			action:  "View order",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "You keep your ticket: {title}",
			heading: "The ticket is still yours.",
			body:    []string{"Nobody on the waitlist bought your ticket for {title} before registration closed. It’s still yours, and its code works."},
			action:  "View order",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Ticket transfer cancelled: {title}",
			heading: "The transfer was cancelled.",
			body:    []string{"{other} cancelled the transfer of a ticket for {title}. There’s nothing you need to do."},
			action:  "View details",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Your link to sign in",
				heading: "Sign in",
				body:    []string{"This link signs you in. It works once, and for {life}."},
				action:  "Sign in",
				after:   []string{"Nobody who works for us will ever ask you for this link."},
			},
			InvitationMail: {
				subject: "You are invited to {name}",
				heading: "Welcome to {name}",
				body:    []string{"You can now help to run the events of {name}, as {role}.", "Sign in with this e-mail address. There is no password: you receive a link each time."},
				action:  "Sign in",
			},
			ConfirmAddressMail: {
				subject: "Confirm your address: {name}",
				heading: "{name}: one more step",
				body:    []string{"To take part in {name}, confirm that this address is yours. This link does that and takes you back to the event. It works once, and for {life}.", "You have no place yet: you get it when you finish there."},
				action:  "Confirm and go on",
			},
			FreshLinkMail: {
				subject: "Your new link: {name}",
				heading: "Your new link for {name}",
				body:    []string{"With this link you can do everything with your tickets for {name}: transfer them, sell them back or get your money back. It works for {life}."},
				action:  "Open",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			FoundMail: {
				subject: "Your tickets",
				heading: "Your tickets",
				body:    []string{"Here’s what’s booked with this address: what’s coming up, and what was on in the last few weeks. Each link works for {life}."},
				action:  "Sign in to see everything",
				after:   []string{"Please don’t forward this email. Nobody who works for us will ever ask you for these links."},
			},
			NothingFoundMail: {
				subject: "No tickets with this address",
				heading: "No tickets with this address",
				body:    []string{"Nothing that’s coming up is booked with this address. Maybe you used another one: look for our first email about your tickets."},
				action:  "Search with another address",
			},
			RegisteredAlreadyMail: {
				subject: "You're registered already: {name}",
				heading: "You're registered for {name} already",
				body:    []string{"Somebody has just registered for {name} with this address. You have your place, so nothing was changed: what was entered now, guests too, counts for nothing.", "This link leads to your registration. It works for {life}."},
				action:  "Open my registration",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			WaitingAlreadyMail: {
				subject: "You're on the waitlist already: {name}",
				heading: "You're on the waitlist for {name} already",
				body:    []string{"Somebody has just asked for a place at {name} with this address. You keep your place on the waitlist; nothing was changed.", "This link shows your position. It works for {life}."},
				action:  "See my position",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			LimitReachedMail: {
				subject: "You can't have more tickets: {name}",
				heading: "You have all the tickets you can for {name}",
				body:    []string{"Somebody has just asked for more places at {name} with this address. With what you have that would be more than one person may have, so nothing was added.", "This link leads to what you have. It works for {life}."},
				action:  "Open",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			EndpointDisabledMail: {
				subject: "Webhooks to {name} have stopped",
				heading: "Webhooks have stopped",
				body:    []string{"{name} has not taken our webhooks for a long time, so we send none there any more.", "Nothing is lost: what has happened since waits, and is sent in order as soon as the endpoint is enabled again."},
				action:  "Look at the endpoint",
			},
			RefundAtProviderMail: {
				subject: "{name}: a refund of {amount} outside Holdfast",
				heading: "A refund of {amount} was made elsewhere",
				body: []string{"{amount} of an order for {name} were refunded in the dashboard of the payment provider. The tickets of that order are still valid, and its sale is still in the books.",
					"Should the tickets be cancelled? Then refund them on the page of the order. What was paid back already is not paid again."},
				action: "Look at the order",
			},
			ProviderDeniesMail: {
				subject: "{name} denies access: payments or refunds have stopped",
				heading: "{name} denies access",
				body: []string{"{name} does not accept the key that is set here, or does not allow what was asked for with it. Until that is changed, orders cannot be paid with {name}, or refunds are not made.",
					"Please ask whoever runs this server to check the key. The server’s log says what {name} has answered. Refunds that are due wait, and are made when the key is right."},
				action: "Look at the events",
			},
		},
		minutes: locale.Counted{plural.One: "1 minute", plural.Other: "{n} minutes"},
		hours:   locale.Counted{plural.One: "1 hour", plural.Other: "{n} hours"},
		roles:   map[string]string{"owner": "owner", "organizer": "organizer", "box_office": "box office", "door": "door", "viewer": "viewer"},
		footer:  "You receive this message because somebody entered this address.",
		other:   "That was not you? Then ignore this message, and nothing will happen.",
		owners:  "You receive this message as an owner of an organization here.",
	},
}
