package inventorytest

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// modelTicket is a ticket that went to somebody else, or was reissued.
type modelTicket struct {
	of      *claim
	unit    int64
	holder  *attendee
	times   int64
	version int64
}

// modelTransfer is a ticket on its way.
type modelTransfer struct {
	id, ticket string
	of         *claim
	unit       int64
	from, to   *attendee
	state      string
}

// good reports whether a claim has a unit that lets somebody in.
func (c *claim) good(unit int64) bool {
	switch {
	case c == nil || c.state != "confirmed" || unit < 1:
		return false
	case !c.order:
		return unit <= c.units+int64(len(c.gone)) && !slices.Contains(c.gone, unit)
	}
	return unit <= int64(len(c.items)) && c.items[unit-1].live && !c.items[unit-1].gift // which has no ticket
}

func (m *Model) holder(o *claim, ticket string) *attendee {
	if t := m.tickets[ticket]; t != nil {
		return t.holder
	}
	return o.owner
}

// othersHold reports whether somebody else holds one of the units that are named.
func (m *Model) othersHold(o *claim, named func(no int) bool) bool {
	for _, t := range m.tickets {
		if t.of == o && t.holder != o.owner && named(int(t.unit)) && o.good(t.unit) {
			return true
		}
	}
	return false
}

func (m *Model) onOffer(ticket string) *modelTransfer {
	for _, tr := range m.moves {
		if tr.ticket == ticket && tr.state == "offered" {
			return tr
		}
	}
	return nil
}

func (m *Model) spent(ticket string) bool {
	t := m.tickets[ticket]
	return t != nil && t.times >= m.event.Settings.TransferLimit()
}

func (m *Model) ended() (inventory.Code, bool) {
	if m.event.Status == inventory.Cancelled {
		return inventory.EventIsCancelled, true
	}
	return inventory.EventOver, m.now >= m.event.Ends()
}

func (m *Model) offerTransfer(c inventory.OfferTransfer) inventory.Outcome {
	o := m.claimByID(c.OrderID)
	if code, over := m.ended(); over {
		return refuse(code)
	}
	if !o.good(c.Unit) {
		return refuse(inventory.TicketVoid)
	}
	holder, to := m.holder(o, c.TicketID), m.users[c.UserID]
	if holder.id != c.Holder {
		return refuse(inventory.TicketMoved)
	}
	for _, l := range m.lists {
		if l.of == o && l.item == int(c.Unit) && !l.ended() {
			return refuse(inventory.ExchangeStands)
		}
	}
	if open := m.onOffer(c.TicketID); open != nil {
		if to != open.to {
			return refuse(inventory.TransferOpen)
		}
		return open.answer()
	}
	switch {
	case m.spent(c.TicketID):
		return refuse(inventory.TransferLimit)
	case to == holder:
		return refuse(inventory.TransferToSelf)
	}
	tr := &modelTransfer{c.TransferID, c.TicketID, o, c.Unit, holder, m.attendee(c.UserID, c.PersonID), "offered"}
	m.moves = append(m.moves, tr)
	return tr.answer()
}

func (tr *modelTransfer) answer() inventory.Outcome {
	return inventory.Outcome{Status: tr.state, TransferID: tr.id, OrderID: tr.of.id, Units: 1}
}

func (m *Model) acceptTransfer(c inventory.AcceptTransfer) inventory.Outcome {
	return m.endTransfer(c.Who, c.TransferID, "accepted")
}

func (m *Model) declineTransfer(c inventory.DeclineTransfer) inventory.Outcome {
	return m.endTransfer(c.Who, c.TransferID, "declined")
}

func (m *Model) cancelTransfer(c inventory.CancelTransfer) inventory.Outcome {
	return m.endTransfer(c.Who, c.TransferID, "cancelled")
}

func (m *Model) endTransfer(who inventory.Who, id, to string) inventory.Outcome {
	for _, tr := range m.moves {
		mine := tr.to.id
		if to == "cancelled" {
			mine = tr.from.id
		}
		if tr.id != id || !who.Staff && who.Actor != mine {
			continue
		}
		if tr.state != "offered" {
			if tr.state == to {
				return tr.answer()
			}
			return inventory.Outcome{Code: inventory.TransferEnded, Status: tr.state}
		}
		if to == "accepted" {
			if code := m.cannotTake(tr); code != inventory.OK {
				return refuse(code)
			}
			t := m.ticket(tr.ticket, tr.of, tr.unit)
			t.holder = tr.to
			t.times++
			t.version++
		}
		tr.state = to
		return tr.answer()
	}
	return refuse(inventory.NotFound)
}

// ticket is a ticket that gets a new token.
func (m *Model) ticket(id string, of *claim, unit int64) *modelTicket {
	if m.tickets[id] == nil {
		m.tickets[id] = &modelTicket{of: of, unit: unit, holder: of.owner}
	}
	return m.tickets[id]
}

func (m *Model) reissueTicket(c inventory.ReissueTicket) inventory.Outcome {
	o := m.claimByID(c.OrderID)
	if !o.good(c.Unit) {
		return refuse(inventory.TicketVoid)
	}
	version := int64(0)
	if t := m.tickets[c.TicketID]; t != nil {
		version = t.version
	}
	switch c.Version {
	case version:
		m.ticket(c.TicketID, o, c.Unit).version++
	case version - 1:
	default:
		return refuse(inventory.VersionMoved)
	}
	return inventory.Outcome{Status: "reissued", OrderID: o.id, Units: 1}
}

func (m *Model) cannotTake(tr *modelTransfer) inventory.Code {
	code, over := m.ended()
	switch {
	case over:
		return code
	case !tr.of.good(tr.unit):
		return inventory.TicketVoid
	case m.holder(tr.of, tr.ticket) != tr.from:
		return inventory.TicketMoved
	case m.spent(tr.ticket):
		return inventory.TransferLimit
	}
	return inventory.OK
}

// matchTransfers says in what the transfers, and who holds what, differ.
func (w *MemoryStore) matchTransfers(m *Model) error {
	if len(w.Transfers) != len(m.moves) || len(w.Tickets) != len(m.tickets) {
		return fmt.Errorf("%d transfers and %d tickets that moved, in the model %d and %d", len(w.Transfers), len(w.Tickets), len(m.moves), len(m.tickets))
	}
	for _, tr := range m.moves {
		if x := w.Transfers[tr.id]; string(x.State) != tr.state || x.From != tr.from.id || x.To != tr.to.id {
			return fmt.Errorf("transfer %+v, in the model %+v", x, *tr)
		}
	}
	for id, t := range m.tickets {
		holder := ""
		if t.times > 0 {
			holder = t.holder.id
		}
		if x := w.Tickets[id]; x.HolderID != holder || x.Transfers != t.times || x.Version != t.version {
			return fmt.Errorf("ticket %+v, in the model %+v", x, *t)
		}
	}
	return nil
}
