package verify

import (
	"encoding/hex"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 4 covers what decides and is hashed only: the audit rows commit to the
// terms of an event, to what its codes are good for, and to the seats, prices and
// deadlines of its orders (decision 0054). The last commitment about a thing must be
// the one that its rows make.

// commitment is what an audit row commits to; zero: to nothing.
type commitment [16]byte

// committedBy reads the commitment of a row. One that cannot be read is like no other.
func committedBy(r *inventory.AuditRow) (c commitment) { return commitmentOf(r.Commitment) }

func commitmentOf(text string) (c commitment) {
	if text == "" {
		return c
	}
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(c) || hex.EncodeToString(raw) != text {
		return commitment{1}
	}
	return commitment(raw)
}

// termsOfRow takes the terms of a row about the event or a tier. Most rows of the
// event leave them as they are.
func (c *check) termsOfRow(r *inventory.AuditRow) {
	if r.Commitment != "" {
		c.terms = committedBy(r)
	}
}

func (c *check) checkCommitments() {
	e := &c.event.Event
	tiers := make([]inventory.Tier, len(c.tiers))
	for i, t := range c.tiers {
		tiers[i] = t.Tier
	}
	if c.terms != commitmentOf(inventory.TermsCommitment(e, tiers)) {
		c.fail(4, e.ID, "the event's organization, times, settings or tiers are not those that its audit rows commit to")
	}
	for id, p := range c.codes {
		if p.committed != commitmentOf(inventory.CodeCommitment(&p.PriceCode)) {
			c.fail(4, id, "what the code is good for is not what its audit rows commit to")
		}
	}
	for h := range c.holds.all() {
		if h.told.lastSeq != 0 && h.committed != commitmentOf(inventory.HoldCommitment(c.holdOf(h))) {
			c.fail(4, c.names.id(h.id), "its person, deadline, seats, prices or pass are not those that its audit rows commit to")
		}
	}
}

// holdOf is the hold of a record, as far as audit rows commit to it.
func (c *check) holdOf(h *holdRecord) *inventory.Hold {
	out := &inventory.Hold{
		ID: c.names.id(h.id), Kind: inventory.HoldKind(c.words.text(h.kind)), PersonID: c.names.id(h.person),
		Tier: c.words.text(h.tier), ExpiresAt: h.expiresAt, Entrant: c.entrants[h.id],
	}
	o := c.orderOf(h)
	if o == nil {
		return out
	}
	order := o.Order
	order.Items = make([]inventory.Item, len(o.items))
	for i := range o.items {
		it := &o.items[i]
		order.Items[i] = inventory.Item{No: i + 1, Tier: c.words.text(it.tier), Seat: c.seatName(it.stored), GoesWith: it.with, Fee: c.words.text(it.fee), Listed: c.words.text(it.listed), Charge: it.charge}
	}
	out.Order = &order
	return out
}
