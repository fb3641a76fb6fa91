package inventory

// ExchangeTicket offers the unit of a ticket to the waitlist. Asked again, it
// answers with the exchange that is open. What cost nothing is given back at
// once: the outcome is "released" then, and there is no exchange.
type ExchangeTicket struct {
	Who
	ExchangeID, TicketID, OrderID string
	Unit                          int64
	// Holder is who the caller takes for the ticket's holder; empty, by staff:
	// whoever it is.
	Holder string
}

func (c ExchangeTicket) needs(n *RequiredRows) {
	n.HoldIDs, n.TicketIDs = append(n.HoldIDs, c.OrderID), append(n.TicketIDs, c.TicketID)
	n.Moved = true // of a registration that is given back
	n.Admitted = append(n.Admitted, c.TicketID)
}

func (c ExchangeTicket) forecast(f *forecast) {
	f.scan = true
	f.lists++
	f.release(f.w.Holds[c.OrderID]) // what cost nothing is given back
}

func (c ExchangeTicket) decide(d *decider) Outcome {
	if o := d.movable(); o.Code != OK {
		return o
	}
	h := d.w.Holds[c.OrderID]
	if !h.good(c.Unit) {
		return Outcome{Code: TicketVoid}
	}
	holder := h.PersonID
	if t := d.w.Tickets[c.TicketID]; t != nil {
		holder = t.holder(h)
	}
	switch {
	case holder != c.Holder && (c.Holder != "" || !c.Staff):
		return Outcome{Code: TicketMoved}
	case holder != h.PersonID:
		return Outcome{Code: ExchangeNotBought}
	}
	if x := d.exchanges.ofItem[itemKey{h.ID, c.Unit}]; x != nil {
		return exchangeOutcome(x)
	}
	if d.openTransfer(c.TicketID) != nil {
		return Outcome{Code: TransferOpen}
	}
	if h.Order == nil || h.Order.Items[c.Unit-1].Gross == 0 {
		return d.giveBackFree(&c, h)
	}
	e := &d.st.Event
	switch {
	case d.bound(h.Order, int(c.Unit)):
		return Outcome{Code: AddOnNotExchanged}
	case d.now >= e.RegistrationEnds():
		return Outcome{Code: RegistrationClosed}
	case e.Settings.Orders.NoExchange:
		return Outcome{Code: ExchangesOff}
	case e.Settings.Waitlist.Disabled:
		return Outcome{Code: WaitlistDisabled}
	}
	it := &h.Order.Items[c.Unit-1]
	x := &Exchange{
		ID: c.ExchangeID, TicketID: c.TicketID, OrderID: h.ID, Unit: c.Unit, Tier: it.Tier, Seat: it.Seat, PersonID: h.PersonID, OpenedAt: d.now,
	}
	d.moveExchange(x, ExchangeOpen, c.Actor, ReasonExchangeOpened, c.TicketID)
	x.OpenedSeq = x.LastSeq
	d.st.Exchanges = append(d.st.Exchanges, x)
	d.listExchange(x)
	d.lend(x, 1)
	d.waitlistDirty = true
	return exchangeOutcome(x)
}

// giveBackFree is the exchange of what cost nothing: nobody has to pay first, so
// it is given back now, to the waitlist first as ever.
func (d *decider) giveBackFree(c *ExchangeTicket, h *Hold) Outcome {
	o := CancelGuest{Who: c.Who, TicketID: c.TicketID, OrderID: h.ID, Unit: c.Unit}.decide(d)
	if o.Code == OK {
		o = Outcome{Status: string(HoldReleased), OrderID: h.ID, Units: 1}
	}
	return o
}
