package inventory

// AcceptTransfer takes a ticket that was offered: the other person holds it
// from then on, with a new token. Again it changes nothing.
type AcceptTransfer struct {
	Who
	TransferID string
}

func (c AcceptTransfer) needs(n *RequiredRows) { n.TransferIDs = append(n.TransferIDs, c.TransferID) }

func (AcceptTransfer) forecast(*forecast) {}

func (c AcceptTransfer) decide(d *decider) Outcome {
	tr := d.w.Transfers[c.TransferID]
	if o := answerable(tr, TransferAccepted, c.Who, func() string { return tr.To }); tr == nil || tr.State != TransferOffered || o.Code != OK {
		return o
	}
	if o := d.movable(); o.Code != OK {
		return o
	}
	h := d.w.Holds[tr.OrderID]
	t := d.ticketOf(tr.TicketID, tr.OrderID, tr.Unit)
	switch {
	case !h.good(tr.Unit):
		return Outcome{Code: TicketVoid}
	case t.holder(h) != tr.From:
		return Outcome{Code: TicketMoved}
	case t.Transfers >= d.st.Event.Settings.TransferLimit():
		return Outcome{Code: TransferLimit}
	}
	d.touchTicket(t).Moved = true
	t.Version++
	t.Transfers++
	t.HolderID = tr.To
	d.moveTransfer(tr, TransferAccepted, c.Actor, ReasonTransferAccepted, tr.From)
	// A row has one message at most, and both of them are told: whoever has the ticket
	// by a row of its own.
	d.moveTransfer(tr, TransferAccepted, systemActor, ReasonTicketReceived, tr.To)
	return transferOutcome(tr)
}

// DeclineTransfer leaves the ticket where it is, by the person it was offered to.
type DeclineTransfer struct {
	Who
	TransferID string
}

func (c DeclineTransfer) needs(n *RequiredRows) { n.TransferIDs = append(n.TransferIDs, c.TransferID) }

func (DeclineTransfer) forecast(*forecast) {}

func (c DeclineTransfer) decide(d *decider) Outcome {
	tr := d.w.Transfers[c.TransferID]
	if o := answerable(tr, TransferDeclined, c.Who, func() string { return tr.To }); tr == nil || tr.State != TransferOffered || o.Code != OK {
		return o
	}
	d.moveTransfer(tr, TransferDeclined, c.Actor, ReasonTransferDeclined, tr.From)
	return transferOutcome(tr)
}

// CancelTransfer takes an offer back, by the person who made it.
type CancelTransfer struct {
	Who
	TransferID string
}

func (c CancelTransfer) needs(n *RequiredRows) { n.TransferIDs = append(n.TransferIDs, c.TransferID) }

func (CancelTransfer) forecast(*forecast) {}

func (c CancelTransfer) decide(d *decider) Outcome {
	tr := d.w.Transfers[c.TransferID]
	if o := answerable(tr, TransferCancelled, c.Who, func() string { return tr.From }); tr == nil || tr.State != TransferOffered || o.Code != OK {
		return o
	}
	d.moveTransfer(tr, TransferCancelled, c.Actor, ReasonTransferCancelled, tr.To)
	return transferOutcome(tr)
}

// answerable reports whether a transfer can be brought to a state by somebody. One
// that is there already is answered again.
func answerable(tr *Transfer, to TransferState, who Who, mine func() string) Outcome {
	switch {
	case tr == nil || !who.Staff && who.Actor != mine():
		return Outcome{Code: NotFound}
	case tr.State == TransferOffered, tr.State == to:
		return transferOutcome(tr)
	}
	return Outcome{Code: TransferEnded, Status: string(tr.State)}
}
