package inventory

import "strings"

// OfferTransfer offers a ticket to another person. Offered to the same
// person again, it answers with the offer that stands.
type OfferTransfer struct {
	Who
	TransferID, TicketID, OrderID string
	Unit                          int64
	// Holder is who the caller takes for the ticket's holder; empty, by staff:
	// whoever it is.
	Holder string
	// UserID names the other person; PersonID and Profile are used when the
	// event does not know that person yet.
	UserID, PersonID string
	Profile          Profile
}

func (c OfferTransfer) needs(n *RequiredRows) {
	n.HoldIDs, n.UserIDs, n.TicketIDs = append(n.HoldIDs, c.OrderID), append(n.UserIDs, c.UserID), append(n.TicketIDs, c.TicketID)
}

func (OfferTransfer) forecast(*forecast) {}

func (c OfferTransfer) decide(d *decider) Outcome {
	if o := d.movable(); o.Code != OK {
		return o
	}
	h := d.w.Holds[c.OrderID]
	if !h.good(c.Unit) {
		return Outcome{Code: TicketVoid}
	}
	t := d.ticketOf(c.TicketID, c.OrderID, c.Unit)
	if c.Holder == "" && c.Staff {
		c.Holder = t.holder(h)
	}
	if t.holder(h) != c.Holder {
		return Outcome{Code: TicketMoved}
	}
	if d.exchanges.ofItem[itemKey{h.ID, c.Unit}] != nil {
		return Outcome{Code: ExchangeStands}
	}
	to := d.byUser(c.UserID)
	if open := d.openTransfer(t.ID); open != nil {
		if to == nil || open.To != to.ID {
			return Outcome{Code: TransferOpen}
		}
		return transferOutcome(open)
	}
	switch {
	case t.Transfers >= d.st.Event.Settings.TransferLimit():
		return Outcome{Code: TransferLimit}
	case to != nil && to.ID == c.Holder:
		return Outcome{Code: TransferToSelf, Field: "email"}
	case to == nil && strings.HasPrefix(c.UserID, erasedPrefix):
		return Outcome{Code: InvalidSettings, Field: "email"}
	case to == nil: // a person who is known keeps the profile that is known
		to, _ = d.personFor(c.Who, &Party{UserID: c.UserID, Profile: c.Profile, PersonID: c.PersonID}, nil)
	}
	tr := &Transfer{ID: c.TransferID, TicketID: t.ID, OrderID: c.OrderID, Unit: c.Unit, From: c.Holder, To: to.ID, OfferedAt: d.now}
	d.w.Transfers[tr.ID] = tr
	d.moveTransfer(tr, TransferOffered, c.Actor, ReasonTransferOffered, tr.To)
	return transferOutcome(tr)
}
