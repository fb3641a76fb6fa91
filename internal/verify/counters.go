package verify

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Invariant 2: counters equal what the rows add up to.

// lineLevels is how many levels of waitlist_counts there are, and lineFan by how
// much a bucket of one is wider than a bucket of the level below.
const (
	lineLevels = 6
	lineFan    = 16
)

func (c *check) checkCounters() error {
	c.countPools()
	c.countPeople()
	c.countEvent()
	c.countLanes()
	return c.countWaitlist()
}

func (c *check) countPools() {
	for h := range c.holds.all() {
		if o := c.orderOf(h); o != nil {
			c.countItems(h, o)
			continue
		}
		tier := c.tierByID[h.tier]
		if tier == nil || !alive(c.holdState(h)) {
			continue
		}
		for _, p := range tier.pools {
			switch {
			case c.words.text(h.kind) == string(inventory.KindBlock):
				p.blocked += h.units
			case c.holdState(h) == inventory.HoldConfirmed:
				p.confirmed += h.units
			default:
				p.held += h.units
			}
		}
	}
	for _, p := range c.pools {
		c.compare(2, p.ID, "the pool counts %d units held, its holds add up to %d", p.Held, p.held)
		c.compare(2, p.ID, "the pool counts %d units confirmed, its holds add up to %d", p.Confirmed, p.confirmed)
		c.compare(2, p.ID, "the pool counts %d units blocked, its blocks add up to %d", p.Blocked, p.blocked)
	}
}

// countItems counts the live items of a live order in their pools.
func (c *check) countItems(h *holdRecord, o *orderRecord) {
	state := c.holdState(h)
	for i := range o.items {
		tier := c.tierByID[o.items[i].tier]
		if tier == nil || !alive(state) || o.items[i].released != 0 || c.standing[itemName{h.id, int64(i + 1)}] != "" {
			continue
		}
		for _, p := range tier.pools {
			switch {
			case o.block:
				p.blocked++
			case state == inventory.HoldConfirmed:
				p.confirmed++
			default:
				p.held++
			}
		}
	}
}

// compare fails when two numbers differ; format takes both.
func (c *check) compare(invariant int, subject, format string, stored, counted int64) {
	if stored != counted {
		c.fail(invariant, subject, format, stored, counted)
	}
}

// countPeople finds for each person the live hold and entry.
func (c *check) countPeople() {
	for h := range c.holds.all() {
		if p := c.people.find(h.person); p != nil && alive(c.holdState(h)) {
			p.foundUnits += c.admits(h)
			if c.words.text(h.kind) != string(inventory.KindOrder) { // of which a person may have several
				p.foundHold = h.id
				p.liveHolds++
			}
		}
	}
	for e := range c.entries.all() {
		p := c.people.find(e.person)
		if p == nil {
			continue
		}
		if c.forGoods(e) {
			c.countGoods(p, e)
			continue
		}
		switch c.entryState(e) {
		case inventory.EntryWaiting, inventory.EntryApplied:
			p.foundUnits += e.units // those of an offered entry are its hold's
			fallthrough
		case inventory.EntryOffered:
			p.foundEntry = e.id
			p.liveEntries++
		}
	}
	for p := range c.people.all() {
		subject := c.names.id(p.id)
		if p.hold != p.foundHold && p.liveHolds < 2 {
			c.fail(2, subject, "the person is said to hold %q and holds %q", c.names.id(p.hold), c.names.id(p.foundHold))
		}
		if p.entry != p.foundEntry && p.liveEntries < 2 {
			c.fail(2, subject, "the person is said to wait as %q and waits as %q", c.names.id(p.entry), c.names.id(p.foundEntry))
		}
		c.checkGoods(p)
		c.compare(2, subject, "the person is said to have %d units in all and has %d", p.units, p.foundUnits)
	}
}

func (c *check) countEvent() {
	var offered, last, placements int64
	for e := range c.entries.all() {
		if c.entryState(e) == inventory.EntryOffered {
			offered++
		}
		last = max(last, e.joinNo)
		if e.joinNo > 0 {
			placements += 1 + int64(len(c.past[e.id]))
		}
	}
	id := c.event.Event.ID
	c.compare(2, id, "the event counts %d live offers, %d entries are offered", c.event.LiveOffers, offered)
	c.compare(2, id, "the event's last waitlist number is %d, its entries' is %d", c.event.Event.JoinNo, last)
	c.compare(2, id, "the waitlist numbers run to %d, and %d were given", last, placements)
}

type laneCount struct{ waiting, lastRank int64 }

func (c *check) countLanes() {
	found := map[inventory.LaneKey]laneCount{}
	add := func(p *placement, waiting int64) {
		k := inventory.LaneKey{Tier: c.words.text(p.tier), Class: int(p.class)}
		n, ok := found[k]
		if !ok {
			n.lastRank = p.rank
		}
		n.lastRank = max(n.lastRank, p.rank)
		n.waiting += waiting
		found[k] = n
	}
	for e := range c.entries.all() {
		var waiting int64
		if c.entryState(e) == inventory.EntryWaiting {
			waiting = 1
		}
		if e.joinNo > 0 {
			add(&e.placement, waiting)
		}
		for i := range c.past[e.id] {
			add(&c.past[e.id][i].placement, 0)
		}
	}
	for _, l := range c.lanes {
		k := inventory.LaneKey{Tier: l.Tier, Class: l.Class}
		n, ok := found[k]
		delete(found, k)
		c.compare(2, l.Tier, "a lane counts %d waiting, its entries are %d", l.Waiting, n.waiting)
		if ok {
			c.compare(2, l.Tier, "a lane's last rank is %d, its entries' is %d", l.LastRank, n.lastRank)
		}
	}
	for k := range found {
		c.fail(2, k.Tier, "entries of class %d stand in no lane", k.Class)
	}
}

// bucket is a stretch of the waitlist in waitlist_counts.
type bucket struct {
	tier          word
	class         int32
	level, bucket int64
}

// countWaitlist compares waitlist_counts with the entries. A count that is not stored
// is 0.
func (c *check) countWaitlist() error {
	found := map[bucket]int64{}
	for e := range c.entries.all() {
		if c.entryState(e) != inventory.EntryWaiting {
			continue
		}
		b := e.joinNo
		for level := int64(1); level <= lineLevels; level++ {
			b /= lineFan
			found[bucket{e.tier, e.class, level, b}]++
		}
	}
	err := c.run.snapshot.WaitlistCounts(c.event.Event.ID, func(l *events.WaitlistCount) error {
		k := bucket{c.words.number(l.Lane.Tier), int32(l.Lane.Class), l.Level, l.Bucket}
		if l.Waiting != found[k] {
			c.fail(2, l.Lane.Tier, "waitlist_counts has %d waiting of class %d in bucket %d of level %d, there are %d", l.Waiting, l.Lane.Class, l.Bucket, l.Level, found[k])
		}
		delete(found, k)
		return nil
	})
	left := make([]bucket, 0, len(found))
	for k := range found {
		left = append(left, k)
	}
	slices.SortFunc(left, func(a, b bucket) int { return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.bucket, b.bucket)) })
	for _, k := range left {
		c.fail(2, c.words.text(k.tier), "waitlist_counts lacks bucket %d of level %d, where %d of class %d wait", k.bucket, k.level, found[k], k.class)
	}
	return err
}
