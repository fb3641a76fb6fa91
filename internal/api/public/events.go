package public

import (
	"cmp"
	"context"
	"strconv"
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
	Capacity         int64      `json:"capacity"`
	Available        int64      `json:"available" doc:"Free. While people wait these are reserved for the waitlist."`
	Waiting          int64      `json:"waiting" doc:"Entries on the waitlist."`
	RegistrationOpen bool       `json:"registration_open" doc:"The registration cutoff has not passed."`
	WaitlistOpen     bool       `json:"waitlist_open" doc:"The event keeps a waitlist, and it is not full."`
	PriceRange       PriceRange `json:"price_range" doc:"What one ticket costs: of the tiers that can be had now; when none can, of all that everybody sees."`
}

// PriceRange is what the cheapest and the dearest ticket cost whoever buys it, tax
// included.
type PriceRange struct {
	Lowest   int64  `json:"lowest" doc:"In minor units of currency; 0: free." example:"1200"`
	Highest  int64  `json:"highest" example:"4800"`
	Currency string `json:"currency,omitempty" doc:"Absent where everything is free." example:"EUR"`
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

// eventSearch says which events are listed.
type eventSearch struct {
	words     []string // folded
	organizer string   // "": of everybody
	past      bool     // those that are over, the latest first
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
	case "", "upcoming":
	case "past":
		if organizer == "" {
			check.Add("organizer", "required", "is needed to list what is over")
		}
	default:
		check.Add("when", "not_allowed", "must be upcoming or past")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	search := eventSearch{strings.Fields(audience.Fold(q)), organizer, when == "past"}
	list := "public events " + q
	if organizer != "" {
		list = "events of " + organizer + " " + strconv.FormatBool(search.past) + " " + q
	}
	found, next, err := httpapi.Search(r, list, func(at *publicPosition, limit int) ([]store.Brief, bool, error) {
		return h.publicEvents(r.Context(), &search, at, limit)
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
		found, err := h.Store.Events.HostedEvents(ctx, organization, past, now, 0, "", 1)
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
func (h *Handlers) publicEvents(ctx context.Context, search *eventSearch, at *publicPosition, limit int) (found []store.Brief, more bool, err error) {
	pages := listScan / listPage
	most := listPage
	if len(search.words) == 0 {
		pages, most = 1, limit+1 // every row is wanted
	}
	for range pages {
		page, err := h.briefs(ctx, search, at, most)
		if err != nil {
			return nil, false, err
		}
		for i := range page {
			b := &page[i]
			if matches(b, search.words) {
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

// briefs reads on from a position.
func (h *Handlers) briefs(ctx context.Context, search *eventSearch, at *publicPosition, limit int) ([]store.Brief, error) {
	now := inventory.At(h.Now())
	if search.organizer == "" {
		return h.Store.Events.PublicEvents(ctx, now, at.Start, at.ID, limit)
	}
	return h.Store.Events.HostedEvents(ctx, search.organizer, search.past, now, at.Start, at.ID, limit)
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
		PriceRange:   priceRange(full.Tiers),
		WaitlistOpen: open && !set.Waitlist.Disabled && (set.Waitlist.Limit == 0 || v.Waiting < set.Waitlist.Limit),
	}
}

// priceRange is what tickets of these tiers cost. What nobody can have says nothing of
// it, as long as anything can be had.
func priceRange(tiers []wire.Tier) PriceRange {
	var can, all PriceRange
	some := false
	for i := range tiers {
		t := &tiers[i]
		all = all.with(t, i == 0)
		if t.Available > 0 && (t.Waiting == 0 || t.Seated) {
			can, some = can.with(t, !some), true
		}
	}
	if some {
		return can
	}
	return all
}

func (p PriceRange) with(t *wire.Tier, first bool) PriceRange {
	if first {
		return PriceRange{t.UnitGross, t.UnitGross, t.Currency}
	}
	p.Lowest, p.Highest, p.Currency = min(p.Lowest, t.UnitGross), max(p.Highest, t.UnitGross), cmp.Or(p.Currency, t.Currency)
	return p
}
