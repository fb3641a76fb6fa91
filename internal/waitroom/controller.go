package waitroom

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A Room is what the controller sees at one moment.
type Room struct {
	Entrants int64 // places are 1 to Entrants
	Serving  int64 // people are called up to this place
	// Inside is how many have a pass that is good: it was neither used nor given up, nor is
	// it over. Buying is how many of them hold units already, and have to pay for them.
	Inside, Buying int
	// Left is how many units could be taken now: free, and not reserved for anybody.
	Left int64
	// Waits says that whoever finds nothing left can join the waitlist; Spots is how many of them,
	// 0: as many as want to.
	Waits bool
	Spots int64
	// Queued is how full the queue of the event's writer is, from 0 to 1.
	Queued float64
	Paused bool
	// PerMinute bounds how many are called in a minute; 0: no bound.
	PerMinute int
}

// ForWaitlist reports whether people are called to join the waitlist: nothing is left, and
// nobody inside has an order to pay, whose units would come back.
func (r *Room) ForWaitlist() bool { return r.Waits && r.Left <= 0 && r.Buying == 0 }

// Limits of calling people.
const (
	// shows is how soon somebody who was called is expected: later they still come in,
	// but nobody waits for them.
	shows = 20 * inventory.Second
	// busy is how full the writer's queue is when fewer are called, and stuffed when
	// nobody is.
	busy, stuffed = 0.25, 0.75
	// leastShow is the least share of those who were called that is expected to come: a
	// crowd that has fallen asleep wakes up at once.
	leastShow = 0.1
	// forgets is how much of the share that came is forgotten with each round of calls.
	forgets = 0.2
)

// A Controller says how many more people are called. It counts who is inside and never
// who was called: people who have gone block nobody behind them. The zero value is one
// for a room in which nobody was called yet. It is not safe for concurrent use.
//
// It is kept in the room's row as the text of MarshalText, and is read and written under the lock
// on it: so any number of servers call as one, and one that was started anew goes on from there.
//
// Nothing depends on it for a promise: whoever would be too many inside is not let in,
// whatever was called (Admit). It makes that rare, and the rooms well used.
type Controller struct {
	calls []call
	// share is the part of those who are called that comes, as it was lately; 0: nobody
	// was called yet, and all are expected.
	share  float64
	known  bool
	credit float64 // people that the organizer's rate allows and who were not called
	last   inventory.Instant
}

// call is one round: people at the places from to from+people-1 were called.
type call struct {
	at           inventory.Instant
	from, people int64
	came         int64
}

// keptController is the text of a Controller, in JSON.
type keptController struct {
	// Calls are rounds: when each was, its first place, how many were called, and how many of them
	// came.
	Calls  [][4]int64        `json:"calls"`
	Share  *float64          `json:"share,omitempty"`
	Credit float64           `json:"credit,omitempty"`
	Last   inventory.Instant `json:"last"`
}

// MarshalText returns c as it is kept, in a kilobyte: rounds are forgotten after 20 seconds, and there
// is one a second on each server at most. That of the zero value is empty.
func (c *Controller) MarshalText() ([]byte, error) {
	if len(c.calls) == 0 && !c.known && c.last == 0 {
		return nil, nil
	}
	k := keptController{Calls: make([][4]int64, len(c.calls)), Credit: c.credit, Last: c.last}
	for i, r := range c.calls {
		k.Calls[i] = [4]int64{int64(r.at), r.from, r.people, r.came}
	}
	if c.known {
		k.Share = &c.share
	}
	text, err := json.Marshal(k)
	if err != nil {
		return nil, fmt.Errorf("waitroom: keep a controller: %w", err)
	}
	return text, nil
}

// UnmarshalText reads what MarshalText has written.
func (c *Controller) UnmarshalText(text []byte) error {
	*c = Controller{}
	if len(text) == 0 {
		return nil
	}
	var k keptController
	if err := json.Unmarshal(text, &k); err != nil {
		return fmt.Errorf("waitroom: a controller: %w", err)
	}
	c.credit, c.last = k.Credit, k.Last
	for _, r := range k.Calls {
		c.calls = append(c.calls, call{at: inventory.Instant(r[0]), from: r[1], people: r[2], came: r[3]})
	}
	if k.Share != nil {
		c.share, c.known = *k.Share, true
	}
	return nil
}

