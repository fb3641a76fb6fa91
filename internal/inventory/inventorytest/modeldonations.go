package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// gift reports whether an item is a donation.
func (m *Model) gift(it *modelItem) bool { return it.gift }

// wrongGift is what is wrong with the donations of an order: each is given once, is something,
// and is beside what is ordered.
func (m *Model) wrongGift(o *claim) inventory.Code {
	given := map[string]bool{}
	for i, it := range o.items {
		switch {
		case !m.gift(it):
			continue
		case i == 0:
			return inventory.AddOnWithoutTicket
		case given[it.tier]:
			return inventory.LimitPerOrder
		case it.gross == 0:
			return inventory.PriceOutOfRange
		}
		given[it.tier] = true
	}
	return inventory.OK
}

// bought reports whether something was paid for that is not a donation.
func (m *Model) bought(o *claim) bool {
	return o.paid > 0 && slices.ContainsFunc(o.items, func(it *modelItem) bool { return it.gross > 0 && !m.gift(it) })
}

// returned says which items go when somebody cancels the order: buyers have given their
// donations.
func (m *Model) returned(o *claim, who inventory.Who) func(no int) bool {
	return func(no int) bool { return who.Staff || !m.gift(o.items[no-1]) }
}
