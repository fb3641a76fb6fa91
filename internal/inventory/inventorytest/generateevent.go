package inventorytest

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Create makes a small published event: one tier, tiers that share a pool, or
// tiers with pools of their own under a common one.
func (g *Generator) Create(event, org string, now inventory.Instant) inventory.Create {
	g.use("create")
	c := inventory.Create{
		Who:     inventory.Who{Actor: "key_gen", Staff: true},
		Event:   inventory.Event{ID: event, OrgID: org, StartsAt: now + 30*inventory.Instant(inventory.Day), Zone: time.UTC},
		Publish: true,
	}
	if g.Wild {
		c.Event.StartsAt, c.Event.Zone, c.Publish = now+inventory.Instant(24+g.Intn(600))*inventory.Instant(inventory.Hour), g.zone(), g.Intn(20) > 0
	}
	c.Event.EndsAt = c.Event.StartsAt + 3*inventory.Instant(inventory.Hour)
	c.Event.Settings = g.Settings(c.Event.EndsAt, now)
	pool := func(capacity int) string {
		c.Pools = append(c.Pools, inventory.Pool{ID: g.id("pol_"), Capacity: int64(capacity)})
		return c.Pools[len(c.Pools)-1].ID
	}
	tier := func(pools ...string) {
		t := g.sale(inventory.Tier{ID: g.id("tir_"), Pools: pools}, now)
		c.Tiers = append(c.Tiers, t)
	}
	common := pool(1 + g.Intn(8))
	switch g.Intn(4) {
	case 0:
		tier(common)
	case 1:
		tier(common)
		tier(common)
	case 2:
		tier(common, pool(1+g.Intn(5)))
		tier(common, pool(1+g.Intn(5)))
	case 3:
		tier(common, pool(1+g.Intn(5)))
		tier(common)
		tier(pool(1 + g.Intn(3)))
	}
	g.extras(&c, now)
	g.moreGoods(&c)
	g.donation(&c)
	g.fee(&c)
	return c
}

// Settings makes rules for an event.
func (g *Generator) Settings(ends, now inventory.Instant) inventory.Settings {
	s := inventory.Settings{
		MaxGuests: 5,
		Waitlist: inventory.WaitlistSettings{
			Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact,
			ClaimWindow: inventory.Micros(1+g.Intn(6)) * inventory.Hour,
		},
	}
	s.Orders = inventory.OrderSettings{
		Currency: g.currency(), FirstHoldTime: 5 * inventory.Minute, HoldTime: 15 * inventory.Minute, SeatHoldTime: 2 * inventory.Minute, SelfRefund: g.Intn(2) == 0,
	}
	if s.Orders.SelfRefund {
		s.Orders.Instructions = "In cash."
	}
	w := &s.Waitlist
	switch g.Intn(8) {
	case 0:
		w.Promotion = inventory.PromoteConfirm
	case 1:
		w.WaveSize, w.WaveInterval = int64(1+g.Intn(2)), inventory.Hour
	case 2:
		w.QuietFrom, w.QuietTo = 22*60, 8*60
	}
	if g.Bounded {
		s.UnconfirmedPerNetwork, s.Orders.UnpaidPerNetwork, s.Orders.UnpaidPerPerson = int64(3+g.Intn(12)), int64(3+g.Intn(6)), int64(3+g.Intn(6))
		s.Orders.LimitPerCard = s.Orders.UnpaidPerPerson % 5 // 0 to 4, without another draw
	}
	if g.Wild {
		g.wilder(&s)
	}
	g.simple(&s)
	g.onsale(&s.Onsale, ends, now)
	g.demand(&s)
	g.visibility(&s)
	g.approval(&s)
	if g.Intn(3) == 0 {
		w.PartyPolicy = inventory.Strict
	}
	if g.Intn(4) == 0 {
		s.RegistrationCutoff = min(ends, now+inventory.Instant(1+g.Intn(10))*inventory.Instant(inventory.Day))
	}
	if g.Intn(4) == 0 {
		s.CancellationCutoff = min(ends, now+inventory.Instant(1+g.Intn(10))*inventory.Instant(inventory.Day))
	}
	return s
}

