package runs

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func TestOnsaleNear(t *testing.T) {
	t.Parallel()
	now := inventory.At(time.Date(2027, 3, 1, 10, 0, 0, 0, time.UTC))
	in := func(d inventory.Micros) inventory.Instant { return now + inventory.Instant(d) }
	queue := func(opens, serves inventory.Instant) func(*events.EventView) {
		return func(v *events.EventView) {
			v.Event.Settings.Onsale = inventory.Onsale{Mode: inventory.OnsaleQueue, OpensAt: opens, ServesAt: serves}
		}
	}
	tier := func(starts inventory.Instant) func(*events.EventView) {
		return func(v *events.EventView) { v.Tiers = []inventory.Tier{{}, {SaleStarts: starts}} }
	}
	for _, c := range []struct {
		what   string
		change func(*events.EventView)
		want   inventory.Instant
	}{
		{"on sale as ever", func(*events.EventView) {}, 0},
		{"opens in two hours", queue(in(2*inventory.Hour), in(3*inventory.Hour)), 0},
		{"opens within an hour", queue(in(59*inventory.Minute), in(3*inventory.Hour)), in(3 * inventory.Hour)},
		{"is open", queue(in(-inventory.Hour), in(5*inventory.Day)), in(5 * inventory.Day)},
		{"serves since this morning", queue(in(-4*inventory.Hour), in(-3*inventory.Hour)), in(-3 * inventory.Hour)},
		{"serves since the day before yesterday", queue(in(-50*inventory.Hour), in(-49*inventory.Hour)), 0},
		{"was closed", func(v *events.EventView) {
			queue(in(-inventory.Hour), in(-inventory.Minute))(v)
			v.Event.Settings.Onsale.Closed = true
		}, 0},
		{"a tier is on sale in half an hour", tier(in(30 * inventory.Minute)), in(30 * inventory.Minute)},
		{"a tier is on sale since half an hour", tier(in(-30 * inventory.Minute)), in(-30 * inventory.Minute)},
		{"a tier is on sale since yesterday", tier(in(-inventory.Day)), 0},
		{"more is released in half an hour", func(v *events.EventView) {
			v.Releases = []inventory.Release{{At: in(inventory.Day)}, {At: in(30 * inventory.Minute)}}
		}, in(30 * inventory.Minute)},
		{"a tier is on sale tomorrow", tier(in(inventory.Day)), 0},
	} {
		v := &events.EventView{Event: inventory.Event{Status: inventory.Published, StartsAt: in(20 * inventory.Day), EndsAt: in(21 * inventory.Day)}}
		c.change(v)
		if got := onsaleNear(v, now); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}
