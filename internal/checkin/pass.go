package checkin

import "github.com/holdfast-events/holdfast/internal/inventory"

// Bounds of the hours of a pass.
const (
	// passMargin is how long before an event begins, and after it ends, a pass is good unless
	// somebody says otherwise.
	passMargin = 6 * inventory.Hour
	// MaxPassBefore and MaxPassAfter are how long before and after at most.
	MaxPassBefore = 7 * inventory.Day
	MaxPassAfter  = 2 * inventory.Day
	// MaxPassHours is how long a pass is good at most.
	MaxPassHours = 14 * inventory.Day
	// HandInFor is how long a phone may hand in what it scanned before its pass was over.
	HandInFor = inventory.Day
)

// Pass lets one phone check people in at one event for some hours, without an account. Its
// code is used once, by the phone that has it from then on.
type Pass struct {
	ID, EventID string
	// List and Gate are where the phone stands, the event's own list being "".
	List, Gate            string
	ValidFrom, ValidUntil inventory.Instant
	RedeemedAt            inventory.Instant // when a phone used the code; 0: none did
	EndedAt               inventory.Instant // when an organizer ended it; 0: nobody did
	// LateUntil is until when the phone may hand in what it scanned before, where that is
	// less than HandInFor: one that is no longer trusted may not. 0: it is HandInFor.
	LateUntil inventory.Instant
}

// PassState is where a pass stands.
type PassState string

// The states of passes.
const (
	PassWaiting PassState = "waiting" // for a phone
	PassInUse   PassState = "in_use"
	PassExpired PassState = "expired"
	PassEnded   PassState = "ended"
)

// State is where the pass stands at a time.
func (p *Pass) State(now inventory.Instant) PassState {
	switch {
	case p.EndedAt != 0:
		return PassEnded
	case now >= p.ValidUntil:
		return PassExpired
	case p.RedeemedAt != 0:
		return PassInUse
	}
	return PassWaiting
}

// Over is when the pass is over, or was.
func (p *Pass) Over() inventory.Instant {
	if p.EndedAt != 0 {
		return min(p.EndedAt, p.ValidUntil)
	}
	return p.ValidUntil
}

// PassRefusal is why a phone or a code is refused; "": it is not.
type PassRefusal string

// The refusals.
const (
	RefusedEarly   PassRefusal = "early"
	RefusedExpired PassRefusal = "expired"
	RefusedEnded   PassRefusal = "ended"
	RefusedUsed    PassRefusal = "used"
)

// Refuses says why the phone that has the pass may not check in at a time. It got it when
// that was good, so it cannot be too early.
func (p *Pass) Refuses(now inventory.Instant) PassRefusal {
	switch {
	case p.EndedAt != 0:
		return RefusedEnded
	case now >= p.ValidUntil:
		return RefusedExpired
	}
	return ""
}

// RefusesCode says why a phone cannot have the pass by its code at a time.
func (p *Pass) RefusesCode(now inventory.Instant) PassRefusal {
	switch why := p.Refuses(now); {
	case why != "":
		return why
	case p.RedeemedAt != 0:
		return RefusedUsed
	case now < p.ValidFrom:
		return RefusedEarly
	}
	return ""
}

// HandsInUntil is until when the phone may hand in what it scanned before its pass was over.
func (p *Pass) HandsInUntil() inventory.Instant {
	if p.LateUntil != 0 {
		return p.LateUntil
	}
	return p.Over() + inventory.Instant(HandInFor)
}

// HandsIn reports whether the phone may do so at a time.
func (p *Pass) HandsIn(now inventory.Instant) bool {
	return p.RedeemedAt != 0 && now < p.HandsInUntil()
}

// End ends the pass. What the phone has scanned before is taken for HandInFor unless it is
// no longer trusted, which can also be said later, and is not taken back.
func (p *Pass) End(now inventory.Instant, trusted bool) {
	if p.EndedAt == 0 {
		p.EndedAt = now
	}
	if !trusted && now < p.HandsInUntil() {
		p.LateUntil = now
	}
}

// Takes reports whether a scan that the phone made at a time is taken: one from when the
// phone had no pass any more is not.
func (p *Pass) Takes(at inventory.Instant) bool { return at <= p.Over() }

// PassHours are the hours of a pass unless somebody says otherwise: from before the doors of
// an event open, or it begins, until after it ends.
func PassHours(doors, starts, ends inventory.Instant) (from, until inventory.Instant) {
	from = starts
	if doors != 0 {
		from = min(doors, starts)
	}
	from -= inventory.Instant(passMargin)
	return from, min(max(starts, ends)+inventory.Instant(passMargin), from+inventory.Instant(MaxPassHours))
}

// PassFault is what is wrong with the hours of a pass.
type PassFault struct{ Field, Code string }

// PassFaults are what is wrong with hours of a pass at an event, when it is made or changed.
func PassFaults(from, until, starts, ends, now inventory.Instant) (faults []PassFault) {
	if from < starts-inventory.Instant(MaxPassBefore) {
		faults = append(faults, PassFault{"valid_from", "too_early"})
	}
	switch {
	case until <= from:
		faults = append(faults, PassFault{"valid_until", "out_of_order"})
	case until <= now:
		faults = append(faults, PassFault{"valid_until", "over"})
	case until > max(starts, ends)+inventory.Instant(MaxPassAfter):
		faults = append(faults, PassFault{"valid_until", "too_late"})
	case until-from > inventory.Instant(MaxPassHours):
		faults = append(faults, PassFault{"valid_until", "too_long"})
	}
	return faults
}
