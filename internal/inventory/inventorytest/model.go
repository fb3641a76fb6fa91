package inventorytest

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// maxPasses is how often an entry may be passed. It is a number of its own: that of
// package inventory is part of what is checked.
const maxPasses = 3

// Model restates the rules of an event as plainly as possible: lists, no
// counters, everything recomputed for each question, one command at a time, and
// the waitlist looked at after every one of them. It is slow and meant to be
// obviously right, so that Decide can be compared with it.
//
// It names an offer "off:" and a promoted order "ord:" with the entry's id,
// because it keeps no ledger to number them by.
type Model struct {
	now         inventory.Instant
	event       inventory.Event
	capacity    map[string]int64
	tiers       map[string][]string
	sale        map[string]inventory.Tier
	codes       []*modelCode
	users       map[string]*attendee
	claims      []*claim
	line        []*waiter
	lists       []*listing // exchanges, in the order in which they opened
	tickets     map[string]*modelTicket
	moves       []*modelTransfer
	invitations []*modelInvitation
	seating     *modelSeats
	named       bool // who takes part has named a tier that is sold by seats
	origins     []inventory.Originated
	promised    []inventory.Instant              // of each version of the statement, when the sale opens
	passes      map[int64]inventory.Pass         // of the waiting room, by Who.Entrant
	counted     map[string]inventory.OriginCount // as the batch began, and what came to it

	waveStart inventory.Instant
	waveUsed  int64
	entered   *waiter // that the command under way made, nil when it made none
}

// attendee is a person, by the id that the first command about them brought.
type attendee struct{ user, id string }

// claim is something that takes units: a registration, an open offer, a block.
type claim struct {
	id    string
	owner *attendee // nil: a block
	tier  string
	units int64
	state string // "offered", "confirmed", "blocked", or how it ended
	until inventory.Instant
	entry *waiter
	moved bool // extended
	// release says that it is a block until then.
	release bool
	// entrant is with whose pass of the waiting room it was taken; 0: without one.
	entrant int64
	gone    []int64 // of a registration: the numbers that were given back

	// Of an order.
	order         bool
	items         []*modelItem
	fees          []modelFee // after its items; they end with its last ticket
	feesGone      bool
	taxation      inventory.Taxation
	vatID         string
	total, paid   int64
	payment       string
	promo, access string
	payUntil      inventory.Instant // of an order to be paid, once its payment has begun
	prolonged     bool
	declined      bool              // ended as an offer, which no payment brings back
	lost          bool              // paid too late, so no later payment brings it back either
	back          map[string]int64  // due back, by payment
	owed          map[string]string // its currency
}

type waiter struct {
	id      string
	owner   *attendee
	tier    string
	units   int64
	class   int
	number  int64
	rank    int64
	passes  int
	state   string
	offer   *claim
	entrant int64               // as in a claim
	wish    *inventory.SeatWish // for seats; nil: for units of the tier
}

// NewModel returns a model of an event that was created at now.
func NewModel(c inventory.Create, now inventory.Instant) *Model {
	m := &Model{now: now, event: c.Event, capacity: map[string]int64{}, tiers: map[string][]string{}, sale: map[string]inventory.Tier{}, users: map[string]*attendee{}, tickets: map[string]*modelTicket{}, seating: newModelSeats(c.Seats)}
	m.event.Settings = c.Event.Settings.WithDefaults()
	m.event.Status = inventory.Draft
	if c.Publish {
		m.event.Status = inventory.Published
	}
	for _, p := range c.Pools {
		m.capacity[p.ID] = p.Capacity
	}
	for _, t := range c.Tiers {
		m.tiers[t.ID], m.sale[t.ID] = t.Pools, t
	}
	if c.Publish {
		m.nowExtreme()
	}
	return m
}

// Begin is the start of a batch: what is due happens.
func (m *Model) Begin(now inventory.Instant) {
	m.now = max(m.now, now)
	m.countOrigins()
	for _, c := range m.claims {
		if c.state == "offered" && c.until <= m.now {
			endOffer(c, "expired", "expired")
		}
		if c.state == "pending" && c.until <= m.now {
			c.state = "expired"
		}
		if c.state == "blocked" && c.release && c.until <= m.now {
			c.state = "happened"
		}
	}
	switch {
	case m.event.Status == inventory.Cancelled:
		for _, w := range m.line {
			switch w.state {
			case "waiting", "applied":
				w.state = "closed"
			case "offered":
				endOffer(w.offer, "revoked", "closed")
			}
		}
		for _, c := range m.claims {
			if c.order && c.live() {
				closeOrder(c)
			} else if c.state == "confirmed" {
				c.state = "cancelled"
			}
		}
	case m.now >= m.event.RegistrationEnds():
		for _, w := range m.line {
			if w.state == "waiting" || w.state == "applied" {
				w.state = "closed"
			}
		}
	}
	m.tidyListings()
	m.closeListings()
	m.promote()
}

func endOffer(c *claim, offer, entry string) {
	c.state, c.entry.state, c.declined = offer, entry, true
}

func (m *Model) free(pool string) int64 {
	n := m.capacity[pool]
	for _, c := range m.claims {
		if c.live() {
			n -= m.takes(c, pool)
		}
	}
	return n
}

// least is the smallest of what f says of the tier's pools.
func (m *Model) least(tier string, f func(pool string) int64) int64 {
	n := int64(1 << 60)
	for _, p := range m.tiers[tier] {
		n = min(n, f(p))
	}
	return n
}

func (m *Model) size(pool string) int64 { return m.capacity[pool] }

