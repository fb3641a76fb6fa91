package verify

import "github.com/holdfast-events/holdfast/internal/inventory"

// Invariant 5: what has expired, or was released in any other way, is never
// confirmed without taking its units again. A released hold stays released,
// except for an order that was paid late, whose row takes them again; an order
// does not expire before its deadline, and an offer is accepted before its window ends
// and expires not before. Nor does either outlive its end: whatever is decided later
// is decided after it was released.

// maxReleased is how many holds one batch releases because their time is up. More are
// left for the next. It is a number of its own: that of package inventory is part of
// what is checked.
const maxReleased = 500

// batchTimes are the times of the last two decisions, by their rows.
type batchTimes struct {
	this, before     inventory.Instant // 0: not known
	lapsed, lapsedIn int64             // rows of holds whose time was up, of this one and of the one before
}

// row takes the next row of the ledger.
func (b *batchTimes) row(r *inventory.AuditRow) {
	if r.Reason == inventory.ReasonClockMended { // which decides nothing else
		*b = batchTimes{}
		return
	}
	if r.At != b.this {
		*b = batchTimes{this: r.At, before: b.this, lapsedIn: b.lapsed}
	}
	if r.Reason == inventory.ReasonOrderExpired || r.Reason == inventory.ReasonOfferExpired || r.Reason == inventory.ReasonUnitsReleased {
		b.lapsed++
	}
}

// late reports whether what ended only now, at its end by the clock, should have
// ended in the decision before, or earlier.
func (b *batchTimes) late(end inventory.Instant) bool {
	return b.before != 0 && end <= b.before && b.lapsedIn < maxReleased
}

// holdConfirmed checks a row that confirms a hold.
func (c *check) holdConfirmed(h *holdRecord, r *inventory.AuditRow, before inventory.HoldState) {
	if r.To == string(inventory.HoldConfirmed) && before == inventory.HoldReleased && r.Reason != inventory.ReasonPaidLate {
		c.fail(5, r.Subject, "audit row %d confirms the hold after it was released", r.Seq)
	}
	if r.Reason == inventory.ReasonOrderExpired && h.expiresAt != 0 && r.At < h.expiresAt {
		c.fail(5, r.Subject, "audit row %d lets the order expire at %s, before its deadline at %s", r.Seq, clock(r.At), clock(h.expiresAt))
	}
	if r.Reason == inventory.ReasonOrderExpired && h.expiresAt != 0 && c.batches.late(h.expiresAt) {
		c.fail(5, r.Subject, "audit row %d lets the order expire, whose deadline was at %s, although something was decided at %s", r.Seq, clock(h.expiresAt), clock(c.batches.before))
	}
}

// windowKept checks the end of an offer against its claim window. The stored end
// is the last one: extensions only move it later.
func (c *check) windowKept(o *offerRecord, r *inventory.AuditRow, to inventory.OfferState) {
	switch {
	case to == inventory.OfferAccepted && r.At >= o.expiresAt:
		c.fail(5, c.names.id(o.id), "audit row %d accepts the offer at %s, when its window had ended at %s", r.Seq, clock(r.At), clock(o.expiresAt))
	case to == inventory.OfferExpired && r.At < o.expiresAt:
		c.fail(5, c.names.id(o.id), "audit row %d lets the offer expire at %s, before its window ends at %s", r.Seq, clock(r.At), clock(o.expiresAt))
	case to == inventory.OfferExpired && c.batches.late(o.expiresAt):
		c.fail(5, c.names.id(o.id), "audit row %d lets the offer expire, whose window ended at %s, although something was decided at %s", r.Seq, clock(o.expiresAt), clock(c.batches.before))
	}
}

func clock(i inventory.Instant) string { return i.Time().Format("2006-01-02T15:04:05.000000Z") }
