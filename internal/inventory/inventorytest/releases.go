package inventorytest

import (
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// AddRelease adds a hold, if it is a release that is planned or has happened.
func (k *Known) AddRelease(h inventory.Hold) {
	if !h.IsRelease() || h.State != inventory.HoldHeld && !h.Happened() {
		return
	}
	r := inventory.Release{At: h.ExpiresAt, Tier: h.Tier, Units: h.Units}
	if h.Order != nil {
		r.Units = 0
		for i := range h.Order.Items {
			r.Seats = append(r.Seats, h.Order.Items[i].Seat)
		}
	}
	k.Releases = append(k.Releases, r)
}

// planReleases makes a plan: mostly of the releases that there are, and some more.
func (g *Generator) planReleases(k Known) inventory.PlanReleases {
	c := inventory.PlanReleases{Who: g.who()}
	for _, r := range k.Releases {
		if g.Intn(2) > 0 {
			r.HoldID = g.id("blk_")
			c.Releases = append(c.Releases, r)
		}
	}
	for range g.Intn(3) {
		r := inventory.Release{HoldID: g.id("blk_"), At: k.Event.Clock + inventory.Instant(g.Intn(600)-20)*inventory.Instant(inventory.Minute)}
		if g.Intn(2) == 0 { // so late that the plan may change before
			r.At += 5 * inventory.Instant(inventory.Day)
		}
		if k.Layout != nil && g.Intn(4) > 0 {
			for range 1 + g.Intn(4) {
				r.Seats = append(r.Seats, g.seat(k))
			}
		} else {
			r.Tier, r.Units = g.one(k.Tiers, "tir_"), int64(g.Intn(4))
		}
		c.Releases = append(c.Releases, r)
	}
	return c
}

// releasesToo makes now and then a plan of releases that comes with settings.
func (g *Generator) releasesToo(k Known, who inventory.Who) *inventory.PlanReleases {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("releases with settings"); g.Intn(8) > 0 {
		return nil
	}
	c := g.planReleases(k)
	c.Who = who
	return &c
}

// planReleases is the plan in the model's own words: what it has and the event has not is
// held back, what the event has and it has not is let go.
func (m *Model) planReleases(c inventory.PlanReleases) inventory.Outcome {
	switch {
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	}
	var old []*claim
	for _, b := range m.claims {
		if b.release && (b.state == "blocked" || b.state == "happened") {
			old = append(old, b)
		}
	}
	var added []inventory.Release
	for _, r := range c.Releases {
		i := slices.IndexFunc(old, func(b *claim) bool { return b.isRelease(r) })
		if i < 0 {
			added = append(added, r)
			continue
		}
		old = slices.Delete(old, i, i+1)
	}
	happened := len(old)
	old = slices.DeleteFunc(old, func(b *claim) bool { return b.state != "blocked" })
	happened -= len(old)
	switch {
	case len(old)+len(added) == 0:
		return inventory.Outcome{Status: strconv.Itoa(len(c.Releases))}
	case m.opened():
		return refuse(inventory.OnsaleFrozen)
	case len(c.Releases)+happened > inventory.MaxReleases:
		return refuse(inventory.InvalidSettings)
	}
	for _, b := range old {
		b.state = "withdrawn"
	}
	there := len(m.claims)
	for _, r := range added {
		if o := m.holdBack(r); o.Code != inventory.OK { // as if nothing had been asked
			m.claims = m.claims[:there]
			for _, b := range old {
				b.state = "blocked"
			}
			return o
		}
	}
	return inventory.Outcome{Status: strconv.Itoa(len(c.Releases))}
}

func (c *claim) isRelease(r inventory.Release) bool {
	var seats []string
	for _, it := range c.items {
		seats = append(seats, it.seat)
	}
	return c.until == r.At && slices.Equal(seats, r.Seats) && (len(seats) > 0 || c.tier == r.Tier && c.units == r.Units)
}

// holdBack takes what a release has.
func (m *Model) holdBack(r inventory.Release) inventory.Outcome {
	b := &claim{id: r.HoldID, state: "blocked", release: true, until: r.At}
	switch {
	case m.claimByID(r.HoldID) != nil:
		return refuse(inventory.AlreadyExists)
	case r.At <= m.now || r.At >= m.event.RegistrationEnds():
		return refuse(inventory.InvalidSettings)
	case len(r.Seats) == 0 && m.tiers[r.Tier] == nil:
		return refuse(inventory.NotFound)
	case len(r.Seats) == 0 && m.seating.seated(r.Tier):
		return refuse(inventory.SeatsRequired)
	case len(r.Seats) == 0 && r.Units < 1:
		return refuse(inventory.InvalidSettings)
	case len(r.Seats) == 0:
		b.tier, b.units = r.Tier, r.Units
	}
	for _, id := range r.Seats {
		seat := m.seating.seat(id)
		switch {
		case seat < 0:
			return refuse(inventory.NotFound)
		case m.owners()[id] != nil || slices.ContainsFunc(b.items, func(it *modelItem) bool { return it.seat == id }):
			return refuse(inventory.SeatTaken)
		}
		b.items = append(b.items, &modelItem{tier: m.seating.tier(seat), seat: id, live: true})
		b.units++
	}
	if !m.roomFor(b) {
		return refuse(inventory.NotEnoughUnits)
	}
	m.claims = append(m.claims, b)
	return inventory.Outcome{}
}
