package verify_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// differing is damage done past every guard, and what a replay of the log must say.
type differing struct{ name, says, sql string }

var differences = []differing{
	{"an audit row is of a kind that is not known", "this kind of audit row is not known (row", "update audit set reason = 'released_in_part' " + row("reason = 'registered'")},
	{"an audit row is about what nobody knows", "this kind of audit row is not known (row", "update audit set subject = 'rel_1' " + row("reason = 'registered'")},
	{"an audit row is lost", "was expected", "delete from audit " + row("reason = 'joined'")},
	{"the end of the log is lost", "there is none after row", "delete from audit where (event_id, seq) in (select event_id, max(seq) from audit group by event_id)"},
	{"an audit row begins elsewhere", "the event was \"published\"", "update audit set state_from = 'draft', state_to = 'draft' " + row("reason = 'settings_changed' and state_from = 'published'")},
	{"an audit row is of other units", "had", "update audit set units = units + 1 " + row("reason = 'cancelled_by_person'")},
	{"an audit row names another before it", "its last row was", "update audit set prev_seq = prev_seq - 1 " + row("reason = 'accepted'")},
	{"a hold is lost", "what the audit row is about is not stored", "delete from holds where id in (select min(id) from holds)"},
	{"an entry is lost", "what the audit row is about is not stored", "delete from waitlist_entries where id in (select min(id) from waitlist_entries)"},
	{"an item is lost", "its items are", "delete from hold_items where (hold_id, no) in (select hold_id, max(no) from hold_items where no > 1 group by hold_id)"},
	{"an entry was placed by another row", "where the entry stands from this row on", "update waitlist_entries set placed_seq = placed_seq + 1 " + waiting},
	{"an entry has another number", "of the waitlist, and the last one was", "update waitlist_entries set join_no = join_no + 100 " + waiting},
	{"an event is published", "the status is", "update events set status = 'draft' where status = 'published'"},
	{"a pool is larger", "the capacity is", "update pools set capacity = capacity + 1 " + anyPool},
	{"a pool counts more", "the count of confirmed units is", "update pools set confirmed = confirmed + 1 " + anyPool},
	{"a lane counts more", "the count of the waiting is", "update lanes set waiting = waiting + 1 where tier_id in (select min(tier_id) from lanes)"},
	{"a lane is lost", "the lane is \"there\" by the log", "delete from lanes where tier_id in (select min(tier_id) from lanes)"},
	{"a count of the waitlist is lost", "of level 3: the count of the waiting is", "delete from waitlist_counts where level = 3"},
	{"a hold is released", "the state is \"confirmed\" by the log, and \"released\" in the table", "update holds set state = 'released' " + confirmed},
	{"a hold gives another reason", "the reason is", "update holds set reason = 'declined' " + released},
	{"a hold has more units", "the count of units is", "update holds set units = units + 1 " + confirmed},
	{"a party gave another unit back", "the list of units that were given back is \"[2 4]\"", "update holds set given_back = '3,4' where given_back = '2,4'"},
	{"an item is released", "the row that released it is \"0\"", "update hold_items set state = 'released', released_seq = 7 where state = 'live'"},
	{"an entry still waits", "the row at which it stopped waiting is", "update waitlist_entries set left_seq = 0 where state = 'left'"},
	{"an entry was never passed", "the count of passes is", "update waitlist_entries set passes = 0 " + passedOnce},
	{"an offer is open again", "the state is \"expired\" by the log, and \"open\" in the table", "update offers set state = 'open' " + expired},
	{"an offer is lost", "the offer is \"there\" by the log, and \"missing\"", "delete from offers " + accepted},
	{"an exchange is open again", "the state is", "update exchanges set state = 'withdrawn' where state = 'open'"},
	{"a transfer never ended", "the state is", "update transfers set state = 'declined' where state = 'accepted'"},
	{"a ticket is somebody else's", "the holder is", "update ticket_versions set holder_id = 'per_other' where holder_id <> ''"},
	{"a ticket has a newer token", "the version of the token is", "update ticket_versions set version = version + 1"},
	{"a code was used less", "the count of uses is", "update price_codes set used = used - 1 where used > 0"},
	{"a version of a statement is lost", "the count of versions of the statement is \"2\"", "delete from statements where version = 1"},
	{"a statement is another", "the hash of the newest version is", "update statements set hash = '00' where version = 2"},
	{"a person has more", "the count of units is", "update people set units = units + 1 where units > 0"},
	{"a person's registration is forgotten", "the registration is", "update people set hold_id = '' where hold_id <> ''"},
	{"a tier costs more", "the price is", "update tiers set price = price + 1"},
	{"offers are miscounted", "the count of open offers is", "update events set live_offers = live_offers + 1 " + anyEvent},
}

// replays rebuilds every event of a sound database from its log, and of damaged ones.
func replays(t *testing.T, engine string, fresh func(*testing.T) string) {
	t.Run("none", func(t *testing.T) {
		url := fresh(t)
		found, compared := replayed(t, url)
		for _, what := range found {
			t.Error(what)
		}
		// The same from snapshots a few rows apart: whatever a row changes has to be in one.
		f := &fixture{t: t, raw: openRaw(t, url), store: testdb.Open(t, url)}
		if _, err := f.raw.ExecContext(t.Context(), "delete from replay_snapshots"); err != nil {
			t.Fatal(err)
		}
		for _, event := range f.column("select id from events order by id") {
			f.snapshots(event, 3)
			c, err := stored.CheckSnapshots(t.Context(), f.store, event)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range c.Differences {
				t.Errorf("from the snapshots: %s", d)
			}
		}
		if compared < 1000 {
			t.Errorf("%d columns were compared", compared)
		}
	})
	share := 1
	switch { // as of the corruptions that verify finds
	case os.Getenv("HOLDFAST_TEST_ALL") != "":
	case engine == "postgres":
		share = 12
	case seed.Few():
		share = 4
	}
	drawn := seed.Draw(t, share)
	for i, d := range differences {
		if i%share != drawn {
			continue
		}
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			url := fresh(t)
			result, err := openRaw(t, url).ExecContext(t.Context(), d.sql)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := result.RowsAffected(); n == 0 || err != nil {
				t.Fatalf("%d rows were changed, %v", n, err)
			}
			found, _ := replayed(t, url)
			if !slices.ContainsFunc(found, func(what string) bool { return strings.Contains(what, d.says) }) {
				t.Errorf("nothing says %q: %s", d.says, found)
			}
		})
	}
}

func replayed(t *testing.T, url string) (found []string, compared int64) {
	st := testdb.Open(t, url)
	f := &fixture{t: t, raw: openRaw(t, url)}
	for _, event := range f.column("select id from events order by id") {
		c, err := stored.Check(t.Context(), st, event)
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
		compared += c.Compared
		for _, d := range c.Differences {
			found = append(found, d.String())
		}
	}
	return found, compared
}
