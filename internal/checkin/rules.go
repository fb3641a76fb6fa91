package checkin

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// ReEntry says how often a ticket lets somebody in.
type ReEntry string

// What a list allows. It never changes, so that a set of scans means the same
// whenever it is looked at.
const (
	Once     ReEntry = "none" // once
	WithExit ReEntry = "exit" // again, after an exit was scanned
	Free     ReEntry = "free" // as often as somebody comes
)

// Rules are what a list of the door asks for, beside a good ticket.
type Rules struct {
	OpensAt  inventory.Instant // 0: always open
	ClosesAt inventory.Instant // the first moment at which nobody is let in; 0: never
	Tiers    []string          // ids; none: all
	ReEntry  ReEntry
}

// Admits reports whether tickets of a tier come in here at all. Add-ons and goods are handed
// over where a list names their tier.
func (r *Rules) Admits(tier string, extra bool) bool {
	return len(r.Tiers) == 0 && !extra || slices.Contains(r.Tiers, tier)
}

// Refuses says why a good ticket of a tier is not let in at a moment; "" when it
// is. That somebody came in with it is not looked at.
func (r *Rules) Refuses(at inventory.Instant, tier string, extra bool) Verdict {
	switch {
	case !r.Admits(tier, extra):
		return WrongList
	case at < r.OpensAt:
		return NotYet
	case r.ClosesAt != 0 && at >= r.ClosesAt:
		return TooLate
	}
	return ""
}

// Answers says what a list that allows re says to a good ticket, or to one that
// goes out, when all its scans there add up to a; the zero Admission is a ticket
// with which nobody came yet. wish is Admit or Exit.
func (a *Admission) Answers(re ReEntry, wish Verdict) Verdict {
	switch {
	case wish == Exit && re == WithExit && a.Inside:
		return Exit
	case wish == Exit:
		return NotInside
	case a.Inside && re != Free:
		return AlreadyAdmitted
	}
	return Admit
}