// Came tells that somebody came in, at a place that was called. They count for the round
// in which they were called: if they counted for another, its absent would seem to have
// come, and those of this one would be waited for.
func (c *Controller) Came(place int64) {
	for i := range c.calls {
		if r := &c.calls[i]; place >= r.from && place < r.from+r.people {
			r.came++
			return
		}
	}
}

// Call returns up to which place people are called now. It never goes back.
func (c *Controller) Call(t *Terms, r *Room, now inventory.Instant) int64 {
	expected := c.expected(now)
	// The rate counts those who are called: nobody is beyond the last slot that has begun.
	open := max(0, min(r.Entrants, t.Slots.Begun(t.ServesAt, now))-r.Serving)
	more := c.bounded(r, min(c.wanted(t, r, expected), float64(open)), now)
	if more <= 0 || r.Paused {
		return r.Serving
	}
	c.calls = append(c.calls, call{at: now, from: r.Serving + 1, people: more})
	return r.Serving + more
}

// expected returns how many of those who were called are still to come, and learns from
// the calls that are over.
func (c *Controller) expected(now inventory.Instant) float64 {
	open := c.calls[:0]
	coming := 0.0
	for _, call := range c.calls {
		if now-call.at < inventory.Instant(shows) {
			open = append(open, call)
			coming += max(0, float64(call.people)*c.showing()-float64(call.came))
			continue
		}
		came := float64(call.came) / float64(call.people)
		if !c.known {
			c.share, c.known = came, true
		}
		c.share += forgets * (came - c.share)
	}
	c.calls = open
	return coming
}

func (c *Controller) showing() float64 {
	if !c.known {
		return 1
	}
	return max(leastShow, c.share)
}

// wanted returns how many are to be called so that the room is full: of people, or of
// people for whom there is something left. When all is taken and paid for, everybody can
// come in who waits, to join the waitlist: in the order of their places, as before, and no
// more than it takes.
func (c *Controller) wanted(t *Terms, r *Room, expected float64) float64 {
	room := float64(t.Inside - r.Inside)
	looking := float64(r.Inside - r.Buying)
	switch {
	case !r.ForWaitlist():
		room = min(room, float64(r.Left)-looking)
	case r.Spots > 0:
		room = min(room, float64(r.Spots)-looking)
	}
	room -= expected
	if room <= 0 {
		return 0
	}
	// Of those who are called only a part comes.
	people := room / c.showing()
	if r.Queued > busy {
		people *= max(0, (stuffed-r.Queued)/(stuffed-busy))
	}
	return people
}

// bounded returns the whole people of n that the organizer's rate allows.
func (c *Controller) bounded(r *Room, n float64, now inventory.Instant) int64 {
	since := now - c.last
	c.last = max(c.last, now) // the clock of another server may be ahead: no time is counted twice
	if r.PerMinute <= 0 {
		c.credit = 0
		return int64(math.Ceil(n))
	}
	perMinute := float64(r.PerMinute)
	if since > 0 {
		// What was not called in a quiet minute is not made up for, but for two seconds.
		c.credit = min(perMinute/30+1, c.credit+perMinute*float64(since)/float64(inventory.Minute))
	}
	people := min(math.Ceil(n), math.Floor(c.credit))
	if people > 0 && !r.Paused {
		c.credit -= people
	}
	return int64(people)
}

// An Answer is what somebody is told who shows a receipt.
type Answer string

// Answers.
const (
	Enter  Answer = "enter"  // a pass
	Wait   Answer = "wait"   // not called yet
	Moment Answer = "moment" // called, and as many are inside as may be
	NotNow Answer = "closed" // the room calls nobody: it is not serving, or is over
)

// Admit decides about somebody at a place. Places below serving stay good: whoever comes
// late comes in. Nobody comes in before their own slot, whoever has called them: the clock of
// another server may be ahead.
func Admit(t *Terms, p Phase, r *Room, place int64, now inventory.Instant) Answer {
	switch {
	case p == Closed || t.Mode == Ballot:
		return NotNow
	case p != Serving || place > r.Serving || place < 1 || place > t.Slots.Begun(t.ServesAt, now):
		return Wait
	case r.Inside >= t.Inside:
		return Moment
	}
	return Enter
}
