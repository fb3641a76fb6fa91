package people

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// MyThing is one thing that the caller has at an event.
type MyThing struct {
	Event wire.EventBrief `json:"event"`
	Kind  string          `json:"kind" enum:"order,ticket,entry" doc:"order: a registration or an order. ticket: one from somebody else, or one that is offered. entry: a place on the waitlist, with its open offer."`
	Past  bool            `json:"past" doc:"The event is over or cancelled, or this has ended."`

	Order *wire.Order `json:"order,omitempty"`
	// GivenAway are tickets of the order that are other people's now.
	GivenAway int64          `json:"given_away,omitempty" doc:"How many tickets of the order somebody else holds."`
	Transfer  *wire.Transfer `json:"transfer,omitempty" doc:"Of a ticket: how it came. While its status is offered it has not been answered."`
	Entry     *wire.Entry    `json:"entry,omitempty"`
}

// MyThings is a page of what the caller has. A page covers a number of events.
type MyThings struct {
	httpapi.List[MyThing] `doc:"Of events to come first, the soonest first; then of those that are over, the latest first."`
}

// overviewPosition is where a page of everything begins. Now is when the first page
// was made: an event that ends meanwhile does not move between two pages.
type overviewPosition struct {
	Now inventory.Instant `json:"n"`
	At  minePosition      `json:"a"`
}

// sooner compares two people of events at a moment: events to come before those
// that are over, and in each the nearest first.
func sooner(now inventory.Instant) func(a, b guests.Mine) int {
	return func(a, b guests.Mine) int {
		if a.EndsAt > now != (b.EndsAt > now) {
			return cmp.Compare(b.EndsAt, a.EndsAt)
		}
		if a.EndsAt <= now {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a.StartsAt, b.StartsAt), cmp.Compare(a.EventID, b.EventID), cmp.Compare(a.PersonID, b.PersonID))
	}
}

func (h *Handlers) myThings(c *access.Call, _ *httpapi.None) (*MyThings, error) {
	now := inventory.At(h.Now())
	people, next, err := httpapi.Page(&c.Request, "my things "+c.Caller.Login.AccountID,
		func(after overviewPosition, limit int) ([]guests.Mine, error) {
			all, err := h.Reader.Book(c)
			if err != nil {
				return nil, err
			}
			if after.Now != 0 {
				now = after.Now
			}
			slices.SortFunc(all, sooner(now))
			// The last one that was shown is looked for by itself, not by its place:
			// its event may have been moved since.
			first := 1 + slices.IndexFunc(all, func(m guests.Mine) bool { return m.EventID == after.At.EventID && m.PersonID == after.At.PersonID })
			return all[first:min(first+limit, len(all))], nil
		},
		func(m *guests.Mine) overviewPosition { return overviewPosition{now, positionOf(m)} })
	if err != nil {
		return nil, err
	}
	items, err := eachOf(h, c, people, func(to []MyThing, m *guests.Mine, event wire.EventBrief) ([]MyThing, error) {
		things, err := h.thingsAt(c, m, event)
		return append(to, things...), err
	})
	if err != nil {
		return nil, err
	}
	over := func(e *wire.EventBrief) bool {
		return e.Status == string(inventory.Cancelled) || !e.EndsAt.After(now.Time())
	}
	for i := range items {
		items[i].Past = items[i].Past || over(&items[i].Event)
	}
	return &MyThings{httpapi.NewList(items, next)}, nil
}

// thingsAt returns what a person has at an event; what has ended only if nothing else
// is left there: whoever bought after a first order had lapsed looks for the second.
func (h *Handlers) thingsAt(c *access.Call, m *guests.Mine, event wire.EventBrief) ([]MyThing, error) {
	var list []MyThing
	for _, add := range []func(*access.Call, *guests.Mine) ([]MyThing, error){h.ordersAt, h.receivedAt, h.entriesAt} {
		more, err := add(c, m)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	if slices.ContainsFunc(list, func(t MyThing) bool { return !t.Past }) {
		list = slices.DeleteFunc(list, func(t MyThing) bool { return t.Past })
	}
	for i := range list {
		list[i].Event = event
	}
	return list, nil
}

func (h *Handlers) ordersAt(c *access.Call, m *guests.Mine) ([]MyThing, error) {
	holds, err := h.Store.People.PersonHolds(c.Context(), m.EventID, m.PersonID, perEvent)
	if err != nil {
		return nil, err
	}
	var list []MyThing
	for i := range holds {
		o := &holds[i]
		if o.Kind == inventory.KindRegistration && o.State == inventory.HoldHeld { // by the open offer of an entry
			continue
		}
		t := MyThing{Kind: "order", Past: o.State == inventory.HoldReleased, Order: wire.OrderOf(m.EventID, o, nil)}
		if o.State == inventory.HoldConfirmed {
			if t.GivenAway, err = h.Store.Tickets.WithOthers(c.Context(), o.ID); err != nil {
				return nil, err
			}
		}
		list = append(list, t)
	}
	return list, nil
}

func (h *Handlers) receivedAt(c *access.Call, m *guests.Mine) ([]MyThing, error) {
	received, err := h.Store.Tickets.FromOthers(c.Context(), m.EventID, m.PersonID, perEvent)
	if err != nil {
		return nil, err
	}
	var list []MyThing
	for i := range received {
		t := wire.TransferOf(&received[i], 0)
		t.Role, t.Tier = "to", received[i].Ticket.Tier
		list = append(list, MyThing{Kind: "ticket", Past: t.Void, Transfer: t})
	}
	return list, nil
}

func (h *Handlers) entriesAt(c *access.Call, m *guests.Mine) ([]MyThing, error) {
	k, err := h.Access.Event(c.Context(), m.EventID)
	if err != nil {
		return nil, err
	}
	entries, err := h.Store.People.PersonEntries(c.Context(), m.EventID, m.PersonID, perEvent)
	if err != nil {
		return nil, err
	}
	var list []MyThing
	for i := range entries {
		if entries[i].State == inventory.EntryAccepted { // an order since
			continue
		}
		v, err := h.Store.Registrations.Entry(c.Context(), entries[i].ID)
		if err != nil {
			return nil, err
		}
		e, err := h.Reader.EntryOf(c, k, v)
		if err != nil {
			return nil, err
		}
		list = append(list, MyThing{Kind: "entry", Past: !v.Entry.Live(), Entry: e})
	}
	return list, nil
}
