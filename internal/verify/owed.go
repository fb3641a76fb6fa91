package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 8: no unit lies unallocated while an eligible entry that fits it
// waits and no wave limit holds it back. What the next batch will do by itself
// is not a fault, as long as something wakes the event in time: so the moment
// at which the event is next due is checked here too.

// headsPerLane is how much of each lane the heart is shown. A promotion looks
// past at most PassReach parties for each pool of a tier.
const headsPerLane = 4096

func (c *check) checkOwed() {
	e := &c.event.Event
	dueBy := func(t inventory.Instant) bool { return e.DueAt != 0 && e.DueAt <= t }
	c.checkWake(dueBy)
	if e.Status != inventory.Published || e.Clock >= e.RegistrationEnds() || dueBy(e.Clock) {
		return
	}
	next := c.nextPromotion()
	if next == nil {
		return
	}
	switch wave := e.WaveStartedAt + inventory.Instant(e.Settings.Waitlist.WaveInterval); {
	case e.Open(e.Clock):
		c.fail(8, next.ID, "the entry waits for %d units of tier %s, they are free, and nothing is due", next.Units, next.Tier)
	case !dueBy(wave):
		c.fail(8, next.ID, "the entry waits for the next wave at %s, and the event is not due by then", clock(wave))
	}
}

// checkWake checks that the event is due when something must happen by itself.
func (c *check) checkWake(dueBy func(inventory.Instant) bool) {
	e := &c.event.Event
	var waiting bool
	for _, t := range c.tiers {
		waiting = waiting || t.line.waiting() > 0
	}
	for h := range c.holds.all() {
		if c.holdState(h) == inventory.HoldHeld && h.expiresAt != 0 && !dueBy(h.expiresAt) {
			c.fail(8, c.names.id(h.id), "the hold ends at %s, and the event is not due by then", clock(h.expiresAt))
		}
	}
	for _, x := range c.exchanges {
		waiting = waiting || x.row.State == inventory.ExchangeOpen // it is closed then
	}
	if ends := max(e.RegistrationEnds(), e.Clock); waiting && e.Status == inventory.Published && !dueBy(ends) {
		c.fail(8, e.ID, "entries or exchanges wait, registration ends at %s, and the event is not due by then", clock(ends))
	}
	if e.Status == inventory.Cancelled && e.SweptAt == 0 && e.DueAt == 0 {
		c.fail(8, e.ID, "the event is cancelled and not closed down, and nothing is due")
	}
}

// nextPromotion asks the heart whom it would serve next, in a state that is
// counted from the rows rather than taken from the stored counters.
func (c *check) nextPromotion() *inventory.Entry {
	st := &inventory.State{
		Event: c.event.Event, Pools: map[string]*inventory.Pool{}, Tiers: map[string]*inventory.Tier{},
		Lanes: map[inventory.LaneKey]*inventory.Lane{},
	}
	for _, p := range c.pools {
		counted := p.Pool
		counted.Held, counted.Confirmed, counted.Blocked = p.held, p.confirmed, p.blocked
		st.Pools[p.ID] = &counted
	}
	st.Exchanges = c.openExchanges()
	heads := map[inventory.LaneKey][]*inventory.Entry{}
	for _, t := range c.tiers {
		if len(t.pools) != len(t.Pools) || len(t.pools) == 0 {
			continue // a tier without its pools can give nothing; checkReferences says so
		}
		st.Tiers[t.ID] = &t.Tier
		if t.seats {
			continue // who waits there waits for seats: see checkSeats
		}
		for i, e := range t.line.entries {
			if c.entryState(e) != inventory.EntryWaiting || c.tierByID[e.tier] != t || e.position != int32(i) {
				continue // it does not wait, or was moved from here
			}
			k := inventory.LaneKey{Tier: t.ID, Class: int(e.class)}
			if st.Lanes[k] == nil {
				st.Lanes[k] = &inventory.Lane{Tier: t.ID, Class: k.Class}
			}
			st.Lanes[k].Waiting++
			if len(heads[k]) < headsPerLane {
				heads[k] = append(heads[k], c.waitingEntry(e, t.ID))
			}
		}
	}
	if len(heads) == 0 {
		return nil
	}
	return inventory.NextPromotion(st, heads)
}

func (c *check) waitingEntry(e *entryRecord, tier string) *inventory.Entry {
	return &inventory.Entry{
		ID: c.names.id(e.id), State: inventory.EntryWaiting, Units: e.units, Passes: e.passes,
		Placement: inventory.Placement{Tier: tier, Class: int(e.class), JoinNo: e.joinNo, Rank: e.rank, PlacedSeq: e.placedSeq},
	}
}
