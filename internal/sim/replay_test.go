package sim

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/replay"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// stood is all that a replay shows of an event.
type stood struct {
	Figures  *replay.Figures
	Waitlist []replay.Place
	Seats    []replay.Seat
}

func standing(s *replay.State) stood { return stood{s.Figures(), s.Waitlist(), s.Seats()} }

// TestReplay plays random histories and compares, after each batch, what the log makes of
// the event with its tables. At the end it replays to each of these moments again, from
// what is stored by then, snapshots included, and must find what it found at the time.
func TestReplay(t *testing.T) {
	t.Parallel()
	histories := seed.Count(t, "HOLDFAST_REPLAYS", 12)
	number := seed.Of(t)
	s := &simulation{
		cfg:    Config{Seed: number, Sequences: histories, Commands: 60, Faults: 250, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)},
		report: &Report{}, trace: sha256.New(), now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC),
	}
	s.faults.decide(nil)
	if err := s.freshDatabase(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.closeStore() }()
	moments := map[int64]stood{}
	var compared int64
	s.afterBatch = func(ctx context.Context, w *workload) error {
		if len(w.seen) == 0 {
			return nil // its creation failed
		}
		c, err := stored.Check(ctx, s.store, w.event)
		if err != nil {
			return err
		}
		compared += c.Compared
		for _, d := range c.Differences {
			t.Errorf("history %d, after row %d: %s", w.number, c.Rows, d)
		}
		now, err := stored.Replay(ctx, s.store, w.event, stored.Moment{}, stored.Way{FromRows: true})
		if err != nil {
			return err
		}
		moments[now.Seq()] = standing(now.State)
		if err := snapshots(ctx, s.store, w.event); err != nil {
			return err
		}
		if c, err = stored.CheckSnapshots(ctx, s.store, w.event); err != nil {
			return err
		}
		for _, d := range c.Differences {
			t.Errorf("history %d, from the snapshots, after row %d: %s", w.number, c.Rows, d)
		}
		return nil
	}
	waited, seats, offers := 0, 0, 0
	for n := range histories {
		clear(moments)
		s.rand = rand.New(rand.NewPCG(number, uint64(n)))
		w := newWorkload(s, n)
		if err := s.play(t.Context(), w); err != nil {
			t.Fatalf("history %d: %v", n, err)
		}
		for seq, then := range moments {
			again, err := stored.Replay(t.Context(), s.store, w.event, stored.Moment{Seq: seq}, stored.Way{})
			if err != nil {
				t.Fatalf("history %d, row %d: %v", n, seq, err)
			}
			if now := standing(again.State); !reflect.DeepEqual(now, then) {
				t.Errorf("history %d: after row %d the event stood at %+v, and is said to have stood at %+v", n, seq, then, now)
			}
			waited += len(then.Waitlist)
			seats += len(then.Seats)
			offers += int(then.Figures.Offered)
		}
		if t.Failed() {
			t.FailNow()
		}
		if err := timesAgree(t.Context(), s.store, w); err != nil {
			t.Fatalf("history %d: %v", n, err)
		}
	}
	for _, v := range s.report.Violations {
		t.Error(v)
	}
	t.Logf("%d comparisons", compared)
	if waited == 0 || seats == 0 || offers == 0 {
		t.Errorf("nobody waited (%d), no seat was taken (%d) or no offer made (%d)", waited, seats, offers)
	}
}

// snapshots stores snapshots of an event, a few rows apart, and compares all that there are
// with its rows.
func snapshots(ctx context.Context, st *store.Store, event string) error {
	keeper := &stored.Keeper{Store: st, Log: slog.New(slog.DiscardHandler), Every: 3}
	for more := true; more; {
		var err error
		if more, err = keeper.Make(ctx, event); err != nil {
			return err
		}
	}
	return st.Snapshot(ctx, func(snap *snapshot.Snapshot) error {
		damage, err := stored.Compare(snap, event)
		if damage != nil {
			return fmt.Errorf("the snapshot after row %d: %s", damage.Seq, damage.Why)
		}
		return err
	})
}

// timesAgree checks that the time of a row, and a moment before it, lead to that row and
// to the one before.
func timesAgree(ctx context.Context, st *store.Store, w *workload) error {
	return st.Snapshot(ctx, func(snap *snapshot.Snapshot) error {
		e, err := snap.Event(w.event)
		if err != nil {
			return err
		}
		for i, r := range w.seen {
			if i+1 < len(w.seen) && w.seen[i+1].At == r.At {
				continue // the last row of a time is that of the time
			}
			seq, err := stored.Seq(snap, e, stored.Moment{At: r.At})
			if err != nil {
				return err
			}
			if seq != r.Seq {
				w.sim.report.violate(w.number, "the time of row %d is that of row %d", r.Seq, seq)
			}
		}
		return nil
	})
}
