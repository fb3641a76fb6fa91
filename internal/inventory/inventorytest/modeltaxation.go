package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// The model's orders that are taxed otherwise than their tiers say. What things are listed for stays
// with them, and what they cost is computed from that.

func (m *Model) taxOrder(c inventory.TaxOrder) inventory.Outcome {
	o, refusal := m.unpaid(c.OrderID)
	if o == nil {
		return refusal
	}
	reverse := c.Rule == inventory.ReverseCharge
	switch {
	case c.Rule == "" && c.Taxation != inventory.Taxation{}, reverse && c.Rate != 0, c.Rule != "" && len(c.Country) != 2,
		!reverse && c.Rule != "" && c.Rule != inventory.BuyerPlace, c.Rate < 0 || c.Rate > 10_000:
		return refuse(inventory.InvalidSettings)
	case reverse != (c.VATID != ""):
		return refuse(inventory.InvalidSettings)
	case o.taxation == c.Taxation && o.vatID == c.VATID:
		return m.orderAnswer(o)
	}
	for _, it := range o.items {
		if !it.gift && it.gross > 0 && m.taxedAs(c.Taxation, it.listed) == 0 {
			return refuse(inventory.InvalidSettings)
		}
	}
	for _, f := range o.fees {
		if f.gross > 0 && m.taxedAs(c.Taxation, f.listed(m)) == 0 {
			return refuse(inventory.InvalidSettings)
		}
	}
	was := o.taxation
	o.taxation = c.Taxation
	if m.tax(o); o.total > 2_000_000_000_000 {
		o.taxation = was
		m.tax(o)
		return refuse(inventory.InvalidSettings)
	}
	o.vatID = c.VATID
	return m.orderAnswer(o)
}

// unpayable says why an offered order cannot be accepted with what it is listed for now and what is
// added: as it is taxed, something of it would be free.
func (m *Model) unpayable(o *claim, added []*modelItem, promo *modelCode) inventory.Code {
	free := func(listed inventory.Charge) bool { return listed.Gross > 0 && m.taxedAs(o.taxation, listed) == 0 }
	first := inventory.PriceOutOfRange
	if promo != nil {
		first = inventory.CodeNotApplicable
	}
	total := int64(0)
	for _, it := range o.items {
		if free(it.listed) {
			return first
		}
		total += m.taxedAs(o.taxation, it.listed)
	}
	for _, f := range o.fees {
		if free(f.listed(m)) {
			return first
		}
		total += m.taxedAs(o.taxation, f.listed(m))
	}
	for _, it := range added {
		if total += m.taxedAs(o.taxation, it.listed); free(it.listed) {
			return inventory.QuantityOutOfRange
		}
	}
	switch {
	case total > 2_000_000_000_000 && len(added) > 0:
		return inventory.QuantityOutOfRange
	case total > 2_000_000_000_000:
		return inventory.PriceOutOfRange
	}
	return inventory.OK
}

// tax makes an order cost what it does as it is taxed.
func (m *Model) tax(o *claim) {
	o.total = 0
	for _, it := range o.items {
		if it.gross = it.listed.Gross; !it.gift {
			it.gross = m.taxedAs(o.taxation, it.listed)
		}
		o.total += it.gross
	}
	for i := range o.fees {
		f := &o.fees[i]
		f.gross = m.taxedAs(o.taxation, f.listed(m))
		o.total += f.gross
	}
}

func (f *modelFee) listed(m *Model) inventory.Charge {
	return charged(inventory.Price{Amount: f.told, TaxRate: f.rate, TaxIncluded: true}, 0, m.event.Settings.Orders.Currency)
}

// taxedAs is what something costs that is listed for a charge.
func (m *Model) taxedAs(t inventory.Taxation, listed inventory.Charge) int64 {
	currency := m.event.Settings.Orders.Currency
	switch {
	case t.Rule == inventory.BuyerPlace && listed.TaxRate > 0:
		p := listed.Price
		p.TaxRate = t.Rate
		return charged(p, listed.Discount, currency).Gross
	case t.Rule == inventory.ReverseCharge:
		return payable(listed.Net, currency)
	}
	return listed.Gross
}
