package verify

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Seats are taken by the items of holds. The replay gives each seat an owner and
// takes it away again: it has at most one at a time (invariant 3), the public
// takes none for which somebody waits, and the waitlist is served in its order, seat
// by seat (invariant 6). Anyone who stands on a seat that is in exchange has none. At the
// end the rows must tell the same owners, and nobody may wait for seats that are
// free, or that their holders would give, and that nobody before waits for
// (invariant 8). Adjacency is worked out here, not asked of the heart.

// seatRecords are the seats of an event and where their replay stands.
type seatRecords struct {
	layout *seatmap.Layout
	owner  map[int32]string // by the audit rows: the hold
	live   map[int32]string // by the rows
	wish   map[key]*seatWish
	// waiting are the entries that wait at this point of the replay.
	waiting map[key]*entryRecord
}

// seatWish is what an entry waits for.
type seatWish struct {
	seats, sections, tiers []int32
}

func (c *check) loadSeats() error {
	s, err := c.run.snapshot.Seating(c.event.Event.ID)
	if err != nil || s == nil {
		return err
	}
	layout, err := s.Layout(c.event.Event.ID)
	if err != nil {
		c.fail(14, c.event.Event.ID, "the seating plan cannot be read: %v", err)
		return nil
	}
	c.seats = &seatRecords{
		layout: layout, owner: map[int32]string{}, live: map[int32]string{}, wish: map[key]*seatWish{}, waiting: map[key]*entryRecord{},
	}
	for _, id := range layout.Tiers {
		if t := c.tierByID[c.words.number(id)]; t != nil {
			t.seats = true
		} else {
			c.fail(14, c.event.Event.ID, "the seating plan sells tier %s, which is missing", id)
		}
	}
	return nil
}

// seatBlock makes the record of a block of seats, nil for another hold.
func (c *check) seatBlock(k key) *orderRecord {
	h := c.holds.find(k)
	if h == nil || c.words.text(h.kind) != string(inventory.KindBlock) || c.words.text(h.tier) != "" {
		return nil
	}
	o := &orderRecord{block: true}
	c.orders[k] = o
	return o
}

// seatOfItem finds the seat of an item, -1 for none, and notes its owner.
func (c *check) seatOfItem(order string, it *inventory.Item) int32 {
	if it.Seat == "" {
		if t := c.tierByID[c.words.number(it.Tier)]; t != nil && t.seats {
			c.fail(3, order, "item %d is of tier %s, which is sold by seats, and has none", it.No, it.Tier)
		}
		return -1
	}
	if c.seats == nil {
		c.fail(14, order, "item %d has the seat %s, and the event has no seats", it.No, it.Seat)
		return -1
	}
	seat, ok := c.seats.layout.Index(it.Seat)
	if !ok {
		c.fail(14, order, "item %d has the seat %s, which is not in the plan", it.No, it.Seat)
		return -1
	}
	if tier := c.seats.layout.Tiers[c.seats.layout.Seats[seat].Tier]; tier != it.Tier {
		c.fail(3, order, "item %d has the seat %s of tier %s, and is of tier %s", it.No, it.Seat, tier, it.Tier)
	}
	if it.Live() && !it.Standing {
		if other := c.seats.live[seat]; other != "" {
			c.fail(3, order, "item %d has the seat %s, which %s has, too", it.No, it.Seat, other)
		}
		c.seats.live[seat] = order
	}
	return seat
}

func (c *check) takeSeat(it *itemRecord, hold string, r *inventory.AuditRow) {
	if it.seat < 0 {
		return
	}
	if other := c.seats.owner[it.seat]; other != "" {
		c.fail(3, r.Subject, "audit row %d takes the seat %s, which %s has", r.Seq, c.seats.layout.ID(it.seat), other)
	}
	c.seats.owner[it.seat] = hold
}

// seatName is the id of a seat, empty for none.
func (c *check) seatName(seat int32) string {
	if seat < 0 {
		return ""
	}
	return c.seats.layout.ID(seat)
}

// firstSeat finds the seat that an item was taken with; seat is the one that it has.
func (c *check) firstSeat(order string, it *inventory.Item, seat int32) int32 {
	if it.FirstSeat == "" || c.seats == nil {
		return seat
	}
	first, ok := c.seats.layout.Index(it.FirstSeat)
	if !ok {
		c.fail(14, order, "item %d had the seat %s, which is not in the plan", it.No, it.FirstSeat)
		return seat
	}
	return first
}

