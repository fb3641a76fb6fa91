package inventory

// ReissueTicket makes the tokens of a ticket so far void, in favour of the next.
type ReissueTicket struct {
	Who
	TicketID, OrderID string
	Unit              int64
	// Version is that of the token that is good. When the next one is it by
	// now, nothing is changed: the wish was heard before.
	Version int64
}

func (c ReissueTicket) needs(n *RequiredRows) {
	n.HoldIDs, n.TicketIDs = append(n.HoldIDs, c.OrderID), append(n.TicketIDs, c.TicketID)
}

func (ReissueTicket) forecast(*forecast) {}

// decide writes its row about the order, in whose story it belongs; who
// holds the ticket is told.
func (c ReissueTicket) decide(d *decider) Outcome {
	h := d.w.Holds[c.OrderID]
	if !h.good(c.Unit) {
		return Outcome{Code: TicketVoid}
	}
	t := d.ticketOf(c.TicketID, c.OrderID, c.Unit)
	switch t.Version {
	case c.Version:
		d.touchTicket(t)
		t.Version++
		d.moveHoldOf(t.holder(h), h, h.State, c.Actor, ReasonTicketReissued, t.ID)
	case c.Version + 1:
	default:
		return Outcome{Code: VersionMoved, Field: "version"}
	}
	return Outcome{Status: "reissued", OrderID: h.ID, Units: 1}
}
