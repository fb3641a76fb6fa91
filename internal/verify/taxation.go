package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// An order that is taxed otherwise than its tiers say, because of its buyer, costs what follows
// from what its items are listed for (invariant 10): without the tax where a business owes it, and
// with that of the buyer's country else. What is listed is what tiers, choices and fees are compared
// with.

// listed is what an item costs as its tier says.
func (c *check) listed(o *orderRecord, i int) inventory.Charge {
	text := c.words.text(o.items[i].listed)
	if text == "" {
		return o.items[i].charge
	}
	was, ok := inventory.ReadListed(text, o.Currency)
	if !ok {
		return inventory.Charge{}
	}
	return charge(was.Price, was.Discount, o.Currency)
}

// checkTaxed compares what the items of an order cost with what they are listed for.
func (c *check) checkTaxed(h *holdRecord, o *orderRecord) {
	id := c.names.id(h.id)
	rule, rest, _ := strings.Cut(o.Taxation, ";")
	t, ok := inventory.ReadTaxation(o.Taxation)
	if !ok {
		c.fail(10, id, "the order is taxed by %q, and there is no such rule", o.Taxation)
		return
	}
	person := c.people.find(h.person)
	switch erased := person == nil || person.erased; {
	case rule != inventory.ReverseCharge && o.VATID != "":
		c.fail(10, id, "the order has the number of a business that owes its tax, and is not taxed so")
	case rule == inventory.ReverseCharge && o.VATID == "" && !erased:
		c.fail(10, id, "a business owes the tax of the order in %q, and nobody knows which", rest)
	}
	for i := range o.items {
		it := &o.items[i]
		listed := c.listed(o, i)
		if want := taxedAs(t, listed, it.donation, o.Currency); want != it.charge {
			c.fail(10, id, "item %d is charged %+v, and by what it is listed for and the tax of its order it is %+v", i+1, it.charge, want)
		}
	}
}

// taxedAs computes what is listed for a charge costs in an order that is taxed so, in its own way.
func taxedAs(t inventory.Taxation, listed inventory.Charge, donation bool, currency string) inventory.Charge {
	switch {
	case donation || t.Rule == "" || t.Rule == inventory.BuyerPlace && listed.TaxRate == 0:
		return listed
	case t.Rule == inventory.BuyerPlace:
		p := listed.Price
		p.TaxRate = t.Rate
		return charge(p, listed.Discount, currency)
	}
	full := charge(listed.Price, 0, currency)
	return charge(inventory.Price{Amount: full.Net}, full.Net-listed.Net, currency)
}
