package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// inOrder are the waiting entries of a tier, in the order of the waitlist.
func (w *writtenRows) inOrder(tier string) []*inventory.Entry {
	var line []*inventory.Entry
	for _, e := range w.entries {
		if e.Tier == tier && e.State == inventory.EntryWaiting {
			line = append(line, e)
		}
	}
	slices.SortFunc(line, func(a, b *inventory.Entry) int {
		if a.Before(b) {
			return -1
		}
		return 1
	})
	return line
}

func readLine(t *testing.T, s *store.Store) {
	for n, classes := range []int{1, 3, 8} {
		w := randomRows(rand.New(rand.NewPCG(5, uint64(n))), eventID(900+n), 300, classes)
		w.write(t, s)
		for _, tier := range append(w.tiers, "tir_none") {
			want := w.inOrder(tier)
			for _, limit := range []int{1, 7, 1000} {
				var got []*inventory.Entry
				after := events.WaitlistCursor{}
				for {
					page := must[[]events.RegistrationView](t)(s.Waitlist.WaitlistPage(t.Context(), w.event, tier, after, limit))
					if len(page) == 0 {
						break
					}
					if len(page) > limit {
						t.Fatalf("a page of %d, limit %d", len(page), limit)
					}
					for _, v := range page {
						got = append(got, v.Entry)
						same(t, &v.Person, w.personOf(v.Entry.PersonID))
					}
					last := page[len(page)-1].Entry
					after = events.WaitlistCursor{Rank: last.Rank, JoinNo: last.JoinNo}
				}
				same(t, got, want)
			}
		}
	}
}

func readPlace(t *testing.T, s *store.Store) {
	for n, classes := range []int{1, 2, 8} {
		w := randomRows(rand.New(rand.NewPCG(6, uint64(n))), eventID(910+n), 400, classes)
		w.write(t, s)
		for _, tier := range w.tiers {
			line := w.inOrder(tier)
			for i, e := range line {
				place, of, err := s.Waitlist.Place(t.Context(), w.event, e)
				if err != nil {
					t.Fatal(err)
				}
				if place != int64(i+1) || of != int64(len(line)) {
					t.Errorf("entry %s: place %d of %d, want %d of %d", e.ID, place, of, i+1, len(line))
				}
				v := must[*events.RegistrationView](t)(s.Registrations.Entry(t.Context(), e.ID))
				same(t, v.Entry, e)
				if alone := !slices.ContainsFunc(line, func(o *inventory.Entry) bool { return o.Class != e.Class }); !alone {
					place, of = 0, 0 // not told with the entry: other classes take a second look
				}
				if v.Place != place || v.InLine != of {
					t.Errorf("entry %s came with place %d of %d, want %d of %d", e.ID, v.Place, v.InLine, place, of)
				}
			}
		}
	}
}

// readHistory is the story that a newcomer would ask for, spelled out.
func readHistory(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(920), "tir_a", "tir_b")
	w.headFor = 1000
	ahead := w.join(w.person("ahead"), "tir_a", 0)
	gone := w.join(w.person("gone"), "tir_a", 0)
	w.move(gone, inventory.EntryLeft, inventory.ReasonLeft) // before my time
	me := w.join(w.person("me"), "tir_a", 0)
	w.join(w.person("other tier"), "tir_b", 0)
	behind := w.join(w.person("behind"), "tir_a", 0)
	w.move(behind, inventory.EntryLeft, inventory.ReasonLeft) // no business of mine
	vip := w.join(w.person("vip"), "tir_a", 2)                // comes ahead
	w.move(me, inventory.EntryWaiting, inventory.ReasonPassedPartySize)
	w.offer(ahead)
	w.move(vip, inventory.EntryRemoved, inventory.ReasonRemovedByStaff)
	o := w.offer(me)
	w.end(o, inventory.OfferAccepted, inventory.EntryAccepted, inventory.HoldConfirmed, inventory.ReasonAccepted)
	w.write(t, s)
	steps, next, err := s.Waitlist.EntryHistory(t.Context(), w.event, me, events.PlaceCursor{}, 50)
	if err != nil {
		t.Fatal(err)
	}
	same(t, next, events.PlaceCursor{})
	type told struct {
		Reason        inventory.Reason
		Before, After int64
		Own           bool
		Entry, Person string
	}
	var got []told
	for _, st := range steps {
		got = append(got, told{st.Row.Reason, st.Before, st.After, st.Own, st.OtherEntry, st.OtherPerson})
	}
	same(t, got, []told{
		{inventory.ReasonAccepted, 0, 0, true, "", ""},
		{inventory.ReasonOffered, 1, 0, true, "", ""},
		{inventory.ReasonRemovedByStaff, 2, 1, false, vip.ID, vip.PersonID},
		{inventory.ReasonOffered, 3, 2, false, ahead.ID, ahead.PersonID},
		{inventory.ReasonPassedPartySize, 3, 3, true, "", ""},
		{inventory.ReasonJoined, 2, 3, false, vip.ID, vip.PersonID},
		{inventory.ReasonJoined, 0, 2, true, "", ""},
	})
	_, _, err = s.Waitlist.EntryHistory(t.Context(), eventID(921), me, events.PlaceCursor{}, 5)
	wantErr(t, err, database.ErrNotFound)
	_, _, err = s.Waitlist.EntryHistory(t.Context(), w.event, &inventory.Entry{ID: id.Seq(id.Entry, w.event, 1<<30)}, events.PlaceCursor{}, 5)
	wantErr(t, err, database.ErrNotFound)
}

