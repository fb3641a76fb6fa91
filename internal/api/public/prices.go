package public

import (
	"cmp"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// MaxPrice is the highest price that can be asked for, in minor units.
const MaxPrice = inventory.MaxTotal

// PriceRange is what a buyer pays for an order of the cheapest and of the dearest ticket, tax and
// fees included. Where buyers choose it is from the minimum to what is suggested.
type PriceRange struct {
	Lowest   int64  `json:"lowest" doc:"In minor units of currency; 0: free." example:"1200"`
	Highest  int64  `json:"highest" doc:"In minor units of currency." example:"4800"`
	Currency string `json:"currency,omitempty" doc:"Absent when every ticket is free." example:"EUR"`
}

// within reports whether the cheapest ticket costs no more than asked for.
func (r *PriceRange) within(p *discovery.Price) bool {
	return r != nil && (r.Lowest == 0 || r.Lowest <= p.Most && r.Currency == p.Currency)
}

// priceRange returns what tickets of the tiers cost at now with the fees of the event, or nil
// without tickets. A tier that nobody can buy from counts only when nobody can buy from any.
func priceRange(tiers []wire.Tier, fees []*inventory.Tier, now time.Time) *PriceRange {
	tickets := slices.DeleteFunc(slices.Clone(tiers), func(t wire.Tier) bool { return t.Kind != wire.KindTicket })
	counted := slices.DeleteFunc(slices.Clone(tickets), func(t wire.Tier) bool { return !buyable(&t, now) })
	if len(counted) == 0 {
		counted = tickets
	}
	if len(counted) == 0 {
		return nil
	}
	lowest := slices.MinFunc(counted, func(a, b wire.Tier) int { return cmp.Compare(a.LeastGross(), b.LeastGross()) })
	highest := slices.MaxFunc(counted, func(a, b wire.Tier) int { return cmp.Compare(a.UnitGross, b.UnitGross) })
	paid := func(t *wire.Tier, gross int64) int64 { return gross + inventory.FeesOfOne(fees, gross, t.Currency) }
	return &PriceRange{paid(&lowest, lowest.LeastGross()), paid(&highest, highest.UnitGross), highest.Currency} // a free tier names no currency
}

// buyable reports whether a tier is on sale at now and has units that are not reserved
// for the waitlist.
func buyable(t *wire.Tier, now time.Time) bool {
	return (t.SaleStartsAt == nil || !now.Before(*t.SaleStartsAt)) && (t.SaleEndsAt == nil || now.Before(*t.SaleEndsAt)) &&
		t.Available > 0 && (t.Waiting == 0 || t.Seated)
}
