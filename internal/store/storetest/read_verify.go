package storetest

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

func instant(n int64) inventory.Instant { return inventory.Instant(n) }

func must2(t testing.TB, s *store.Store) *sql.Tx {
	t.Helper()
	tx, err := s.JobsDB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// readSnapshot streams more rows than a page has and compares all of them.
func readSnapshot(t *testing.T, s *store.Store) {
	w := randomRows(rand.New(rand.NewPCG(8, 8)), eventID(1100), 1800, 3)
	for i := range 1100 { // so that the counts have several pages too
		w.lanes[inventory.LaneKey{Tier: fmt.Sprintf("tir_x%04d", i)}] = &inventory.Lane{Tier: fmt.Sprintf("tir_x%04d", i)}
	}
	w.write(t, s)
	empty := newWrittenRows(eventID(1101), "tir_a")
	empty.write(t, s)
	err := s.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
		return errors.Join(checkEventRows(t, v, w), checkRows(t, v, w), checkLine(t, v, w), checkRows(t, v, empty), checkStop(t, v, w))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkEventRows(t *testing.T, v *snapshot.Snapshot, w *writtenRows) error {
	seen := 0
	err := v.Events(func(e *events.EventRecord) error {
		if e.Event.ID != w.event {
			return nil
		}
		seen++
		same(t, e.Event.Seq, int64(len(w.audit)))
		same(t, e.HeadHash, w.hashes()[len(w.audit)-1])
		pools, err := v.Pools(w.event) // inside of a callback
		same(t, pools, []inventory.Pool{{ID: rowsPool, Name: "Main", Capacity: 100, Held: 1, Confirmed: 2, Blocked: 3}})
		return err
	})
	same(t, seen, 1)
	if err != nil {
		return err
	}
	tiers, err := v.Tiers(w.event)
	same(t, tiers, []inventory.Tier{{ID: "tir_a", Name: "Tier tir_a", Pools: []string{rowsPool}}, {ID: "tir_b", Name: "Tier tir_b", Pools: []string{rowsPool}}})
	return err
}

func checkRows(t *testing.T, v *snapshot.Snapshot, w *writtenRows) error {
	var people []*inventory.Person
	var holds []*inventory.Hold
	var entries []*inventory.Entry
	var past []inventory.PastPlacement
	var offers []*inventory.Offer
	var lines []events.ChainedRow
	var messages []inventory.Message
	err := errors.Join(
		v.People(w.event, func(p *snapshot.PersonRecord) error { people = append(people, &p.Person); return nil }),
		v.Holds(w.event, func(h *inventory.Hold) error { holds = append(holds, h); return nil }),
		v.Entries(w.event, func(e *inventory.Entry) error { entries = append(entries, e); return nil }),
		v.PastPlacements(w.event, func(p *inventory.PastPlacement) error { past = append(past, *p); return nil }),
		v.Offers(w.event, func(o *inventory.Offer) error { offers = append(offers, o); return nil }),
		v.Audit(w.event, func(l *events.ChainedRow) error { lines = append(lines, *l); return nil }),
		v.Messages(w.event, func(m *snapshot.MessageRecord) error { messages = append(messages, m.Message); return nil }),
	)
	same(t, people, byKey(w.people, func(p *inventory.Person) string { return p.ID }))
	same(t, holds, byKey(w.holds, func(h *inventory.Hold) string { return h.ID }))
	same(t, entries, byKey(w.entries, func(e *inventory.Entry) string { return e.ID }))
	slices.SortFunc(w.past, func(a, b inventory.PastPlacement) int {
		return cmp.Or(cmp.Compare(a.EntryID, b.EntryID), cmp.Compare(a.PlacedSeq, b.PlacedSeq))
	})
	same(t, past, w.past)
	same(t, offers, byKey(w.offers, func(o *inventory.Offer) string { return o.ID }))
	same(t, lines, w.lines(func(*inventory.AuditRow) bool { return true }))
	same(t, messages, w.messages)
	return err
}

func byKey[T any](list []*T, key func(*T) string) []*T {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, func(a, b *T) int { return cmp.Compare(key(a), key(b)) })
	return sorted
}

func checkLine(t *testing.T, v *snapshot.Snapshot, w *writtenRows) error {
	lanes, err := v.Lanes(w.event)
	if err != nil {
		return err
	}
	same(t, len(lanes), len(w.lanes))
	for _, l := range lanes {
		same(t, &l, w.lanes[inventory.LaneKey{Tier: l.Tier, Class: l.Class}])
	}
	sums := map[inventory.LaneKey][1 + lineLevels]int64{}
	var last *events.WaitlistCount
	err = v.WaitlistCounts(w.event, func(c *events.WaitlistCount) error {
		if last != nil && *last == *c {
			t.Errorf("%v came twice", c)
		}
		last = c
		s := sums[c.Lane]
		s[c.Level] += c.Waiting
		sums[c.Lane] = s
		return nil
	})
	for key, l := range w.lanes {
		if l.Waiting > 0 {
			want := [1 + lineLevels]int64{}
			for level := range lineLevels {
				want[1+level] = l.Waiting
			}
			same(t, sums[key], want)
		}
	}
	return err
}

// checkStop sees that an error of a callback ends the reading and is returned.
func checkStop(t *testing.T, v *snapshot.Snapshot, w *writtenRows) error {
	stop, calls := errors.New("stop"), 0
	err := v.Audit(w.event, func(*events.ChainedRow) error { calls++; return stop })
	same(t, calls, 1)
	wantErr(t, err, stop)
	return nil
}

func readOrphans(t *testing.T, s *store.Store) {
	w := messageRows(eventID(1200))
	w.take(w.person("x"), "tir_a", 1, inventory.HoldConfirmed, inventory.ReasonRegistered)
	w.write(t, s)
	orphans := func() (found []string) {
		err := s.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
			list, err := v.Orphans()
			for _, o := range list {
				if o.EventID == w.event || o.EventID == "evt_nowhere" {
					found = append(found, o.Table+" "+o.ID+" "+o.Column+" "+o.Missing)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(found)
		return found
	}
	same(t, len(orphans()), 0)
	h, e, o, p := w.holds[0], w.entries[1], w.offers[0], w.people[0]
	m := w.messages[len(w.messages)-1]
	none := id.Seq(id.Order, w.event, 1<<30)
	for _, q := range []string{
		"update holds set person_id = '" + none + "', entry_id = 'wle_x', offer_id = 'off_x', tier_id = 'tir_x' where id = '" + h.ID + "'",
		"update waitlist_entries set person_id = 'per_x', offer_id = 'off_x', tier_id = 'tir_x' where id = '" + e.ID + "'",
		"update offers set entry_id = 'wle_x', order_id = 'ord_x', person_id = 'per_x' where id = '" + o.ID + "'",
		"update people set hold_id = 'ord_x', entry_id = 'wle_x' where id = '" + p.ID + "'",
		fmt.Sprintf("update messages set ref = 'ord_x', person_id = 'per_x', seq = 1000000 where event_id = '%s' and seq = %d", w.event, m.Seq),
		"insert into audit select 'evt_nowhere', seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, commitment, hash " +
			"from audit where event_id = '" + w.event + "' and seq = 1",
	} {
		execRaw(t, s, q)
	}
	want := []string{
		"audit  event_id events",
		"holds " + h.ID + " entry_id waitlist_entries", "holds " + h.ID + " offer_id offers",
		"holds " + h.ID + " person_id people", "holds " + h.ID + " tier_id tiers",
		"messages 1000000 person_id people", "messages 1000000 ref holds", "messages 1000000 seq audit",
		"offers " + o.ID + " entry_id waitlist_entries", "offers " + o.ID + " order_id holds", "offers " + o.ID + " person_id people",
		"people " + p.ID + " entry_id waitlist_entries", "people " + p.ID + " hold_id holds",
		"waitlist_entries " + e.ID + " offer_id offers", "waitlist_entries " + e.ID + " person_id people", "waitlist_entries " + e.ID + " tier_id tiers",
	}
	slices.Sort(want)
	same(t, orphans(), want)
}

// readJobRanges writes jobs as River does: on SQLite the arguments are a blob.
func readJobRanges(t *testing.T, s *store.Store) {
	state := []string{"available", "scheduled", "retryable", "running", "pending", "completed", "discarded"}
	var want []snapshot.JobRange
	for i, st := range state {
		j := snapshot.JobRange{State: st, EventID: eventID(1300 + i%2), FromSeq: int64(i), ToSeq: int64(i + 5)}
		args := fmt.Sprintf(`{"event_id": %q, "from_seq": %d, "to_seq": %d}`, j.EventID, j.FromSeq, j.ToSeq)
		finalized := any(nil)
		if st == "completed" || st == "discarded" {
			finalized = "2026-11-21 03:04:05"
		}
		var blob any = args
		if s.Engine() == "sqlite" {
			blob = []byte(args)
		}
		kind := snapshot.DeliverKind
		execRaw(t, s, "insert into river_job (args, kind, max_attempts, state, finalized_at) values ($1, $2, 3, $3, $4)", blob, kind, st, finalized)
		execRaw(t, s, "insert into river_job (args, kind, max_attempts, state, finalized_at) values ($1, $2, 3, $3, $4)", blob, "other", st, finalized)
		want = append(want, j)
	}
	for _, event := range []string{"", eventID(1300), eventID(1301), eventID(1302)} {
		var got, some []snapshot.JobRange
		err := s.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
			return v.JobRanges(event, func(j *snapshot.JobRange) error {
				if j.ID <= 0 {
					t.Errorf("job id %d", j.ID)
				}
				j.ID = 0
				got = append(got, *j)
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range want {
			if event == "" || j.EventID == event {
				some = append(some, j)
			}
		}
		same(t, got, some)
	}
}
