package verify_test

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// inParts is an event of which a part has come free, one was taken out of the plan, and one is
// still held back, with a statement of each plan.
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
	said := inventory.PublishStatement{Who: staff, ID: id.Seq(id.Statement, p.id, 1), Held: []inventory.StatementHeld{{For: inventory.HeldForPress, Units: 1}}}
	p.must(said)
	p.must(inventory.PlanReleases{Who: staff, Releases: []inventory.Release{at(30, 0, 3), at(90, 0, 2)}})
	p.must(said)
	f.now = f.now.Add(10 * time.Minute)
	p.must(p.register(2, 1, 0))
	f.now = f.now.Add(90 * time.Minute)
	p.must(inventory.Tick{})
}

// promotes is an event that confirms somebody from the waitlist while others wait on.
func (f *fixture) promotes() {
	f.t.Helper()
	p := f.open(4, line(inventory.PromoteConfirm, inventory.BoundedSkip))
	for range 6 { // three have a place
		p.must(p.register(0, 1, 0))
	}
	p.must(inventory.SetCapacity{Who: staff, Pool: p.pools[1], Capacity: 4})
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
		"update audit set at = at + 4000000000 " + row("reason = 'held_back' and event_id in (select event_id from statements)")}},
}

// statementCorruptions are done to what was promised of that event, which has two versions.
var statementCorruptions = []corruption{
	{"a statement is changed", 20, "held in all was sealed as 1, and is 4 now", []string{"update statements set text = replace(text, '\"units\":1', '\"units\":4') where version = 2"}},
	{"a statement and its hash are changed", 20, "hash was sealed as", []string{"update statements set hash = '00' where version = 2"}},
	{"a version of a statement is lost", 20, "hash was sealed as", []string{"delete from statements where version = 1"}},
	{"the newest version of a statement is lost", 4, "is about stm_", []string{"delete from statements where version = 2"}},
	{"a statement that nobody published", 20, "is in no audit row", []string{
		"insert into statements (event_id, version, id, text, hash, created_at, opens_at, seq) select event_id, 3, id, text, hash, created_at, opens_at, seq from statements where version = 2"}},
	{"a version of a statement has another number", 20, "is number 2 in the log", []string{"update statements set version = 3 where version = 2"}},
	{"a statement is published after the opening", 20, "after the opening", []string{"update statements set opens_at = created_at where version = 2"}},
	{"a statement is of another opening", 20, "opens_at was sealed as", []string{"update statements set opens_at = opens_at + 1 where version = 2"}},
	{"a statement cannot be read", 20, "cannot be read", []string{"update statements set text = '' where version = 1"}},
	{"the places of a statement do not add up", 20, "public was sealed as", []string{"update audit set units = units + 1 " + row("reason = 'statement_published'")}},
	{"a release of a statement is another", 20, "later[0].row was sealed as", []string{
		"update statements set text = replace(text, '\"row\":', '\"row\":9') where version = 1"}},
}
