package inventory

// askForPayment has the buyer of a pending order told how to pay, where the
// organizer has said how. It is a row of its own: what is ordered or accepted is
// the same whatever way it is paid.
func (d *decider) askForPayment(h *Hold) {
	if d.st.Event.Settings.Orders.PaidByHand() {
		d.moveHold(h, HoldHeld, systemActor, ReasonPaymentAsked, "")
	}
}

// orderOutcome is the status of an order.
func orderOutcome(h *Hold) Outcome {
	o := Outcome{Status: h.OrderStatus(), OrderID: h.ID, Units: h.Units, Total: h.Order.Total, Currency: h.Order.Currency}
	if h.State == HoldHeld {
		o.ExpiresAt = h.ExpiresAt
	}
	return o
}

// orderByID finds an order, and lets it lapse if its time has come in case there
// was more due than one batch releases.
func (d *decider) orderByID(id string) *Hold {
	h := d.w.Holds[id]
	if h == nil || h.Kind != KindOrder {
		return nil
	}
	d.lapse(h)
	return h
}

// pendingOrder finds an order that can still be paid, or says what there is instead: nil
// and the refusal.
func (d *decider) pendingOrder(id string) (*Hold, Outcome) {
	h := d.orderByID(id)
	switch {
	case h == nil:
		return nil, Outcome{Code: NotFound}
	case h.State != HoldHeld:
		return nil, Outcome{Code: OrderEnded, Status: h.OrderStatus()}
	case d.st.Event.Status == Cancelled:
		return nil, Outcome{Code: EventIsCancelled}
	}
	return h, Outcome{}
}

// lapse ends a pending order whose deadline has passed.
func (d *decider) lapse(h *Hold) {
	if h.State != HoldHeld || h.ExpiresAt > d.now {
		return
	}
	if o := d.w.Offers[h.OfferID]; o != nil && o.State == OfferOpen {
		d.expireLate(o)
		return
	}
	d.endOrder(h, systemActor, ReasonOrderExpired, "")
}

// endOrder releases what is left of an order.
func (d *decider) endOrder(h *Hold, who string, reason Reason, related string) {
	p := d.person(h.PersonID)
	p.Units -= d.tickets(h.Order.Items)
	d.release(h, who, reason, related)
	d.touchPerson(p, false)
}

// closeOrder ends an order because the event was cancelled. All that was paid
// for it is due back.
func (d *decider) closeOrder(h *Hold) {
	if o := d.w.Offers[h.OfferID]; o != nil && o.State == OfferOpen {
		d.endOffer(o, OfferRevoked, EntryClosed, systemActor, ReasonEventCancelled)
		return
	}
	refund := h.Order.Refundable()
	d.endOrder(h, systemActor, ReasonEventCancelled, "")
	d.oweRefund(h, h.Order.PaymentID, refund, h.Order.Currency)
}

func liveItems(o *Order) (items []*Item) {
	for i := range o.Items {
		if o.Items[i].Live() {
			items = append(items, &o.Items[i])
		}
	}
	return items
}

// goneFor is why items go: the reason for the last of an order, and for others.
// When empty it is that they are cancelled, or refunded when money is due back.
type goneFor struct{ last, some Reason }

// releaseItems gives items of a confirmed order back to the waitlist first; the
// order ends with its last item.
func (d *decider) releaseItems(h *Hold, who string, items []*Item, refund int64, why goneFor) {
	switch {
	case why.last != "":
	case refund > 0:
		why = goneFor{ReasonOrderRefunded, ReasonItemsRefunded}
	default:
		why = goneFor{ReasonOrderCancelled, ReasonItemsCancelled}
	}
	if unitsOf(items) == h.Units {
		d.endOrder(h, who, why.last, "")
		d.oweRefund(h, h.Order.PaymentID, refund, h.Order.Currency)
		return
	}
	before := d.tickets(h.Order.Items)
	d.giveSome(h, who, items, why.some)
	p := d.person(h.PersonID)
	p.Units -= before - d.tickets(h.Order.Items)
	d.touchPerson(p, false)
	d.oweRefund(h, h.Order.PaymentID, refund, h.Order.Currency)
}

// giveSome gives back some of the items of a hold, which goes on with the others.
func (d *decider) giveSome(h *Hold, who string, items []*Item, reason Reason) {
	units := unitsOf(items)
	left := h.Units - units
	h.Units = units // the row tells how many go
	d.moveHold(h, h.State, who, reason, listItems(items))
	h.Units = left
	for _, it := range items {
		d.giveItem(h, it, h.State, h.LastSeq)
	}
	d.waitlistDirty = true
}

// oweRefund notes that the last row of an order makes money due back.
func (d *decider) oweRefund(h *Hold, payment string, amount int64, currency string) {
	if amount <= 0 {
		return
	}
	r := Refund{
		Seq: h.LastSeq, OrderID: h.ID, PaymentID: payment, Amount: amount, Currency: currency, Reason: h.Reason, At: d.now,
	}
	h.Order.Refunds = append(h.Order.Refunds, r)
	d.out.Refunds = append(d.out.Refunds, r)
}

// orderForEntry makes the hold of an offer in a tier that costs something.
func (d *decider) orderForEntry(e *Entry, t *tierIndex, id string) *Hold {
	o := &Order{Currency: d.st.Event.Settings.Orders.Currency}
	charge := Charged(t.Price, 0, o.Currency)
	for n := range int(e.Units) {
		o.Items = append(o.Items, Item{No: n + 1, Tier: t.ID, Charge: charge})
		o.Total += charge.Gross
	}
	d.addFees(o, false, t.Chosen() && t.Admits())
	d.touchPerson(d.person(e.PersonID), false)
	h := &Hold{ID: id, Kind: KindOrder, PersonID: e.PersonID, Units: e.Units, EntryID: e.ID, Name: e.Name, Guests: e.Guests, Order: o}
	return h
}
