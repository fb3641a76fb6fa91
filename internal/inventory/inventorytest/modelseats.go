package inventorytest

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// The model's seats: a list in the order of the plan. Whose a seat is is found by
// looking at everybody's claims, and the best seats by comparing all ways to sit.

// modelSeats is where the seats are, nil in an event without.
type modelSeats struct {
	sections, tiers []string
	seats           []seatmap.Seat
	ids             []string
}

func newModelSeats(l *seatmap.Layout) *modelSeats {
	if l == nil {
		return nil
	}
	h := &modelSeats{sections: l.Sections, tiers: l.Tiers, seats: l.Seats}
	for i := range l.Seats {
		h.ids = append(h.ids, l.ID(int32(i)))
	}
	return h
}

func (h *modelSeats) seat(id string) int {
	if h == nil {
		return -1
	}
	return slices.Index(h.ids, id)
}

func (h *modelSeats) tier(seat int) string { return h.tiers[h.seats[seat].Tier] }

// seated reports whether a tier is sold by seats.
func (h *modelSeats) seated(tier string) bool { return h != nil && slices.Contains(h.tiers, tier) }

// ordinary seats are for everybody: no wheelchair space, and not beside one.
func (h *modelSeats) ordinary(seat int) bool {
	return h.seats[seat].Flags&(seatmap.Accessible|seatmap.Companion) == 0
}

// beside reports whether a seat and the next one of the plan are neighbours.
func (h *modelSeats) beside(seat int) bool {
	a, b := &h.seats[seat], &h.seats[seat+1]
	return a.Row == b.Row && a.Tier == b.Tier && a.Flags&seatmap.Aisle == 0
}

// stretch is the longest row of neighbours around a seat of which all are so.
func (h *modelSeats) stretch(seat int, so func(int) bool) (first, last int) {
	first, last = seat, seat
	for first > 0 && h.beside(first-1) && so(first-1) {
		first--
	}
	for last+1 < len(h.seats) && h.beside(last) && so(last+1) {
		last++
	}
	return first, last
}

// middle is how far from the middle of its row a stretch is, in half seats.
func (h *modelSeats) middle(first, last int) int {
	from, to := first, last
	for from > 0 && h.seats[from-1].Row == h.seats[first].Row {
		from--
	}
	for to+1 < len(h.seats) && h.seats[to+1].Row == h.seats[first].Row {
		to++
	}
	return max(first+last-from-to, from+to-first-last)
}

// best is the best way to seat n side by side on ordinary seats that are available,
// nil when there is none: first by what is bad about it, then by the row, then
// by how near to the middle it is.
func (h *modelSeats) best(n int, pairs bool, can func(int) bool) []int {
	return h.bestFit(n, pairs, can, func([]int) bool { return true })
}

// bestFit is best, of the ways to sit that fit.
func (h *modelSeats) bestFit(n int, pairs bool, can func(int) bool, fit func([]int) bool) []int {
	had := func(seat int) bool { return h.ordinary(seat) && can(seat) }
	var best, bestRank []int
	for first := range len(h.seats) - n + 1 {
		last := first + n - 1
		if !had(first) {
			continue
		}
		from, to := h.stretch(first, had)
		if to < last {
			continue
		}
		alone, obstructed, class := 0, 0, 0
		if pairs && (first-from == 1 || to-last == 1) {
			if slices.ContainsFunc(run(from, to-from-n+2), func(at int) bool { return at-from != 1 && to-at-n+1 != 1 && fit(run(at, n)) }) {
				continue // somewhere else in the stretch nobody is left alone
			}
			alone, class = 1, 1
		}
		for seat := first; seat <= last; seat++ {
			if h.seats[seat].Flags&seatmap.Obstructed != 0 {
				obstructed, class = obstructed+1, 2
			}
		}
		partFrom, partTo := h.stretch(first, h.ordinary)
		rank := []int{class, int(h.seats[first].Row), h.middle(partFrom, partTo), partFrom, alone, obstructed, h.middle(first, last), first}
		if (best == nil || slices.Compare(rank, bestRank) < 0) && fit(run(first, n)) {
			best, bestRank = run(first, n), rank
		}
	}
	return best
}

// bestSpace is the first wheelchair space that has n-1 seats around it: as many
// as possible to its right.
func (h *modelSeats) bestSpace(n int, wanted, open func(int) bool) []int {
	for space := range h.seats {
		if h.seats[space].Flags&seatmap.Accessible == 0 || !open(space) || !wanted(space) {
			continue
		}
		from, to := h.stretch(space, open)
		if to-from+1 < n {
			continue
		}
		return run(min(space, to-n+1), n)
	}
	return nil
}

func run(first, n int) (seats []int) {
	for i := range n {
		seats = append(seats, first+i)
	}
	return seats
}

// owners are whose the seats are: the one live claim with a live item of each.
func (m *Model) owners() map[string]*claim {
	of := map[string]*claim{}
	for _, c := range m.claims {
		for _, it := range c.items {
			if it.seat == "" || !c.live() || !it.live || it.on != nil {
				continue
			}
			if of[it.seat] != nil {
				panic("inventorytest: the model gave a seat away twice")
			}
			of[it.seat] = c
		}
	}
	return of
}

