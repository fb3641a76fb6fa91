package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

var english = &dictionary{
	tag:         language.English,
	hello:       "Hello {name},",
	helloNobody: "Hello,",

	places:     counted{plural.One: "1 place", plural.Other: "{n} places"},
	guests:     counted{plural.One: "you and 1 guest", plural.Other: "you and {n} guests"},
	minutes:    counted{plural.One: "1 minute", plural.Other: "{n} minutes"},
	hours:      counted{plural.One: "1 hour", plural.Other: "{n} hours"},
	days:       counted{plural.One: "1 day", plural.Other: "{n} days"},
	placesHeld: counted{plural.One: "1 place is being held for you", plural.Other: "{n} places are being held for you"},

	when: "When", where: "Where", what: "Category", with: "Who",
	until: "Claim before", cancelUntil: "Cancel before",
	amount: "Amount", reference: "Reference", payBefore: "Pay before", howToPay: "How to pay",

	preferences: "No more reminders like this one",
	noBulletins: "No more messages like this one",
	grounds: [grounds]string{
		groundKnown:    "You receive this message because this address was given for {title}.",
		groundPlace:    "You receive this message because places at {title} were registered or ordered with this address.",
		groundLine:     "You receive this message because this address was put on the waitlist for {title}.",
		groundOffered:  "You receive this message because somebody offered a ticket for {title} to this address.",
		groundReceived: "You receive this message because a ticket for {title} was offered to this address, and accepted.",
		groundHeld:     "You receive this message because this address has a ticket for {title}.",
		groundGiven:    "You receive this message because a ticket that this address had for {title} was offered to somebody else.",
		groundReturned: "You receive this message because a ticket that this address had for {title} was offered to the waitlist.",
	},
	footerOther:   "That was not you? Then somebody mistyped an address, and you can ignore this message.",
	footerOffered: "It is not meant for you? Then somebody mistyped an address, and you can ignore this message.",
	somebody:      "Somebody",
	moreGuests:    "{names} and {count} more",
	and:           "and",

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

	letters: map[letterKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Confirmed: {title}",
			heading: "You are in.",
			body:    []string{"Your registration for {title} is confirmed: {places}.", "Your tickets are on the page below. Show them at the door, on your phone or on paper."},
			action:  "See your tickets, or cancel",
			after:   []string{"If your plans change, please give your place back on that page. It goes to the next person in line at once."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "You moved up: {title}",
			heading: "You are in.",
			body:    []string{"A place came back, it was your turn, and your registration for {title} is confirmed: {places}.", "Your tickets are on the page below. Show them at the door, on your phone or on paper."},
			action:  "See your tickets, or cancel",
			after:   []string{"If you can no longer come, please give your place back on that page. It goes to the next person in line at once."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "You are in line: {title}",
			heading: "You are in line.",
			body: []string{
				"You are on the waitlist for {title}, for {places}.",
				"There is nothing else to do. When it is your turn we write to you, and hold your place for {window} so that you can claim it.",
			},
			action: "See your place in line",
			after:  []string{"That page is yours. It shows where you stand and each change of your place, with its reason. You can leave the line there, too."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "You are in line: {title}",
			heading: "You are in line.",
			body: []string{
				"You are on the waitlist for {title}, for {places}.",
				"There is nothing else to do. When it is your turn your place is confirmed at once, and we write to you.",
			},
			action: "See your place in line",
			after:  []string{"That page is yours. It shows where you stand and each change of your place, with its reason. You can leave the line there, too."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Your turn: claim your place by {deadline_short} – {title}",
			heading: "It is your turn.",
			body: []string{
				"A place came back at {title}, and you are next: {held}.",
				"Please claim before {deadline}. After that it goes to the next person in line.",
			},
			action: "Claim or decline",
			after:  []string{"You cannot come? Please decline on that page, so that the next person need not wait."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "More time to claim, until {deadline_short} – {title}",
			heading: "You have more time.",
			body: []string{
				"The organizer of {title} has given you more time: {held}.",
				"Please claim before {deadline}.",
			},
			action: "Claim or decline",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Your offer has ended: {title}",
			heading: "Your offer has ended.",
			body:    []string{"We held {places} at {title} for you. The time to claim has passed, and the next person in line is being asked."},
			action:  "See what happened",
			after:   []string{"If you would still like to come, you can join the line again for as long as registration is open."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Cancelled: {title}",
			heading: "Your registration is cancelled.",
			body:    []string{"You have given {places} at {title} back. Thank you: somebody else can come now."},
			action:  "View your registration",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Your registration was cancelled: {title}",
			heading: "Your registration was cancelled.",
			body:    []string{"The organizer has cancelled your registration for {title} ({places}). If you think that this is a mistake, please ask the organizer."},
			action:  "View your registration",
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "You are no longer in line: {title}",
			heading: "You are no longer in line.",
			body:    []string{"The organizer has taken you off the waitlist for {title}. If you think that this is a mistake, please ask the organizer."},
			action:  "See what happened",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "The waitlist has closed: {title}",
			heading: "The waitlist has closed.",
			body:    []string{"Registration for {title} has ended, and no place came back for you in time. We are sorry."},
			action:  "See what happened",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Your party no longer fits: {title}",
			heading: "Your party no longer fits.",
			body:    []string{"{title} has become smaller, and can no longer take a party of your size ({places}). You are therefore not in line any more. You can join again with fewer guests."},
			action:  "See what happened",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Please pay by {deadline_short}: {title}",
			heading: "Your places wait for your payment.",
			body:    []string{"Thank you for your order for {title}: {held}.", "Please pay {total} before {deadline}, and give the reference {reference}, so that your payment is found."},
			action:  "See your order",
			after:   []string{"Your tickets come as soon as the organizer has noted your payment. What is not paid in time goes to others."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Your tickets: {title}",
			heading: "You are in.",
			body:    []string{"Your order for {title} is confirmed: {places}, {total} in all.", "Your tickets are on the page below. Show them at the door, on your phone or on paper."},
			action:  "See your tickets",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Your order has lapsed: {title}",
			heading: "Your order has lapsed.",
			body:    []string{"We held {places} at {title} for you. The time to pay has passed, and the places are free for others again."},
			action:  "See your order",
			after:   []string{"If you have paid meanwhile, you get your places if they are still free, or else your money back. We write to you either way."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Cancelled: {title}",
			heading: "Places of your order are cancelled.",
			body:    []string{"Places of your order for {title} are cancelled. Their tickets are no longer valid."},
			action:  "See your order",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Your money back: {title}",
			heading: "You get money back.",
			body:    []string{"For your order for {title} you get {refund} back, the way you paid. Tickets of places that were given back are no longer valid."},
			action:  "See your order",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Your money back: {title}",
			heading: "Your payment came too late.",
			body:    []string{"Your payment of {refund} for {title} came when your order had ended, and the places were not free any more. You get all of it back, the way you paid. We are sorry."},
			action:  "See your order",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Your money back: {title}",
			heading: "Your payment was not what the order costs.",
			body:    []string{"Your order for {title} costs {total}, and your payment was {refund}. You get all of it back, the way you paid. As long as the order is held you can pay it again."},
			action:  "See your order",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Your money back: {title}",
			heading: "You paid twice.",
			body:    []string{"Your order for {title} had been paid already. You get your second payment of {refund} back, the way you paid. Your tickets stay valid."},
			action:  "See your order",
		},
		{Bulletin, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "See what you have",
		},
		{Reminder, ""}: {
			subject: "Reminder: {title}, {starts_short}",
			heading: "See you soon.",
			body:    []string{"{title} begins on {starts}. You have {places}."},
			action:  "See your tickets, or cancel",
			after:   []string{"You cannot come? Please give your place back on that page, so that somebody else can."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Reminder: {title}, {starts_short}",
			heading: "See you soon.",
			body:    []string{"{title} begins on {starts}. You have the ticket that {other} gave you."},
			action:  "See your ticket",
		},
		{EventChanged, ""}: {
			subject: "Changed: {title}, {starts_short}",
			heading: "The time or place has changed.",
			body:    []string{"The organizer has changed when or where {title} takes place. It now begins on {starts}.", "Your registration stands: {places}. The calendar entry that comes with this message takes the place of the old one."},
			action:  "See your tickets, or cancel",
			after:   []string{"If you can no longer come, please give your place back on that page."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Changed: {title}, {starts_short}",
			heading: "The time or place has changed.",
			body:    []string{"The organizer has changed when or where {title} takes place. It now begins on {starts}.", "The ticket that {other} gave you is still good. The calendar entry that comes with this message takes the place of the old one."},
			action:  "See your ticket",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Called off: {title}",
			heading: "The event is called off.",
			body:    []string{"The organizer has called {title} off. Your place ({places}) is void, and you need not do anything."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Called off: {title}",
			heading: "The event is called off.",
			body:    []string{"The organizer has called {title} off. The ticket that {other} gave you is void, and you need not do anything. What was paid for it goes back to who paid."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} has a ticket for you: {title}",
			heading: "A ticket for you.",
			body:    []string{"{other} wants to give you a ticket for {title}. It is yours when you accept it on the page below, and stays there for you to show at the door."},
			action:  "Accept or decline",
			after:   []string{"You do not know what this is about? Then do nothing: as long as you do not accept, the ticket stays where it is."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "Your ticket is {other}'s now: {title}",
			heading: "Your ticket has a new holder.",
			body:    []string{"{other} has accepted the ticket for {title} that you offered. The code that you had for it no longer works."},
			action:  "See the ticket's new holder",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Your ticket: {title}",
			heading: "The ticket is yours.",
			body:    []string{"The ticket for {title} that {other} offered you is yours now, with a new code. Any code that {other} had for it no longer works.", "It is on the page below. Show it at the door, on your phone or on paper."},
			action:  "See your ticket",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} declined your ticket: {title}",
			heading: "The ticket is still yours.",
			body:    []string{"{other} has declined the ticket for {title} that you offered. It is still yours, and its code still works."},
			action:  "See what happened",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Your new ticket: {title}",
			heading: "Your ticket has a new code.",
			body:    []string{"A ticket of yours for {title} was issued anew. The code that you had for it no longer works, on paper or on a phone.", "The new one is on the page below. Show it at the door."},
			action:  "See your ticket",
			after:   []string{"You did not ask for this? Then please ask the organizer."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Your ticket was cancelled: {title}",
			heading: "Your ticket is void.",
			body:    []string{"The ticket for {title} that you have from {other} was cancelled. Its code no longer opens the door.", "If there is money to give back, it goes to whoever paid for the ticket."},
			action:  "See what happened",
			after:   []string{"You did not expect this? Then please ask {other}, or the organizer."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Somebody took your ticket: {title}",
			heading: "Your ticket has been taken.",
			body:    []string{"Somebody from the waitlist has paid for the ticket for {title} that you gave back. {refund} are on their way to you, the way you paid.", "The code that you had for it no longer works."},
			action:  "See your order",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Somebody took your ticket: {title}",
			heading: "Your ticket has been taken.",
			body:    []string{"Somebody from the waitlist has taken the ticket for {title} that you gave back. You had been given back all of your money before.", "The code that you had for it no longer works."},
			action:  "See your order",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "You keep your ticket: {title}",
			heading: "The ticket is still yours.",
			body:    []string{"Nobody from the waitlist took the ticket for {title} that you wanted to give back, and registration has closed. It is still yours, and its code works."},
			action:  "See your order",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "The ticket is no longer offered to you: {title}",
			heading: "The offer was taken back.",
			body:    []string{"{other} has taken back the offer of a ticket for {title}. You need not do anything."},
			action:  "See what happened",
		},
	},
}
