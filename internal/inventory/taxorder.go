package inventory

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
	if h.Order.losesPrice(c.Taxation) {
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

// losesPrice reports whether an order, or an item of it, would not be one that has to be paid any
// more, or one that is too dear.
func (o *Order) losesPrice(t Taxation) bool {
	charges, total := o.taxed(t)
	for i := range charges {
		if charges[i].Gross == 0 && o.Items[i].Gross > 0 {
			return true
		}
	}
	return total > MaxTotal
}
