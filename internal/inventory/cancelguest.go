package inventory

// CancelGuest gives one unit of a confirmed registration back, with its ticket. The
// others go on with their tickets and numbers. With the last unit the registration
// ends as Cancel ends it. Of an order it is CancelItems of that item. A ticket with
// which somebody came in is not given back.
type CancelGuest struct {
	Who
	TicketID, OrderID string
	Unit              int64
}

func (c CancelGuest) needs(n *RequiredRows) {
	n.HoldIDs, n.Moved = append(n.HoldIDs, c.OrderID), true
	n.Admitted = append(n.Admitted, c.TicketID)
}

func (c CancelGuest) forecast(f *forecast) { f.release(f.w.Holds[c.OrderID]) }

func (c CancelGuest) decide(d *decider) Outcome {
	if h := d.orderByID(c.OrderID); h != nil {
		return c.ofOrder(d, h)
	}
	h := d.registrationOf(Cancel{OrderID: c.OrderID})
	if h == nil || c.Unit < 1 || c.Unit > h.Numbers() {
		return Outcome{Code: NotFound}
	}
	done := Outcome{Status: string(HoldReleased), OrderID: h.ID, Units: 1}
	switch {
	case h.State == HoldReleased && h.ExpiresAt != 0:
		return Outcome{Code: NotFound} // an offer that was never confirmed
	case !h.good(c.Unit):
		return done // by this command or by another before
	case d.w.Admitted[c.TicketID]:
		return Outcome{Code: TicketUsed}
	}
	if !c.Staff {
		if d.now >= d.st.Event.CancellationEnds() {
			return Outcome{Code: CancellationClosed}
		}
		if d.othersHold(h, int(c.Unit)) {
			return Outcome{Code: TicketsMoved}
		}
	}
	if h.Units == 1 {
		o := Cancel{Who: c.Who, OrderID: h.ID}.decide(d)
		if o.Code == OK {
			o = done
		}
		return o
	}
	d.voidMoved(h, c.Actor, c.Unit)
	d.giveUnit(h, c.Unit, c.Actor, ReasonGuestCancelled, c.TicketID)
	return done
}

func (c CancelGuest) ofOrder(d *decider, h *Hold) Outcome {
	switch {
	case c.Unit < 1 || c.Unit > h.Numbers():
		return Outcome{Code: NotFound}
	case h.good(c.Unit) && d.w.Admitted[c.TicketID]:
		return Outcome{Code: TicketUsed}
	}
	return CancelItems{Who: c.Who, OrderID: h.ID, Items: []int{int(c.Unit)}}.decide(d)
}
