package events

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page/keeper"
	"github.com/holdfast-events/holdfast/internal/store/versions"
)

const (
	// mostAnswers bounds the answers to strangers that are kept, of each event one in each language that is asked
	// for: some 8 KB each.
	mostAnswers = 2048
	// eventShared lets any cache keep an event as strangers see it, and has it ask whether that is so still: what
	// is left is shown as it is stored.
	eventShared = "public, max-age=0, must-revalidate"
	// byCaller are the headers that say who asks: what strangers see is for nobody who is signed in.
	byCaller = "Authorization, Cookie"
)

// inWords names an event in a language.
type inWords struct{ event, language string }

// answer is what strangers are answered about an event: as it is in what was read of it, and for as long as the
// time changes nothing of it. It is not changed any more.
type answer struct {
	of *keeper.Stood
	// It is so from since on, and before until.
	since, until inventory.Instant
	event        wire.Event
	etag         []string
}

// Version is that of the event.
func (a *answer) Version() int64 { return a.of.Version() }

// Strangers answers those who have shown no credentials.
type Strangers struct {
	events  *keeper.Keeper
	answers versions.Kept[inWords, *answer]
}

// NewStrangers answers by what a keeper reads.
func NewStrangers(k *keeper.Keeper) *Strangers {
	s := &Strangers{events: k}
	s.answers.Most = mostAnswers
	return s
}

// event answers with an event as it is stored now, or that the caller has just that.
func (s *Strangers) event(c *access.Call, event string, now inventory.Instant) (*wire.Event, error) {
	shown, err := s.events.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	// The summary may be seconds old: a draft must not be shown to the public.
	if err := c.AuthorizeIn(shown.View); err != nil {
		return nil, err
	}
	language, err := wire.WordsIn(c)
	if err != nil {
		return nil, err
	}
	a, err := s.answer(shown, language, now)
	if err != nil {
		return nil, err
	}
	err = c.Version(a.etag)
	c.Writer.Header().Set("Cache-Control", eventShared)
	return &a.event, err
}

// answer is what is answered about an event in a language at now.
func (s *Strangers) answer(shown *keeper.Stood, language string, now inventory.Instant) (*answer, error) {
	key := inWords{shown.View.Event.ID, language}
	a := s.answers.Get(key)
	if a != nil && a.of == shown && a.since <= now && now < a.until {
		return a, nil
	}
	if a != nil {
		s.answers.Drop(key, a)
	}
	e := eventBy(shown.View.In(language), shown.By, shown.At, now)
	if err := e.Write(); err != nil {
		return nil, fmt.Errorf("api: event: %w", err)
	}
	a = &answer{of: shown, since: now, until: wire.HoldsUntil(shown.View, now), event: *e, etag: httpapi.ETag(e.JSON())}
	s.answers.Keep(key, a)
	return a, nil
}
