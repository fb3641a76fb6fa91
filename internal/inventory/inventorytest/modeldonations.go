package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// wrongGift is what is wrong with the donations of an order: each is given once, is something,
// and is beside what is ordered.
func wrongGift(o *claim) inventory.Code {
	given := map[string]bool{}
	for i, it := range o.items {
		switch {
		case !it.gift:
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
func bought(o *claim) bool {
	return o.paid > 0 && slices.ContainsFunc(o.items, func(it *modelItem) bool { return it.gross > 0 && !it.gift })
}

// returned says which items go when somebody cancels the order: buyers have given their
// donations.
func returned(o *claim, who inventory.Who) func(no int) bool {
	return func(no int) bool { return who.Staff || !o.items[no-1].gift }
}
