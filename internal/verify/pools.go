package verify

import (
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 1: per pool, held + confirmed + blocked ≤ capacity. An organizer who
// shrinks a pool below what is taken leaves a row that says so, and nothing is
// taken from the pool until the overcommit is gone, but that a block can become smaller.

// poolRow replays the making of a pool or a change of its capacity.
func (c *check) poolRow(r *inventory.AuditRow) {
	p := c.poolByID[r.Subject]
	if p == nil {
		c.missing(r)
		return
	}
	c.follow(&p.told, r, false)
	n, err := strconv.ParseInt(r.To, 10, 64)
	if err != nil || n < 0 {
		c.fail(4, r.Subject, "audit row %d sets the capacity to %q, which is not a number of units", r.Seq, r.To)
		return
	}
	p.capacity = n
	// Raised, but not by enough: the overcommit that was recorded goes on.
	goesOn := p.overcommitted && r.Reason == inventory.ReasonCapacityRaised && p.taken > n
	p.overcommitted = r.Reason == inventory.ReasonOvercommitted || goesOn
	switch {
	case p.taken > n && !p.overcommitted:
		c.fail(1, r.Subject, "audit row %d sets the capacity to %d, below the %d units taken, and does not call it an overcommit", r.Seq, n, p.taken)
	case p.taken <= n && r.Reason == inventory.ReasonOvercommitted:
		c.fail(1, r.Subject, "audit row %d calls a capacity of %d an overcommit, with %d units taken", r.Seq, n, p.taken)
	}
}

// replayUnits takes a hold's units from its pools, or gives them back.
func (c *check) replayUnits(h *holdRecord, r *inventory.AuditRow, before inventory.HoldState) {
	tier := c.tierByID[h.tier]
	if tier == nil {
		return // checkReferences says so
	}
	taken, takes := alive(before), alive(inventory.HoldState(r.To))
	if r.Reason == inventory.ReasonUnblocked {
		c.unblocked.row(r.Seq)
	}
	for _, p := range tier.pools {
		switch {
		case takes && !taken:
			p.taken += r.Units
			if p.taken > p.capacity && !c.unblocked.replacedBy(r, p) {
				c.fail(1, p.ID, "audit row %d takes %d units for %s, which makes %d taken of a capacity of %d", r.Seq, r.Units, r.Subject, p.taken, p.capacity)
			}
		case taken && !takes:
			p.taken -= h.told.units
			if r.Reason == inventory.ReasonUnblocked {
				c.unblocked.units[p] += h.told.units
			}
		}
	}
}

// unblocked are the units of blocks that ended one behind the other, up to an audit row. A block
// that takes their place in the row behind it may keep what they had of a pool that is over its
// capacity, and no more.
type unblocked struct {
	last  int64 // the seq of that row
	units map[*poolRecord]int64
}

func (u *unblocked) row(seq int64) {
	if u.units == nil || u.last != seq-1 {
		u.units = map[*poolRecord]int64{}
	}
	u.last = seq
}

func (u *unblocked) replacedBy(r *inventory.AuditRow, p *poolRecord) bool {
	return r.Reason == inventory.ReasonBlocked && u.last == r.Seq-1 && r.Units <= u.units[p]
}

// alive reports whether a hold in that state takes inventory.
func alive(s inventory.HoldState) bool {
	return s == inventory.HoldHeld || s == inventory.HoldConfirmed
}

// checkPools compares the pools' rows with the replay.
func (c *check) checkPools() {
	for _, p := range c.pools {
		if taken := p.Held + p.Confirmed + p.Blocked; taken > p.Capacity && !p.overcommitted {
			c.fail(1, p.ID, "%d units are taken of a capacity of %d, and no overcommit is recorded", taken, p.Capacity)
		}
	}
}
