package verify

import (
	"crypto/ed25519"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Invariant 13: the audit chains hash end to end and their heads are signed.

// chainPage is how many rows are hashed at a time.
const chainPage = 512

// chain is where the computation of the hashes stands.
type chain struct {
	head   audit.Hash // stored hash of the last row that was compared
	rows   []inventory.AuditRow
	stored []audit.Hash
}

// chainRow takes the next row into the chain.
func (c *check) chainRow(l *events.ChainedRow) {
	c.chain.rows = append(c.chain.rows, l.AuditRow)
	c.chain.stored = append(c.chain.stored, l.Hash)
	if len(c.chain.rows) == chainPage {
		c.hashRows()
	}
}

// hashRows compares the rows taken so far with their hashes.
func (c *check) hashRows() {
	h := &c.chain
	for i, hash := range audit.Chain(h.head, c.event.Event.ID, h.rows) {
		if hash != h.stored[i] {
			c.hashEach(i)
			break
		}
	}
	c.compareTaken()
	if n := len(h.stored); n > 0 {
		h.head = h.stored[n-1]
	}
	h.rows, h.stored = h.rows[:0], h.stored[:0]
}

// compareTaken compares the head that the organization's chain took in with the row
// that it was: the last will do, because the rows before it are hashed into it.
func (c *check) compareTaken() {
	taken, ok := c.run.heads[c.event.Event.ID]
	if !ok {
		return
	}
	for i := range c.chain.rows {
		if c.chain.rows[i].Seq == taken.seq && taken.commitment == audit.HeadCommitment(c.chain.stored[i]) {
			delete(c.run.heads, c.event.Event.ID)
		}
	}
}

// hashEach hashes each row, from the first that differs, onto the stored hash of
// the row before it: so one changed row is one violation, and not as many as
// rows follow it.
func (c *check) hashEach(first int) {
	h := &c.chain
	for i := first; i < len(h.rows); i++ {
		head := h.head
		if i > 0 {
			head = h.stored[i-1]
		}
		if audit.Chain(head, c.event.Event.ID, h.rows[i:i+1])[0] != h.stored[i] {
			c.fail(13, h.rows[i].Subject, "audit row %d does not hash to what is stored with it", h.rows[i].Seq)
		}
	}
}

// endOfChain compares the last hash with the event's, and checks its signature.
func (c *check) endOfChain() {
	c.hashRows()
	e := c.event
	if taken, ok := c.run.heads[e.Event.ID]; ok {
		c.fail(13, e.Event.ID, "the organization's chain has taken in another head at ledger seq %d: the event's rows were replaced, or the last of them cut off", taken.seq)
	}
	if c.chain.head != e.HeadHash {
		c.fail(13, e.Event.ID, "the hash of the last audit row is not the head of the event")
	}
	keys := c.run.options.AuditKeys
	switch {
	case len(keys) == 0:
		c.fail(13, e.Event.ID, "the installation's master keys are not here, so the signature of the head cannot be checked")
	case !slices.ContainsFunc(keys, func(k ed25519.PublicKey) bool {
		return audit.VerifyHead(k, e.Event.ID, e.Event.Seq, e.HeadHash, e.HeadSig)
	}):
		c.fail(13, e.Event.ID, "the head at ledger seq %d is not signed by this installation's audit key", e.Event.Seq)
	}
}
