package booking

import "github.com/holdfast-events/holdfast/internal/inventory"

// State is where a booking stands.
type State string

// The states. Requested and Confirmed are live: they keep their rooms from others.
const (
	Requested State = "requested" // waits for the venue
	Confirmed State = "confirmed"
	Completed State = "completed" // it was confirmed, and is over
	Cancelled State = "cancelled"
	Declined  State = "declined" // by the venue
	Lapsed    State = "lapsed"   // nobody answered before it would have begun
)

// States are all states.
var States = []State{Requested, Confirmed, Completed, Cancelled, Declined, Lapsed}

// Live reports whether a booking in this state keeps its rooms from others.
func (s State) Live() bool { return s == Requested || s == Confirmed }

// At is the state that a booking has come to at a time, which a job may not have written
// yet.
func (s State) At(startsAt, endsAt, now inventory.Instant) State {
	switch {
	case s == Requested && startsAt <= now:
		return Lapsed
	case s == Confirmed && endsAt <= now:
		return Completed
	}
	return s
}

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
