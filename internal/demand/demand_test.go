package demand_test

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/demand"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	minute = inventory.Instant(inventory.Minute)
	hour   = 60 * minute
	ends   = 1000 * hour
)

// event is one with tiers whose sales start at these times.
func event(d inventory.Demand, sales ...inventory.Instant) (*inventory.Event, []inventory.Tier) {
	e := &inventory.Event{Status: inventory.Published, StartsAt: ends - hour, EndsAt: ends, Settings: inventory.Settings{Demand: d}}
	var tiers []inventory.Tier
	for _, at := range sales {
		tiers = append(tiers, inventory.Tier{SaleStarts: at})
	}
	return e, tiers
}

// TestSpans: measures begin a bounded time before each opening and end a bounded time after
// it; those of openings near each other are one.
func TestSpans(t *testing.T) {
	t.Parallel()
	span := func(since, until inventory.Instant) demand.Span { return demand.Span{Since: since, Until: until} }
	for name, c := range map[string]struct {
		demand inventory.Demand
		sales  []inventory.Instant
		change func(*inventory.Event)
		want   []demand.Span
	}{
		"normal":           {inventory.DemandNormal, []inventory.Instant{50 * hour}, nil, nil},
		"nobody said":      {"", []inventory.Instant{50 * hour}, nil, nil},
		"no opening":       {inventory.DemandHigh, []inventory.Instant{0}, nil, nil},
		"high":             {inventory.DemandHigh, []inventory.Instant{50 * hour}, nil, []demand.Span{span(50*hour-10*minute, 50*hour+30*minute)}},
		"extreme":          {inventory.DemandExtreme, []inventory.Instant{50 * hour}, nil, []demand.Span{span(50*hour-30*minute, 52*hour)}},
		"twice the same":   {inventory.DemandHigh, []inventory.Instant{50 * hour, 50 * hour}, nil, []demand.Span{span(50*hour-10*minute, 50*hour+30*minute)}},
		"near each other":  {inventory.DemandHigh, []inventory.Instant{50*hour + 40*minute, 50 * hour}, nil, []demand.Span{span(50*hour-10*minute, 51*hour+10*minute)}},
		"a moment too far": {inventory.DemandHigh, []inventory.Instant{50 * hour, 50*hour + 40*minute + 1}, nil, []demand.Span{span(50*hour-10*minute, 50*hour+30*minute), span(50*hour+30*minute+1, 51*hour+10*minute+1)}},
		"a draft":          {inventory.DemandHigh, []inventory.Instant{50 * hour}, func(e *inventory.Event) { e.Status = inventory.Draft }, nil},
		"called off":       {inventory.DemandExtreme, []inventory.Instant{50 * hour}, func(e *inventory.Event) { e.Status = inventory.Cancelled }, nil},
		"after the cutoff": {inventory.DemandHigh, []inventory.Instant{50 * hour}, func(e *inventory.Event) { e.Settings.RegistrationCutoff = 50 * hour }, nil},
		"until the cutoff": {inventory.DemandHigh, []inventory.Instant{50 * hour}, func(e *inventory.Event) { e.Settings.RegistrationCutoff = 50*hour + minute }, []demand.Span{span(50*hour-10*minute, 50*hour+minute)}},
		"a waiting room": {inventory.DemandHigh, nil, func(e *inventory.Event) {
			e.Settings.Onsale = inventory.Onsale{Mode: inventory.OnsaleQueue, OpensAt: 50 * hour, ServesAt: 51 * hour}
		}, []demand.Span{span(50*hour-10*minute, 50*hour+30*minute), span(51*hour-10*minute, 51*hour+30*minute)}},
		"no waiting room's time": {inventory.DemandHigh, nil, func(e *inventory.Event) { e.Settings.Onsale.OpensAt = 50 * hour }, nil},
	} {
		e, tiers := event(c.demand, c.sales...)
		if c.change != nil {
			c.change(e)
		}
		p := demand.PlanOf(e, tiers)
		if got := p.Spans(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		for _, s := range p.Spans() {
			for at, want := range map[inventory.Instant]bool{s.Since - 1: false, s.Since: true, s.Until - 1: true, s.Until: false} {
				if p.On(at) != want && len(c.want) == 1 {
					t.Errorf("%s: on at %d %t, want %t", name, at, p.On(at), want)
				}
			}
		}
	}
}

// TestAt: the span that now is in, or else the next one.
func TestAt(t *testing.T) {
	t.Parallel()
	e, tiers := event(inventory.DemandHigh, 50*hour, 80*hour)
	p := demand.PlanOf(e, tiers)
	first, second := demand.Span{Since: 50*hour - 10*minute, Until: 50*hour + 30*minute}, demand.Span{Since: 80*hour - 10*minute, Until: 80*hour + 30*minute}
	for at, want := range map[inventory.Instant]struct {
		span demand.Span
		on   bool
	}{
		hour: {first, false}, first.Since: {first, true}, first.Until - 1: {first, true}, first.Until: {second, false}, second.Since: {second, true}, second.Until: {demand.Span{}, false},
	} {
		if span, on := p.At(at); span != want.span || on != want.on {
			t.Errorf("at %d: %v %t, want %v %t", at, span, on, want.span, want.on)
		}
	}
	// A sale that is put off takes the measures with it, at whatever time that is decided.
	tiers[0].SaleStarts = 60 * hour
	if moved := demand.PlanOf(e, tiers); moved.On(50*hour) || !moved.On(60*hour) {
		t.Error("measures stay where the sale was")
	}
}

// TestWarms: only before an opening, and not for long.
func TestWarms(t *testing.T) {
	t.Parallel()
	e, tiers := event(inventory.DemandHigh, 50*hour)
	p := demand.PlanOf(e, tiers)
	for at, want := range map[inventory.Instant]bool{50*hour - 2*minute - 1: false, 50*hour - 2*minute: true, 50*hour - 1: true, 50 * hour: false} {
		if got := p.Warms(at); got != want {
			t.Errorf("at %d: %t, want %t", at, got, want)
		}
	}
}
