package inventory

// refundDue is the status of a payment that the event cannot honour.
const refundDue = "refund_due"

// CardNeeded is the status of a payment about which nothing is decided until its provider was
// asked for the card: the event limits what one card buys. Nothing was changed.
const CardNeeded = "card_needed"

// Pay says that a payment for an order was captured. It is the last word on
// the money: the outcome is "confirmed", or "refund_due" for a payment that
// the event cannot honour. The same payment again changes nothing.
type Pay struct {
	Who
	OrderID, PaymentID string
	Amount             int64 // minor units
	Currency           string
	// Card is the origin of the card that has paid, a CardOrigin; "": it was none, or nobody
	// knows. Unasked says that the provider was not asked for it yet.
	Card    string
	Unasked bool
}

func (c Pay) needs(n *RequiredRows) {
	n.HoldIDs = append(n.HoldIDs, c.OrderID)
	if c.Card != "" {
		n.Origins = append(n.Origins, c.Card)
	}
}

func (c Pay) forecast(f *forecast) { f.lapses(f.w.Holds[c.OrderID]) }

// decide takes a captured payment: it ends in tickets or in a refund, never in
// both, never in neither.
func (c Pay) decide(d *decider) Outcome {
	h := d.orderByID(c.OrderID)
	switch {
	case h == nil:
		return Outcome{Code: NotFound}
	case c.PaymentID == "":
		return Outcome{Code: InvalidSettings, Field: "payment_id"}
	case c.Amount < 1:
		return Outcome{Code: InvalidSettings, Field: "amount"}
	case !isCode(c.Currency):
		return Outcome{Code: InvalidSettings, Field: "currency"}
	}
	if o, known := paidBefore(h, &c); known {
		return o
	}
	if h.State == HoldHeld && d.st.Event.Status == Cancelled {
		d.closeOrder(h)
	}
	if h.State == HoldHeld && !d.canTakeOver(h) {
		return Outcome{Code: NotFound}
	}
	matches := c.Amount == h.Order.Total && c.Currency == h.Order.Currency
	switch {
	case h.State == HoldConfirmed:
		return d.turnDown(h, &c, ReasonPaymentAgain)
	case h.State == HoldHeld && !matches:
		return d.turnDown(h, &c, ReasonPaymentMismatch)
	case h.State == HoldHeld:
		if o, refused := d.byCard(h, &c, d.tickets(h.Order.Items)); refused {
			return o
		}
		d.acceptOrder(h, c.Actor)
		if !d.takeOver(h) {
			return d.turnDown(h, &c, ReasonPaymentLate)
		}
		d.confirm(h, c.Actor, ReasonPaid, c.PaymentID)
		d.endPass(h.Entrant)
	case matches && d.canTakeAgain(h):
		if o, refused := d.byCard(h, &c, d.ticketsIn(lastItems(h))); refused {
			return o
		}
		d.takeAgain(h, &c)
		d.endPass(h.Entrant)
	default:
		return d.turnDown(h, &c, ReasonPaymentLate)
	}
	d.boughtBy(h, &c)
	h.Order.PaymentID, h.Order.Paid = c.PaymentID, c.Amount
	return orderOutcome(h)
}

// paidBefore answers a payment that was decided before.
func paidBefore(h *Hold, c *Pay) (Outcome, bool) {
	o := Outcome{OrderID: h.ID, Units: h.Units, Total: h.Order.Total, Currency: h.Order.Currency}
	if h.Order.PaymentID == c.PaymentID {
		o.Status = string(HoldConfirmed)
		return o, true
	}
	for i := range h.Order.Refunds {
		if r := &h.Order.Refunds[i]; r.PaymentID == c.PaymentID {
			o.Status, o.Refund, o.Currency = refundDue, r.Amount, r.Currency
			return o, true
		}
	}
	return o, false
}

// turnDown makes all of a payment due back.
func (d *decider) turnDown(h *Hold, c *Pay, reason Reason) Outcome {
	d.moveHold(h, h.State, c.Actor, reason, c.PaymentID)
	d.oweRefund(h, c.PaymentID, c.Amount, c.Currency)
	return Outcome{
		Status: refundDue, OrderID: h.ID, Units: h.Units, Total: h.Order.Total, Refund: c.Amount, Currency: c.Currency,
	}
}

// canTakeAgain reports whether an order that was not paid in time can still have
// its units: the event goes on, they are free, none is reserved for the waitlist, and
// the limits that held for the order then hold now.
func (d *decider) canTakeAgain(h *Hold) bool {
	e := &d.st.Event
	if h.Reason != ReasonOrderExpired || e.Status != Published || d.now >= e.EndsAt ||
		!d.codesLeft(h.Order) || d.overLimit(d.person(h.PersonID), d.ticketsIn(lastItems(h))) {
		return false
	}
	var list []need
	for _, it := range lastItems(h) {
		t := d.tiers[it.Tier]
		if d.closed(t) || !d.seatOpen(it) {
			return false
		}
		list = t.needs(list, 1)
	}
	return room(list)
}

// lastItems are those that the end of an order released.
func lastItems(h *Hold) (items []*Item) {
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.ReleasedSeq == h.LastSeq {
			items = append(items, it)
		}
	}
	return items
}

func (d *decider) takeAgain(h *Hold, c *Pay) {
	items := lastItems(h)
	d.moveHold(h, HoldConfirmed, c.Actor, ReasonPaidLate, c.PaymentID)
	h.ExpiresAt = 0
	for _, it := range items {
		it.ReleasedSeq = 0
		d.takeItem(h, it, HoldConfirmed)
	}
	d.useCodes(h.Order, 1)
	p := d.person(h.PersonID)
	p.Units += d.tickets(h.Order.Items)
	d.touchPerson(p, false)
}
