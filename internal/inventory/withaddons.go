package inventory

import "strconv"

// Whoever accepts an offer may take add-ons with the tickets that were offered, and give beside
// them: in the same decision, at their prices of that moment, in the same order and its payment.
// They are held and given back as those of any order. What is offered is therefore an order, also
// when it costs nothing, as soon as the event has an add-on that goes with it, or asks for a
// donation. The items stand behind those that were offered, fees among them, so that nothing that
// was told by its number gets another one.

// TakenWith reports whether a unit of the tier can be taken by whoever accepts an offer of another:
// an add-on that goes with its tickets, or a donation.
func (t *Tier) TakenWith(offered *Tier) bool {
	return t.Kind == AddOnTier && t.suits(offered) || t.Donation()
}

// hasAddOns reports whether the public is sold something that is taken where an offer of a tier is
// accepted.
func (x *index) hasAddOns(t *Tier) bool {
	for _, other := range x.tiers {
		if !other.Hidden && other.TakenWith(t) {
			return true
		}
	}
	return false
}

func addOnField(i int) string { return "add_ons[" + strconv.Itoa(i) + "]" }

// addOnItems are the items that somebody takes who accepts an offer. The order of the checks is that
// of an order's lines.
func (d *decider) addOnItems(h *Hold, c *Accept, promo *PriceCode) (added []Item, refusal Outcome) {
	if refusal := d.addOnLines(h, c); refusal.Code != OK {
		return nil, refusal
	}
	o, codes := *h.Order, OrderCodes{Promo: promo}
	o.Items = append([]Item(nil), h.Order.Items...)
	for i, l := range c.AddOns {
		t := d.tiers[l.Tier]
		price, _ := t.chosenPrice(l.UnitPrice, 0, o.Currency) // addOnLines has looked at it
		charge := codes.ChargeAt(price, t.Tier, o.Currency)
		for range l.Quantity {
			it := Item{No: len(o.Items) + 1, Tier: t.ID, Donation: t.Donation(), Charge: charge}
			if it.Donation {
				o.Items = append(o.Items, it)
				continue
			}
			if it.GoesWith = d.ticketFor(&o, t.Tier); it.GoesWith == 0 {
				return nil, Outcome{Code: AddOnWithoutTicket, Field: addOnField(i) + ".quantity"}
			}
			o.Items = append(o.Items, it)
		}
	}
	var before []need
	for i, l := range c.AddOns {
		t := d.tiers[l.Tier]
		if before = t.needs(before, l.Quantity); d.closed(t) || !room(before) {
			return nil, Outcome{Code: SoldOut, Field: addOnField(i) + ".tier_id"}
		}
	}
	return o.Items[len(h.Order.Items):], Outcome{}
}

// addOnLines refuses what nobody could take with an offer. A donation is given once in an order,
// which the limit of its tier says.
func (d *decider) addOnLines(h *Hold, c *Accept) Outcome {
	units, perTier := h.Units, map[string]int64{}
	if len(c.AddOns) > MaxOrderLines {
		return Outcome{Code: InvalidSettings, Field: "add_ons"}
	}
	for i, l := range c.AddOns {
		refuse := func(code Code, field string) Outcome { return Outcome{Code: code, Field: addOnField(i) + field} }
		t := d.tiers[l.Tier]
		if !t.shownTo(c.Who, false) || t.Kind != AddOnTier && !t.Donation() {
			return refuse(NotFound, ".tier_id")
		}
		if l.Quantity < 1 || l.Quantity > MaxOrderUnits {
			return refuse(QuantityOutOfRange, ".quantity")
		}
		perTier[t.ID] += l.Quantity
		if units += l.Quantity; units > MaxOrderUnits {
			return refuse(QuantityOutOfRange, ".quantity")
		}
		if t.MaxPerOrder > 0 && perTier[t.ID] > t.MaxPerOrder {
			return refuse(LimitPerOrder, ".quantity")
		}
		if code := t.SellsTo(c.Who, d.now); code != OK {
			return refuse(code, ".tier_id")
		}
		if _, code := t.chosenPrice(l.UnitPrice, 0, d.st.Event.Settings.Orders.Currency); code != OK {
			return refuse(code, ".unit_price")
		}
	}
	return Outcome{}
}

// addItems takes what is added to an order that is accepted. The row of the acceptance, which is
// written next, has the units of all.
func (d *decider) addItems(h *Hold, added []Item) {
	if len(added) == 0 {
		return
	}
	h.Units += int64(len(added))
	if d.grown == nil {
		d.grown = map[*Hold]int{}
	}
	d.grown[h] += len(added)
	h.Order.Items = append(h.Order.Items, added...)
	for i := len(h.Order.Items) - len(added); i < len(h.Order.Items); i++ {
		d.takeItem(h, &h.Order.Items[i], h.State)
	}
}
