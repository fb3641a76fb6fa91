package signals

import (
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	// point is how long a point lasts, and mostPoints how many there can be: a network that
	// stops is as any other after 20 minutes.
	point      = 15 * inventory.Second
	mostPoints = 80
	// Quick is how soon after opening a page nobody can have filled in its form.
	Quick = 2 * inventory.Second
	// freeUses and freeRefusals are how often people use one opening of a page, and are refused in
	// a row, without a point: they correct what they typed, and try the next tier.
	freeUses, freeRefusals = 3, 3
)

// begins is with how many points each level begins.
var begins = [...]int{challenge.Busy: 8, challenge.Crowded: 24, challenge.Stormed: 60}

// Score is the points of a network, as the moment up to which they last. The zero value is none.
type Score inventory.Instant

// Points returns how many points are left.
func (s Score) Points(now inventory.Instant) int {
	if inventory.Instant(s) <= now {
		return 0
	}
	left := inventory.Instant(s) - now
	return min(mostPoints, int((left+inventory.Instant(point)-1)/inventory.Instant(point)))
}

// Add returns the score with n more points.
func (s Score) Add(n int, now inventory.Instant) Score {
	most := now + mostPoints*inventory.Instant(point)
	return Score(min(most, max(inventory.Instant(s), now)+inventory.Instant(n)*inventory.Instant(point)))
}

// Level is how expensive a challenge is at least with what is left of the points.
func (s Score) Level(now inventory.Instant) challenge.Level {
	points, at := s.Points(now), challenge.Idle
	for next := challenge.Busy; next <= challenge.Stormed && points >= begins[next]; next++ {
		at = next
	}
	return at
}

// A Seen is what a try showed.
type Seen struct {
	// Quick: sooner after its page was opened than anybody can be, or without a page.
	Quick bool
	// Uses is how often its opening of the page was used by then, this time included.
	Uses int
	// Refusals is how often in a row tries were refused by then, this time included.
	Refusals int
}

// Points is what a try counts for.
func (s Seen) Points() (n int) {
	if s.Quick {
		n++
	}
	if s.Uses > freeUses {
		n++
	}
	if s.Refusals > freeRefusals {
		n++
	}
	return n
}
