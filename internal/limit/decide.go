package limit

import (
	"math"
	"time"
)

// Rule is a rate with its burst. Both of its parts are in microseconds.
type Rule struct {
	// Every is how much of the time one call uses up.
	Every int64
	// Full is how much of it can be used up in advance: a burst of calls.
	Full int64
}

const (
	// slowest bounds Every, and longest Full, so that instants stay exact where numbers are
	// floating point, as in Redis.
	slowest = int64(30 * 24 * time.Hour / time.Microsecond)
	longest = 12 * slowest
)

// NewRule returns the rule of so many calls a second, after a burst of calls at once. ok is
// false where there is no bound: the rate is not positive.
func NewRule(perSecond float64, burst int) (r Rule, ok bool) {
	if perSecond <= 0 {
		return Rule{}, false
	}
	every := math.Round(float64(time.Second/time.Microsecond) / perSecond)
	r.Every = min(slowest, max(1, int64(min(every, float64(slowest)))))
	r.Full = r.Every * min(int64(max(1, burst)), max(1, longest/r.Every))
	return r, true
}

// State is where a subject stands by a rule.
type State struct {
	Rule Rule
	// At is the instant, in microseconds since 1970, up to which calls have used the rate
	// up; 0: there was none.
	At int64
}

// Decide takes one call at now that is counted in all states: either each of them takes it,
// and its instant moves on, or none does. wait is how long it comes too soon, in
// microseconds, and which the state that asks for the longest wait; 0 and -1: it was taken.
//
// An instant is never further ahead than a burst, not either after a clock that ran ahead
// was set back. Apart from that a refused call changes none.
func Decide(now int64, states []State) (wait int64, which int) {
	which = -1
	for i := range states {
		s := &states[i]
		s.At = min(s.At, now+s.Rule.Full)
		if w := max(s.At, now) + s.Rule.Every - s.Rule.Full - now; w > wait {
			wait, which = w, i
		}
	}
	if wait > 0 {
		return wait, which
	}
	for i := range states {
		s := &states[i]
		s.At = max(s.At, now) + s.Rule.Every
	}
	return 0, -1
}
