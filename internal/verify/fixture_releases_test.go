package verify_test

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// inParts is an event of which a part has come free, one was taken out of the plan, and one is
// still held back.
func (f *fixture) inParts() {
	f.t.Helper()
	settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
	opens := inventory.At(f.now) + inventory.Instant(inventory.Hour)
	settings.Onsale = inventory.Onsale{
		Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, OpensAt: opens, ServesAt: opens, Inside: 2, Admission: inventory.Hour,
	}
	p := f.open(16, settings)
	at := func(minutes int, tier int, units int64) inventory.Release {
		return inventory.Release{HoldID: f.ids.In(id.Block, p.id), At: opens + inventory.Instant(minutes)*inventory.Instant(inventory.Minute), Tier: p.tiers[tier], Units: units}
	}
	p.must(inventory.PlanReleases{Who: staff, Releases: []inventory.Release{at(30, 0, 3), at(50, 1, 2)}})
	p.must(inventory.PlanReleases{Who: staff, Releases: []inventory.Release{at(30, 0, 3), at(90, 0, 2)}})
	f.now = f.now.Add(10 * time.Minute)
	p.must(p.register(2, 1, 0))
	f.now = f.now.Add(90 * time.Minute)
	p.must(inventory.Tick{})
}
