package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// wish finds out what an entry waits for without the heart's help.
func (c *checker) wish(e *inventory.Entry) func(seat string) bool {
	if c.wishes == nil {
		c.wishes = map[string]func(string) bool{}
	}
	if c.wishes[e.ID] == nil {
		c.wishes[e.ID] = c.readWish(e)
	}
	return c.wishes[e.ID]
}

func (c *checker) readWish(e *inventory.Entry) func(seat string) bool {
	w, err := inventory.ReadSeatWish(e.Wish)
	c.want(err == nil, "%s waits for %q", e.ID, e.Wish)
	return func(id string) bool {
		for _, s := range w.Seats {
			if s == id {
				return true
			}
		}
		i, ok := c.Layout.Index(id)
		if !ok || c.Layout.Seats[i].Flags&(seatmap.Accessible|seatmap.Companion) != 0 {
			return false
		}
		for _, s := range w.Sections {
			if c.Layout.Sections[c.Layout.Seats[i].Section] == s {
				return true
			}
		}
		for _, t := range w.Tiers {
			if c.Layout.Tiers[c.Layout.Seats[i].Tier] == t {
				return true
			}
		}
		return false
	}
}

// takeSeats replays a row of a hold that names seats: a seat is taken while it is
// nobody's, and by the public only while nobody waits for it (invariant 3, and
// docs/FAIRNESS.md, section 2). An item that stands on an exchange has no seat.
func (c *checker) takeSeats(h *inventory.Hold, r inventory.AuditRow, owner map[string]string, waiting map[string]inventory.Entry, lent replayedExchanges) {
	takes := r.From == "" || r.Reason == inventory.ReasonPaidLate
	public := r.Reason == inventory.ReasonOrdered || r.Reason == inventory.ReasonOrderedFree || r.Reason == inventory.ReasonPaidLate
	if m, ok := r.SeatMove(); ok {
		c.reseats(h, r, m, owner, waiting)
		return
	}
	for _, it := range h.Order.Items {
		it.Seat = c.seatAt(h, &it)
		if it.Seat == "" || lent.items[itemName{h.ID, it.No}] != "" {
			continue
		}
		switch {
		case takes && (r.From == "" || it.ReleasedSeq == 0 || it.ReleasedSeq > r.Seq):
			c.want(owner[it.Seat] == "", "3: row %d takes %s for %s, it is %s's", r.Seq, it.Seat, h.ID, owner[it.Seat])
			owner[it.Seat] = h.ID
			for _, e := range waiting {
				c.want(!public || e.Wish == "" || !c.wish(&e)(it.Seat), "6: row %d gives the public %s, for which %s waits", r.Seq, it.Seat, e.ID)
			}
		case it.ReleasedSeq == r.Seq || r.To == "released":
			if owner[it.Seat] == h.ID {
				delete(owner, it.Seat)
			}
		}
	}
}

// seatAt is the seat of an item by the rows read so far.
func (c *checker) seatAt(h *inventory.Hold, it *inventory.Item) string {
	if seat := c.moved[itemName{h.ID, it.No}]; seat != "" {
		return seat
	}
	return it.SeatAtFirst()
}

// reseats: an item of the order has the one seat and gets the other of the same tier, which
// is nobody's, and for which nobody waits.
func (c *checker) reseats(h *inventory.Hold, r inventory.AuditRow, m inventory.SeatMove, owner map[string]string, waiting map[string]inventory.Entry) {
	i := slices.IndexFunc(h.Order.Items, func(it inventory.Item) bool { return c.seatAt(h, &it) == m.From })
	c.want(i >= 0 && owner[m.From] == h.ID && owner[m.To] == "", "3: row %d moves %s from %s, %q's, to %s, %q's", r.Seq, h.ID, m.From, owner[m.From], m.To, owner[m.To])
	if i < 0 {
		return
	}
	it := &h.Order.Items[i]
	at, ok := c.Layout.Index(m.To)
	c.want(ok && c.Layout.Tiers[c.Layout.Seats[at].Tier] == it.Tier, "3: row %d moves a ticket of %s to %s", r.Seq, it.Tier, m.To)
	for _, e := range waiting {
		c.want(e.Wish == "" || !c.wish(&e)(m.To), "6: row %d moves %s to %s, for which %s waits", r.Seq, h.ID, m.To, e.ID)
	}
	delete(owner, m.From)
	owner[m.To] = h.ID
	if c.moved == nil {
		c.moved = map[itemName]string{}
	}
	c.moved[itemName{h.ID, it.No}] = m.To
}

