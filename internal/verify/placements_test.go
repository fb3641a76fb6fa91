package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// planted is an event at which the last of three who wait was moved to the front, and
// was then offered the unit that came free. No command moves anybody, so the move is
// committed past the decision, with its audit row, as a decision would write it.
func planted(t *testing.T, url string) (f *fixture, p *party, moved string) {
	t.Helper()
	f = newFixture(t, url, 3)
	p = f.open(4, line(inventory.PromoteOffer, inventory.BoundedSkip))
	for range 5 {
		p.do(p.register(1, 1, 0)) // the box holds two
	}
	moved = p.waits[2]
	p.move(moved, 7)
	p.do(inventory.Cancel{Who: staff, OrderID: p.orders[0]})
	return f, p, moved
}

func (p *party) move(entry string, class int) {
	t, f := p.h.t, p.h
	t.Helper()
	now := inventory.At(f.now)
	b, err := ledger.Begin(t.Context(), f.store, ledger.BatchQuery{EventID: p.id, Batch: inventory.Batch{Now: now, Commands: []inventory.Command{inventory.Leave{EntryID: entry}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Rollback()
	st, e := b.Cached.State, b.Work.Entries[entry]
	st.Event.Seq++
	st.Event.JoinNo++
	past := inventory.PastPlacement{EntryID: entry, Placement: e.Placement, UntilSeq: st.Event.Seq}
	e.Placement = inventory.Placement{Tier: e.Tier, Class: class, JoinNo: st.Event.JoinNo, Rank: int64(now) - int64(inventory.Day), PlacedSeq: st.Event.Seq}
	from, to := st.Lanes[past.Lane()], &inventory.Lane{Tier: e.Tier, Class: class, Waiting: 1, LastRank: e.Rank}
	from.Waiting--
	row := inventory.AuditRow{
		Seq: st.Event.Seq, At: now, Actor: "key_staff", Subject: entry, From: "waiting", To: "waiting", Reason: "moved",
		Rule: inventory.RuleVersion, Units: e.Units, PrevSeq: e.LastSeq,
	}
	e.LastSeq, e.Reason = row.Seq, row.Reason
	c := &inventory.Changes{
		EventChanged: true, Lanes: []*inventory.Lane{from, to}, Audit: []inventory.AuditRow{row},
		Entries: []inventory.EntryChange{{Entry: e}}, PastPlacements: []inventory.PastPlacement{past},
		Places: []inventory.PlaceChange{{Lane: past.Lane(), JoinNo: past.JoinNo, Delta: -1}, {Lane: e.Lane(), JoinNo: e.JoinNo, Delta: 1}},
	}
	hashes := audit.Chain(b.Cached.Head, p.id, c.Audit)
	err = b.Commit(t.Context(), ledger.Write{Changes: c, Hashes: hashes, HeadSig: audit.SignHead(signingKey, p.id, row.Seq, hashes[0]), Now: now})
	if err != nil {
		t.Fatal(err)
	}
}

// TestMovesAreFollowed: whoever was moved to the front and served first is judged by where
// everybody stood then. All that verify finds is that no rule of this version moves.
func TestMovesAreFollowed(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f, p, moved := planted(t, url)
		if got := f.column("select entry_id from offers where event_id = $1", p.id); !slices.Equal(got, []string{moved}) {
			t.Fatalf("%v were offered the unit, want %s", got, moved)
		}
		r := run(t, f.store, verify.Options{})
		if r.Checked.PastPlacements != 1 || len(r.Violations) != 1 || !strings.Contains(r.Violations[0].What, "is not a legal transition") {
			t.Errorf("%d past placements, %+v", r.Checked.PastPlacements, r.Violations)
		}
	})
}

// TestPlacementsDamaged damages what says where the entry stood.
func TestPlacementsDamaged(t *testing.T) {
	const ofMoved = "where id in (select entry_id from past_placements)"
	for _, c := range []corruption{
		{"the move is forgotten", 4, "it is placed nowhere from there on", []string{"delete from past_placements"}},
		{"it joined before", 4, "said to have joined by audit row", []string{"update past_placements set placed_seq = placed_seq - 1"}},
		{"it stood elsewhere until another row", 6, "in the next from row", []string{"update past_placements set until_seq = until_seq + 1"}},
		{"it stands in front by another row", 4, "which did not move it", []string{
			"update waitlist_entries set placed_seq = placed_seq + 1 " + ofMoved, "update past_placements set until_seq = until_seq + 1"}},
		{"it always stood in front", 6, "wait before it in its tier", []string{
			"update waitlist_entries set rank = rank + 10000000000000, class = 0 " + ofMoved}},
		{"another entry was moved", 6, "with number", []string{
			"update past_placements set entry_id = (select min(id) from waitlist_entries where id <> past_placements.entry_id)"}},
		{"a past placement of nobody", 6, "an entry that is not stored", []string{"update past_placements set entry_id = 'wle_nobody'"}},
		{"a number is given twice", 2, "were given", []string{
			"insert into past_placements select event_id, entry_id, tier_id, class, join_no + 100, rank, placed_seq - 1, until_seq from past_placements"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			engines(t, func(t *testing.T, url string) {
				planted(t, url)
				catch(t, url, c, nil)
			})
		})
	}
}
