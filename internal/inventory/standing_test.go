package inventory_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestStanding: what readers see of an event follows from its status, the time and its tiers.
func TestStanding(t *testing.T) {
	const opens, closes, starts, ends = 100, 200, 300, 400
	tier := func(change func(*inventory.Tier)) inventory.Tier {
		t := inventory.Tier{ID: "a"}
		if change != nil {
			change(&t)
		}
		return t
	}
	later := tier(func(t *inventory.Tier) { t.SaleStarts = opens })
	brief := tier(func(t *inventory.Tier) { t.SaleEnds = closes })
	hidden := tier(func(t *inventory.Tier) { t.Hidden = true })
	addOn := tier(func(t *inventory.Tier) { t.Kind = inventory.AddOnTier })
	room := func(e *inventory.Event) {
		e.Settings.Onsale.Mode, e.Settings.Onsale.OpensAt, e.Settings.Onsale.ServesAt = inventory.OnsaleQueue, 50, opens
	}
	for name, c := range map[string]struct {
		status inventory.EventStatus
		change func(*inventory.Event)
		tiers  []inventory.Tier
		gone   bool
		now    inventory.Instant
		want   inventory.Standing
	}{
		"a draft":                       {status: inventory.Draft, want: inventory.IsDraft},
		"on sale":                       {want: inventory.IsOnSale},
		"before its sale":               {tiers: []inventory.Tier{later}, want: inventory.IsAnnounced},
		"from its sale on":              {tiers: []inventory.Tier{later}, now: opens, want: inventory.IsOnSale},
		"sold out":                      {gone: true, want: inventory.IsSoldOut},
		"sold out, before another sale": {tiers: []inventory.Tier{tier(nil), later}, gone: true, want: inventory.IsSoldOut},
		"after its sale":                {tiers: []inventory.Tier{brief}, now: closes, want: inventory.IsClosed},
		"between two sales":             {tiers: []inventory.Tier{brief, tier(func(t *inventory.Tier) { t.SaleStarts = closes + 1 })}, now: closes, want: inventory.IsAnnounced},
		"only hidden tiers":             {tiers: []inventory.Tier{hidden}, want: inventory.IsClosed},
		"only add-ons":                  {tiers: []inventory.Tier{addOn}, want: inventory.IsClosed},
		"before the waiting room":       {change: room, want: inventory.IsAnnounced},
		"in front of it":                {change: room, now: 60, want: inventory.IsAnnounced},
		"once it serves":                {change: room, now: opens, want: inventory.IsOnSale},
		"once it is closed":             {change: func(e *inventory.Event) { room(e); e.Settings.Onsale.Closed = true }, want: inventory.IsOnSale},
		"after the cutoff":              {change: func(e *inventory.Event) { e.Settings.RegistrationCutoff = closes }, now: closes, want: inventory.IsClosed},
		"under way":                     {now: starts, want: inventory.IsOnSale},
		"over":                          {now: ends, want: inventory.IsCompleted},
		"cancelled":                     {status: inventory.Cancelled, now: ends, want: inventory.IsCancelled},
		"postponed":                     {status: inventory.Postponed, want: inventory.IsPostponed},
		"postponed, after its old date": {status: inventory.Postponed, now: ends, want: inventory.IsPostponed},
	} {
		e := inventory.Event{Status: inventory.Published, StartsAt: starts, EndsAt: ends}
		if c.status != "" {
			e.Status = c.status
		}
		if c.change != nil {
			c.change(&e)
		}
		tiers := c.tiers
		if tiers == nil {
			tiers = []inventory.Tier{tier(nil)}
		}
		now := max(c.now, 1)
		if got := inventory.StandingOf(&e, tiers, func(*inventory.Tier) bool { return !c.gone }, now); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