// openSeats says of each seat whether the public can have it: it is nobody's, and
// nobody waits for it.
func (m *Model) openSeats() func(int) bool {
	owners, line := m.owners(), m.waiters()
	return func(seat int) bool {
		return owners[m.seating.ids[seat]] == nil && !slices.ContainsFunc(line, func(w *waiter) bool { return m.wants(w, seat) })
	}
}

// chooseSeats puts named seats in the place of lines that ask for seats, in the
// order in which the contract finds fault with them.
func (m *Model) chooseSeats(c *inventory.Reserve, promo, access *modelCode) inventory.Code {
	var lines []inventory.OrderLine
	var chosen, named []int
	open := func(int) bool { return false }
	if m.seating != nil {
		open = m.openSeats()
	}
	left := func(seat int) bool { return open(seat) && !slices.Contains(chosen, seat) }
	for _, l := range c.Lines {
		switch {
		case l.Seat != "":
			seat := m.seating.seat(l.Seat)
			if seat < 0 || l.Best != nil || l.Tier != "" && l.Tier != m.seating.tier(seat) {
				return inventory.NotFound
			}
			owner := m.owners()[l.Seat]
			switch {
			case slices.Contains(chosen, seat):
				return inventory.SeatTaken
			case owner != nil && owner.owner == nil:
				return inventory.SeatBlocked
			case !open(seat):
				return inventory.SeatTaken
			}
			chosen, named = append(chosen, seat), append(named, seat)
			l.Tier, l.Quantity = m.seating.tier(seat), max(1, l.Quantity)
			lines = append(lines, l)
		case l.Best != nil && m.seating == nil:
			return inventory.NotFound
		case l.Best != nil || m.seating.seated(l.Tier):
			seats, code := m.bestSeats(c, l, promo, access, left)
			if code != inventory.OK {
				return code
			}
			chosen = append(chosen, seats...)
			for _, seat := range seats {
				lines = append(lines, inventory.OrderLine{Tier: m.seating.tier(seat), Quantity: 1, Seat: m.seating.ids[seat], Price: l.Price, UnitPrice: l.UnitPrice})
			}
		default:
			lines = append(lines, l)
		}
		if len(chosen) > inventory.MaxSeatsPerOrder {
			return inventory.QuantityOutOfRange
		}
	}
	if m.seating != nil && m.event.Settings.NoSingleSeats && !c.Staff && m.leavesAlone(named, open) {
		return inventory.SeatLeftAlone
	}
	c.Lines = lines
	return inventory.OK
}

// bestSeats are those for a line that names none.
func (m *Model) bestSeats(c *inventory.Reserve, l inventory.OrderLine, promo, access *modelCode, left func(int) bool) ([]int, inventory.Code) {
	h, n := m.seating, int(l.Quantity)
	var wish inventory.Chosen
	if l.Best != nil {
		wish = *l.Best
	}
	switch {
	case n < 1 || n > inventory.MaxSeatsPerOrder:
		return nil, inventory.QuantityOutOfRange
	case wish.Section != "" && !slices.Contains(h.sections, wish.Section), l.Tier != "" && !h.seated(l.Tier):
		return nil, inventory.NotFound
	}
	sold := func(tier string) bool {
		t := m.sale[tier]
		return c.Staff || (!t.Hidden || codeIsFor(access, tier)) && t.SaleStarts <= m.now && (t.SaleEnds == 0 || m.now < t.SaleEnds)
	}
	find := func(n int, most int64) []int {
		wanted := func(seat int) bool {
			tier := h.tier(seat)
			return (wish.Section == "" || h.sections[h.seats[seat].Section] == wish.Section) &&
				(l.Tier == tier || l.Tier == "" && sold(tier)) && (most == 0 || m.costs(tier, promo, nil).Gross <= most)
		}
		if wish.Accessible {
			return h.bestSpace(n, wanted, left)
		}
		return h.best(n, m.event.Settings.NoSingleSeats, func(seat int) bool { return wanted(seat) && left(seat) })
	}
	if seats := find(n, wish.MaxGross); seats != nil {
		return seats, inventory.OK
	}
	if n > 1 && find(1, wish.MaxGross) != nil {
		return nil, inventory.NotTogether
	}
	if find(1, 0) != nil {
		return nil, inventory.SeatsCostMore
	}
	return nil, inventory.SoldOut
}

// leavesAlone reports whether taking these open seats leaves one between them, or
// at the end of its stretch, alone, where as many could be taken without that.
func (m *Model) leavesAlone(taken []int, open func(int) bool) bool {
	h := m.seating
	done := map[int]bool{} // stretches, by their first seat
	for _, seat := range taken {
		if !h.ordinary(seat) {
			continue // the rule is not for these
		}
		first, last := h.stretch(seat, func(s int) bool { return h.ordinary(s) && open(s) })
		if done[first] {
			continue
		}
		done[first] = true
		gap, gaps, here := 0, []int{}, 0
		for s := first; s <= last; s++ {
			if slices.Contains(taken, s) {
				gaps, gap, here = append(gaps, gap), 0, here+1
			} else {
				gap++
			}
		}
		if slices.Contains(append(gaps, gap), 1) && last-first != here {
			return true
		}
	}
	return false
}

