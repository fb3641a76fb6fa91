package inventory

import (
	"cmp"
	"slices"
)

// PriceSince is what the cheapest ticket costs from a moment on, in minor units of the event's
// currency: what is paid for an order of one, tax and fees included.
type PriceSince struct {
	Since  Instant // 0: always
	Lowest int64
}

// Prices returns what the cheapest ticket costs of those that the public can buy, by time,
// while nothing but the time changes; while it can buy none, of all that it sees. Without
// a tier that it sees there is none.
func (s *State) Prices() []PriceSince {
	type seen struct {
		*Tier
		gross int64
		left  bool
	}
	var tiers []seen
	fees := s.fees()
	moments := []Instant{0}
	for _, t := range s.Tiers {
		if t.Hidden || !t.Admits() {
			continue
		}
		left := s.leaves(t)
		if left {
			moments = append(moments, t.SaleStarts, t.SaleEnds)
		}
		gross := Charged(t.LeastPrice(), 0, s.Event.Settings.Orders.Currency).Gross
		tiers = append(tiers, seen{t, gross + FeesOfOne(fees, gross, s.Event.Settings.Orders.Currency), left})
	}
	if len(tiers) == 0 {
		return nil
	}
	slices.SortFunc(tiers, func(a, b seen) int { return cmp.Compare(a.gross, b.gross) })
	slices.Sort(moments)
	var list []PriceSince
	for _, at := range slices.Compact(moments) {
		first := max(0, slices.IndexFunc(tiers, func(t seen) bool { return t.left && t.onSale(at) == OK }))
		if n := len(list); n == 0 || list[n-1].Lowest != tiers[first].gross {
			list = append(list, PriceSince{at, tiers[first].gross})
		}
	}
	return list
}

// leaves reports whether a tier has units that are not reserved for its waitlist.
func (s *State) leaves(t *Tier) bool {
	for _, id := range t.Pools {
		if p := s.Pools[id]; p == nil || p.Available() == 0 {
			return false
		}
	}
	if s.Seats != nil && s.Seats.TierIndex(t.ID) >= 0 {
		return true // who waits for a seat waits for that one
	}
	for key, l := range s.Lanes {
		if key.Tier == t.ID && l.Waiting > 0 {
			return false
		}
	}
	return true
}
