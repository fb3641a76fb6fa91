package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gate returns one with so many turns.
func gate(atOnce, most int) *Gate { return &Gate{most: most, free: atOnce} }

// take takes a turn that is free.
func take(t *testing.T, g *Gate) *Turn {
	t.Helper()
	turn, err := g.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &turn
}

// TestOrder: whoever waits has a turn in the order of arrival, and whoever goes on is before all who
// have had none.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 10)
		resting := take(t, g)
		resting.Rest()
		first := take(t, g)
		var order []string
		var wg sync.WaitGroup
		for _, name := range []string{"a", "b", "c"} {
			wg.Go(func() {
				turn := take(t, g)
				order = append(order, name)
				turn.End()
			})
			synctest.Wait()
		}
		wg.Go(func() {
			resting.GoOn(t.Context())
			order = append(order, "goes on")
			resting.End()
		})
		synctest.Wait()
		if got := g.Waiting(); got != 0.3 {
			t.Errorf("%v is full, want 0.3: who goes on is not counted", got)
		}
		first.End()
		wg.Wait()
		if want := []string{"goes on", "a", "b", "c"}; !slices.Equal(order, want) {
			t.Errorf("%q, want %q", order, want)
		}
		if g.free != 1 || g.Waiting() != 0 {
			t.Errorf("%d turns are free, want the one; %v wait", g.free, g.Waiting())
		}
	})
}

// TestFull: as many wait as may, and the next one is told so at once.
func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 2)
		has := take(t, g)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() { take(t, g).End() })
		}
		synctest.Wait()
		if _, err := g.Take(t.Context()); !errors.Is(err, ErrFull) {
			t.Errorf("%v, want ErrFull", err)
		}
		has.End()
		wg.Wait()
		take(t, g).End()
	})
}

// TestGivenUp: whoever goes away while they wait leaves their turn to the next, also when it came at
// the same moment, and whoever goes on is answered without one.
func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 10)
		resting := take(t, g)
		resting.Rest()
		has := take(t, g)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := g.Take(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want that it was cancelled", err)
			}
		})
		wg.Go(func() { resting.GoOn(ctx) })
		synctest.Wait()
		reached := false
		wg.Go(func() {
			turn := take(t, g)
			reached = true
			turn.End()
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		if resting.has || reached || g.Waiting() != 0.1 {
			t.Errorf("a turn was given that nobody has given back; %v wait, want 0.1", g.Waiting())
		}
		resting.End() // it has none
		has.End()
		wg.Wait()
		if !reached || g.free != 1 {
			t.Errorf("the next was reached: %v, and %d turns are free, want 1", reached, g.free)
		}

		// The turn comes, and the caller has gone at the same moment.
		w := g.coming.add()
		g.free = 0
		g.pass()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		got := g.wait(gone, &g.coming, w)
		if had := !got; had && g.free != 1 {
			t.Errorf("the turn that came too late is lost")
		}
	})
}

// TestAtOnce: however many come at once and rest meanwhile, never more than there are turns have one,
// and none is lost.
func TestAtOnce(t *testing.T) {
	const atOnce, people = 3, 500
	g := gate(atOnce, people)
	var have, most atomic.Int64
	working := func() {
		n := have.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		have.Add(-1)
	}
	var wg sync.WaitGroup
	for i := range people {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%7 == 0 {
				go cancel()
			}
			turn, err := g.Take(ctx)
			if err != nil {
				return
			}
			working()
			turn.Rest()
			turn.GoOn(ctx)
			if turn.has {
				working()
			}
			turn.End()
		})
	}
	wg.Wait()
	if most.Load() > atOnce {
		t.Errorf("%d had a turn at once, want at most %d", most.Load(), atOnce)
	}
	if g.free != atOnce || g.Waiting() != 0 || g.going.waiting != 0 {
		t.Errorf("%d turns are free, want %d; %v and %d wait", g.free, atOnce, g.Waiting(), g.going.waiting)
	}
}

// TestNone: where there is no gate nobody waits.
func TestNone(t *testing.T) {
	var g *Gate
	turn := take(t, g)
	turn.Rest()
	turn.GoOn(t.Context())
	turn.End()
	if g.Waiting() != 0 {
		t.Error("somebody waits where nobody does")
	}
}

// BenchmarkUncrowded is what a turn costs where nobody waits.
func BenchmarkUncrowded(b *testing.B) {
	g := New(0, 10)
	for b.Loop() {
		turn, _ := g.Take(b.Context())
		turn.Rest()
		turn.GoOn(b.Context())
		turn.End()
	}
}