// simple sets now and then one of the settings that stand for themselves. Each has a
// stream of its own, so that a new one leaves all else as it was.
func (g *Generator) simple(s *inventory.Settings) {
	before := g.Intn
	for _, d := range inventory.SimpleSettings() {
		g.use("setting " + d.Name)
		if g.Intn(8) > 0 {
			continue
		}
		if !s.SetSwitch(d.Name, true) {
			s.SetNumber(d.Name, int64(1+g.Intn(5)))
		}
	}
	g.Intn = before
}

// onsale makes now and then a waiting room, from a stream of its own.
func (g *Generator) onsale(o *inventory.Onsale, ends, now inventory.Instant) {
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("onsale")
	if g.Intn(6) > 0 || ends-now < inventory.Instant(inventory.Day) {
		return
	}
	o.Mode, o.Identity, o.Inside, o.Admission = inventory.OnsaleQueue, inventory.OnsaleNobody, int64(1+g.Intn(3)), inventory.Hour
	o.OpensAt = now + inventory.Instant(1+g.Intn(300))*inventory.Instant(inventory.Minute)
	o.ServesAt = o.OpensAt + inventory.Instant(g.Intn(90))*inventory.Instant(inventory.Minute)
	if g.Intn(3) > 0 {
		g.draw(o)
	}
}

// demand expects now and then many, from a stream of its own. Extreme demand keeps whoever
// has no pass out for the rest of a history: so it is rare.
func (g *Generator) demand(s *inventory.Settings) {
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("demand")
	switch g.Intn(24) {
	case 0:
		s.Demand = inventory.DemandExtreme
	case 1:
		s.Demand = inventory.DemandHigh
	case 2:
		s.Demand = inventory.DemandNormal
	}
}

// steer leaves the terms of a waiting room that has opened mostly as they are.
func (g *Generator) steer(to *inventory.Onsale, was inventory.Onsale) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("onsale"); g.Intn(8) == 0 {
		return
	}
	*to = was
	to.Draw = inventory.OnsaleDrawState{} // which is not the caller's
	if to.Paused, to.PerMinute = g.Intn(2) == 0, int64(g.Intn(3)); was.Mode == inventory.OnsaleBallot {
		to.PerMinute = 0
	}
	to.Challenge = []inventory.OnsaleChallenge{inventory.ChallengeAuto, inventory.ChallengeOff, inventory.ChallengeAlways}[g.Intn(3)]
	to.Closed = was.Closed || g.Intn(3) == 0
}

// wilder makes rules that the other settings leave as they are by default.
func (g *Generator) wilder(s *inventory.Settings) {
	w := &s.Waitlist
	w.Disabled, w.TimeCritical = g.Intn(25) == 0, g.Intn(3) == 0
	w.ClassHeadStart = inventory.Micros(1+g.Intn(48)) * inventory.Hour
	if g.Intn(3) == 0 {
		w.WaveSize, w.WaveInterval = int64(1+g.Intn(3)), inventory.Micros(1+g.Intn(90))*inventory.Minute
	}
	if g.Intn(2) == 0 {
		w.QuietFrom, w.QuietTo = g.Intn(1440), g.Intn(1440)
	}
	if g.Intn(3) == 0 {
		w.Limit = int64(6 * (1 + g.Intn(2)))
	}
	s.LimitPerPerson = int64(g.Intn(3) * 3)
	s.Orders.HoldTime = inventory.Micros(5+g.Intn(60)) * inventory.Minute
	s.Orders.SeatHoldTime = s.Orders.HoldTime
	s.Orders.FirstHoldTime = inventory.Micros(1+g.Intn(30)) * inventory.Minute
	s.NoSingleSeats = g.Intn(2) == 0
}

// EverySwitch turns all switches of an event on that stand for themselves: whoever plays so plays with a
// switch that is new, too.
func EverySwitch(s *inventory.Settings) {
	for _, d := range inventory.SimpleSettings() {
		if d.Most == 0 {
			s.SetSwitch(d.Name, true)
		}
	}
}

// zone is one of some that have their changes of time at different days, or none.
func (g *Generator) zone() *time.Location {
	names := []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"}
	z, err := time.LoadLocation(names[g.Intn(len(names))])
	if err != nil {
		panic("inventorytest: " + err.Error())
	}
	return z
}
