package inventorytest

import (
	"maps"
	"math/big"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// modelFee is a fee of an order, with the terms that it was told with.
type modelFee struct {
	inventory.FeeTerms
	gross int64
	// told is what it comes to with its tax, where the order is taxed as its tiers say, and rate its tax.
	told, rate int64
}

// addFees adds the fees of this moment to an order; to one whose person chooses what to pay, each
// that could come to something.
func (m *Model) addFees(o *claim, atDoor, chooses bool) {
	for _, id := range slices.Sorted(maps.Keys(m.sale)) {
		f := modelFee{FeeTerms: m.sale[id].FeeTerms}
		if m.sale[id].Kind != inventory.FeeTier || f.Order+f.Ticket+f.Rate == 0 || atDoor && f.NotAtDoor {
			continue
		}
		f.told, f.rate = m.comesTo(f.FeeTerms, o), m.sale[id].Price.TaxRate
		if f.gross = f.told; f.gross > 0 || chooses {
			o.fees = append(o.fees, f)
			o.total += f.gross
		}
	}
}

// comesTo is what a fee is for the tickets of an order that cost something.
func (m *Model) comesTo(f inventory.FeeTerms, o *claim) int64 {
	var tickets, cost int64
	for _, it := range o.items {
		if m.sale[it.tier].Kind == "" && it.listed.Gross > 0 {
			tickets++
			cost += it.listed.Gross
		}
	}
	if tickets == 0 {
		return 0
	}
	sum := f.Order + tickets*f.Ticket + nearest(big.NewRat(cost*f.Rate, 10_000))
	if f.Max > 0 && sum > f.Max {
		sum = f.Max
	}
	return payable(sum, m.event.Settings.Orders.Currency)
}

// feesGo is what fees go back when items of an order go, and whether the fees end: they do with
// the last ticket.
func (m *Model) feesGo(o *claim, who inventory.Who, named func(no int) bool) (sum int64, end bool) {
	for i, it := range o.items {
		if it.live && !named(i+1) && m.sale[it.tier].Kind == "" {
			return 0, false
		}
	}
	if o.feesGone {
		return 0, true
	}
	for _, f := range o.fees {
		if who.Staff || !f.Kept {
			sum += f.gross
		}
	}
	return sum, true
}
