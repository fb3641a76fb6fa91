package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// sellsAddOns reports whether the public can have add-ons with tickets of a tier, or give beside them.
func (m *Model) sellsAddOns(tier string) bool {
	for _, t := range m.sale {
		if t.Kind == inventory.DonationTier && !t.Hidden {
			return true
		}
		if t.Kind == inventory.AddOnTier && !t.Hidden && m.attached(&claim{items: []*modelItem{{tier: tier}, {tier: t.ID}}}) {
			return true
		}
	}
	return false
}

// addOns are the items of what somebody takes who accepts an offer: add-ons, and donations.
func (m *Model) addOns(o *claim, c inventory.Accept, promo *modelCode) ([]*modelItem, inventory.Code) {
	beside := &claim{items: append([]*modelItem(nil), o.items...)}
	units := o.units
	perTier := map[string]int64{}
	for _, l := range c.AddOns {
		t := m.sale[l.Tier]
		units += l.Quantity
		perTier[l.Tier] += l.Quantity
		code := first([]refusal{
			{t.Kind != inventory.AddOnTier && t.Kind != inventory.DonationTier || t.Hidden && !c.Staff, inventory.NotFound},
			{l.Quantity < 1 || units > inventory.MaxOrderUnits, inventory.QuantityOutOfRange},
			{t.MaxPerOrder > 0 && perTier[l.Tier] > t.MaxPerOrder, inventory.LimitPerOrder},
			{!c.Staff && t.SaleStarts > m.now, inventory.SaleNotOpen},
			{!c.Staff && t.SaleEnds != 0 && t.SaleEnds <= m.now, inventory.SaleOver},
			{true, m.wronglyChosen(l.Tier, l.UnitPrice)},
		})
		if code != inventory.OK {
			return nil, code
		}
	}
	for _, l := range c.AddOns {
		listed := m.costs(l.Tier, promo, l.UnitPrice)
		for range l.Quantity {
			beside.items = append(beside.items, &modelItem{
				tier: l.Tier, live: true, gross: listed.Gross, listed: listed, gift: m.sale[l.Tier].Kind == inventory.DonationTier,
			})
		}
	}
	added := &claim{items: beside.items[len(o.items):]}
	switch {
	case !m.attached(beside):
		return nil, inventory.AddOnWithoutTicket
	case !m.canHave(added):
		return nil, inventory.SoldOut
	}
	return added.items, inventory.OK
}

// addsOn puts items behind those of an order, fees among them.
func addsOn(o *claim, added []*modelItem) {
	if len(added) == 0 {
		return
	}
	for range o.fees {
		o.items = append(o.items, &modelItem{fee: true})
	}
	o.items = append(o.items, added...)
	o.units += int64(len(added))
}
