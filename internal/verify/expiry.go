package verify

import "github.com/holdfast-events/holdfast/internal/inventory"

// Invariant 5: what has expired, or was released in any other way, is never
// confirmed without taking its units again. A released hold stays released,
// except for an order that was paid late, whose row takes them again; an order
// does not expire before its deadline, and an offer is accepted before its window ends and expires not before.

// holdConfirmed checks a row that confirms a hold.
func (c *check) holdConfirmed(h *holdRecord, r *inventory.AuditRow, before inventory.HoldState) {
	if r.To == string(inventory.HoldConfirmed) && before == inventory.HoldReleased && r.Reason != inventory.ReasonPaidLate {
		c.fail(5, r.Subject, "audit row %d confirms the hold after it was released", r.Seq)
	}
	if r.Reason == inventory.ReasonOrderExpired && h.expiresAt != 0 && r.At < h.expiresAt {
		c.fail(5, r.Subject, "audit row %d lets the order expire at %s, before its deadline at %s", r.Seq, clock(r.At), clock(h.expiresAt))
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
	}
}

func clock(i inventory.Instant) string { return i.Time().Format("2006-01-02T15:04:05.000000Z") }
