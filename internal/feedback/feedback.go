// Package feedback is what guests say of an event after it: who is asked, until when they
// can say it, and what can be said.
package feedback

import (
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Limits of what is said.
const (
	MaxRating = messages.MaxRating // the best; the worst is 1
	MaxWords  = 2000               // characters
	MaxAfter  = 14 * 24 * 60 * 60
)

// openFor is how long after an event people can say how it was: as long as a link works that
// was mailed when it ended.
const openFor = 30 * inventory.Day

// Errors of Collector.
var (
	// ErrClosed: the event does not ask, has not ended, did not take place, or ended too
	// long ago.
	ErrClosed = errors.New("feedback: the event does not ask for it now")
	// ErrNoTicket: the person has no ticket of the event.
	ErrNoTicket = errors.New("feedback: the person has no ticket")
)

// Ends returns until when people can say how an event was.
func Ends(e *inventory.Event) inventory.Instant { return e.EndsAt + inventory.Instant(openFor) }

// Open reports whether people can say how an event was: where guests are asked, from its end
// on, for 30 days.
func Open(ev *events.EventView, now inventory.Instant) bool {
	return ev.Details.FeedbackAfter > 0 && ev.Event.Status == inventory.Published && now >= ev.Event.EndsAt && now < Ends(&ev.Event)
}

// Collector takes what people say.
type Collector struct {
	Store *store.Store
	Now   func() inventory.Instant
}

// Guest is a person of an event who may say how it was.
type Guest struct {
	Event    *events.EventView
	PersonID string
	// Said is what the person said before; nil: nothing.
	Said *messages.Feedback
}

// Guest finds a person of an event. The error is ErrClosed or ErrNoTicket, with the guest,
// or database.ErrNotFound.
func (c *Collector) Guest(ctx context.Context, event, person string) (*Guest, error) {
	ev, err := c.Store.Events.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	people, err := c.Store.Announcements.PeopleWithHolds(ctx, event, []string{person})
	if err != nil {
		return nil, err
	}
	v := people[person]
	if v == nil {
		return nil, database.ErrNotFound
	}
	g := &Guest{Event: ev, PersonID: person}
	if g.Said, err = c.Store.Feedback.Of(ctx, event, person); errors.Is(err, database.ErrNotFound) {
		g.Said, err = nil, nil
	}
	switch {
	case err != nil:
		return nil, err
	case !Open(ev, c.Now()):
		return g, ErrClosed
	case v.Transfer == nil && (v.Hold == nil || v.Hold.State != inventory.HoldConfirmed):
		return g, ErrNoTicket
	}
	return g, nil
}

// Clean returns what somebody typed without what no text may have: control characters, and
// marks that turn the direction of writing. Lines end in \n.
func Clean(words string) string {
	words = strings.ReplaceAll(words, "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r == 0x2028, r == 0x2029, r == utf8.RuneError,
			r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C:
			return -1
		}
		return r
	}, words))
}

// Said is what somebody says. It is checked by whoever reads it from them.
type Said struct {
	Rating int64  // from 1 to MaxRating
	Words  string // MaxWords characters at most; "": none
	Named  bool   // organizers may know who says it
}

// Say stores what a guest says, in the place of what they said before, and returns it.
func (c *Collector) Say(ctx context.Context, g *Guest, s Said) (*messages.Feedback, error) {
	now := c.Now()
	f := messages.Feedback{EventID: g.Event.Event.ID, PersonID: g.PersonID, Rating: s.Rating, Words: s.Words, Named: s.Named, CreatedAt: now, UpdatedAt: now}
	if g.Said != nil {
		f.CreatedAt = g.Said.CreatedAt
	}
	return &f, c.Store.Feedback.Give(ctx, f)
}
