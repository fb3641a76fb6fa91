package verify

import "github.com/holdfast-events/holdfast/internal/inventory"

// checkLiveClaims checks invariant 3: a person has at most one live registration and one live entry
// per event, and both at once only while an offer is open. Every live claim
// has somebody who makes it.
func (c *check) checkLiveClaims() {
	for p := range c.people.all() {
		id := c.names.id(p.id)
		if p.liveHolds > 1 {
			c.fail(3, id, "the person has %d live registrations", p.liveHolds)
		}
		if p.liveEntries > 1 {
			c.fail(3, id, "the person has %d live entries", p.liveEntries)
		}
		if p.liveHolds != 1 || p.liveEntries != 1 {
			continue
		}
		h, e := c.holds.find(p.foundHold), c.entries.find(p.foundEntry)
		if h.entry != e.id || c.entryState(e) != inventory.EntryOffered {
			c.fail(3, id, "the person has %s and waits as %s, which are not one offer", c.names.id(h.id), c.names.id(e.id))
		}
	}
	for h := range c.holds.all() {
		block := c.words.text(h.kind) == string(inventory.KindBlock)
		switch {
		case block && h.person != key{}:
			c.fail(3, c.names.id(h.id), "the block is a person's, %s", c.names.id(h.person))
		case !block && c.people.find(h.person) == nil:
			c.fail(3, c.names.id(h.id), "the registration is of person %q, who is not stored", c.names.id(h.person))
		}
	}
	for e := range c.entries.all() {
		if c.people.find(e.person) == nil {
			c.fail(3, c.names.id(e.id), "the entry is of person %q, who is not stored", c.names.id(e.person))
		}
	}
}
