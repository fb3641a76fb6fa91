package api

import (
	"context"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// How long what every request asks of an event is remembered, and for how many
// events. A change through this server is seen at once; one through another
// server, within catalogStale. Nothing here decides who gets a place.
const (
	catalogFresh = time.Second
	catalogStale = 3 * time.Second
	catalogLimit = 20_000
)

// card is what the API must know of an event before it can pass a command on.
type card struct {
	EventID     string
	OrgID       string
	Title       string
	Published   bool
	DefaultTier string
	Tiers       map[string]string // names by id
	Pools       map[string]bool
	Display     inventory.PositionDisplay
	DoorsOpen   inventory.Instant
	// Instructions say how to pay by hand.
	Instructions string
}

func (k *card) hasTier(tier string) bool {
	_, ok := k.Tiers[tier]
	return ok
}

func (k *card) resource() identity.Resource {
	return identity.Resource{OrgID: k.OrgID, EventID: k.EventID, Published: k.Published}
}

func (k *card) owned(person string) identity.Resource {
	r := k.resource()
	r.PersonID = person
	return r
}

// catalog remembers cards.
type catalog struct {
	memo *cache.Cache[string, *card]
}

func newCatalog(s *store.Store) (*catalog, error) {
	m, err := cache.New(cache.Config[string, *card]{
		Fresh: catalogFresh, Stale: catalogStale, Limit: catalogLimit,
		Load: func(ctx context.Context, event string) (*card, error) {
			v, err := s.Events.Event(ctx, event)
			if err != nil {
				return nil, err
			}
			return cardOf(v), nil
		},
	})
	return &catalog{m}, err
}

func cardOf(v *store.EventView) *card {
	k := &card{
		EventID: v.Event.ID, OrgID: v.Event.OrgID, Title: v.Details.Title,
		Published: v.Event.Status != inventory.Draft,
		Tiers:     make(map[string]string, len(v.Tiers)),
		Pools:     make(map[string]bool, len(v.Pools)),
		Display:   v.Event.Settings.Waitlist.PositionDisplay,
		DoorsOpen: v.Event.Settings.DoorsOpen, Instructions: v.Event.Settings.Orders.Instructions,
	}
	for i := range v.Tiers {
		k.Tiers[v.Tiers[i].ID] = v.Tiers[i].Name
	}
	for i := range v.Pools {
		k.Pools[v.Pools[i].ID] = true
	}
	if len(v.Tiers) > 0 {
		k.DefaultTier = v.Tiers[0].ID
	}
	return k
}

// card returns the card of an event, or store.ErrNotFound.
func (a *Control) card(ctx context.Context, event string) (*card, error) {
	if !id.Valid(event, id.Event) {
		return nil, store.ErrNotFound
	}
	return a.events.memo.Get(ctx, event)
}

// event returns the card of the event in the path, after asking whether the
// caller may take the route's action there.
func (c *Call) event() (*card, error) {
	k, err := c.control.card(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, err
	}
	return k, c.Caller.Authorize(c.Action, k.resource())
}

// eventOf returns the card of the event that a thing lives in, without asking
// for access: the caller does that when it knows whose the thing is.
func (c *Call) eventOf(thing, prefix string) (*card, error) {
	event, ok := id.EventOf(thing, prefix)
	if !ok {
		return nil, store.ErrNotFound
	}
	return c.control.card(c.Context(), event)
}

// allowed asks whether the caller may take the route's action on what belongs
// to that person.
func (c *Call) allowed(k *card, person string) error {
	res := k.owned(person)
	if c.Caller.Login != nil && person != "" {
		// Who is signed in is known by address; a link names the person itself.
		email, err := c.control.Store.People.PersonEmail(c.Context(), k.EventID, person)
		if err != nil {
			return err
		}
		res.Address = identity.FoldAddress(email)
	}
	return c.Caller.Authorize(c.Action, res)
}

// stripes lets one change of an event at a time read, merge and write. Two
// servers can still meet: then the heart refuses the later one's settings, and
// they are merged again.
type stripes [64]sync.Mutex

func (s *stripes) of(event string) *sync.Mutex {
	var h uint32 = 2166136261
	for i := 0; i < len(event); i++ {
		h = (h ^ uint32(event[i])) * 16777619
	}
	return &s[h%uint32(len(s))]
}

// forget makes the next call about an event read it anew.
func (a *Control) forget(event string) { a.events.memo.Forget(event) }
