package sim

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// within bounds how long the suite simulates: on a machine whose disk is slow as
// many histories as fit, and the test reports how many.
const within = 8 * time.Minute

func TestHistories(t *testing.T) {
	sequences := seed.Count(t, "HOLDFAST_SIM_SEQUENCES", 100)
	r, err := Run(t.Context(), Config{Seed: seed.Of(t), Sequences: sequences, Within: within, Dir: t.TempDir()})
	if r != nil {
		for _, v := range r.Violations {
			t.Error(v)
		}
		t.Logf("%d sequences: %d answers (%d accepted), %d batches, %d failures, %d crashes, %d seats exchanged, %d joined waiting rooms or waitlists, %d came in and %d were put on the waitlist by a ballot, %d bookings of which %d waited, %d tables accepted, %d payments and %d refunds of deposits and fees", r.Sequences, r.Commands, r.Accepted, r.Batches, r.Faults, r.Crashes, r.Seats, r.Joined, r.Entered, r.Balloted, r.Booked, r.Waited, r.Taken, r.Paid, r.Refunded)
		t.Logf("of money: %v", r.Money)
		t.Logf("of rooms: %v", r.Rooms)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Faults == 0 || r.Crashes == 0 || r.Accepted == 0 || r.Refused == 0 || r.Repeated == 0 || r.Seats == 0 || r.Joined == 0 || r.Entered == 0 || r.Balloted == 0 || r.Booked == 0 || r.Waited == 0 || r.Taken == 0 || r.Paid == 0 || r.Refunded == 0 {
		t.Errorf("nothing was tried: %+v", r)
	}
	wanted := []string{"a crash", "a booking that is completed", "a booking that is lapsed", "a payment that is kept", "a payment that goes back"}
	if seed.Proving() { // it is seldom
		wanted = append(wanted, "a booking that waited, and is confirmed")
	}
	for _, what := range wanted {
		if r.Rooms[what] == 0 {
			t.Errorf("in no history of bookings there was %s", what)
		}
	}
}

func TestSameSeedSameTrace(t *testing.T) {
	seed.InTurn(t, 0)
	sequences := 10
	if seed.Proving() {
		sequences = 25
	}
	run := func(seed uint64) [sha256.Size]byte {
		r, err := Run(t.Context(), Config{Seed: seed, Sequences: sequences, Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return r.Trace
	}
	a, b := run(3), run(3)
	if a != b {
		t.Errorf("the same seed gave %x and %x", a, b)
	}
	if run(4) == a {
		t.Error("two seeds gave one trace")
	}
}

// TestWithin ends a simulation at the end of its time, with what it played until
// then checked and counted.
func TestWithin(t *testing.T) {
	r, err := Run(t.Context(), Config{Seed: 7, Sequences: 1 << 30, Within: 100 * time.Millisecond, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if r.Sequences == 0 || r.Commands == 0 || !r.Clean() {
		t.Errorf("%+v", r)
	}
}

// TestLossIsSeen takes something acknowledged away behind the simulator's back:
// a simulation that cannot fail proves nothing.
func TestLossIsSeen(t *testing.T) {
	for name, damage := range map[string]string{
		"a hold is gone":          "delete from holds where id = (select min(id) from holds)",
		"a counter is wrong":      "update pools set confirmed = confirmed + 1",
		"the ledger's end is cut": "delete from audit where seq = (select max(seq) from audit)",
		"the ledger was edited":   "update audit set reason = 'joined' where seq = 3",
	} {
		t.Run(name, func(t *testing.T) {
			s := &simulation{
				cfg:    Config{Seed: 5, Sequences: 1, Commands: 40, Faults: -1, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)},
				report: &Report{}, trace: sha256.New(), now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC),
				rand: rand.New(rand.NewPCG(5, 0)),
			}
			s.faults.decide(nil)
			ctx := context.Background()
			if err := s.freshDatabase(ctx, 0); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.closeStore() }()
			w := newWorkload(s, 0)
			s.beforeCheck = func() {
				db, err := sql.Open("sqlite", s.path)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = db.Close() }()
				r, err := db.ExecContext(ctx, damage)
				if err != nil {
					t.Fatal(err)
				}
				if n, err := r.RowsAffected(); err != nil || n == 0 {
					t.Fatalf("no damage was done: %v", err)
				}
			}
			if err := s.play(ctx, w); err != nil {
				t.Fatal(err)
			}
			if _, err := s.verify(ctx); err != nil {
				t.Fatal(err)
			}
			if s.report.Clean() {
				t.Error("nobody noticed")
			}
			t.Log(strings.Join(s.report.Violations, "\n"))
		})
	}
}
