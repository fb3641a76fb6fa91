package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// What an item of an order costs before codes is the price of its tier when it was ordered;
// where buyers chose, it is within the bounds of that time (invariant 10). An offer costs what
// was suggested then, unless its person chose when accepting it.

// pastPrice is what a tier cost until an audit row.
type pastPrice struct {
	until int64
	price word
}

// priceAt is what a tier cost at an audit row, as its rows write it.
func (c *check) priceAt(t *tierRecord, seq int64) string {
	for _, was := range t.was {
		if seq < was.until {
			return c.words.text(was.price)
		}
	}
	return t.PriceText()
}

// pricedBy replays from when an order has its prices.
func pricedBy(o *orderRecord, r *inventory.AuditRow) {
	switch {
	case r.From == "":
		o.began = r.Seq
	case r.Reason == inventory.ReasonAccepted:
		o.accepted = r.Seq
	}
	if strings.HasPrefix(r.Related, "import:") {
		o.imported = true
	}
}

// checkChosen compares the prices of an order with those of its tiers as they stood.
func (c *check) checkChosen(h *holdRecord, o *orderRecord) {
	if o.imported || o.began == 0 {
		return
	}
	for i := range o.items {
		t := c.tierByID[o.items[i].tier]
		if t == nil || c.isFee(&o.items[i]) {
			continue // checkReferences says so, and checkFees looks at fees
		}
		was := c.priceAt(t, o.items[i].begun) // what was taken with the acceptance costs what it did then
		price := c.listed(o, i).Amount
		ok := within(was, price, h.offer != key{} && o.items[i].begun != o.accepted)
		if !ok && o.accepted != 0 {
			was = c.priceAt(t, o.accepted)
			ok = within(was, price, false)
		}
		if !ok {
			c.fail(10, c.names.id(h.id), "item %d has a price of %d, and its tier cost %s when it was ordered", i+1, price, was)
		}
	}
}

// within reports whether an item can have a price of a tier that costs so much. What is offered
// costs what is suggested.
func within(tier string, price int64, offered bool) bool {
	amount, least, most, ok := inventory.ReadPriceText(tier)
	if !ok || most == 0 || offered {
		return ok && price == amount
	}
	return least <= price && price <= most
}
