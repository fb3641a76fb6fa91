package inventory

// CancelOrder ends an order; what was paid for it and not given back yet is
// due, or Refund of it. By its buyer it gives back all but donations, which stay in the
// order, and what is due is without the fees that are kept.
type CancelOrder struct {
	Who
	OrderID string
	Refund  *int64 // staff only; nil: all of it
	// Unpaid leaves an order alone that was paid.
	Unpaid bool
}

func (c CancelOrder) needs(n *RequiredRows) {
	n.HoldIDs, n.Moved = append(n.HoldIDs, c.OrderID), true
}

func (c CancelOrder) forecast(f *forecast) { f.release(f.w.Holds[c.OrderID]) }

// decide ends an order as a whole.
func (c CancelOrder) decide(d *decider) Outcome {
	h := d.orderByID(c.OrderID)
	switch {
	case h == nil:
		return Outcome{Code: NotFound}
	case h.State == HoldReleased, h.State == HoldConfirmed && c.Unpaid:
		return orderOutcome(h)
	case h.State == HoldHeld && c.Refund != nil && *c.Refund != 0:
		return Outcome{Code: RefundTooHigh, Field: "amount"}
	case h.State == HoldHeld:
		d.endPending(h, c.Who)
		return orderOutcome(h)
	case !c.Staff && d.othersHold(h):
		return Outcome{Code: TicketsMoved}
	}
	items := liveItems(h.Order)
	if !c.Staff {
		if items = returnable(items); len(items) == 0 {
			return Outcome{Code: RefundByStaffOnly}
		}
	}
	return d.endItems(h, c.Who, d.withFees(h.Order, items), c.Refund)
}

// endPending ends an order that nobody has paid. One that began as an offer
// which is still open ends as the offer does.
func (d *decider) endPending(h *Hold, who Who) {
	o := d.w.Offers[h.OfferID]
	switch {
	case o == nil || o.State != OfferOpen:
		d.endOrder(h, who.Actor, ReasonOrderCancelled, "")
	case who.Staff:
		d.endOffer(o, OfferRevoked, EntryRemoved, who.Actor, ReasonRemovedByStaff)
	default:
		d.endOffer(o, OfferDeclined, EntryDeclined, who.Actor, ReasonDeclined)
	}
}

// CancelItems ends single items of a confirmed order, the add-ons of tickets that go, and with
// the last ticket the fees.
// Items that are released already are left alone.
type CancelItems struct {
	Who
	OrderID string
	Items   []int  // numbers, from 1
	Refund  *int64 // staff only; nil: what was paid for them
}

func (c CancelItems) needs(n *RequiredRows) {
	n.HoldIDs, n.Moved = append(n.HoldIDs, c.OrderID), true
}

func (c CancelItems) forecast(f *forecast) { f.release(f.w.Holds[c.OrderID]) }

func (c CancelItems) decide(d *decider) Outcome {
	h := d.orderByID(c.OrderID)
	if h == nil {
		return Outcome{Code: NotFound}
	}
	if !c.Staff && len(c.Items) > 0 && d.othersHold(h, c.Items...) {
		return Outcome{Code: TicketsMoved}
	}
	if len(c.Items) == 0 {
		return Outcome{Code: InvalidSettings, Field: "items"}
	}
	wanted := make(map[int]bool, len(c.Items))
	for i, n := range c.Items {
		if n < 1 || n > len(h.Order.Items) || h.Order.Items[n-1].IsFee() { // which goes with the last ticket
			return Outcome{Code: NotFound, Field: lineField(i)}
		}
	}
	for i, n := range c.Items {
		if !c.Staff && h.Order.Items[n-1].Donation {
			return Outcome{Code: RefundByStaffOnly, Field: lineField(i)}
		}
		wanted[n] = true
	}
	switch h.State {
	case HoldHeld:
		return Outcome{Code: OrderPending}
	case HoldReleased:
		return Outcome{Code: OrderEnded, Status: h.OrderStatus()}
	}
	var items []*Item
	for _, it := range liveItems(h.Order) {
		if wanted[it.No] {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return orderOutcome(h) // done before
	}
	if items = d.withFees(h.Order, withAddOns(h.Order, items)); !c.Staff && d.othersHold(h, unitsOfItems(items)...) {
		return Outcome{Code: TicketsMoved}
	}
	return d.endItems(h, c.Who, items, c.Refund)
}

// endItems releases items of a confirmed order and says what is due back.
func (d *decider) endItems(h *Hold, who Who, items []*Item, wish *int64) Outcome {
	refund, o := d.refundFor(h, who, items, wish)
	if o.Code != OK {
		return o
	}
	d.voidMoved(h, who.Actor, numbersOf(items)...)
	d.releaseItems(h, who.Actor, items, refund, goneFor{})
	o = orderOutcome(h)
	o.Refund = refund
	return o
}

// refundFor is what is to be given back for items.
func (d *decider) refundFor(h *Hold, who Who, items []*Item, wish *int64) (int64, Outcome) {
	left := h.Order.Refundable()
	if !who.Staff {
		switch {
		case d.now >= d.st.Event.CancellationEnds():
			return 0, Outcome{Code: CancellationClosed}
		case wish != nil || h.Order.Bought() && !d.st.Event.Settings.Orders.SelfRefund:
			return 0, Outcome{Code: RefundByStaffOnly}
		}
	}
	if wish != nil {
		switch {
		case *wish < 0, *wish%Step(h.Order.Currency) != 0:
			return 0, Outcome{Code: InvalidSettings, Field: "amount"}
		case *wish > left:
			return 0, Outcome{Code: RefundTooHigh, Field: "amount"}
		}
		return *wish, Outcome{}
	}
	var gross int64
	for _, it := range items {
		if who.Staff || !it.KeptFee() {
			gross += it.Gross
		}
	}
	return min(gross, left), Outcome{}
}
