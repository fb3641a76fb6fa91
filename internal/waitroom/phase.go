package waitroom

import "github.com/holdfast-events/holdfast/internal/inventory"

// A Mode is how a waiting room makes its order.
type Mode string

// Modes.
const (
	Queue  Mode = "queue"  // the order of arrival
	Draw   Mode = "draw"   // by chance for those who came before the seal, then the order of arrival
	Ballot Mode = "ballot" // as Draw, and what there is is offered in that order; nobody comes in
)

// A Phase is a state of a waiting room.
type Phase string

// Phases, in their order.
const (
	Announced Phase = "announced" // its terms are public
	Open      Phase = "open"      // people join; the terms do not change any more
	Sealed    Phase = "sealed"    // who takes part in the draw is fixed
	Drawn     Phase = "drawn"     // the order is known
	Serving   Phase = "serving"   // people are called
	Closed    Phase = "closed"
)

// Limits of what an organizer may set.
const (
	MaxInside          = inventory.MaxOnsaleInside
	MaxAdmission       = inventory.MaxOnsaleAdmission
	MinAdmission       = inventory.MinOnsaleAdmission
	MaxDuration        = inventory.MaxOnsaleWait // from opening to serving
	BeaconAfterSeal    = inventory.BeaconAfterSeal
	MaxBeaconLateness  = inventory.Hour
	shortestToBeJoined = inventory.MinJoinBeforeSeal
)

// Terms are what is announced and does not change once people may join.
type Terms struct {
	Mode     Mode
	OpensAt  inventory.Instant
	SealsAt  inventory.Instant // of a draw or ballot; 0 for a queue
	ServesAt inventory.Instant
	// Inside is how many may be inside at once, Admission for how long a pass is good.
	Inside    int
	Admission inventory.Micros
	// Slots has those of a draw come in portions.
	Slots inventory.OnsaleSlots
}

// An Invalid names a field of terms, as the API has it, and what is wrong with it.
type Invalid struct{ Field, Detail string }

// Check returns what is wrong with t, if anything is.
func (t *Terms) Check() []Invalid {
	var wrong []Invalid
	add := func(bad bool, field, detail string) {
		if bad {
			wrong = append(wrong, Invalid{field, detail})
		}
	}
	drawn := t.Mode == Draw || t.Mode == Ballot
	add(!drawn && t.Mode != Queue, "mode", "must be queue, draw or ballot")
	add(t.OpensAt <= 0, "opens_at", "is required")
	add(t.ServesAt < t.OpensAt, "serves_at", "must not be before opens_at")
	add(t.ServesAt-t.OpensAt > inventory.Instant(MaxDuration), "serves_at", "must be within 14 days of opens_at")
	add(!drawn && t.SealsAt != 0, "seals_at", "is for a draw or a ballot")
	add(drawn && t.SealsAt-t.OpensAt < inventory.Instant(shortestToBeJoined), "seals_at", "must be at least 10 seconds after opens_at")
	add(drawn && t.ServesAt-t.SealsAt < inventory.Instant(BeaconAfterSeal), "serves_at", "must be at least a minute after seals_at, so that nobody can know the beacon before the seal")
	add(t.Mode != Ballot && (t.Inside < 1 || t.Inside > MaxInside), "max_inside", "must be from 1 to 100,000")
	add(t.Mode != Ballot && (t.Admission < MinAdmission || t.Admission > MaxAdmission), "admission_seconds", "must be from 60 to 7,200")
	return wrong
}

// Next returns the phase that follows p by now, and p if none does. known reports
// whether the beacon of a draw is known, over whether the event is.
func (t *Terms) Next(p Phase, now inventory.Instant, known, over bool) Phase {
	switch {
	case over && p != Closed:
		return Closed
	case p == Announced && now >= t.OpensAt:
		return Open
	case p == Open && t.Mode == Queue && now >= t.ServesAt:
		return Serving
	case p == Open && t.Mode != Queue && now >= t.SealsAt:
		return Sealed
	case p == Sealed && known && now >= t.SealsAt+inventory.Instant(BeaconAfterSeal):
		return Drawn
	case p == Drawn && now >= t.ServesAt:
		return Serving
	}
	return p
}

// Legal reports whether a room of this mode may go from one phase to another.
func (m Mode) Legal(from, to Phase) bool {
	switch to {
	case Open:
		return from == Announced
	case Sealed:
		return from == Open && m != Queue
	case Drawn:
		return from == Sealed
	case Serving:
		return from == Drawn && m != Queue || from == Open && m == Queue
	case Closed:
		return from != Closed
	}
	return false
}

// Joinable reports whether people may join in a phase. A draw that is sealed takes
// latecomers, behind the drawn.
func (p Phase) Joinable() bool { return p == Open || p == Sealed || p == Drawn || p == Serving }
