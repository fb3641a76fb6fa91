package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// costsSomething reports whether a tier has a price, or one that its buyers choose.
func (m *Model) costsSomething(tier string) bool {
	return m.sale[tier].Price.Amount > 0 || m.sale[tier].PriceMax > 0
}

// lowest is the least that one unit of a tier can be sold for.
func (m *Model) lowest(tier string) int64 {
	if t := m.sale[tier]; t.PriceMax > 0 {
		return t.PriceMin
	}
	return m.sale[tier].Price.Amount
}

// wronglyChosen is what is wrong with what somebody chose to pay.
func (m *Model) wronglyChosen(tier string, chosen *int64) inventory.Code {
	t := m.sale[tier]
	switch {
	case t.PriceMax == 0 && chosen != nil:
		return inventory.PriceFixed
	case t.PriceMax == 0:
	case chosen == nil || *chosen < t.PriceMin || *chosen > t.PriceMax || *chosen != payable(*chosen, m.event.Settings.Orders.Currency):
		return inventory.PriceOutOfRange
	}
	return inventory.OK
}

// chosenOf is what is wrong with what was chosen in a line of an order: nothing is chosen of
// what is imported or given away.
func (m *Model) chosenOf(c inventory.Reserve, l inventory.OrderLine) inventory.Code {
	switch {
	case c.Import != "" && l.Price != nil:
		return inventory.OK
	case c.Import != "" || c.Complimentary && c.Till != "" && c.Staff:
		if l.UnitPrice != nil {
			return inventory.PriceFixed
		}
		return inventory.OK
	}
	return m.wronglyChosen(l.Tier, l.UnitPrice)
}

// choose makes an order that was offered cost what the person chooses, or less by a code.
func (m *Model) choose(o *claim, c inventory.Accept, promo *modelCode) inventory.Code {
	chosen := c.UnitPrice
	if !o.order {
		switch {
		case chosen != nil:
			return inventory.PriceFixed
		case promo != nil:
			return inventory.CodeNotApplicable
		case len(c.AddOns) > 0:
			return inventory.AddOnWithoutTicket
		}
		return inventory.OK
	}
	tier := o.items[0].tier
	chooses := m.sale[tier].PriceMax > 0
	code := m.wronglyChosen(tier, chosen)
	anothers := slices.ContainsFunc(o.items, func(it *modelItem) bool { return it.on != nil })
	switch {
	case code != inventory.OK:
		return code
	case chooses && anothers && charged(m.atChosen(tier, *chosen), 0, m.event.Settings.Orders.Currency).Gross == 0:
		return inventory.PriceOutOfRange
	case promo == nil && !chooses && len(c.AddOns) == 0:
		return inventory.OK
	}
	added, code := m.addOns(o, c, promo)
	if code != inventory.OK {
		return code
	}
	listed, total, applies := make([]inventory.Charge, len(o.items)), int64(0), promo == nil
	for i, it := range o.items {
		price := it.price
		if chooses {
			price = m.atChosen(tier, *chosen)
		}
		off := int64(0)
		if m.cheaper(promo, it.tier) {
			off, applies = promo.off(price.Amount), true
		}
		listed[i] = charged(price, off, m.event.Settings.Orders.Currency)
		if listed[i].Gross == 0 && it.on != nil {
			return inventory.CodeNotApplicable
		}
	}
	for _, it := range added {
		applies = applies || m.cheaper(promo, it.tier)
		total += it.gross
	}
	if !applies {
		return inventory.CodeNotApplicable
	}
	before := map[*modelItem]modelItem{}
	for i, it := range o.items {
		before[it] = *it
		it.listed, it.gross = listed[i], listed[i].Gross
		total += it.gross
	}
	if o.total == 0 && total > 0 && m.tooManyForCard(c.Who, m.people(o)) {
		for it, was := range before {
			*it = was
		}
		return inventory.LimitPerCard
	}
	fees := slices.Clone(o.fees)
	for i := range o.fees {
		o.fees[i].told = m.comesTo(o.fees[i].FeeTerms, o)
		o.fees[i].gross = o.fees[i].told
		total += o.fees[i].gross
	}
	if code := m.unpayable(o, added, promo); code != inventory.OK {
		for it, was := range before {
			*it = was
		}
		o.fees = fees
		return code
	}
	addsOn(o, added)
	if o.total = total; o.taxation != (inventory.Taxation{}) {
		m.tax(o)
	}
	if promo != nil {
		o.promo = promo.ID
	}
	return inventory.OK
}

// atChosen is the price of a tier of whose buyers one chose it.
func (m *Model) atChosen(tier string, chosen int64) inventory.Price {
	p := m.sale[tier].Price
	p.Amount = chosen
	return p
}