// readMovedHistory: a place that changed because somebody was moved is told as that,
// with the row of the move, and never as somebody who joined ahead.
func readMovedHistory(t *testing.T, s *store.Store) {
	w := newWrittenRows(eventID(925), "tir_a", "tir_b")
	first := w.join(w.person("first"), "tir_a", 0)
	me := w.join(w.person("me"), "tir_a", 0)
	behind := w.join(w.person("behind"), "tir_a", 0)
	elsewhere := w.join(w.person("elsewhere"), "tir_b", 0)
	w.moveTo(behind, "tir_a", 7, -1000)   // to the front, past me
	w.moveTo(first, "tir_a", 0, 0)        // to the end, behind me
	w.moveTo(elsewhere, "tir_a", 7, -999) // from another waitlist to the front
	w.moveTo(behind, "tir_a", 7, -998)    // ahead of me as before
	w.moveTo(me, "tir_a", 7, -997)        // I am moved
	w.move(elsewhere, inventory.EntryLeft, inventory.ReasonLeft)
	w.moveTo(behind, "tir_b", 0, 0)
	w.write(t, s)
	type told struct {
		Reason        inventory.Reason
		Before, After int64
		Entry         string
	}
	var got []told
	for _, st := range pagedHistory(t, s, w.event, me, 2) {
		got = append(got, told{st.Row.Reason, st.Before, st.After, st.OtherEntry})
	}
	same(t, got, []told{
		{reasonMoved, 2, 1, behind.ID},
		{inventory.ReasonLeft, 3, 2, elsewhere.ID},
		{reasonMoved, 3, 3, ""},
		{reasonMoved, 2, 3, elsewhere.ID},
		{reasonMoved, 3, 2, first.ID},
		{reasonMoved, 2, 3, behind.ID},
		{inventory.ReasonJoined, 0, 2, ""},
	})
}

// readHistoryRandom compares the history of every entry of random lines, in
// pages of random size, with places counted after each audit row.
func readHistoryRandom(t *testing.T, s *store.Store) {
	moves := 0
	for n := range 8 {
		r := rand.New(rand.NewPCG(7, uint64(n)))
		w := randomRows(r, eventID(930+n), 160, 1+n%4*2)
		w.write(t, s)
		for _, e := range w.entries {
			want := w.history(e)
			got := pagedHistory(t, s, w.event, e, 1+r.IntN(40))
			same(t, got, want)
			if t.Failed() {
				t.Fatalf("entry %s, classes %d", e.ID, 1+n%4*2)
			}
			moves += len(w.stood[e.ID]) - 1
		}
	}
	if moves < 50 {
		t.Errorf("only %d moves in all histories", moves)
	}
}

// history is what EntryHistory must return: a step for each row about the entry
// itself, and for each row around which its place differs.
func (w *writtenRows) history(e *inventory.Entry) []events.PlaceStep {
	var steps []events.PlaceStep
	for _, row := range w.audit {
		st := events.PlaceStep{Row: row, Before: w.position(e, row.Seq-1), After: w.position(e, row.Seq), Own: row.Subject == e.ID}
		if !st.Own && st.Before == st.After {
			continue
		}
		if !st.Own {
			other := w.entry(row.Subject)
			st.OtherEntry, st.OtherPerson = other.ID, other.PersonID
		}
		steps = append(steps, st)
	}
	slices.Reverse(steps)
	return steps
}

