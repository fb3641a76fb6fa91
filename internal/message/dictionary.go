package message

import (
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

// A dictionary is the texts of one language. They contain placeholders in braces; the
// known ones are in placeholders.
type dictionary struct {
	*mailkit.Language
	wordings map[wordings.Key]mailkit.Wording

	// counted things, by plural form
	places, guests locale.Counted
	// verbs that agree with the number of places
	placesHeld locale.Counted

	when, where, online, what, with, until, cancelUntil string // labels of facts
	openDate                                            string // in place of when an event is that is postponed
	cost                                                string // label of the price of an offer
	payAny, payFrom                                     string // where people choose what they pay; {amount}
	// heading of a bill, and labels of its sums
	order, discount, tax, taxIncluded, donation, rounding, total string
	// ticketOf with {n} and {of}, codeAlt with {ticket}, seat with {section}, {row} and
	// {number}; shortCode is the label of what can be typed
	ticketOf, codeAlt, shortCode, seat string

	preferences     string // label of the link to the preferences
	noAnnouncements string // the same, in announcements
	unfollow        string // the same, to followers of the {organization}
	// grounds tell why somebody received a mail, and the footers what to do if it was
	// not for them: footerOffered when another person offers a ticket, else footerOther
	grounds                    [grounds]string
	footerOther, footerOffered string
	footerFollows              string

	somebody   string // in place of an unknown name
	moreGuests string // {names} and {count} more
	and        string // between the last two of a list, with its spaces
}

// ground is why a message goes to an address.
type ground int

const (
	groundKnown    ground = iota // the address was given for the event
	groundOrder                  // it ordered tickets
	groundWaitlist               // it is on the waitlist
	groundOffered                // another person offers it a ticket, or did
	groundReceived               // a ticket was transferred to it
	groundHeld                   // it has a ticket
	groundGiven                  // it offered a ticket to another person
	groundReturned               // it offered a ticket to the waitlist
	groundInvited                // the {organization} has invited it
	groundFollows                // it follows the {organization}
	grounds
)

// groundOf returns why a message of a kind goes to an address. It has to be true when
// the message goes out, also for people who no longer have a ticket.
func groundOf(kind inv.MessageKind, reason inv.Reason) ground {
	if reason == inv.ReasonTicketReceived { // of any kind, announcements included
		return groundReceived
	}
	switch reason {
	case withPass:
		return groundOrder
	case onWaitlist:
		return groundWaitlist
	case hasApplied, reservedOnly, inDraw:
		return groundKnown
	}
	switch kind {
	case inv.MsgConfirmed, inv.MsgCancelled, inv.MsgGuestCancelled, inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled,
		inv.MsgOrderRefunded, Reminder, EventChanged, EventPostponed:
		return groundOrder
	case inv.MsgApproved, inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgOfferExpired, inv.MsgEntryRemoved, inv.MsgWaitlistClosed:
		return groundWaitlist
	case inv.MsgTransferOffered, inv.MsgTransferCancelled:
		return groundOffered
	case inv.MsgTicketReceived, inv.MsgTicketVoided:
		return groundReceived
	case inv.MsgTicketReissued, inv.MsgTicketReseated, Feedback:
		return groundHeld
	case inv.MsgTransferAccepted, inv.MsgTransferDeclined:
		return groundGiven
	case inv.MsgExchanged, inv.MsgExchangeClosed:
		return groundReturned
	case inv.MsgInvitation:
		return groundInvited
	case NewEvent:
		return groundFollows
	}
	return groundKnown
}

// placeholders are all placeholders of the default texts.
var placeholders = []string{"title", "series", "name", "places", "held", "deadline", "deadline_short", "total", "refund", "window", "names", "count",
	"starts", "starts_short", "location", "organization", "other", "reference", "pass"}

// dictionaries are in the order of locale.Tags.
var dictionaries = []*dictionary{english, german, french, spanish, italian, dutch, portuguese, polish, czech, swedish, turkish, arabic}

// dictionaryFor returns the dictionary that matches a locale best; English if the locale
// is empty, unknown or malformed.
func dictionaryFor(name string) *dictionary { return dictionaries[locale.Of(name)] }

// wording returns the wording of a message, for its reason if there is one.
func (d *dictionary) wording(kind inv.MessageKind, reason inv.Reason) (mailkit.Wording, bool) {
	if w, ok := d.wordings[wordings.Key{Kind: kind, Reason: reason}]; ok {
		return w, true
	}
	w, ok := d.wordings[wordings.Key{Kind: kind}]
	return w, ok
}