// seatsInOrder: whoever waited before for one of the seats was passed.
func (c *checker) seatsInOrder(i int, e *inventory.Entry, waiting map[string]inventory.Entry, passed map[string]bool) {
	order := c.Audit[i].Related
	if o, ok := c.Offers[order]; ok {
		order = o.OrderID
	}
	mine := c.wish(e)
	items := slices.DeleteFunc(slices.Clone(c.Holds[order].Order.Items), func(it inventory.Item) bool {
		return c.Tiers[it.Tier].Kind == inventory.FeeTier || it.GoesWith > 0 || it.Donation
	})
	c.want(int64(len(items)) == e.Units, "3: %s waits for %d seats, is given %d", e.ID, e.Units, len(items))
	for i := range items {
		items[i].Seat = c.seatAt(&inventory.Hold{ID: order}, &items[i])
	}
	for _, it := range items {
		c.want(mine(it.Seat), "3: %s is given %s, for which it does not wait", e.ID, it.Seat)
	}
	for id, g := range waiting {
		if g.Wish == "" || !g.Before(e) {
			continue
		}
		theirs, hurt := c.wish(&g), false
		for _, it := range items {
			hurt = hurt || theirs(it.Seat)
		}
		c.want(hurt == passed[id], "6: %s was served at %d; before it %s waits for one of its seats: %v, passed: %v", e.ID, c.Audit[i].Seq, id, hurt, passed[id])
	}
}

// idleSeats: invariant 8 for seats. Nobody waits who could be given seats that
// nobody before also waits for; and what the scan itself would do is done.
func (c *checker) idleSeats(st *inventory.State, now inventory.Instant) {
	if st.Seats == nil || !st.Event.Open(now) {
		return
	}
	if next, ok := inventory.NextSeats(st); ok {
		c.want(false, "8: %s waits although %v are free", next.EntryID, next.Seats)
	}
	lent := map[string]bool{}
	for _, x := range st.Exchanges {
		lent[x.Seat] = x.State == inventory.ExchangeOpen && st.Tiers[x.Tier].Paid()
	}
	var before []*inventory.SeatWait
	for _, w := range st.SeatWaitlist {
		var free []int32
		for s := range int32(len(st.Seats.Seats)) {
			claimed := st.Seats.State(s) != seatmap.Free && !lent[st.Seats.ID(s)]
			for _, b := range before {
				claimed = claimed || st.Seats.Covers(&b.Wish, s)
			}
			if !claimed {
				free = append(free, s)
			}
		}
		got := st.Seats.Match(&w.Wish, int(w.Units), free, func(seats []int32) bool { return hasUnits(st, seats) })
		c.want(got == nil, "8: %s waits although nobody before it waits for %v", w.EntryID, got)
		before = append(before, w)
	}
}

// hasUnits reports whether the pools have a unit for each of the seats that is free.
func hasUnits(st *inventory.State, seats []int32) bool {
	need := map[string]int64{}
	for _, s := range seats {
		if st.Seats.State(s) != seatmap.Free {
			continue
		}
		for _, pool := range st.Tiers[st.Seats.Tiers[st.Seats.Seats[s].Tier]].Pools {
			need[pool]++
		}
	}
	for pool, n := range need {
		if st.Pools[pool].Available() < n {
			return false
		}
	}
	return true
}
