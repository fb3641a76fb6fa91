package limit_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/seed"
)

const second = int64(time.Second / time.Microsecond)

func rule(t *testing.T, perSecond float64, burst int) limit.Rule {
	t.Helper()
	r, ok := limit.NewRule(perSecond, burst)
	if !ok {
		t.Fatalf("%v a second is not a bound", perSecond)
	}
	return r
}

func TestNewRule(t *testing.T) {
	for _, c := range []struct {
		perSecond   float64
		burst       int
		every, full int64
	}{
		{1, 1, second, second},
		{50, 200, 20_000, 4 * second},
		{0.05, 10, 20 * second, 200 * second},
		{3, 0, 333_333, 333_333}, // a burst is at least one call
		{5e6, 10, 1, 10},         // no finer than a microsecond
		{1e-300, 3, 30 * 24 * 3600 * second, 3 * 30 * 24 * 3600 * second},        // nor slower than a month
		{1e-300, 1 << 40, 30 * 24 * 3600 * second, 12 * 30 * 24 * 3600 * second}, // nor longer than a year
	} {
		if r := rule(t, c.perSecond, c.burst); r.Every != c.every || r.Full != c.full {
			t.Errorf("%v a second, burst %d: %+v, want %d and %d", c.perSecond, c.burst, r, c.every, c.full)
		}
	}
	for _, none := range []float64{0, -1} {
		if _, ok := limit.NewRule(none, 5); ok {
			t.Errorf("%v a second bounds something", none)
		}
	}
}

// bucket is the same in other words: it holds so much, fills up with time, and a call takes
// its part out.
type bucket struct {
	rule        limit.Rule
	level, last int64
}

func (b *bucket) fill(now int64) {
	b.level, b.last = min(b.rule.Full, b.level+now-b.last), now
}

// TestDecideAgainstBuckets plays calls by random rules, and compares with buckets: what is
// taken, what is refused, and for how long.
func TestDecideAgainstBuckets(t *testing.T) {
	rnd := rand.New(rand.NewPCG(seed.Of(t), 1))
	refused := 0
	for range 2000 {
		now := 1_700_000_000 * second
		states := make([]limit.State, 1+rnd.IntN(2))
		buckets := make([]bucket, len(states))
		for i := range states {
			r := rule(t, 0.1+50*rnd.Float64(), 1+rnd.IntN(8))
			states[i], buckets[i] = limit.State{Rule: r}, bucket{r, r.Full, now}
		}
		for range 40 {
			now += rnd.Int64N(second / 5)
			var want int64
			which := -1
			for i := range buckets {
				b := &buckets[i]
				b.fill(now)
				if missing := b.rule.Every - b.level; missing > want {
					want, which = missing, i
				}
			}
			before := append([]limit.State(nil), states...)
			wait, by := limit.Decide(now, states)
			if wait != want || by != which {
				t.Fatalf("refused for %d by %d, want %d by %d", wait, by, want, which)
			}
			if wait > 0 {
				refused++
				// Exactly that long, and nothing was counted.
				for _, at := range []struct {
					now int64
					ok  bool
				}{{now + wait - 1, false}, {now + wait, true}} {
					if again, _ := limit.Decide(at.now, append([]limit.State(nil), states...)); (again == 0) != at.ok {
						t.Fatalf("told to wait for %d, refused for %d more after %d", wait, again, at.now-now)
					}
				}
				if !slices.Equal(before, states) {
					t.Fatalf("a refused call was counted: %v after %v", states, before)
				}
				continue
			}
			for i := range buckets {
				buckets[i].level -= buckets[i].rule.Every
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// A clock that ran an hour ahead and is set back costs the burst, and not the hour.
func TestClockSetBack(t *testing.T) {
	states := []limit.State{{Rule: rule(t, 1, 3)}}
	now := 1_700_000_000 * second
	if wait, _ := limit.Decide(now+3600*second, states); wait != 0 {
		t.Fatal(wait)
	}
	if wait, _ := limit.Decide(now, states); wait != second {
		t.Errorf("wait %d, want a second", wait)
	}
	if wait, _ := limit.Decide(now+second, states); wait != 0 {
		t.Errorf("still refused for %d", wait)
	}
}
