package challenge

import (
	"math/rand/v2"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
)

const second = inventory.Instant(inventory.Second)

func TestGauge(t *testing.T) {
	t.Parallel()
	refused := Load{Refused: true}
	for _, test := range []struct {
		name string
		from Gauge
		load Load
		at   inventory.Instant
		want Gauge
	}{
		{"idle stays idle", Gauge{}, Load{Queued: 0.06}, 100 * second, Gauge{}},
		{"a queue that fills", Gauge{}, Load{Queued: 0.0625}, 100 * second, Gauge{Busy, 100 * second}},
		{"rises at once, as far as it says", Gauge{}, Load{Queued: 0.6}, 100 * second, Gauge{Stormed, 100 * second}},
		{"who was turned away", Gauge{Busy, 50 * second}, refused, 100 * second, Gauge{Stormed, 100 * second}},
		{"half of what it begins with keeps it", Gauge{Crowded, 50 * second}, Load{Queued: 0.125}, 100 * second, Gauge{Crowded, 100 * second}},
		{"less, and not for long", Gauge{Crowded, 71 * second}, Load{Queued: 0.12}, 100 * second, Gauge{Crowded, 71 * second}},
		{"less, and for long", Gauge{Crowded, 70 * second}, Load{Queued: 0.01}, 100 * second, Gauge{Busy, 100 * second}},
		{"from level to level", Gauge{Stormed, 35 * second}, Load{}, 100 * second, Gauge{Busy, 95 * second}},
		{"no lower than the load", Gauge{Stormed, 0}, Load{Queued: 0.1}, 1000 * second, Gauge{Busy, 990 * second}},
		{"nobody came for an hour", Gauge{Stormed, 0}, Load{}, 3600 * second, Gauge{}},
		{"the clock was set back", Gauge{Busy, 100 * second}, Load{}, 40 * second, Gauge{Busy, 40 * second}},
	} {
		if got := test.from.Next(test.load, test.at); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestGaugeProperties: the level is never below what the load says, falls by no more than
// one for each Calm since it was kept, and is idle in the end when nothing comes.
func TestGaugeProperties(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(seed.Of(t), 1)) //nolint:gosec // a test
	for range 2000 {
		var g Gauge
		at := inventory.Instant(rnd.Int64N(1e15))
		for range 40 {
			at += inventory.Instant(rnd.Int64N(int64(2 * Calm)))
			l := Load{Queued: rnd.Float64() * rnd.Float64() * rnd.Float64(), Refused: rnd.IntN(30) == 0}
			next := g.Next(l, at)
			if next.Level < l.level() {
				t.Fatalf("%+v, %+v: %+v is below the load", g, l, next)
			}
			if fell := g.Level - next.Level; fell > 0 && Level((at-g.Since)/inventory.Instant(Calm)) < fell {
				t.Fatalf("%+v at %d: %+v fell too soon", g, at, next)
			}
			g = next
		}
		if end := g.Next(Load{}, at+4*inventory.Instant(Calm)); end != (Gauge{}) {
			t.Fatalf("%+v: %+v after a long time", g, end)
		}
	}
}

// TestEfforts: more load is more work, and checking an answer stays cheap.
func TestEfforts(t *testing.T) {
	t.Parallel()
	work := func(l Level) int {
		n := l.Effort().Cost
		for range l.Effort().Prefix {
			n *= 16
		}
		return n
	}
	for l := Busy; l <= Stormed; l++ {
		if work(l) < 2*work(l-1) || l.Effort().Cost > 1000 {
			t.Errorf("level %d: %+v", l, l.Effort())
		}
	}
}