// reseatRow moves the item of an order to another seat of its tier, which is nobody's and
// for which nobody waits.
func (c *check) reseatRow(h *holdRecord, o *orderRecord, r *inventory.AuditRow) {
	m, ok := r.SeatMove()
	order, unit, isTicket := id.UnitOf(m.TicketID)
	if !ok || !isTicket || o == nil || c.seats == nil || order != r.Subject || unit > int64(len(o.items)) {
		c.fail(4, r.Subject, "audit row %d moves %q, which is not a ticket of the order and two seats", r.Seq, r.Related)
		return
	}
	it := &o.items[unit-1]
	to, ok := c.seats.layout.Index(m.To)
	switch {
	case it.told != 0 || it.on != nil || c.seatName(it.seat) != m.From:
		c.fail(4, r.Subject, "audit row %d moves %s away from the seat %s, which it does not have", r.Seq, m.TicketID, m.From)
		return
	case !ok || c.words.number(c.seats.layout.Tiers[c.seats.layout.Seats[to].Tier]) != it.tier:
		c.fail(3, r.Subject, "audit row %d moves %s to %s, which is not a seat of its tier", r.Seq, m.TicketID, m.To)
		return
	}
	for k := range c.seats.waiting {
		if c.seats.covers(c.seats.wish[k], to) {
			c.fail(6, r.Subject, "audit row %d moves %s to the seat %s, for which %s waits", r.Seq, m.TicketID, m.To, c.names.id(k))
		}
	}
	c.giveSeat(it, r)
	it.seat = to
	c.takeSeat(it, c.names.id(h.id), r)
}

// checkItemSeat compares the seat that an item has by its row with that of the audit rows.
func (c *check) checkItemSeat(order string, no int, it *itemRecord) {
	if it.seat != it.stored {
		c.fail(4, order, "item %d has the seat %q, and by the audit rows it has %q", no, c.seatName(it.stored), c.seatName(it.seat))
	}
}

func (c *check) giveSeat(it *itemRecord, r *inventory.AuditRow) {
	if it.seat >= 0 && c.seats.owner[it.seat] == r.Subject {
		delete(c.seats.owner, it.seat)
	}
}

// readWish notes what an entry waits for.
func (c *check) readWish(e *inventory.Entry, k key) {
	if e.Wish == "" {
		return
	}
	text, err := inventory.ReadSeatWish(e.Wish)
	if err != nil || c.seats == nil {
		c.fail(14, e.ID, "the entry waits for %q, which no plan has", e.Wish)
		return
	}
	w := &seatWish{}
	missing := ""
	for _, id := range text.Seats {
		if seat, ok := c.seats.layout.Index(id); ok {
			w.seats = append(w.seats, seat)
		} else {
			missing = id
		}
	}
	for list, names := range map[*[]int32][]string{&w.sections: text.Sections, &w.tiers: text.Tiers} {
		all := c.seats.layout.Sections
		if list == &w.tiers {
			all = c.seats.layout.Tiers
		}
		for _, name := range names {
			if i := slices.Index(all, name); i >= 0 {
				*list = append(*list, int32(i))
			} else {
				missing = name
			}
		}
	}
	if missing != "" {
		c.fail(14, e.ID, "the entry waits for %q, which is not in the plan", missing)
	}
	c.seats.wish[k] = w
}

// wishes reports whether an entry waits for seats.
func (c *check) wishes(e *entryRecord) bool { return c.seats != nil && c.seats.wish[e.id] != nil }

func (c *check) waitsForSeats(e *entryRecord, waits bool) {
	switch {
	case !c.wishes(e):
	case waits:
		c.seats.waiting[e.id] = e
	default:
		delete(c.seats.waiting, e.id)
	}
}

// covers reports whether a seat is one of those that a wish is for. Wheelchair
// spaces and the seats beside them are so by name only.
func (s *seatRecords) covers(w *seatWish, seat int32) bool {
	if slices.Contains(w.seats, seat) {
		return true
	}
	at := &s.layout.Seats[seat]
	return ordinary(at) && (slices.Contains(w.sections, at.Section) || slices.Contains(w.tiers, at.Tier))
}

func ordinary(s *seatmap.Seat) bool { return s.Flags&(seatmap.Accessible|seatmap.Companion) == 0 }

// publicSeats checks that nobody waits for the seats of an order of the public.
func (c *check) publicSeats(o *orderRecord, r *inventory.AuditRow) {
	if c.seats == nil || len(c.seats.waiting) == 0 {
		return
	}
	for i := range o.items {
		for k := range c.seats.waiting {
			if seat := o.items[i].seat; seat >= 0 && c.seats.covers(c.seats.wish[k], seat) {
				c.fail(6, r.Subject, "audit row %d gives the seat %s to the public, for which %s waits", r.Seq, c.seats.layout.ID(seat), c.names.id(k))
			}
		}
	}
}

