package store_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

const longEvent = "evt_longline0000"

// TestLongWaitlist sees that reading one's place and history in a line of 100,000
// walks along indexes, before and after the database has statistics, and that
// the tree of counts says what counting does.
func TestLongWaitlist(t *testing.T) {
	seed.InTurn(t, 1)
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			tier := storetest.LongWaitlist(t, s, longEvent, 100_000, 7)
			storetest.MovedBefore(t, s, longEvent, 20_000)
			checkPlans(t, s, tier)
			if _, err := s.JobsDB().ExecContext(t.Context(), "analyze"); err != nil {
				t.Fatal(err)
			}
			checkPlans(t, s, tier)
			for _, no := range []int64{1, 2, 15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 55_555, 111_111} {
				checkPlace(t, s, tier, no)
			}
		})
	}
}

func checkPlans(t *testing.T, s *store.Store, tier string) {
	t.Helper()
	const rank, no, seq, end, limit = 5_000_000, 50_000, 50_000, int64(1) << 62, 20
	for _, c := range []struct {
		name, index, sql string
		args             []any
	}{
		{"count ahead", "entries_by_join_no", events.CountAheadSQL, []any{longEvent, tier, 0, no}},
		{"entry that waits", "entries_by_join_no", events.WaitingEntrySQL, []any{longEvent, id.Seq(id.Entry, longEvent, no)}},
		{"first behind", "entries_waiting", events.FirstBehindSQL, []any{longEvent, tier, 1, rank, no}},
		{"left ahead", "entries_gone", events.LeftAheadSQL, []any{longEvent, tier, 150_000, end, rank, no, limit}},
		{"left since", "entries_gone", events.LeftSinceSQL, []any{longEvent, tier, 150_000, rank, no}},
		{"came and left", "entries_gone", events.CameAheadSQL(events.CameGone, events.ByPlacing), []any{longEvent, tier, 150_000, end, rank, no, limit}},
		{"came and waits", "entries_waiting", events.CameAheadSQL(events.CameWaiting, events.ByLane), []any{longEvent, tier, seq, end, rank, no, limit, 1}},
		{"page", "entries_waiting", events.LanePageSQL(true), []any{longEvent, tier, 0, limit, rank, no}},
		{"first page", "entries_waiting", events.LanePageSQL(false), []any{longEvent, tier, 0, limit}},
		{"story", "", events.LinkedStorySQL, []any{seq, longEvent, limit, "wle_none"}},
		{"moved away", "past_placements_ended", events.MovedAwaySQL, []any{longEvent, tier, 150_000, end, rank, no, limit}},
		{"came and moved", "past_placements_ended", events.CameMovedSQL, []any{longEvent, tier, 150_000, end, rank, no, limit}},
		{"moved since", "past_placements_ended", events.MovedSinceSQL, []any{longEvent, tier, 150_000, rank, no}},
		{"came since", "entries_waiting", events.CameSinceSQL, []any{longEvent, tier, 1, rank, no, seq}},
	} {
		plan := explain(t, s, c.sql, c.args)
		for _, table := range []string{"Seq Scan on waitlist_entries", "Seq Scan on waitlist_counts", "Seq Scan on audit", "Seq Scan on past_placements", "SCAN past_placements", "SCAN waitlist_entries", "SCAN waitlist_counts", "SCAN a\n", "a USING INDEX sqlite_autoindex_audit_1 (event_id=?)"} {
			if strings.Contains(plan, table) {
				t.Errorf("%s reads a whole table:\n%s", c.name, plan)
			}
		}
		used := usedIndex.FindAllString(plan, -1)
		slices.Sort(used)
		if used = slices.Compact(used); !slices.Equal(used, strings.Fields(c.index)) {
			t.Errorf("%s walks along %v, want %s:\n%s", c.name, used, c.index, plan)
		}
	}
}

// usedIndex finds the indexes on the entries that a plan names; those of
// primary keys have other names on each engine.
var usedIndex = regexp.MustCompile(`\b(entries|past_placements)_[a-z_]+\b`)

func explain(t *testing.T, s *store.Store, query string, args []any) string {
	t.Helper()
	word := "explain "
	if s.Engine() == "sqlite" {
		word = "explain query plan "
	}
	rows, err := s.JobsDB().QueryContext(t.Context(), word+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var plan strings.Builder
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&plan, *values[len(values)-1].(*any))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// checkPlace compares Place with a count of those ahead.
func checkPlace(t *testing.T, s *store.Store, tier string, joinNo int64) {
	t.Helper()
	e := inventory.Entry{Placement: inventory.Placement{Tier: tier, JoinNo: joinNo}}
	err := s.JobsDB().QueryRowContext(t.Context(), "select class, rank from waitlist_entries where event_id = $1 and join_no = $2",
		longEvent, joinNo).Scan(&e.Class, &e.Rank)
	if err != nil {
		t.Fatal(err)
	}
	var ahead, all int64
	err = s.JobsDB().QueryRowContext(t.Context(), `select count(*) filter (where rank < $1 or rank = $1 and join_no < $2), count(*)
		from waitlist_entries where event_id = $3 and state = 'waiting'`, e.Rank, e.JoinNo, longEvent).Scan(&ahead, &all)
	if err != nil {
		t.Fatal(err)
	}
	place, of, err := s.Waitlist.Place(t.Context(), longEvent, &e)
	if err != nil {
		t.Fatal(err)
	}
	if place != ahead+1 || of != all {
		t.Errorf("line number %d: place %d of %d, counted %d of %d", joinNo, place, of, ahead+1, all)
	}
}

// TestSaleIsAddedUpByIndex: what was sold through a waiting room is asked for every few seconds while it
// is served, and reads no hold that nobody has any more or that needed no pass.
func TestSaleIsAddedUpByIndex(t *testing.T) {
	t.Parallel()
	db := testdb.Open(t, testdb.SQLite(t))
	if plan := explain(t, db, waitingrooms.TookSQL, []any{"evt_some"}); !strings.Contains(plan, "USING COVERING INDEX holds_entered") {
		t.Error(plan)
	}
}

// TestPicturesAreFoundByIndex: which pictures nothing names is asked for each of them by the indexes of
// events and of what venues and rooms show, and not of all of these.
func TestPicturesAreFoundByIndex(t *testing.T) {
	t.Parallel()
	db := testdb.Open(t, testdb.SQLite(t))
	for index, query := range map[string]string{"events_by_picture": events.PicturesOfEventsSQL, "gallery_pictures_by_picture": events.PicturesOfPlacesSQL} {
		if plan := explain(t, db, query, []any{1}); !strings.Contains(plan, index) || strings.Contains(plan, "AUTOMATIC") {
			t.Error(plan)
		}
	}
	if plan := explain(t, db, events.UnnamedPicturesSQL, []any{"", 1}); !strings.Contains(plan, "events_by_picture") || strings.Contains(plan, "AUTOMATIC") {
		t.Error(plan)
	}
}
