package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Invariant 12, of tickets that change hands or are reissued: the holder of a ticket is
// whoever accepted it last, and had it from the holder of that time; it has gone to somebody as often as
// the ledger says; and its token has been replaced as often as the ledger says.

// transferRecord is a transfer: its row, and what the audit rows say of it.
type transferRecord struct {
	row  inventory.Transfer
	told trace
}

// givenTicket is a ticket as the ledger leaves it.
type givenTicket struct {
	holder   string // who accepted it last; "": whose order it is
	times    int64  // that it was transferred
	reissued int64
}

// ticketTold is what the ledger said so far of a ticket.
func (c *check) ticketTold(ticket string) *givenTicket {
	g := c.given[ticket]
	if g == nil {
		g = &givenTicket{}
		c.given[strings.Clone(ticket)] = g
	}
	return g
}

// ticketReissued counts a row about an order that says that one of its tickets has
// a new token.
func (c *check) ticketReissued(r *inventory.AuditRow) {
	if order, _, ok := id.UnitOf(r.Related); !ok || order != r.Subject {
		c.fail(4, r.Subject, "audit row %d reissues %q, which is not a ticket of the order", r.Seq, r.Related)
		return
	}
	c.ticketTold(r.Related).reissued++
}

// ticketVoided checks what says that a ticket of an order is void: somebody else has
// it, and what follows, up to the next row of another kind, gives units back. said is
// the reason of the order's row before.
func (c *check) ticketVoided(h *holdRecord, r *inventory.AuditRow, said inventory.Reason) {
	if said == inventory.ReasonTicketVoided && !givesBack(r) {
		c.fail(4, r.Subject, "audit row %d comes after one that says that a ticket is void, and gives nothing back", r.Seq)
	}
	if r.Reason != inventory.ReasonTicketVoided {
		return
	}
	if order, _, ok := id.UnitOf(r.Related); !ok || order != r.Subject {
		c.fail(4, r.Subject, "audit row %d says that %q is void, which is not a ticket of the order", r.Seq, r.Related)
		return
	}
	if g := c.given[r.Related]; g == nil || g.holder == "" || g.holder == c.names.id(h.person) {
		c.fail(4, r.Subject, "audit row %d reports to another holder that %s is void, and there is no other holder", r.Seq, r.Related)
	}
}

// givesBack reports whether a row about an order gives units of it back, or says of
// a ticket that the next one does.
func givesBack(r *inventory.AuditRow) bool {
	switch r.Reason {
	case inventory.ReasonTicketVoided, inventory.ReasonItemsCancelled, inventory.ReasonItemsRefunded, inventory.ReasonGuestCancelled:
		return true
	}
	return r.To == string(inventory.HoldReleased)
}

func (c *check) loadTransfers() error {
	return c.run.snapshot.Transfers(c.event.Event.ID, func(t *inventory.Transfer) error {
		c.run.report.Checked.Transfers++
		c.checkHome(t.ID)
		row := *t
		row.ID, row.TicketID = strings.Clone(t.ID), strings.Clone(t.TicketID)
		c.transfers[row.ID] = &transferRecord{row: row}
		return nil
	})
}

func (c *check) transferRow(r *inventory.AuditRow) {
	t := c.transfers[r.Subject]
	if t == nil {
		c.missing(r)
		return
	}
	if before := inventory.Reason(c.words.text(t.told.reason)); r.Reason == inventory.ReasonTicketReceived && before != inventory.ReasonTransferAccepted {
		c.fail(4, r.Subject, "audit row %d informs the recipient of the ticket, and the row before it says %q", r.Seq, before)
	}
	c.follow(&t.told, r, true)
	if r.Related != t.row.TicketID {
		c.fail(4, r.Subject, "audit row %d is about %s, and the transfer about %s", r.Seq, r.Related, t.row.TicketID)
	}
	if r.Reason != inventory.ReasonTransferAccepted {
		return
	}
	g := c.ticketTold(t.row.TicketID)
	holder := g.holder
	if holder == "" {
		order, _, _ := id.UnitOf(t.row.TicketID)
		if h := c.holds.find(c.names.key(order)); h != nil {
			holder = c.names.id(h.person)
		}
	}
	if t.row.From != holder {
		c.fail(12, r.Subject, "%s is given away by %s, and held by %s", t.row.TicketID, t.row.From, holder)
	}
	g.holder = t.row.To
	g.times++
}

// checkTransfers compares the rows of transfers with their audit rows.
func (c *check) checkTransfers() {
	for id, t := range c.transfers {
		if t.told.lastSeq == 0 {
			c.fail(4, id, "no audit row is about %s", id)
			continue
		}
		if state := c.words.text(t.told.state); state != string(t.row.State) {
			c.fail(4, id, "the row says %q, and by its audit rows it is %q", t.row.State, state)
		}
		c.compare(4, id, "the row's last audit row is said to be %d and is %d", t.row.LastSeq, t.told.lastSeq)
		if what := c.notIssued(t.row.TicketID); what != "" {
			c.fail(12, id, "the transfer is of %s, and %s", t.row.TicketID, what)
		}
	}
}

// checkGiven compares the row of a ticket with what the ledger makes of it.
// What is left over is of tickets without a row.
func (c *check) checkGiven(v *events.TicketVersion) {
	g := c.given[v.TicketID]
	if g == nil {
		g = &givenTicket{}
	}
	if v.HolderID != g.holder {
		c.fail(12, v.TicketID, "the ticket is said to be held by %q, and its transfers end at %q", v.HolderID, g.holder)
	}
	if v.Transfers != g.times || v.Version != g.times+g.reissued {
		c.fail(12, v.TicketID, "the ticket, of version %d, is said to have gone to somebody %d times; its transfers say %d, and it was reissued %d times",
			v.Version, v.Transfers, g.times, g.reissued)
	}
	delete(c.given, v.TicketID)
}