// reseat moves a ticket to a seat of its tier that the public could have.
func (m *Model) reseat(c inventory.Reseat) inventory.Outcome {
	o, seat := m.claimByID(c.OrderID), m.seating.seat(c.Seat)
	code, over := m.ended()
	switch {
	case over:
		return refuse(code)
	case !o.good(c.Unit):
		return refuse(inventory.TicketVoid)
	case !o.order || o.items[c.Unit-1].seat == "":
		return refuse(inventory.TicketUnseated)
	}
	it, done := o.items[c.Unit-1], inventory.Outcome{Status: "reseated", OrderID: o.id, Units: 1}
	owner := m.owners()[c.Seat]
	switch {
	case it.seat == c.Seat:
		return done
	case seat < 0:
		return refuse(inventory.NotFound)
	case slices.ContainsFunc(m.lists, func(l *listing) bool { return l.of == o && l.item == int(c.Unit) && !l.ended() }):
		return refuse(inventory.ExchangeStands)
	case m.seating.tier(seat) != it.tier:
		return refuse(inventory.SeatOtherTier)
	case owner != nil && owner.owner == nil:
		return refuse(inventory.SeatBlocked)
	case !m.openSeats()(seat):
		return refuse(inventory.SeatTaken)
	}
	it.seat = c.Seat
	return done
}

func (m *Model) blockSeats(c inventory.Block) inventory.Outcome {
	if m.claimByID(c.HoldID) != nil {
		return refuse(inventory.AlreadyExists)
	}
	b := &claim{id: c.HoldID, state: "blocked"}
	for _, id := range c.Seats {
		seat, owner := m.seating.seat(id), m.owners()[id]
		switch {
		case seat < 0:
			return refuse(inventory.NotFound)
		case owner != nil && owner.owner == nil:
			return refuse(inventory.SeatBlocked)
		case owner != nil || slices.ContainsFunc(b.items, func(it *modelItem) bool { return it.seat == id }):
			return refuse(inventory.SeatTaken)
		}
		b.items = append(b.items, &modelItem{tier: m.seating.tier(seat), seat: id, live: true})
	}
	if !m.roomFor(b) {
		return refuse(inventory.NotEnoughUnits)
	}
	b.units = b.count()
	m.claims = append(m.claims, b)
	return inventory.Outcome{Status: "held", OrderID: b.id, Units: b.units}
}

func (m *Model) unblock(c inventory.Unblock) inventory.Outcome {
	b := m.claimByID(c.HoldID)
	if b == nil || b.owner != nil || b.release {
		return refuse(inventory.NotFound)
	}
	left := int64(0)
	for _, id := range c.Seats {
		if !slices.ContainsFunc(b.items, func(it *modelItem) bool { return it.seat == id }) {
			return refuse(inventory.NotFound)
		}
	}
	for _, it := range b.items {
		if it.live && len(c.Seats) > 0 && !slices.Contains(c.Seats, it.seat) {
			left++
		}
	}
	if left == 0 && b.live() { // its units stay what they were
		b.state = "unblocked"
	}
	if b.live() {
		for _, it := range b.items {
			it.live = it.live && !slices.Contains(c.Seats, it.seat)
		}
		b.units = left
	}
	status := "released"
	if b.live() {
		status = "held"
	}
	return inventory.Outcome{Status: status, OrderID: b.id, Units: b.units}
}

// roomFor reports whether the pools have units for all that a claim would take.
func (m *Model) roomFor(c *claim) bool {
	for pool := range m.capacity {
		if n := m.takes(c, pool); n > 0 && n > m.free(pool) {
			return false
		}
	}
	return true
}

// matchSeats says in what the owners of the seats differ.
func (w *MemoryStore) matchSeats(m *Model) error {
	if m.seating == nil {
		return nil
	}
	of := map[string]string{}
	for id, h := range w.Holds {
		for i := range itemsOf(&h) {
			if it := &h.Order.Items[i]; it.Live() && it.Seat != "" && !it.Standing {
				of[it.Seat] = w.modelOrder(id)
			}
		}
	}
	owners := m.owners()
	for _, seat := range m.seating.ids {
		want := ""
		if c := owners[seat]; c != nil {
			want = c.id
		}
		if of[seat] != want {
			return fmt.Errorf("%s is the seat of %q, in the model of %q", seat, of[seat], want)
		}
	}
	return nil
}

// itemsOf are the items of a hold that lives.
func itemsOf(h *inventory.Hold) []inventory.Item {
	if h.Order == nil || !h.Live() {
		return nil
	}
	return h.Order.Items
}
