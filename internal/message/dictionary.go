package message

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

// A dictionary is everything that one language needs. Texts contain
// placeholders in braces; the known ones are in placeholders.
type dictionary struct {
	tag     language.Tag
	letters map[letterKey]wording

	hello, helloNobody string // with {name}, and for a person without a name

	// counted things, by plural form
	places, guests, minutes, hours, days counted
	// verbs that agree with the number of places
	placesHeld counted

	when, where, what, with, until, cancelUntil string // labels of facts
	amount, reference, payBefore                string // and of what is to be paid
	howToPay                                    string // heading of what the organizer says about that

	preferences string // for the link to the page of preferences
	noBulletins string // the same, in what an organizer writes
	// why somebody has a mail, and what to do for who did not ask for it: of most
	// mails, and of those that bring what somebody else offers
	grounds                    [grounds]string
	footerOther, footerOffered string

	somebody   string // in the place of a name
	moreGuests string // {names} and {count} more
	and        string

	weekdays  [7]string  // from Sunday
	months    [12]string // from January
	date      func(d *dictionary, t time.Time) string
	shortDate func(d *dictionary, t time.Time) string // without weekday and year
	clock     string                                  // of a time of day, a Go layout
	clockTail string                                  // after a time of day: " Uhr"
	between   string                                  // between two times of day
}

// ground is why a message goes to an address.
type ground int

const (
	groundKnown    ground = iota // the address was given for the event, whatever for
	groundPlace                  // for places
	groundLine                   // for a place in line
	groundOffered                // somebody else offers it a ticket, or did
	groundReceived               // it has that ticket now
	groundHeld                   // it has a ticket
	groundGiven                  // it offered a ticket to somebody else
	groundReturned               // it offered a ticket to the line
	grounds
)

// groundOf is why a message of a kind goes to an address: each is true when the
// message goes out, also of who has nothing any more.
func groundOf(kind inv.MessageKind, reason inv.Reason) ground {
	if reason == inv.ReasonTicketReceived { // also of what everybody is told
		return groundReceived
	}
	switch kind {
	case inv.MsgConfirmed, inv.MsgCancelled, inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled,
		inv.MsgOrderRefunded, Reminder, EventChanged:
		return groundPlace
	case inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgOfferExpired, inv.MsgEntryRemoved, inv.MsgWaitlistClosed:
		return groundLine
	case inv.MsgTransferOffered, inv.MsgTransferCancelled:
		return groundOffered
	case inv.MsgTicketReceived, inv.MsgTicketVoided:
		return groundReceived
	case inv.MsgTicketReissued:
		return groundHeld
	case inv.MsgTransferAccepted, inv.MsgTransferDeclined:
		return groundGiven
	case inv.MsgExchanged, inv.MsgExchangeClosed:
		return groundReturned
	}
	return groundKnown
}

// letterKey names a letter: what it tells, and where the same message is told
// in different words, the reason.
type letterKey struct {
	kind   inv.MessageKind
	reason inv.Reason
}

// wording is one letter in one language.
type wording struct {
	subject string
	heading string
	body    []string
	action  string // label of the link; empty: no link
	after   []string
}

// counted is a text for each plural form of a number, with {n} in it.
type counted map[plural.Form]string

func (d *dictionary) count(c counted, n int64) string {
	form := plural.Cardinal.MatchPlural(d.tag, int(n%10_000_000), 0, 0, 0, 0)
	text, ok := c[form]
	if !ok {
		text = c[plural.Other]
	}
	return strings.ReplaceAll(text, "{n}", fmt.Sprint(n))
}

// length says a length of time in its largest unit that loses nothing, rounded
// down to minutes: "6 hours", "90 minutes", "2 days".
func (d *dictionary) length(m inv.Micros) string {
	switch {
	case m >= 2*inv.Day && m%inv.Day == 0:
		return d.count(d.days, int64(m/inv.Day))
	case m >= inv.Hour && m%inv.Hour == 0:
		return d.count(d.hours, int64(m/inv.Hour))
	default:
		return d.count(d.minutes, int64(m/inv.Minute))
	}
}

// placeholders are the names that texts may use.
var placeholders = []string{"title", "name", "places", "held", "deadline", "deadline_short", "total", "refund", "window", "names", "count",
	"starts", "starts_short", "location", "organization", "other", "reference"}

var dictionaries = []*dictionary{english, german} // the first is the fallback

var matcher = language.NewMatcher([]language.Tag{english.tag, german.tag})

// dictionaryFor returns the language that serves a locale best; English when
// the locale is empty, unknown or malformed.
func dictionaryFor(locale string) *dictionary {
	tag, err := language.Parse(strings.ReplaceAll(locale, "_", "-"))
	if locale == "" || err != nil {
		return dictionaries[0]
	}
	_, i, confidence := matcher.Match(tag)
	if confidence == language.No {
		return dictionaries[0]
	}
	return dictionaries[i]
}

// letter returns the wording for a message, by its reason where that matters.
func (d *dictionary) letter(kind inv.MessageKind, reason inv.Reason) (wording, bool) {
	if w, ok := d.letters[letterKey{kind, reason}]; ok {
		return w, true
	}
	w, ok := d.letters[letterKey{kind, ""}]
	return w, ok
}
