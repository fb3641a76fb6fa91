// Package demand says what is switched on around the openings of an event of which its
// organizer expects many people at once.
//
// Everything follows from the demand, the openings of the event and the time: it begins a
// bounded time before each opening and ends a bounded time after it, on all servers alike
// and without anything that would have to be remembered. The waiting room that extreme
// demand brings is made by the decision that publishes the event; see inventory.Demand.
package demand

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
)

// Measures is what is switched on around an opening.
type Measures struct {
	// Before and After bound it, Warm is for how long before the opening what people will
	// ask for first is read again and again.
	Before, After, Warm inventory.Micros
	// Account and Network are the limits of what one account and one network may try to
	// take.
	Account, Network limit.Kind
}

// table says it by demand. Normal demand is not in it: for that it is the load of the server
// that decides who is asked for a proof of work. Where there is a row, strangers are, always.
var table = map[inventory.Demand]Measures{
	inventory.DemandHigh: {
		Before: 10 * inventory.Minute, After: 30 * inventory.Minute, Warm: 2 * inventory.Minute, Account: limit.HighAccount, Network: limit.HighNetwork,
	},
	inventory.DemandExtreme: {
		Before: inventory.DemandRoomBefore, After: 2 * inventory.Hour, Warm: 5 * inventory.Minute, Account: limit.ExtremeAccount, Network: limit.ExtremeNetwork,
	},
}

// Plan is when measures are on for an event. The zero value switches nothing on.
type Plan struct {
	Demand   inventory.Demand
	Measures Measures
	// Openings are when something of the event is available or can be joined from then on, the first
	// one first.
	Openings []inventory.Instant
	// Ends is when nobody can take part any more: nothing is on from then on.
	Ends inventory.Instant
}

// PlanOf returns the plan of an event with its tiers. A draft, an event that is called off
// and one of normal demand switch nothing on.
func PlanOf(e *inventory.Event, tiers []inventory.Tier) Plan {
	p := Plan{Demand: e.Settings.DemandExpected(), Ends: e.RegistrationEnds()}
	measures, ok := table[p.Demand]
	if !ok || e.Status != inventory.Published {
		return p
	}
	p.Measures = measures
	add := func(at inventory.Instant) {
		if at > 0 && at < p.Ends {
			p.Openings = append(p.Openings, at)
		}
	}
	for i := range tiers {
		if tiers[i].Admits() {
			add(tiers[i].SaleStarts)
		}
	}
	if o := &e.Settings.Onsale; o.Mode != inventory.OnsaleOpen {
		add(o.OpensAt)
		add(o.ServesAt)
	}
	slices.Sort(p.Openings)
	p.Openings = slices.Compact(p.Openings)
	return p
}

// A Span is a time in which measures are on.
type Span struct{ Since, Until inventory.Instant }

// Spans returns all of them, the first one first. Those of openings that are near each other
// are one.
func (p *Plan) Spans() []Span {
	var all []Span
	for _, at := range p.Openings {
		next := Span{at - inventory.Instant(p.Measures.Before), min(at+inventory.Instant(p.Measures.After), p.Ends)}
		if n := len(all); n > 0 && next.Since <= all[n-1].Until {
			all[n-1].Until = next.Until
			continue
		}
		all = append(all, next)
	}
	return all
}

// At returns the span that now is in, on, or the next one; the zero Span: there is none.
func (p *Plan) At(now inventory.Instant) (s Span, on bool) {
	for _, s := range p.Spans() {
		if s.Until > now {
			return s, s.Since <= now
		}
	}
	return Span{}, false
}

// On reports whether measures are on.
func (p *Plan) On(now inventory.Instant) bool {
	_, on := p.At(now)
	return on
}

// Warms reports whether what people will ask for first is to be read now.
func (p *Plan) Warms(now inventory.Instant) bool {
	for _, at := range p.Openings {
		if now < at && now >= at-inventory.Instant(p.Measures.Warm) {
			return true
		}
	}
	return false
}
