package public

import (
	"context"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits of the public list.
const (
	// listPage is how many events are read at a time, listScan how many one
	// request looks at: a search that finds little comes back with a cursor.
	listPage, listScan = 200, 2000
)

// PublicEvent is an event in the public list.
type PublicEvent struct {
	wire.EventBrief
	Capacity         int64       `json:"capacity"`
	Available        int64       `json:"available" doc:"Free. While people wait these are reserved for the waitlist."`
	Waiting          int64       `json:"waiting" doc:"Entries on the waitlist."`
	RegistrationOpen bool        `json:"registration_open" doc:"The registration cutoff has not passed."`
	WaitlistOpen     bool        `json:"waitlist_open" doc:"The event keeps a waitlist, and it is not full."`
	PriceRange       *PriceRange `json:"price_range,omitempty" doc:"What one ticket costs: of the tiers on sale that have tickets left; when none has, of all. Absent when every tier is hidden."`
}

// Organizer is an organization as everybody may see it.
type Organizer struct {
	ID    string `json:"id" example:"org_3k9q0a7c1v5m"`
	Name  string `json:"name" example:"Riverside Workshop"`
	Color string `json:"color" doc:"Its colour, as #rrggbb; empty: the default." example:"#0f766e"`
}

// PublicEventList is a page of the public list.
type PublicEventList struct {
	Items      []PublicEvent `json:"items" doc:"By start. With q a page may have fewer than limit, and still not be the last."`
	NextCursor string        `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// matches reports whether every word stands in the title, the place or the name of
// the organization.
func matches(b *store.Brief, words []string) bool {
	return len(words) == 0 || audience.ContainsAll(b.Title+"\n"+b.Location+"\n"+b.OrgName, words)
}

// publicPosition is where a page of the public list begins.
type publicPosition struct {
	Start inventory.Instant `json:"s"`
	ID    string            `json:"i"`
}

func (h *Handlers) listPublicEvents(c *access.Call, _ *httpapi.None) (*PublicEventList, error) {
	c.Address = identity.ClientAddress(c.HTTP, h.TrustedProxies)
	if err := h.Access.Admit(c.Address); err != nil {
		return nil, err
	}
	return h.Events(&c.Request)
}

// Events reads a page of the public list, as the query of a request asks for it.
func (h *Handlers) Events(r *httpapi.Request) (*PublicEventList, error) {
	q, organizer, when := r.Query.Get("q"), r.Query.Get("organizer"), r.Query.Get("when")
	var check httpapi.Checks
	if q != "" {
		q = check.Line("q", q, 0, wire.MaxSearch)
	}
	if organizer != "" && !id.Valid(organizer, id.Organization) {
		check.Add("organizer", "bad_format", "must be the id of an organization")
	}
	switch when {
	case "", "upcoming", "past":
	default:
		check.Add("when", "not_allowed", "must be upcoming or past")
	}
	of := store.PublicList{
		Org: organizer, Past: when == "past",
		From: wire.QueryMoment(&check, r.Query, "from"), Until: wire.QueryMoment(&check, r.Query, "until"),
	}
	if of.Until != 0 && of.Until <= of.From {
		check.Add("until", "out_of_range", "must be later than from")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	words := strings.Fields(audience.Fold(q))
	list := fmt.Sprintf("public events of %s, past %t, from %d until %d, %s", organizer, of.Past, of.From, of.Until, q)
	found, next, err := httpapi.Search(r, list, func(at *publicPosition, limit int) ([]store.Brief, bool, error) {
		return h.publicEvents(r.Context(), words, of, at, limit)
	})
	if err != nil {
		return nil, err
	}
	items, err := h.shown(r.Context(), found)
	return &PublicEventList{Items: items, NextCursor: next}, err
}

// Organizer returns an organization that has, or had, an event that everybody sees, or
// store.ErrNotFound.
func (h *Handlers) Organizer(ctx context.Context, organization string) (*Organizer, error) {
	if !id.Valid(organization, id.Organization) {
		return nil, store.ErrNotFound
	}
	now := inventory.At(h.Now())
	for _, past := range []bool{false, true} {
		found, err := h.Store.Events.PublicEvents(ctx, store.PublicList{Org: organization, Past: past}, now, 0, "", 1)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return &Organizer{found[0].OrgID, found[0].OrgName, found[0].OrgColor}, nil
		}
	}
	return nil, store.ErrNotFound
}

func (h *Handlers) getOrganizer(c *access.Call, _ *httpapi.None) (*Organizer, error) {
	c.Address = identity.ClientAddress(c.HTTP, h.TrustedProxies)
	if err := h.Access.Admit(c.Address); err != nil {
		return nil, err
	}
	return h.Organizer(c.Context(), c.Param("organization_id"))
}

// shown says of events what the public list says, all read in one snapshot.
func (h *Handlers) shown(ctx context.Context, found []store.Brief) ([]PublicEvent, error) {
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].EventID
	}
	views, err := h.Store.Events.EventsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	items := []PublicEvent{}
	for i := range found {
		if v := views[found[i].EventID]; v != nil {
			items = append(items, h.publicEvent(&found[i], v))
		}
	}
	return items, nil
}

// publicEvents reads on from a position until it has found enough or looked at
// listScan events, and moves the position.
func (h *Handlers) publicEvents(ctx context.Context, words []string, of store.PublicList, at *publicPosition, limit int) (found []store.Brief, more bool, err error) {
	pages := listScan / listPage
	most := listPage
	if len(words) == 0 {
		pages, most = 1, limit+1 // every row is wanted
	}
	for range pages {
		page, err := h.Store.Events.PublicEvents(ctx, of, inventory.At(h.Now()), at.Start, at.ID, most)
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
		if len(page) < most {
			return found, false, nil
		}
	}
	return found, true, nil
}

func (h *Handlers) publicEvent(b *store.Brief, v *store.EventView) PublicEvent {
	full := wire.PublicEventOf(v)
	set := &v.Event.Settings
	cutoff := set.RegistrationCutoff
	if cutoff == 0 {
		cutoff = v.Event.EndsAt
	}
	open := inventory.At(h.Now()) < cutoff
	return PublicEvent{
		EventBrief: wire.BriefOf(b), Capacity: full.Capacity, Available: full.Availability.Available, Waiting: full.Availability.Waiting, RegistrationOpen: open,
		PriceRange:   priceRange(full.Tiers, h.Now()),
		WaitlistOpen: open && !set.Waitlist.Disabled && (set.Waitlist.Limit == 0 || v.Waiting < set.Waitlist.Limit),
	}
}
