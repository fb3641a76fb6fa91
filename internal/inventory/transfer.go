package inventory

import (
	"slices"
	"sort"
	"strings"
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

// Commands on tickets.
type (
	// OfferTransfer offers a ticket to another person. Offered to the same
	// person again, it answers with the offer that stands.
	OfferTransfer struct {
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
	// ReissueTicket makes the tokens of a ticket so far void, in favour of the next.
	ReissueTicket struct {
		Who
		TicketID, OrderID string
		Unit              int64
		// Version is that of the token that is good. When the next one is it by
		// now, nothing is changed: the wish was heard before.
		Version int64
	}
	// AcceptTransfer takes a ticket that was offered: the other person holds it
	// from then on, with a new token. Again it changes nothing.
	AcceptTransfer struct {
		Who
		TransferID string
	}
	// DeclineTransfer leaves the ticket where it is, by who it was offered to.
	DeclineTransfer struct {
		Who
		TransferID string
	}
	// CancelTransfer takes an offer back, by who made it.
	CancelTransfer struct {
		Who
		TransferID string
	}
)

func (c OfferTransfer) needs(n *Needs) {
	n.HoldIDs, n.UserIDs, n.TicketIDs = append(n.HoldIDs, c.OrderID), append(n.UserIDs, c.UserID), append(n.TicketIDs, c.TicketID)
}
func (c ReissueTicket) needs(n *Needs) {
	n.HoldIDs, n.TicketIDs = append(n.HoldIDs, c.OrderID), append(n.TicketIDs, c.TicketID)
}
func (c AcceptTransfer) needs(n *Needs)  { n.TransferIDs = append(n.TransferIDs, c.TransferID) }
func (c DeclineTransfer) needs(n *Needs) { n.TransferIDs = append(n.TransferIDs, c.TransferID) }
func (c CancelTransfer) needs(n *Needs)  { n.TransferIDs = append(n.TransferIDs, c.TransferID) }

// good says whether a hold has a unit that lets somebody in.
func (h *Hold) good(unit int64) bool {
	switch {
	case h == nil || h.State != HoldConfirmed || h.Kind == KindBlock:
		return false
	case h.Order == nil:
		return unit >= 1 && unit <= h.Units
	}
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; int64(it.No) == unit {
			return it.Live()
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

// holder is who holds a ticket of a hold.
func (t *Ticket) holder(h *Hold) string {
	if t.HolderID != "" {
		return t.HolderID
	}
	return h.PersonID
}

// movable says whether tickets of the event can change hands at all.
func (d *decider) movable() Outcome {
	switch e := &d.st.Event; {
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.EndsAt:
		return Outcome{Code: EventOver}
	}
	return Outcome{}
}

func (d *decider) offerTransfer(c OfferTransfer) Outcome {
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
		to = d.personFor(&Party{UserID: c.UserID, Profile: c.Profile, PersonID: c.PersonID}, nil)
	}
	tr := &Transfer{ID: c.TransferID, TicketID: t.ID, OrderID: c.OrderID, Unit: c.Unit, From: c.Holder, To: to.ID, OfferedAt: d.now}
	d.w.Transfers[tr.ID] = tr
	d.moveTransfer(tr, TransferOffered, c.Actor, ReasonTransferOffered, tr.To)
	return transferOutcome(tr)
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

func (d *decider) acceptTransfer(c AcceptTransfer) Outcome {
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
	// A row has one message at most, and both of them are told: who has the ticket
	// by a row of its own.
	d.moveTransfer(tr, TransferAccepted, systemActor, ReasonTicketReceived, tr.To)
	return transferOutcome(tr)
}

func (d *decider) declineTransfer(c DeclineTransfer) Outcome {
	tr := d.w.Transfers[c.TransferID]
	if o := answerable(tr, TransferDeclined, c.Who, func() string { return tr.To }); tr == nil || tr.State != TransferOffered || o.Code != OK {
		return o
	}
	d.moveTransfer(tr, TransferDeclined, c.Actor, ReasonTransferDeclined, tr.From)
	return transferOutcome(tr)
}

func (d *decider) cancelTransfer(c CancelTransfer) Outcome {
	tr := d.w.Transfers[c.TransferID]
	if o := answerable(tr, TransferCancelled, c.Who, func() string { return tr.From }); tr == nil || tr.State != TransferOffered || o.Code != OK {
		return o
	}
	d.moveTransfer(tr, TransferCancelled, c.Actor, ReasonTransferCancelled, tr.To)
	return transferOutcome(tr)
}

// answerable says whether a transfer can be brought to a state by somebody. One
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

// reissueTicket writes its row about the order, in whose story it belongs; who
// holds the ticket is told.
func (d *decider) reissueTicket(c ReissueTicket) Outcome {
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

// othersHold says whether a ticket of a hold is somebody else's by now; of those
// units, if there are any. A person cannot give back what another person holds.
func (d *decider) othersHold(h *Hold, units ...int) bool {
	return slices.ContainsFunc(d.moved(h), func(t *Ticket) bool {
		return len(units) == 0 || slices.Contains(units, int(t.Unit))
	})
}

// voidMoved tells those who hold tickets of a hold that is somebody else's that
// these will be void: of items that go next; nil: of all. Whose hold it is learns
// it by the row of what goes. When the event is called off they are not told here,
// but by a notice.
func (d *decider) voidMoved(h *Hold, who string, items []*Item) {
	for _, t := range d.moved(h) {
		if items == nil || slices.ContainsFunc(items, func(it *Item) bool { return int64(it.No) == t.Unit }) {
			d.moveHoldOf(t.HolderID, h, h.State, who, ReasonTicketVoided, t.ID)
		}
	}
}