func pagedHistory(t *testing.T, s *store.Store, event string, e *inventory.Entry, limit int) []events.PlaceStep {
	t.Helper()
	var all []events.PlaceStep
	for cursor := (events.PlaceCursor{}); ; {
		steps, next, err := s.Waitlist.EntryHistory(t.Context(), event, e, cursor, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(steps) == 0 {
			t.Fatal("an empty page: the one before was the last and had a next one")
		}
		all = append(all, steps...)
		if next == (events.PlaceCursor{}) {
			return all
		}
		if len(steps) != limit {
			t.Fatalf("a page of %d steps with a next one, limit %d", len(steps), limit)
		}
		cursor = next
	}
}

// LongWaitlist stores an event whose one tier has n waiting entries, one in every
// share of them in a second class (share 0: none), and returns it. Every tenth
// line number has left: entry i joined at seq i and left at seq total+i.
func LongWaitlist(t testing.TB, s *store.Store, event string, n int64, share int64) (tier string) {
	t.Helper()
	w := newWrittenRows(event, "tir_long")
	w.write(t, s)
	total := n * 10 / 9
	class := "0"
	if share > 0 {
		class = fmt.Sprintf("(case when i %% %d = 0 then 1 else 0 end)", share)
	}
	code := event[len(id.Event):]
	for _, q := range []string{
		fmt.Sprintf(`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < %d)
			insert into waitlist_entries (event_id, id, state, person_id, tier_id, units, class, join_no, rank, passes, guests, offer_id,
				joined_at, placed_seq, left_seq, updated_at, reason, last_seq)
			select '%s', 'wle_%s' || substr('0000000000000000' || cast(i as text), length(cast(i as text)) + 1),
				case when i %% 10 = 0 then 'left' else 'waiting' end, 'per_' || cast(i as text), 'tir_long', 1, %s, i, i * 100 - %s * 50000, 0, '[]', '',
				i * 100, i, case when i %% 10 = 0 then %d + i else 0 end, i, 'joined', i from numbers`,
			total, event, code, class, class, total),
		fmt.Sprintf(`insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
			select event_id, placed_seq, joined_at, 'public', id, '', 'waiting', 'joined', 1, '', 0, 0, '' from waitlist_entries where event_id = '%s'`, event),
		fmt.Sprintf(`insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
			select event_id, left_seq, joined_at, 'public', id, 'waiting', 'left', 'left', 1, '', 0, placed_seq, '' from waitlist_entries
			where event_id = '%s' and left_seq > 0`, event),
		fmt.Sprintf(`insert into lanes (event_id, tier_id, class, waiting, last_rank)
			select event_id, tier_id, class, count(*), max(rank) from waitlist_entries
			where event_id = '%s' and state = 'waiting' group by event_id, tier_id, class`, event),
	} {
		execRaw(t, s, q)
	}
	for level, width := 1, lineRadix; level <= lineLevels; level, width = level+1, width*lineRadix {
		execRaw(t, s, fmt.Sprintf(`insert into waitlist_counts (event_id, tier_id, class, level, bucket, waiting)
			select event_id, tier_id, class, %d, join_no / %d, count(*) from waitlist_entries
			where event_id = '%s' and state = 'waiting' group by event_id, tier_id, class, join_no / %d`, level, width, event, width))
	}
	return "tir_long"
}

// MovedBefore gives the first n entries of LongWaitlist a placement before theirs.
func MovedBefore(t testing.TB, s *store.Store, event string, n int64) {
	t.Helper()
	execRaw(t, s, fmt.Sprintf(`insert into past_placements (event_id, entry_id, tier_id, class, join_no, rank, placed_seq, until_seq)
		select event_id, id, tier_id, class, join_no, rank, placed_seq - 1, placed_seq from waitlist_entries
		where event_id = '%s' and join_no <= %d`, event, n))
}

func execRaw(t testing.TB, s *store.Store, query string, args ...any) {
	t.Helper()
	if _, err := s.JobsDB().ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}
