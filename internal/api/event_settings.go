package api

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// What an event has when nothing is said.
const (
	defaultClaimWindow = 6 * inventory.Hour
	defaultHeadStart   = inventory.Day
	defaultTierName    = "General"
	wholeEventPool     = "All places"
)

func defaultWaitlist() inventory.WaitlistSettings {
	return inventory.WaitlistSettings{
		Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip,
		PositionDisplay: inventory.PositionExact,
		ClaimWindow:     defaultClaimWindow, ClassHeadStart: defaultHeadStart,
	}
}

// apply changes the rules of the waitlist as far as the request says something.
func (in *WaitlistIn) apply(c *checks, w *inventory.WaitlistSettings) {
	if in.Enabled != nil {
		w.Disabled = !*in.Enabled
	}
	number(in.Limit, func(n int64) { w.Limit = n })
	number(in.ClaimWindow, func(n int64) { w.ClaimWindow = inventory.Micros(n) * inventory.Second })
	number(in.WaveSize, func(n int64) { w.WaveSize = n })
	number(in.WaveInterval, func(n int64) { w.WaveInterval = inventory.Micros(n) * inventory.Second })
	number(in.PriorityHeadStart, func(n int64) { w.ClassHeadStart = inventory.Micros(n) * inventory.Second })
	if in.Promotion != nil {
		w.Promotion = inventory.Promotion(*in.Promotion)
	}
	if in.PartyPolicy != nil {
		w.PartyPolicy = inventory.PartyPolicy(*in.PartyPolicy)
	}
	if in.PositionDisplay != nil {
		w.PositionDisplay = inventory.PositionDisplay(*in.PositionDisplay)
	}
	if in.TimeCritical != nil {
		w.TimeCritical = *in.TimeCritical
	}
	if q := in.QuietHours; q != nil {
		w.QuietFrom = c.minuteOfDay("waitlist.quiet_hours.from", q.From)
		w.QuietTo = c.minuteOfDay("waitlist.quiet_hours.to", q.To)
	}
	if w.WaveSize > 0 && w.WaveInterval == 0 {
		c.add("waitlist.wave_interval_seconds", "required", "must be more than 0 when wave_size is set")
	}
}

func number(n *int64, set func(int64)) {
	if n != nil {
		set(*n)
	}
}

// cutoff reads a cutoff into set; null is none.
func (c *checks) cutoff(field string, in optionalTime, set *inventory.Instant) {
	switch {
	case !in.Set:
	case in.At.IsZero():
		*set = 0
	default:
		*set = c.moment(field, in.At)
	}
}

// door reads the settings of tickets and the door.
func (c *checks) door(opens optionalTime, transfers *int64, set *inventory.Settings) {
	c.cutoff("doors_open_at", opens, &set.DoorsOpen)
	number(transfers, func(n int64) {
		if set.MaxTransfers = n; n == 0 {
			set.MaxTransfers = -1 // since 0 is what nobody has said
		}
	})
}

// schedule checks the times of an event against each other. Times that were
// refused on their own are zero and not looked at again.
func (c *checks) schedule(starts, ends inventory.Instant, set *inventory.Settings) {
	if ends != 0 && starts != 0 && ends <= starts {
		c.add("ends_at", "out_of_order", "must be after starts_at")
	}
	if ends != 0 && set.RegistrationCutoff > ends {
		c.add("registration_cutoff", "out_of_order", "must not be after ends_at")
	}
	if ends != 0 && set.CancellationCutoff > ends {
		c.add("cancellation_cutoff", "out_of_order", "must not be after ends_at")
	}
	if ends != 0 && set.DoorsOpen > ends {
		c.add("doors_open_at", "out_of_order", "must not be after ends_at")
	}
}

// pools lays out the pools and tiers of a new event: the event-wide pool first,
// then the shared ones, then those of tiers with a capacity of their own.
func (in *NewEvent) pools(c *checks, newID func(prefix string) string, prefixes poolPrefixes) (pools []inventory.Pool, tiers []inventory.Tier) {
	whole := inventory.Pool{ID: newID(prefixes.pool), Name: wholeEventPool, Capacity: in.Capacity}
	pools = append(pools, whole)
	shared := map[string]string{}
	for i, p := range in.Pools {
		field := "pools[" + itoa(int64(i)) + "].name"
		name := c.line(field, p.Name, 1, MaxName)
		if _, twice := shared[name]; twice {
			c.add(field, "duplicate", "is the name of another pool too")
			continue
		}
		pool := inventory.Pool{ID: newID(prefixes.pool), Name: name, Capacity: p.Capacity}
		shared[name] = pool.ID
		pools = append(pools, pool)
	}
	names := map[string]bool{}
	wanted := in.Tiers
	if len(wanted) == 0 {
		wanted = []NewTier{{Name: defaultTierName}}
	}
	for i, t := range wanted {
		at := "tiers[" + itoa(int64(i)) + "]"
		tier := inventory.Tier{ID: newID(prefixes.tier), Name: c.line(at+".name", t.Name, 1, MaxName), Pools: []string{whole.ID}, Price: inventory.Price{TaxIncluded: true}}
		if names[tier.Name] {
			c.add(at+".name", "duplicate", "is the name of another tier too")
		}
		names[tier.Name] = true
		t.SaleIn.apply(c, at, in.Currency, &tier)
		if t.Capacity != nil {
			own := inventory.Pool{ID: newID(prefixes.pool), Name: tier.Name, Capacity: *t.Capacity}
			pools = append(pools, own)
			tier.Pools = append(tier.Pools, own.ID)
		}
		tier.Pools = append(tier.Pools, c.sharedPools(at, t.Pools, shared)...)
		tiers = append(tiers, tier)
	}
	if len(pools) > inventory.MaxPools {
		c.add("pools", "too_many", "and the tiers with a capacity make more than %d pools", inventory.MaxPools)
	}
	return pools, tiers
}

type poolPrefixes struct{ pool, tier string }

func (c *checks) sharedPools(at string, names []string, shared map[string]string) []string {
	var ids []string
	seen := map[string]bool{}
	for j, name := range names {
		field := at + ".pools[" + itoa(int64(j)) + "]"
		switch id, ok := shared[name]; {
		case !ok:
			c.add(field, "unknown", "is not the name of a pool of this event")
		case seen[name]:
			c.add(field, "duplicate", "stands there twice")
		default:
			seen[name] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// reminders checks the offsets of reminders.
func (c *checks) reminders(in []int64) []int64 {
	seen := map[int64]bool{}
	for i, n := range in {
		if seen[n] {
			c.add("reminder_offsets_seconds["+itoa(int64(i))+"]", "duplicate", "stands there twice")
		}
		seen[n] = true
	}
	return in
}

// optionalMoment returns the new time if there is one, else the old.
func (c *checks) optionalMoment(field string, in *time.Time, old inventory.Instant) inventory.Instant {
	if in == nil {
		return old
	}
	return c.moment(field, *in)
}