// seatsServed checks an entry that gets seats: they are those that it waits for,
// and everybody before it who waits for one of them was passed.
func (c *check) seatsServed(e *entryRecord, r *inventory.AuditRow) {
	hold := c.names.key(r.Related)
	if o := c.offers.find(hold); o != nil {
		hold = o.order
	}
	order := c.orders[hold]
	if order == nil {
		c.fail(6, r.Subject, "audit row %d serves the entry with %s, which has no seats", r.Seq, r.Related)
		c.passes = c.passes[:0]
		return
	}
	c.compare(6, r.Subject, "the entry waits for %d seats, and is given %d", r.Units, c.offeredUnits(order))
	for i := range order.items {
		if seat := order.items[i].seat; seat >= 0 && !c.seats.covers(c.seats.wish[e.id], seat) {
			c.fail(6, r.Subject, "audit row %d gives the entry the seat %s, for which it does not wait", r.Seq, c.seats.layout.ID(seat))
		}
	}
	passed := map[key]bool{}
	for _, p := range c.passes {
		passed[p.passed] = true
		if p.by != e.id || !c.entries.find(p.passed).before(e) {
			c.fail(6, c.names.id(p.passed), "audit row %d says that %s passed it, which was not behind it", p.seq, r.Subject)
		}
	}
	c.passes = c.passes[:0]
	for k, other := range c.seats.waiting {
		if k == e.id || !other.before(e) {
			continue
		}
		hurt := slices.ContainsFunc(order.items, func(it itemRecord) bool { return it.seat >= 0 && c.seats.covers(c.seats.wish[k], it.seat) })
		if hurt && !passed[k] {
			c.fail(6, r.Subject, "audit row %d gives the entry a seat for which %s waits before it, and no row says that it was passed", r.Seq, c.names.id(k))
		}
	}
}

// checkSeats compares the owners that the rows tell with those of the replay, and
// looks for people who wait for seats that are free.
func (c *check) checkSeats() {
	s := c.seats
	if s == nil {
		return
	}
	for seat := range int32(len(s.layout.Seats)) {
		if s.live[seat] != s.owner[seat] {
			c.fail(4, s.layout.ID(seat), "the seat is that of %q, and by the audit rows that of %q", s.live[seat], s.owner[seat])
		}
	}
	e := &c.event.Event
	if !e.Open(e.Clock) || (e.DueAt != 0 && e.DueAt <= e.Clock) {
		return
	}
	line := make([]*entryRecord, 0, len(s.waiting))
	for _, w := range s.waiting {
		line = append(line, w)
	}
	slices.SortFunc(line, func(a, b *entryRecord) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	lent := c.lentSeats()
	free := make([]bool, len(s.layout.Seats))
	for seat := range free {
		free[seat] = s.live[int32(seat)] == "" || lent[int32(seat)]
	}
	for _, w := range line {
		wish := s.wish[w.id]
		sold := func(seat int32) bool { return free[seat] && (lent[seat] || c.hasUnits(seat, w.units)) }
		if seat := s.fits(wish, int(w.units), sold); seat >= 0 {
			c.fail(8, c.names.id(w.id), "the entry waits for %d seats, and from %s on they are free", w.units, s.layout.ID(seat))
		}
		for seat := range free {
			free[seat] = free[seat] && !s.covers(wish, int32(seat))
		}
	}
}

// lentSeats are those whose holders would give them to the waitlist, which it pays for.
func (c *check) lentSeats() map[int32]bool {
	lent := map[int32]bool{}
	for _, x := range c.exchanges {
		t := c.tierByID[c.words.number(x.row.Tier)]
		if seat, ok := c.seats.layout.Index(x.row.Seat); ok && x.row.State == inventory.ExchangeOpen && t != nil && t.Paid() {
			lent[seat] = true
		}
	}
	return lent
}

// fits returns the first of n seats that a wish could be given of those that are
// available, -1 when there are none: named ones anywhere, others side by side.
func (s *seatRecords) fits(w *seatWish, n int, had func(seat int32) bool) int32 {
	named := 0
	for _, seat := range w.seats {
		if had(seat) {
			if named++; named == n {
				return seat
			}
		}
	}
	run := 0
	for seat := range s.layout.Seats {
		at := &s.layout.Seats[seat]
		wanted := ordinary(at) && (slices.Contains(w.sections, at.Section) || slices.Contains(w.tiers, at.Tier)) && had(int32(seat))
		if run > 0 {
			left := &s.layout.Seats[seat-1]
			if left.Row != at.Row || left.Tier != at.Tier || left.Flags&seatmap.Aisle != 0 {
				run = 0
			}
		}
		if !wanted {
			run = 0
			continue
		}
		if run++; run == n {
			return int32(seat - n + 1)
		}
	}
	return -1
}

// hasUnits reports whether the pools of a seat's tier have so many units.
func (c *check) hasUnits(seat int32, n int64) bool {
	t := c.tierByID[c.words.number(c.seats.layout.Tiers[c.seats.layout.Seats[seat].Tier])]
	if t == nil {
		return false
	}
	for _, p := range t.pools {
		if p.Capacity-p.held-p.confirmed-p.blocked < n {
			return false
		}
	}
	return true
}
