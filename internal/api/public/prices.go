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

// PriceRange is what a buyer pays for the cheapest and for the dearest ticket, tax
// and the fees of a ticket included. Where buyers choose it is from the minimum to what is suggested.
type PriceRange struct {
	Lowest   int64  `json:"lowest" doc:"In minor units of currency; 0: free." example:"1200"`
	Highest  int64  `json:"highest" doc:"In minor units of currency." example:"4800"`
	Currency string `json:"currency,omitempty" doc:"Absent when every ticket is free." example:"EUR"`
}

// within reports whether the cheapest ticket costs no more than asked for.
func (r *PriceRange) within(p *discovery.Price) bool {
	return r != nil && (r.Lowest == 0 || r.Lowest <= p.Most && r.Currency == p.Currency)
}

// priceRange returns what tickets of the tiers cost at now, or nil without tiers. A tier
// that nobody can buy from counts only when nobody can buy from any.
func priceRange(tiers []wire.Tier, now time.Time) *PriceRange {
	counted := slices.DeleteFunc(slices.Clone(tiers), func(t wire.Tier) bool { return !buyable(&t, now) })
	if len(counted) == 0 {
		counted = tiers
	}
	if len(counted) == 0 {
		return nil
	}
	lowest := slices.MinFunc(counted, func(a, b wire.Tier) int { return cmp.Compare(a.LowestGross(), b.LowestGross()) })
	highest := slices.MaxFunc(counted, func(a, b wire.Tier) int { return cmp.Compare(a.UnitGross+a.UnitFees, b.UnitGross+b.UnitFees) })
	return &PriceRange{lowest.LowestGross(), highest.UnitGross + highest.UnitFees, highest.Currency} // a free tier names no currency
}

// buyable reports whether a tier is on sale at now and has units that are not reserved
// for the waitlist.
func buyable(t *wire.Tier, now time.Time) bool {
	return (t.SaleStartsAt == nil || !now.Before(*t.SaleStartsAt)) && (t.SaleEndsAt == nil || now.Before(*t.SaleEndsAt)) &&
		t.Available > 0 && (t.Waiting == 0 || t.Seated)
}
