package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 20, of releases: what is held back comes free at its time, once, and what was
// planned stands once the waiting room has opened. That a release ends once is invariant 4,
// and that it has the time that it was planned with is its commitment.

// replanned is a row that changed the plan of releases.
type replanned struct {
	subject string
	seq     int64
	at      inventory.Instant
}

// releaseRow checks a row of a release.
func (c *check) releaseRow(h *holdRecord, r *inventory.AuditRow) {
	if !strings.HasPrefix(r.Subject, id.Block) {
		return
	}
	switch r.Reason {
	case inventory.ReasonBlocked:
		if h.expiresAt != 0 {
			c.fail(20, r.Subject, "audit row %d blocks units for good, and they come free at %s", r.Seq, clock(h.expiresAt))
		}
	case inventory.ReasonHeldBack:
		c.heldBack[r.Seq] = h
		if r.At >= h.expiresAt {
			c.fail(20, r.Subject, "audit row %d holds units back at %s until %s", r.Seq, clock(r.At), clock(h.expiresAt))
		}
	case inventory.ReasonUnitsReleased:
		if r.At < h.expiresAt {
			c.fail(20, r.Subject, "audit row %d releases the units at %s, before their time at %s", r.Seq, clock(r.At), clock(h.expiresAt))
		}
		if c.batches.late(h.expiresAt) {
			c.fail(20, r.Subject, "audit row %d releases the units, whose time was %s, although something was decided at %s", r.Seq, clock(h.expiresAt), clock(c.batches.before))
		}
	case inventory.ReasonReleaseWithdrawn:
		if r.At >= h.expiresAt {
			c.fail(20, r.Subject, "audit row %d takes the release out of the plan at %s, and its time was %s", r.Seq, clock(r.At), clock(h.expiresAt))
		}
	}
	if o := &c.event.Event.Settings.Onsale; o.Mode != inventory.OnsaleOpen && r.At > o.OpensAt && (r.Reason == inventory.ReasonHeldBack || r.Reason == inventory.ReasonReleaseWithdrawn) {
		c.replanned = append(c.replanned, replanned{strings.Clone(r.Subject), r.Seq, r.At})
	}
}

// checkReleases checks what is to be seen at the end. What was planned by a clock that was
// ahead says nothing of when the waiting room opened.
func (c *check) checkReleases() {
	for _, r := range c.replanned {
		if r.at > c.setBack {
			c.fail(20, r.subject, "audit row %d changes the releases, and the waiting room was open", r.seq)
		}
	}
	for h := range c.holds.all() {
		if c.words.text(h.kind) == string(inventory.KindBlock) && h.expiresAt != 0 && c.holdState(h) == inventory.HoldHeld &&
			h.expiresAt <= c.batches.this && c.batches.lapsed < maxReleased {
			c.fail(20, c.names.id(h.id), "the units are held back, whose time was %s, although something was decided at %s", clock(h.expiresAt), clock(c.batches.this))
		}
	}
}
