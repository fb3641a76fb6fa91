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

// choose makes an order that was offered cost what the person chooses.
func (m *Model) choose(o *claim, chosen *int64) inventory.Code {
	if !o.order {
		if chosen != nil {
			return inventory.PriceFixed
		}
		return inventory.OK
	}
	tier := o.items[0].tier
	if code := m.wronglyChosen(tier, chosen); code != inventory.OK || m.sale[tier].PriceMax == 0 {
		return code
	}
	price := m.sale[tier].Price
	price.Amount = *chosen
	gross := charged(price, 0, m.event.Settings.Orders.Currency).Gross
	if gross == 0 && slices.ContainsFunc(o.items, func(it *modelItem) bool { return it.on != nil }) {
		return inventory.PriceOutOfRange
	}
	for _, it := range o.items {
		it.gross = gross
	}
	o.total = gross * o.units
	return inventory.OK
}
