package api

import (
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits of the public list.
const (
	// listPage is how many events are read at a time, listScan how many one
	// request looks at: a search that finds little comes back with a cursor.
	listPage, listScan = 200, 2000
	maxSearch          = 100 // characters
)

// EventBrief is what an event is called, where and when it is, and who runs it.
type EventBrief struct {
	ID           string       `json:"id" example:"evt_3k9q0a7c1v5m"`
	Status       string       `json:"status" enum:"draft,published,cancelled"`
	Title        string       `json:"title"`
	Location     string       `json:"location"`
	StartsAt     time.Time    `json:"starts_at"`
	EndsAt       time.Time    `json:"ends_at"`
	Timezone     string       `json:"timezone" example:"Europe/Berlin"`
	Organization Organization `json:"organization"`
}

// PublicEvent is an event in the public list.
type PublicEvent struct {
	EventBrief
	Capacity         int64 `json:"capacity"`
	Available        int64 `json:"available" doc:"Free. While people wait these are reserved for the waitlist."`
	Waiting          int64 `json:"waiting" doc:"Entries on the waitlist."`
	RegistrationOpen bool  `json:"registration_open" doc:"The registration cutoff has not passed."`
	WaitlistOpen     bool  `json:"waitlist_open" doc:"The event keeps a waitlist, and it is not full."`
}

// PublicEventList is a page of the public list.
type PublicEventList struct {
	Items      []PublicEvent `json:"items" doc:"By start. With q a page may have fewer than limit, and still not be the last."`
	NextCursor string        `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

func briefOf(b *store.Brief) EventBrief {
	return EventBrief{
		ID: b.EventID, Status: string(b.Status), Title: b.Title, Location: b.Location, StartsAt: b.StartsAt.Time(), EndsAt: b.EndsAt.Time(),
		Timezone: b.Timezone, Organization: Organization{ID: b.OrgID, Name: b.OrgName, Color: b.OrgColor},
	}
}

// matches says whether every word stands in the title, the place or the name of
// the organization.
func matches(b *store.Brief, words []string) bool {
	return len(words) == 0 || audience.ContainsAll(b.Title+"\n"+b.Location+"\n"+b.OrgName, words)
}

// publicPosition is where a page of the public list begins.
type publicPosition struct {
	Start inventory.Instant `json:"s"`
	ID    string            `json:"i"`
}

func (s *server) listPublicEvents(c *Call, _ *None) (*PublicEventList, error) {
	c.Address = identity.ClientAddress(c.HTTP, s.cfg.TrustedProxies)
	if err := s.access.admit(c.Address); err != nil {
		return nil, err
	}
	q := c.Query.Get("q")
	var check checks
	if q != "" {
		q = check.line("q", q, 0, maxSearch)
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	words := strings.Fields(audience.Fold(q))
	var at publicPosition
	list := "public events " + q
	limit, err := c.Page(list, &at)
	if err != nil {
		return nil, err
	}
	found, more, err := s.publicEvents(c, words, &at, limit)
	if err != nil {
		return nil, err
	}
	out := &PublicEventList{Items: []PublicEvent{}}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].EventID
	}
	views, err := s.store.Events.EventsByID(c.Context(), ids)
	if err != nil {
		return nil, err
	}
	for i := range found {
		if v := views[found[i].EventID]; v != nil {
			out.Items = append(out.Items, s.publicEvent(&found[i], v))
		}
	}
	if more {
		out.NextCursor, err = c.Cursor(list, at)
	}
	return out, err
}

// publicEvents reads on from a position until it has found enough or looked at
// listScan events, and moves the position.
func (s *server) publicEvents(c *Call, words []string, at *publicPosition, limit int) (found []store.Brief, more bool, err error) {
	for range listScan / listPage {
		page, err := s.store.Events.PublicEvents(c.Context(), inventory.At(s.now()), at.Start, at.ID, listPage)
		if err != nil {
			return nil, false, err
		}
		for i := range page {
			b := &page[i]
			if matches(b, words) {
				if len(found) == limit {
					return found, true, nil
				}
				found = append(found, *b)
			}
			*at = publicPosition{b.StartsAt, b.EventID}
		}
		if len(page) < listPage {
			return found, false, nil
		}
	}
	return found, true, nil
}

func (s *server) publicEvent(b *store.Brief, v *store.EventView) PublicEvent {
	full := eventOf(v)
	set := &v.Event.Settings
	cutoff := set.RegistrationCutoff
	if cutoff == 0 {
		cutoff = v.Event.EndsAt
	}
	open := inventory.At(s.now()) < cutoff
	return PublicEvent{
		EventBrief: briefOf(b), Capacity: full.Capacity, Available: full.Availability.Available, Waiting: v.Waiting, RegistrationOpen: open,
		WaitlistOpen: open && !set.Waitlist.Disabled && (set.Waitlist.Limit == 0 || v.Waiting < set.Waitlist.Limit),
	}
}
