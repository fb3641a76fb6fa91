package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 15 says of an event with an open waiting room that nothing was taken without a
// pass that was good at that moment. Holds and entries name the entrant whose pass it was;
// when, and by whom, is in their audit rows.

// passRecord is a pass, and whether something that stands at once was taken with it.
type passRecord struct {
	inventory.Pass
	used bool
}

// unpassed is something that was taken without a pass.
type unpassed struct {
	subject string
	at      inventory.Instant
}

func (c *check) loadPasses() error {
	return c.run.snapshot.RoomPasses(c.event.Event.ID, func(p *inventory.Pass) error {
		c.room[p.Index+1] = &passRecord{Pass: *p}
		return nil
	})
}

// takenWithPass checks the pass of a hold or an entry, by a row of it. stands says that who
// has it is done with that row.
func (c *check) takenWithPass(thing key, r *inventory.AuditRow, stands bool) {
	entrant := c.entrants[thing]
	if entrant == 0 {
		if r.From == "" && !byStaff(r.Actor) && !strings.HasPrefix(r.Subject, id.Block) && c.guarded(r.At) {
			c.unpassed = append(c.unpassed, unpassed{strings.Clone(r.Subject), r.At})
		}
		return
	}
	if c.ballotRow(thing, r) {
		return
	}
	p := c.room[entrant]
	if p == nil {
		c.fail(15, r.Subject, "was taken with the pass of entrant %d, who was not let in", entrant-1)
		return
	}
	switch begins := r.From == ""; {
	case begins && (r.At < p.EnteredAt || r.At >= p.Until || p.LeftAt != 0 && r.At > p.LeftAt || p.DoneAt != 0 && r.At > p.DoneAt):
		c.fail(15, r.Subject, "was taken with the pass of entrant %d, which was not good any more, or not yet", p.Index)
	case begins && stands && (p.DoneAt != r.At || p.used):
		c.fail(15, r.Subject, "was taken with the pass of entrant %d, who is not done with it", p.Index)
	case stands && r.At >= p.EnteredAt && r.At < p.Until && (p.LeftAt == 0 || r.At < p.LeftAt) && (p.DoneAt == 0 || r.At < p.DoneAt):
		c.fail(15, r.Subject, "is paid, and the pass of entrant %d was good beyond that", p.Index)
	}
	p.used = p.used || r.From == "" && stands
}

// guarded reports whether nobody took part without a pass then. Its terms stand since the
// waiting room opened, and it has not opened before they were set. In the microsecond in
// which it is opened or closed by a command, others may have come before it or after.
func (c *check) guarded(at inventory.Instant) bool {
	o := &c.event.Event.Settings.Onsale
	return o.Mode != inventory.OnsaleOpen && at > o.OpensAt && (o.ClosedAt == 0 || at < o.ClosedAt)
}

// byStaff reports whether an actor is one of the organization, or the server itself.
func byStaff(actor string) bool {
	return actor == "system" || strings.HasPrefix(actor, id.APIKey) || strings.HasPrefix(actor, id.Member)
}

// checkUnpassed reports what was taken without a pass. Where the clock was ahead and was set
// back, the waiting room may have been announced anew: what was taken by that clock says
// nothing.
func (c *check) checkUnpassed() {
	for _, u := range c.unpassed {
		if u.at > c.setBack {
			c.fail(15, u.subject, "was taken without a pass, and the waiting room was open")
		}
	}
}
