package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Invariant 12, of tickets that change hands: who holds a ticket is who accepted
// it last, from who held it then; it has gone to somebody as often as the ledger
// says; and its token is newer than any of those it had before.

// transferRecord is a transfer: its row, and what the audit rows say of it.
type transferRecord struct {
	row  inventory.Transfer
	told trace
}

// givenTicket is a ticket as the accepted transfers leave it.
type givenTicket struct {
	holder string
	times  int64
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
	c.follow(&t.told, r, true)
	if r.Related != t.row.TicketID {
		c.fail(4, r.Subject, "audit row %d is about %s, and the transfer about %s", r.Seq, r.Related, t.row.TicketID)
	}
	if r.Reason != inventory.ReasonTransferAccepted {
		return
	}
	g := c.given[t.row.TicketID]
	if g == nil {
		order, _, _ := id.UnitOf(t.row.TicketID)
		g = &givenTicket{}
		if h := c.holds.find(c.names.key(order)); h != nil {
			g.holder = c.names.id(h.person)
		}
		c.given[t.row.TicketID] = g
	}
	if t.row.From != g.holder {
		c.fail(12, r.Subject, "%s is given away by %s, and held by %s", t.row.TicketID, t.row.From, g.holder)
	}
	g.holder = t.row.To
	g.times++
}

// checkTransfers compares the rows of transfers with their audit rows.
func (c *check) checkTransfers() {
	for id, t := range c.transfers {
		if t.told.lastSeq == 0 {
			c.fail(4, id, "no audit row tells of %s", id)
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

// checkGiven compares the row of a ticket with what the transfers make of it.
// What is left over is of tickets without a row.
func (c *check) checkGiven(v *store.TicketVersion) {
	g := c.given[v.TicketID]
	if g == nil {
		g = &givenTicket{}
	}
	if v.HolderID != g.holder {
		c.fail(12, v.TicketID, "the ticket is said to be held by %q, and its transfers end at %q", v.HolderID, g.holder)
	}
	if v.Transfers != g.times || v.Version < v.Transfers {
		c.fail(12, v.TicketID, "the ticket, of version %d, is said to have gone to somebody %d times; its transfers say %d", v.Version, v.Transfers, g.times)
	}
	delete(c.given, v.TicketID)
}
