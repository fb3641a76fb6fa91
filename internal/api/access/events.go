package access

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/consent/stored"
	"github.com/holdfast-events/holdfast/internal/demand"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/passes"
)

// How long what every request asks of an event is remembered, and for how many
// events. A change through this server is seen at once; one through another
// server, within catalogStale. Nothing here decides who gets a place.
const (
	EventFresh = time.Second
	EventStale = 3 * time.Second
	EventLimit = 20_000
)

// EventSummary is what the API must know of an event before it can pass a command on.
type EventSummary struct {
	EventID   string
	OrgID     string
	Title     string
	Published bool // everybody may know of it
	Archived  bool // its rows are in a file, or on the way there
	Elsewhere bool // it lives in another cell, or is on its way there
	// ByInvitation: it is published, and for people who are not invited there is no such event.
	ByInvitation bool
	DefaultTier  string
	Tiers        map[string]string // names by id
	Hidden       []string          // tiers for staff and people with an access code, by id
	Extras       []string          // tiers of add-ons, goods, donations and fees, by id
	Goods        []string          // of these, goods, which are waited for when they are gone
	Unticketed   []string          // of these, donations and fees
	Pools        map[string]bool
	Display      inventory.PositionDisplay
	Log          inventory.LogAudience
	DoorsOpen    inventory.Instant
	StartsAt     inventory.Instant
	EndsAt       inventory.Instant
	Timezone     string
	Currency     string // of its prices; empty while all is free
	// Questions is what the event asks; nil: nothing.
	Questions *question.List
	// Consents are what it asks people to agree to for marketing and sponsors.
	Consents []consent.Asked
	// Approval: whoever takes part applies, and the organization decides.
	Approval bool
	// GuestNames says whether guests are named.
	GuestNames inventory.GuestNames
	// Instructions say how to pay by hand.
	Instructions string
	// Languages are those that it has words in beside its main one.
	Languages []string
	// OnlineURL is where it takes place online, for ticket holders; "": nowhere.
	OnlineURL string
	// BankTransfer: buyers are told the organization's bank account.
	BankTransfer bool
	// Challenge says when strangers are asked for a proof of work.
	Challenge inventory.OnsaleChallenge
	// Demand is what is on around its openings.
	Demand demand.Plan
	// Passes are those of the series of which it is a date, or that it sells.
	Passes []passes.WithDates
}

// Pass returns the pass that an event sells, of those of the series of this one, or nil.
func (ev *EventSummary) Pass(event string) *passes.WithDates {
	for i := range ev.Passes {
		if ev.Passes[i].ID == event {
			return &ev.Passes[i]
		}
	}
	return nil
}

// OpenedBy is what a pass covers of the event, whose door it opens then; nil: it does not, as at the
// event that sells it.
func (ev *EventSummary) OpenedBy(p *passes.WithDates) *passes.Date {
	if d := p.Date(ev.EventID); p.ID != ev.EventID && d != nil && d.Covered() {
		return d
	}
	return nil
}

// SellsPass reports whether what the event sells are passes for dates of a series.
func (ev *EventSummary) SellsPass() bool { return ev.Pass(ev.EventID) != nil }

// HasTier reports whether the event has a tier of that id.
func (ev *EventSummary) HasTier(tier string) bool {
	_, ok := ev.Tiers[tier]
	return ok
}

// Admits reports whether a unit of a tier lets somebody in.
func (ev *EventSummary) Admits(tier string) bool { return !slices.Contains(ev.Extras, tier) }

// HiddenFrom are the tiers that a caller does not see, by id.
func (ev *EventSummary) HiddenFrom(c *identity.Caller) []string {
	if c.Staff() {
		return nil
	}
	return ev.Hidden
}

// Resource is the event as the table of permissions knows it.
func (ev *EventSummary) Resource() identity.Resource {
	return identity.Resource{OrgID: ev.OrgID, EventID: ev.EventID, Published: ev.Published, ByInvitation: ev.ByInvitation}
}

// ResourceFor is Resource for a caller: an event by invitation is as good as published to a caller who
// is signed in and is invited, or has something there.
func (a *Control) ResourceFor(ctx context.Context, k *EventSummary, by *identity.Caller) (identity.Resource, error) {
	res := k.Resource()
	if !k.ByInvitation || by.Login == nil || by.Login.Address == "" {
		return res, nil
	}
	knows, err := a.Store.Invitations.Knows(ctx, k.EventID, by.Login.Address)
	res.Published = knows
	return res, err
}

func (ev *EventSummary) owned(person string) identity.Resource {
	r := ev.Resource()
	r.PersonID = person
	return r
}

