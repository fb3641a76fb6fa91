package verify

import (
	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Invariant 13: the audit chain hashes end to end and its head is signed.

// chainPage is how many rows are hashed at a time.
const chainPage = 512

// chain is where the computation of the hashes stands.
type chain struct {
	head   audit.Hash // stored hash of the last row that was compared
	rows   []inventory.AuditRow
	stored []audit.Hash
}

// chainRow takes the next row into the chain.
func (c *check) chainRow(l *store.AuditLine) {
	c.chain.rows = append(c.chain.rows, l.AuditRow)
	c.chain.stored = append(c.chain.stored, l.Hash)
	if len(c.chain.rows) == chainPage {
		c.hashRows()
	}
}

// hashRows compares the rows taken so far with their hashes. After a row that
// differs it goes on from the stored hash, so that one changed row is one
// violation and not as many as rows follow it.
func (c *check) hashRows() {
	h := &c.chain
	event := c.event.Event.ID
	for from := 0; from < len(h.rows); {
		good := true
		for i, hash := range audit.Chain(h.head, event, h.rows[from:]) {
			n := from + i
			h.head = h.stored[n]
			if hash != h.stored[n] {
				c.fail(13, h.rows[n].Subject, "audit row %d does not hash to what is stored with it", h.rows[n].Seq)
				from, good = n+1, false
				break
			}
		}
		if good {
			break
		}
	}
	h.rows, h.stored = h.rows[:0], h.stored[:0]
}

// endOfChain compares the last hash with the event's, and checks its signature.
func (c *check) endOfChain() {
	c.hashRows()
	e := c.event
	if c.chain.head != e.HeadHash {
		c.fail(13, e.Event.ID, "the hash of the last audit row is not the head of the event")
	}
	switch {
	case c.run.auditKey == nil:
		c.fail(13, e.Event.ID, "the installation has no audit key, so the head cannot be checked")
	case !audit.VerifyHead(c.run.auditKey, e.Event.ID, e.Event.Seq, e.HeadHash, e.HeadSig):
		c.fail(13, e.Event.ID, "the head at ledger seq %d is not signed by this installation's audit key", e.Event.Seq)
	}
}