// waiters are those who wait, in the order of the waitlist.
func (m *Model) waiters() []*waiter {
	var ws []*waiter
	for _, w := range m.line {
		if w.state == "waiting" {
			ws = append(ws, w)
		}
	}
	slices.SortFunc(ws, func(a, b *waiter) int {
		if a.rank != b.rank {
			return int(min(1, max(-1, a.rank-b.rank)))
		}
		return int(a.number - b.number)
	})
	return ws
}

// promote serves the waitlist until nobody can be served any more.
func (m *Model) promote() {
	m.tidyListings()
	for m.event.Status == inventory.Published && m.now < m.event.RegistrationEnds() {
		if w, seats, passed := m.nextSeats(); w != nil {
			if !m.serve(w, m.seatOrder(w, seats), passed) {
				return
			}
			continue
		}
		w, passed := m.next()
		switch {
		case w == nil:
			return
		case w.units > m.least(w.tier, m.size):
			w.state = "closed"
			continue
		}
		c := &claim{id: "ord:" + w.id, owner: w.owner, tier: w.tier, units: w.units, entry: w}
		offers := m.event.Settings.Waitlist.Promotion == inventory.PromoteOffer
		if m.costsSomething(w.tier) || m.isGoods(w.tier) || offers && m.sellsAddOns(w.tier) {
			m.offerOrder(c)
		}
		if !m.serve(w, c, passed) {
			return
		}
	}
}

// serve gives a waiter a claim: at once, or as an offer. It does not while the
// wave of offers is used up.
func (m *Model) serve(w *waiter, c *claim, passed []*waiter) bool {
	s := &m.event.Settings.Waitlist
	if s.Promotion == inventory.PromoteConfirm && c.total == 0 {
		w.state, c.state = "accepted", "confirmed"
	} else {
		waves := s.WaveSize > 0 && s.Promotion == inventory.PromoteOffer
		if waves && (m.waveStart == 0 || m.now >= m.waveStart+inventory.Instant(s.WaveInterval)) {
			m.waveStart, m.waveUsed = m.now, 0
		}
		if waves && m.waveUsed >= s.WaveSize {
			return false
		}
		m.waveUsed++
		_, until := inventory.ClaimWindow(&m.event, m.now) // tested against tables of its own
		w.state, w.offer, c.state, c.until = "offered", c, "offered", until
		switch {
		case w.wish != nil:
			standOnSeats(c)
		case c.order:
			m.standOnListings(c, min(w.units, max(0, m.least(w.tier, m.free))))
		}
	}
	m.claims = append(m.claims, c)
	for _, p := range passed {
		p.passes++
	}
	return true
}

// next is whom to serve and who is passed by that; or whom to close because the
// party is too large.
func (m *Model) next() (*waiter, []*waiter) {
	var keep []*waiter // earlier parties that keep a claim on what they need
	need := func(pool string, upTo int) (n int64) {
		for _, g := range keep[:upTo+1] {
			if slices.Contains(m.tiers[g.tier], pool) {
				n += g.units
			}
		}
		return n
	}
	firm := func(g *waiter) bool {
		return m.event.Settings.Waitlist.PartyPolicy == inventory.Strict || g.passes >= maxPasses
	}
	// hurt: taking n units of the pool leaves too little for the i-th of keep.
	hurt := func(i int, pool string, n int64) bool {
		return slices.Contains(m.tiers[keep[i].tier], pool) && max(0, m.free(pool))+m.spare(keep[i].tier)-need(pool, i) < n
	}
	for _, w := range m.waiters() {
		nothing := w.wish != nil || m.supply(w.tier) <= 0
		for _, p := range m.tiers[w.tier] {
			hurts := 0
			for i, g := range keep {
				if hurt(i, p, 1) {
					hurts++
					nothing = nothing || firm(g)
				}
			}
			nothing = nothing || hurts > inventory.PassReach
		}
		if nothing {
			continue
		}
		if w.units > m.least(w.tier, m.size) {
			return w, nil
		}
		can := w.units <= m.supply(w.tier)
		var passed []*waiter
		for i, g := range keep {
			if slices.ContainsFunc(m.tiers[w.tier], func(p string) bool { return hurt(i, p, w.units) }) {
				can = can && !firm(g)
				passed = append(passed, g)
			}
		}
		if can && len(passed) <= inventory.PassReach {
			return w, passed
		}
		keep = append(keep, w)
	}
	return nil, nil
}

// reserved reports whether units of the tier belong to the waitlist.
func (m *Model) reserved(tier string) bool {
	for _, w := range m.waiters() {
		shares := slices.ContainsFunc(m.tiers[w.tier], func(p string) bool { return slices.Contains(m.tiers[tier], p) })
		if w.wish == nil && shares && m.least(w.tier, m.free) > 0 {
			return true
		}
	}
	return false
}

func (m *Model) claimOf(a *attendee, states ...string) *claim {
	for _, c := range m.claims {
		if a != nil && c.owner == a && !c.order && slices.Contains(states, c.state) {
			return c
		}
	}
	return nil
}

func (m *Model) claimByID(id string) *claim {
	for _, c := range m.claims {
		if c.id == id {
			return c
		}
	}
	return nil
}

func (m *Model) offerByID(id string) *claim {
	c := m.claimByID("ord:" + strings.TrimPrefix(id, "off:"))
	if c == nil || !strings.HasPrefix(id, "off:") || c.entry.offer == nil {
		return nil
	}
	return c
}

// liveEntry is where an attendee waits for tickets.
func (m *Model) liveEntry(a *attendee) *waiter {
	for _, w := range m.liveEntries(a) {
		if !m.isGoods(w.tier) {
			return w
		}
	}
	return nil
}

func (m *Model) liveEntries(a *attendee) (live []*waiter) {
	for _, w := range m.line {
		if a != nil && w.owner == a && (w.state == "waiting" || w.state == "offered" || w.state == "applied") {
			live = append(live, w)
		}
	}
	return live
}