// eventCache remembers the summaries of events.
type eventCache struct {
	cached *cache.Cache[string, *EventSummary]
}

func newEventCache(s *store.Store) (*eventCache, error) {
	m, err := cache.New(cache.Config[string, *EventSummary]{
		Fresh: EventFresh, Stale: EventStale, Limit: EventLimit,
		Load: func(ctx context.Context, event string) (*EventSummary, error) {
			v, err := s.Events.Event(ctx, event)
			if err != nil {
				return nil, err
			}
			k := SummaryOf(v)
			if k.Passes, err = s.Passes.OfDate(ctx, event); err != nil {
				return nil, err
			}
			if v.Questions > 0 {
				if k.Questions, err = Questions(ctx, s, event); err != nil {
					return nil, err
				}
			}
			if v.Consents > 0 {
				k.Consents, err = stored.Asked(ctx, s, event)
			}
			return k, err
		},
	})
	return &eventCache{m}, err
}

// Questions reads what an event asks now; nil: it never asked anything. EventSummary has it
// as it was lately.
func Questions(ctx context.Context, s *store.Store, event string) (*question.List, error) {
	l, err := s.Questions.QuestionList(ctx, event)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return question.Decode(l.Version, l.Document)
}

// SummaryOf returns the summary of an event as it was read.
func SummaryOf(v *events.EventView) *EventSummary {
	private := v.Event.Settings.VisibleTo() == inventory.ByInvitation
	k := &EventSummary{
		EventID: v.Event.ID, OrgID: v.Event.OrgID, Title: v.Details.Title,
		Archived:  v.ArchivedAt > 0,
		Elsewhere: v.ArchivedAt == events.Elsewhere,
		Published: v.Event.Status != inventory.Draft && !private, ByInvitation: v.Event.Status != inventory.Draft && private,
		Tiers:      make(map[string]string, len(v.Tiers)),
		Pools:      make(map[string]bool, len(v.Pools)),
		Display:    v.Event.Settings.Waitlist.PositionDisplay,
		GuestNames: v.Event.Settings.GuestsNamed(),
		Log:        v.Event.Settings.LogAudience(),
		DoorsOpen:  v.Event.Settings.DoorsOpen, StartsAt: v.Event.StartsAt, EndsAt: v.Event.EndsAt, Timezone: v.Timezone,
		Currency: v.Event.Settings.Orders.Currency, Instructions: v.Event.Settings.Orders.Instructions, OnlineURL: v.Details.OnlineURL, BankTransfer: v.Event.Settings.Orders.BankTransfer,
		Challenge: v.Event.Settings.Onsale.Challenge, Demand: demand.PlanOf(&v.Event, v.Tiers),
		Approval:  v.Event.Settings.Approval,
		Languages: slices.Sorted(maps.Keys(v.Translations)),
	}
	for i := range v.Tiers {
		k.Tiers[v.Tiers[i].ID] = v.Tiers[i].Name
		if v.Tiers[i].Hidden {
			k.Hidden = append(k.Hidden, v.Tiers[i].ID)
		}
		if !v.Tiers[i].Admits() {
			k.Extras = append(k.Extras, v.Tiers[i].ID)
			if v.Tiers[i].WaitedFor() {
				k.Goods = append(k.Goods, v.Tiers[i].ID)
			}
		}
		if v.Tiers[i].Donation() || v.Tiers[i].Fee() {
			k.Unticketed = append(k.Unticketed, v.Tiers[i].ID)
		}
	}
	for i := range v.Pools {
		k.Pools[v.Pools[i].ID] = true
	}
	if first := slices.IndexFunc(v.Tiers, func(t inventory.Tier) bool { return t.Admits() }); first >= 0 {
		k.DefaultTier = v.Tiers[first].ID
	}
	return k
}

// Event returns the summary of an event, or database.ErrNotFound.
func (a *Control) Event(ctx context.Context, event string) (*EventSummary, error) {
	if !id.Valid(event, id.Event) {
		return nil, database.ErrNotFound
	}
	return a.events.cached.Get(ctx, event)
}

// AuthorizeIn asks anew whether the caller may take the route's action in an event, which was
// just read: its summary may be seconds old.
func (c *Call) AuthorizeIn(v *events.EventView) error {
	res, err := c.control.ResourceFor(c.Context(), SummaryOf(v), &c.Caller)
	if err != nil {
		return err
	}
	return c.Caller.Authorize(c.Action, res)
}

