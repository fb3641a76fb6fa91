package inventory

import (
	"slices"
	"sort"
)

// TransferState is where a transfer stands. It ends exactly once.
type TransferState string

// The states of a transfer.
const (
	TransferNone      TransferState = "" // not offered yet; only in audit rows
	TransferOffered   TransferState = "offered"
	TransferAccepted  TransferState = "accepted"
	TransferDeclined  TransferState = "declined"
	TransferCancelled TransferState = "cancelled"
)

// Transfer is a ticket on its way from one person to another. An offer of one
// that becomes void meanwhile is left as it is: nothing can come of it.
type Transfer struct {
	ID        string // trf_…
	State     TransferState
	TicketID  string // of unit Unit of the order
	OrderID   string
	Unit      int64
	From, To  string // persons of the event
	OfferedAt Instant
	EndedAt   Instant
	LastSeq   int64
}

// Ticket is what is known of a ticket beyond its order. Only tickets that were
// reissued or transferred have a row.
type Ticket struct {
	ID, OrderID string
	Unit        int64
	Version     int64  // of the token that is good
	HolderID    string // who it was transferred to; empty: whose order it is
	Transfers   int64  // how often it was
}

// good reports whether a hold has a unit that lets somebody in.
func (h *Hold) good(unit int64) bool {
	switch {
	case h == nil || h.State != HoldConfirmed || h.Kind == KindBlock:
		return false
	case h.Order == nil:
		return unit >= 1 && unit <= h.Numbers() && !h.HasGivenBack(unit)
	}
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; int64(it.No) == unit {
			return it.Live() && it.Ticketed()
		}
	}
	return false
}

// ticketOf returns what is known of a ticket.
func (d *decider) ticketOf(ticket, order string, unit int64) *Ticket {
	if t := d.w.Tickets[ticket]; t != nil {
		return t
	}
	t := &Ticket{ID: ticket, OrderID: order, Unit: unit}
	d.w.Tickets[ticket] = t
	return t
}

// holder is the person who holds a ticket of a hold.
func (t *Ticket) holder(h *Hold) string {
	if t.HolderID != "" {
		return t.HolderID
	}
	return h.PersonID
}

// movable reports whether tickets of the event can change hands at all.
func (d *decider) movable() Outcome {
	switch e := &d.st.Event; {
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.Ends():
		return Outcome{Code: EventOver}
	}
	return Outcome{}
}

// openTransfer is the offer that stands for a ticket, nil when there is none.
func (d *decider) openTransfer(ticket string) *Transfer {
	for _, tr := range d.w.Transfers {
		if tr.TicketID == ticket && tr.State == TransferOffered {
			return tr
		}
	}
	return nil
}

func transferOutcome(tr *Transfer) Outcome {
	return Outcome{Status: string(tr.State), TransferID: tr.ID, OrderID: tr.OrderID, Units: 1}
}

// moveTransfer writes a transition of a transfer, of which person is told.
func (d *decider) moveTransfer(tr *Transfer, to TransferState, who string, reason Reason, person string) {
	isNew := tr.State == TransferNone
	seq := d.write(transition{
		who: who, subject: tr.ID, from: string(tr.State), to: string(to), reason: reason,
		related: tr.TicketID, units: 1, person: person, prev: tr.LastSeq,
	})
	tr.State, tr.LastSeq = to, seq
	if to != TransferOffered {
		tr.EndedAt = d.now
	}
	for i := range d.out.Transfers {
		if d.out.Transfers[i].Transfer == tr {
			return // offered and ended in one batch
		}
	}
	d.out.Transfers = append(d.out.Transfers, TransferChange{Transfer: tr, New: isNew})
}

// touchTicket is called before the row changes: one that has a row has a version.
func (d *decider) touchTicket(t *Ticket) *TicketChange {
	for i := range d.out.Tickets {
		if d.out.Tickets[i].Ticket == t {
			return &d.out.Tickets[i]
		}
	}
	d.out.Tickets = append(d.out.Tickets, TicketChange{Ticket: t, New: t.Version == 0})
	return &d.out.Tickets[len(d.out.Tickets)-1]
}

// moved are the good tickets of a hold that are somebody else's by now, by unit.
func (d *decider) moved(h *Hold) []*Ticket {
	var list []*Ticket
	for _, t := range d.w.Tickets {
		if t.OrderID == h.ID && t.holder(h) != h.PersonID && h.good(t.Unit) {
			list = append(list, t)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Unit < list[j].Unit })
	return list
}

// othersHold reports whether a ticket of a hold is somebody else's by now; of those
// units, if there are any. A person cannot give back what another person holds.
func (d *decider) othersHold(h *Hold, units ...int) bool {
	return slices.ContainsFunc(d.moved(h), func(t *Ticket) bool {
		return len(units) == 0 || slices.Contains(units, int(t.Unit))
	})
}

// voidMoved tells those who hold tickets of a hold that is somebody else's that
// these will be void: of units that go next; none: of all. Whose hold it is learns
// it by the row of what goes. When the event is called off they are not told here,
// but by an announcement.
func (d *decider) voidMoved(h *Hold, who string, units ...int64) {
	for _, t := range d.moved(h) {
		if len(units) == 0 || slices.Contains(units, t.Unit) {
			d.moveHoldOf(t.HolderID, h, h.State, who, ReasonTicketVoided, t.ID)
		}
	}
}
