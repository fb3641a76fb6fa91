package sim

import (
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// people is how many different persons a history has: few, so that they meet
// their own registrations, entries and limits.
const people = 14

// generator makes the commands of the history. What it chooses depends on the seed
// and the number of the history alone.
func (w *workload) generator() *inventorytest.Generator {
	s := w.sim
	return &inventorytest.Generator{
		Stream: inventorytest.Seeded(s.rand.Uint64()),
		ID: func(prefix string) string {
			made := s.ids.In(prefix, w.event)
			w.fresh = append(w.fresh, made)
			return made
		},
		Ticket: func(order string, unit int) string { return id.TicketOf(order, int64(unit)) },
		Users:  people, SeatPrefix: id.SeatPrefix(w.event), Wild: true,
	}
}

// create makes the event: in a small hall with seats, or without.
func (w *workload) create() inventory.Create {
	s := w.sim
	create := w.gen.Create
	switch s.rand.IntN(6) {
	case 0, 1:
		create = w.gen.CreateSeated
	case 2:
		w.crowd = true
	}
	c := create(w.event, s.org, inventory.At(s.now))
	if w.crowd {
		crowded(&c)
	} else {
		w.lobby.open(&c, inventory.At(s.now))
	}
	w.known = inventorytest.Known{Event: c.Event, Layout: c.Seats, Sale: map[string]inventory.Tier{}}
	for _, p := range c.Pools {
		w.known.Pools = append(w.known.Pools, p.ID)
	}
	for _, t := range c.Tiers {
		w.known.Tiers = append(w.known.Tiers, t.ID)
		w.known.Sale[t.ID] = t
	}
	return c
}

// command makes the next command, and notes which ids it brings.
func (w *workload) command() inventory.Command {
	w.fresh = nil
	if w.crowd && w.sim.rand.IntN(8) > 0 {
		return w.inTheCrowd()
	}
	for {
		c := w.gen.Command(w.knows())
		// The generator knows nobody who has joined, or joins until this is written; who keeps draws does.
		if a, is := c.(inventory.AdvanceDraw); !is || a.To != inventory.DrawSealed && a.To != inventory.DrawDrawn && a.To != inventory.DrawPlaced {
			return c
		}
	}
}

// crowded makes an event one that many want to go to: few places of one kind, for
// parties of different sizes, given at once to those who wait.
func crowded(c *inventory.Create) {
	c.Pools, c.Tiers = c.Pools[:1], []inventory.Tier{{ID: c.Tiers[0].ID, Name: "Crowd", Pools: []string{c.Pools[0].ID}}}
	c.Pools[0].Capacity = 5
	c.Event.StartsAt, c.Event.EndsAt = c.Event.StartsAt+inventory.Instant(60*inventory.Day), c.Event.EndsAt+inventory.Instant(60*inventory.Day)
	c.Event.Settings = inventory.Settings{MaxGuests: 4, Waitlist: inventory.WaitlistSettings{
		Promotion: inventory.PromoteConfirm, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact,
		ClaimWindow: inventory.Hour, ClassHeadStart: inventory.Hour,
	}}
	c.Publish = true
}

// inTheCrowd is a registration of somebody new, or the end of one.
func (w *workload) inTheCrowd() inventory.Command {
	r := w.sim.rand
	if len(w.known.Orders) > 0 && r.IntN(3) == 0 {
		return inventory.Cancel{Who: inventory.Who{Actor: "key_crowd", Staff: true}, OrderID: w.known.Orders[r.IntN(len(w.known.Orders))]}
	}
	w.crowds++
	user, made := fmt.Sprintf("crowd-%d", w.crowds), func(prefix string) string {
		id := w.sim.ids.In(prefix, w.event)
		w.fresh = append(w.fresh, id)
		return id
	}
	units := int64(1)
	if r.IntN(4) == 0 {
		units += 1 + int64(r.IntN(3))
	}
	return inventory.Register{
		Who: inventory.Who{Actor: "public"}, OrderID: made(id.Order), JoinWaitlist: true,
		Party: inventory.Party{
			UserID: user, Profile: inventory.Profile{Email: user + "@example.com", Name: user}, Tier: w.known.Tiers[0], Guests: inventory.NoGuests, Units: units,
			PersonID: made(id.Person), EntryID: made(id.Entry),
		},
	}
}

// knows is what commands can name: what is in the ledger, and what orders cost as
// far as their buyers were told. Whose things are is not in the ledger, so staff
// acts on them.
func (w *workload) knows() inventorytest.Known {
	k := w.known
	k.Event.Clock = inventory.At(w.sim.now)
	for _, order := range k.Orders {
		o := *w.orders[order]
		o.Total = w.totals[order]
		if !w.registered[order] {
			k.Paid = append(k.Paid, o)
		}
		if o.State == inventory.HoldConfirmed {
			k.Good = append(k.Good, o)
		}
	}
	return k
}

// seating is the plan of the hall as it is stored.
func (w *workload) seating() *events.Seating {
	text, err := json.Marshal(seating.PlanOf(w.known.Layout).Document())
	if err != nil {
		panic("sim: a plan that cannot be written: " + err.Error())
	}
	tiers := map[string]string{}
	for _, tier := range w.known.Layout.Tiers {
		tiers[tier] = tier // its tiers are called as their ids
	}
	return &events.Seating{PlanID: w.sim.ids.Top(id.SeatingPlan), Version: 1, Document: string(text), Tiers: tiers}
}
