package inventory

import "slices"

// TaxOrder says how a pending order is taxed, because of what its buyer has said of themselves. It
// changes what the order costs, until it is paid; a buyer who was told how to pay by hand is told
// again. The same again changes nothing.
type TaxOrder struct {
	Who
	OrderID string
	Taxation
	VATID string // of a ReverseCharge: the number of the business that owes the tax
}

func (c TaxOrder) needs(n *RequiredRows) { n.HoldIDs = append(n.HoldIDs, c.OrderID) }

func (c TaxOrder) forecast(f *forecast) { f.lapses(f.w.Holds[c.OrderID]) }

func (c TaxOrder) decide(d *decider) Outcome {
	h, refusal := d.pendingOrder(c.OrderID)
	if h == nil {
		return refusal
	}
	switch {
	case !c.Taxation.valid():
		return Outcome{Code: InvalidSettings, Field: "taxation"}
	case (c.Rule == ReverseCharge) != (c.VATID != ""):
		return Outcome{Code: InvalidSettings, Field: "vat_id"}
	case h.Order.Taxation == c.Taxation.String() && h.Order.VATID == c.VATID:
		return orderOutcome(h)
	}
	if free, dear := h.Order.losesPrice(c.Taxation); free >= 0 || dear {
		return Outcome{Code: InvalidSettings, Field: "taxation"}
	}
	d.moveHold(h, HoldHeld, c.Actor, ReasonOrderTaxed, "")
	h.Order.tax(c.Taxation)
	h.Order.VATID = c.VATID
	d.repriced = append(d.repriced, h)
	if o := d.w.Offers[h.OfferID]; o == nil || o.State != OfferOpen { // whose person was not told yet
		d.askForPayment(h)
	}
	return orderOutcome(h)
}

// losesPrice says what would not have to be paid any more if an order were taxed so, by the index of
// the first such item, -1 for none; dear: it would cost too much.
func (o *Order) losesPrice(t Taxation) (free int, dear bool) {
	charges, total := o.taxed(t)
	for i := range charges {
		if charges[i].Gross == 0 && o.Items[i].Gross > 0 {
			return i, false
		}
	}
	return -1, total > MaxTotal
}

// unpayable refuses what an offered order is accepted with where that cannot be paid as the order is
// taxed: charges are what its items would be listed for, and added is what comes to them.
func (o *Order) unpayable(charges []Charge, added []Item, promo *PriceCode) Outcome {
	t, _ := ReadTaxation(o.Taxation)
	as := Order{Currency: o.Currency, Items: slices.Concat(o.Items, added)}
	for i := range charges {
		as.Items[i].Charge, as.Items[i].Listed = charges[i], ""
	}
	switch free, dear := as.losesPrice(t); {
	case free < 0 && !dear:
		return Outcome{}
	case free >= len(o.Items), dear && len(added) > 0:
		return Outcome{Code: QuantityOutOfRange, Field: "add_ons"}
	case !dear && promo != nil:
		return Outcome{Code: CodeNotApplicable, Field: "promo_code"}
	}
	return Outcome{Code: PriceOutOfRange, Field: "unit_price"}
}