// Event returns the summary of the event in the path, after asking whether the
// caller may take the route's action there.
func (c *Call) Event() (*EventSummary, error) {
	k, err := c.control.Event(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, err
	}
	res, err := c.control.ResourceFor(c.Context(), k, &c.Caller)
	if err != nil {
		return nil, err
	}
	if err := c.Caller.Authorize(c.Action, res); err != nil {
		return k, err
	}
	return k, c.archived(k)
}

// EventOf returns the summary of the event that a thing lives in, without asking
// for access: the caller does that when it knows whose the thing is.
func (c *Call) EventOf(thing, prefix string) (*EventSummary, error) {
	event, ok := id.EventOf(thing, prefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	return c.control.Event(c.Context(), event)
}

// Order finds an order or a registration and asks for access to it.
func (c *Call) Order(order string) (*EventSummary, *events.RegistrationView, error) {
	return c.owned(order, id.Order, c.control.Store.Registrations.Hold)
}

// Entry finds a place on the waitlist and asks for access to it.
func (c *Call) Entry(entry string) (*EventSummary, *events.RegistrationView, error) {
	return c.owned(entry, id.Entry, c.control.Store.Registrations.Entry)
}

func (c *Call) owned(thing, prefix string, read func(context.Context, string) (*events.RegistrationView, error)) (*EventSummary, *events.RegistrationView, error) {
	k, err := c.EventOf(thing, prefix)
	if err != nil {
		return nil, nil, err
	}
	if k.Elsewhere {
		return nil, nil, archives.ErrElsewhere
	}
	v, err := read(c.Context(), thing)
	if k.Archived && errors.Is(err, database.ErrNotFound) {
		return nil, nil, KindArchived.Problem()
	}
	if err != nil {
		return nil, nil, err
	}
	return k, v, c.Allowed(k, v.Person.ID, thing)
}

// Allowed asks whether the caller may take the route's action on what belongs to
// that person. things are the ids of what it is about: a link that is not fresh
// opens only what leads back to it.
func (c *Call) Allowed(k *EventSummary, person string, things ...string) (err error) {
	res := k.owned(person)
	switch {
	case c.Caller.Login != nil && person != "":
		// Anyone who is signed in is known by address; a link names the person itself.
		email, err := c.control.Store.People.PersonEmail(c.Context(), k.EventID, person)
		if err != nil {
			return err
		}
		res.Address = address.Fold(email)
	case c.Caller.Link != nil && c.Caller.Link.Event() == k.EventID:
		if res.Led, err = c.led(things); err != nil {
			return err
		}
	}
	if err := c.Caller.Authorize(c.Action, res); err != nil {
		return err
	}
	return c.archived(k)
}

// led reports whether the caller's link is about one of the things, or about what it
// came of: an offer leads to its entry and order, an entry to the order that came of
// it, a transfer to its ticket.
func (c *Call) led(things []string) (bool, error) {
	l := c.Caller.Link
	if slices.Contains(things, l.ID) {
		return true, nil
	}
	if len(things) == 0 || l.Reach == identity.ReachFull {
		return false, nil
	}
	from := c.control.Store
	var to []string
	switch l.Kind {
	case identity.OfferLink:
		v, err := from.Registrations.OfferByID(c.Context(), l.ID)
		if err != nil {
			return false, err
		}
		to = []string{v.Offer.EntryID, v.Offer.OrderID}
	case identity.EntryLink:
		for _, thing := range things {
			if !strings.HasPrefix(thing, id.Order) {
				continue
			}
			v, err := from.Registrations.Hold(c.Context(), thing)
			if err != nil {
				return false, err
			}
			if v.Hold.EntryID == l.ID {
				return true, nil
			}
		}
	case identity.TransferLink:
		v, err := from.Tickets.TransferByID(c.Context(), l.ID)
		if err != nil {
			return false, err
		}
		to = []string{v.Transfer.TicketID}
	}
	return slices.ContainsFunc(to, func(thing string) bool { return slices.Contains(things, thing) }), nil
}

// Stripes lets one change of an event at a time read, merge and write. Two
// servers can still meet: then the heart refuses the later one's settings, and
// they are merged again.
type Stripes [64]sync.Mutex

// Of returns the lock of an event. Two events may share one.
func (s *Stripes) Of(event string) *sync.Mutex {
	var h uint32 = 2166136261
	for i := 0; i < len(event); i++ {
		h = (h ^ uint32(event[i])) * 16777619
	}
	return &s[h%uint32(len(s))]
}

// Forget makes the next call about an event read it anew.
func (a *Control) Forget(event string) { a.events.cached.Forget(event) }
