package inventory

// BeginPayment says that the buyer of a pending order goes on to pay it: its first hold,
// which is short, becomes the whole time to pay, to Order.PayUntil. That happens once.
// Again, and for an order that has no more time to get, it changes nothing.
type BeginPayment struct {
	Who
	OrderID string
}

func (c BeginPayment) needs(n *RequiredRows) { n.HoldIDs = append(n.HoldIDs, c.OrderID) }

func (c BeginPayment) forecast(f *forecast) { f.lapses(f.w.Holds[c.OrderID]) }

func (c BeginPayment) decide(d *decider) Outcome {
	h, refusal := d.pendingOrder(c.OrderID)
	switch {
	case h == nil:
		return refusal
	case !h.FirstHold():
		return orderOutcome(h)
	}
	d.moveHold(h, HoldHeld, c.Actor, ReasonPaymentBegun, "")
	h.ExpiresAt = h.Order.PayUntil
	d.due(h.ExpiresAt)
	return orderOutcome(h)
}

// FirstHold reports whether an order is pending and has its short first hold, which
// beginning a payment prolongs to Order.PayUntil.
func (h *Hold) FirstHold() bool {
	return h.State == HoldHeld && h.Order != nil && h.ExpiresAt < h.Order.PayUntil
}

// timeToPay sets until when a new order is held, and until when it can be paid: held is
// the first, unless there is no checkout that could prolong it. That is so where buyers
// are told how to pay by hand, where the organizer has no page to pay on, and for orders
// that staff make, who take the money their own way.
func (d *decider) timeToPay(h *Hold, c *Reserve) {
	if c.imports() {
		h.ExpiresAt, h.Order.PayUntil = c.PayUntil, c.PayUntil
		return
	}
	s := &d.st.Event.Settings.Orders
	window := s.HoldTime
	for _, l := range c.Lines {
		if l.Seat != "" {
			window = s.SeatHoldTime
		}
	}
	first := window
	if !s.PaidByHand() && !c.Staff && !c.NoCheckout {
		first = min(s.FirstHoldTime, window)
	}
	h.ExpiresAt, h.Order.PayUntil = d.now+Instant(first), d.now+Instant(window)
}
