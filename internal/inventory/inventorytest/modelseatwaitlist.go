package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// wants reports whether a waiter waits for a seat: by its name, or for any ordinary
// one of its section or tier.
func (m *Model) wants(w *waiter, seat int) bool {
	if w.wish == nil {
		return false
	}
	h := m.seating
	return slices.Contains(w.wish.Seats, h.ids[seat]) ||
		h.ordinary(seat) && (slices.Contains(w.wish.Sections, h.sections[h.seats[seat].Section]) || slices.Contains(w.wish.Tiers, h.tier(seat)))
}

// secretly reports whether a wish would come to a seat of a hidden tier, of which only
// staff may know.
func (m *Model) secretly(who inventory.Who, wish *inventory.SeatWish) bool {
	for seat, id := range m.seating.ids {
		hidden := m.sale[m.seating.tier(seat)].Hidden && !who.Staff
		if hidden && (slices.Contains(wish.Seats, id) || m.wants(&waiter{wish: wish}, seat)) {
			return true
		}
	}
	return slices.ContainsFunc(wish.Tiers, func(tier string) bool { return m.sale[tier].Hidden && !who.Staff })
}

// joinSeats is a join that waits for seats.
func (m *Model) joinSeats(c inventory.Join) inventory.Outcome {
	h, wish := m.seating, c.Wish
	if code := m.wrongWish(c.Who, wish, c.Units); code != inventory.OK {
		return refuse(code)
	}
	c.Tier = m.wished(wish)
	if code := m.ineligibleParty(c.Who, c.Party); code != inventory.OK {
		return m.already(code, c.UserID)
	}
	if m.mustApply(c.Who, c.UserID) {
		return m.apply(c.Who, c.Party)
	}
	// The same seats are not waited for but ordered when the public may have them.
	open := m.openSeats()
	seats := m.matched(&waiter{units: c.Units, wish: wish}, func(seat int) bool { return open(seat) && m.wants(&waiter{wish: wish}, seat) })
	var lines []inventory.OrderLine
	for _, seat := range seats {
		lines = append(lines, inventory.OrderLine{Quantity: 1, Seat: h.ids[seat]})
	}
	if o := m.orderInstead(c, lines); o != nil {
		return *o
	}
	return m.join(c.Who, c.Party)
}

// wrongWish is what is wrong with what somebody wishes for so many people.
func (m *Model) wrongWish(who inventory.Who, wish *inventory.SeatWish, units int64) inventory.Code {
	h := m.seating
	unknown := func(names, of []string) bool {
		for i, name := range names {
			if !slices.Contains(of, name) || slices.Contains(names[:i], name) {
				return true
			}
		}
		return false
	}
	switch {
	case h == nil, len(wish.Seats)+len(wish.Sections)+len(wish.Tiers) == 0,
		unknown(wish.Seats, h.ids), unknown(wish.Sections, h.sections), unknown(wish.Tiers, h.tiers):
		return inventory.NotFound
	case m.secretly(who, wish):
		return inventory.NotFound
	case units > inventory.MaxSeatsPerOrder:
		return inventory.QuantityOutOfRange
	case len(wish.Seats) < int(units) && h.best(int(units), false, func(seat int) bool {
		return slices.Contains(wish.Sections, h.sections[h.seats[seat].Section]) || slices.Contains(wish.Tiers, h.tier(seat))
	}) == nil:
		return inventory.PartyExceedsCapacity
	}
	return inventory.OK
}

// appliesForSeats is what an application for a tier that has seats wishes for: any of them.
func (m *Model) appliesForSeats(who inventory.Who, p inventory.Party) (*inventory.SeatWish, bool) {
	if p.Wish != nil || !m.seating.seated(p.Tier) || !m.mustApply(who, p.UserID) {
		return nil, false
	}
	return &inventory.SeatWish{Tiers: []string{p.Tier}}, true
}

// applyForSeats is an application for a tier that has seats, whose party has guests like any other.
func (m *Model) applyForSeats(who inventory.Who, p inventory.Party, wish *inventory.SeatWish) inventory.Outcome {
	if code := m.wrongWish(who, wish, p.Units); code != inventory.OK {
		return refuse(code)
	}
	p.Wish, m.named = wish, true
	code := m.ineligibleParty(who, p)
	m.named = false
	if code != inventory.OK {
		return m.already(code, p.UserID)
	}
	return m.apply(who, p)
}

