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

// releaseCorruptions are done to that event.
var releaseCorruptions = []corruption{
	{"units come free early", 20, "before their time", []string{"update holds set expires_at = expires_at + 3600000000 where reason = 'units_released'"}},
	{"units come free late", 20, "although something was decided", []string{
		"update holds set expires_at = (select min(a.at) from audit a where a.event_id = holds.event_id) + 1 where reason = 'units_released'"}},
	{"units are not released", 20, "the units are held back", []string{
		"update holds set expires_at = (select min(a.at) from audit a where a.event_id = holds.event_id) + 1 where reason = 'held_back'"}},
	{"units are held back until a time that is over", 20, "holds units back at", []string{"update holds set expires_at = 1 where reason = 'held_back'"}},
	{"a release becomes a block", 20, "blocks units for good", []string{"update audit set reason = 'blocked' " + row("reason = 'held_back'")}},
	{"a release is taken out of the plan after its time", 20, "takes the release out of the plan", []string{"update holds set expires_at = 1 where reason = 'release_withdrawn'"}},
	{"releases are changed when the waiting room is open", 20, "and the waiting room was open", []string{
		"update audit set at = at + 4000000000 " + row("reason = 'held_back' and event_id in (select event_id from holds where reason = 'units_released')")}},
}
