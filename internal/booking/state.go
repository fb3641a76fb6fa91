package booking

import "github.com/holdfast-events/holdfast/internal/inventory"

// State is where a booking stands.
type State string

// The states. Requested, PendingDeposit and Confirmed are live: they keep their rooms from others.
const (
	Waiting   State = "waiting"   // for its time to come free
	Requested State = "requested" // waits for the venue
	// PendingDeposit waits for the payment of its deposit.
	PendingDeposit State = "pending_deposit"
	Confirmed      State = "confirmed"
	Completed      State = "completed" // it was confirmed, and is over
	Cancelled      State = "cancelled"
	Declined       State = "declined" // by the venue
	// Lapsed: it was not answered, or its time did not come free, before it would have begun,
	// or its deposit was not paid in time.
	Lapsed State = "lapsed"
)

// States are all states.
var States = []State{Waiting, Requested, PendingDeposit, Confirmed, Completed, Cancelled, Declined, Lapsed}

// Live reports whether a booking in this state keeps its rooms from others.
func (s State) Live() bool { return s == Requested || s == PendingDeposit || s == Confirmed }

// At is the state that a booking has come to at a time, which a job may not have written
// yet. payUntil is when its deposit has to be there.
func (s State) At(startsAt, endsAt, payUntil, now inventory.Instant) State {
	switch {
	case s == PendingDeposit && payUntil <= now:
		return Lapsed
	case (s == Requested || s == Waiting) && startsAt <= now:
		return Lapsed
	case s == Confirmed && endsAt <= now:
		return Completed
	}
	return s
}

// Follows says whether a booking moves with the event that it is for.
type Follows string

// Whether it does.
const (
	FollowsNothing Follows = ""      // it stays where it is
	FollowsTimes   Follows = "times" // it has the times of its event, whatever these become
	FollowsPlace   Follows = "place" // the same, and it is where the event takes place
)

// Capacities are how many people a room holds, by layout. Without any, nobody is counted.
type Capacities map[string]int64

// Fit reports what becomes of people in rooms with a layout: OK, LayoutNotOffered or
// TooMany. Without a layout each room counts with the one that holds most.
func Fit(rooms []Capacities, layout string, people int64) Code {
	var most int64
	counted := true
	for _, r := range rooms {
		if len(r) == 0 {
			counted = false // it holds as many as come
			continue
		}
		n, offered := r[layout]
		if layout == "" {
			for _, other := range r {
				n = max(n, other)
			}
		} else if !offered {
			return LayoutNotOffered
		}
		most += n
	}
	if counted && people > most {
		return TooMany
	}
	return OK
}

// OnConflict says what becomes of a booking, or of one of its dates, whose time is taken.
type OnConflict string

// What becomes of it.
const (
	Refuse OnConflict = "all"  // nothing is booked: all dates, or none
	Skip   OnConflict = "skip" // the date is left out
	Wait   OnConflict = "wait" // it waits until its time comes free
)

// MaxDates is how many dates a booking that repeats has at most.
const MaxDates = 400