// wished is the tier under which a wish is listed.
func (m *Model) wished(wish *inventory.SeatWish) string {
	h := m.seating
	switch {
	case len(wish.Seats) > 0:
		return h.tier(h.seat(wish.Seats[0]))
	case len(wish.Tiers) > 0:
		return wish.Tiers[0]
	}
	return h.tier(slices.IndexFunc(h.ids, func(id string) bool { return h.sections[h.seats[h.seat(id)].Section] == wish.Sections[0] }))
}

// orderInstead is what becomes of a join for what is there for everybody; nil when it
// is not.
func (m *Model) orderInstead(c inventory.Join, lines []inventory.OrderLine) *inventory.Outcome {
	if len(lines) == 0 || c.Staff && (c.Invites || c.Import != "") {
		return nil
	}
	o := m.reserve(inventory.Reserve{Who: c.Who, OrderID: c.OrderID, PersonID: c.PersonID, UserID: c.UserID, Lines: lines, NoCheckout: c.NoCheckout})
	if o.Code == inventory.SoldOut {
		return nil
	}
	return &o
}

// matched are the seats that a waiter would be given of those that are available. Of
// one that is listed the pools need no unit.
func (m *Model) matched(w *waiter, can func(int) bool) []int {
	h, n := m.seating, int(w.units)
	var named []int
	room := func(seats ...int) bool { return m.roomFor(m.seatOrder(w, seats)) }
	for _, id := range w.wish.Seats {
		if seat := h.seat(id); can(seat) && len(named) < n && room(append(named, seat)...) {
			named = append(named, seat)
		}
	}
	if len(named) == n {
		slices.Sort(named)
		return named
	}
	pairs := m.event.Settings.NoSingleSeats
	fit := func(seats []int) bool { return room(seats...) }
	for _, name := range w.wish.Sections {
		if seats := h.bestFit(n, pairs, func(seat int) bool { return can(seat) && h.sections[h.seats[seat].Section] == name }, fit); seats != nil {
			return seats
		}
	}
	for _, id := range w.wish.Tiers {
		if seats := h.bestFit(n, pairs, func(seat int) bool { return can(seat) && h.tier(seat) == id }, fit); seats != nil {
			return seats
		}
	}
	return nil
}

// nextSeats is whom of the waitlist for seats to serve, with which seats, and who is
// passed by that. Only what somebody waits for is given to the waitlist: what is free
// first, and if that is not enough, what its holders would give, too.
func (m *Model) nextSeats() (*waiter, []int, []*waiter) {
	if m.seating == nil {
		return nil, nil, nil
	}
	owners, line := m.owners(), m.waiters()
	gone := map[int]bool{} // spoken for by entries that must not be passed
	free := func(seat int) bool {
		return owners[m.seating.ids[seat]] == nil && !gone[seat] && slices.ContainsFunc(line, func(w *waiter) bool { return m.wants(w, seat) })
	}
	can := func(seat int) bool { return free(seat) || m.listed(m.seating.ids[seat]) != nil && !gone[seat] }
	var keep []*waiter // earlier ones who could have some seats, and not all
	for _, w := range line {
		if w.wish == nil {
			continue
		}
		seats := m.matched(w, free)
		if seats == nil {
			seats = m.matched(w, can)
		}
		var passed []*waiter
		for _, g := range keep {
			if slices.ContainsFunc(seats, func(seat int) bool { return m.wants(g, seat) }) {
				passed = append(passed, g)
			}
		}
		if seats != nil && len(passed) <= inventory.PassReach {
			return w, seats, passed
		}
		if !slices.ContainsFunc(run(0, len(m.seating.seats)), func(seat int) bool { return can(seat) && m.wants(w, seat) }) {
			continue
		}
		keep = append(keep, w)
		if m.event.Settings.Waitlist.PartyPolicy == inventory.Strict || w.passes >= maxPasses || len(passed) > inventory.PassReach {
			for seat := range m.seating.seats {
				gone[seat] = gone[seat] || m.wants(w, seat)
			}
		}
	}
	return nil, nil, nil
}

// seatOrder is the order that a waiter would have with these seats, at the
// prices of this moment.
func (m *Model) seatOrder(w *waiter, seats []int) *claim {
	c := &claim{id: "ord:" + w.id, owner: w.owner, units: w.units, entry: w, order: true}
	for _, seat := range seats {
		tier := m.seating.tier(seat)
		listed := charged(m.sale[tier].Price, 0, m.event.Settings.Orders.Currency)
		it := &modelItem{tier: tier, seat: m.seating.ids[seat], live: true, price: m.sale[tier].Price, gross: listed.Gross, listed: listed, on: m.listed(m.seating.ids[seat])}
		c.items = append(c.items, it)
		c.total += it.gross
	}
	m.addFees(c, false, false)
	return c
}
