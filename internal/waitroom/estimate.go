package waitroom

import (
	"math"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A Chance is how likely somebody gets something, as words that can be defended.
type Chance string

// Chances.
const (
	Likely   Chance = "likely"
	Possible Chance = "possible"
	Unlikely Chance = "unlikely"
)

// Sale is how a sale goes so far.
type Sale struct {
	Called int64 // people
	Came   int64 // how many of them came in
	// Decided is how many of these do not look any more: they have taken something, have left,
	// or their time is over. Took is how many units they have.
	Decided, Took int64
}

// Odds are the figures behind a chance, which are shown with it.
type Odds struct {
	Ahead int64 // people who are called before
	Left  int64 // units for them and for this person
	// Share is the part of those who were called that came in, Each how many units who came in
	// took on average, both in this sale; 0: not known yet.
	Share, Each float64
	Chance      Chance
}

// Bounds of the words: what those ahead would take, as a part of what is left.
const (
	likelyBelow   = 0.7
	unlikelyAbove = 1.3
	// eachUnknown is what people take of whom nothing is known: tickets are mostly bought
	// in twos.
	eachUnknown = 2
	// known is how many must have decided until a sale has figures of its own. The first to be
	// done are those who want nothing.
	known = 10
)

// OddsAt returns the odds of somebody with so many ahead, while so many units are left.
// web/src/lib/waitingroom/odds.ts is the same; testdata/odds.json has cases for both.
func OddsAt(ahead, left int64, s Sale) Odds {
	o := Odds{Ahead: max(0, ahead), Left: max(0, left)}
	share, each := 1.0, float64(eachUnknown)
	if s.Decided >= known && s.Called >= s.Came && s.Came >= s.Decided {
		o.Share = float64(s.Came) / float64(s.Called)
		o.Each = float64(s.Took) / float64(s.Decided)
		share, each = o.Share, o.Each
	}
	demand := float64(o.Ahead) * share * each
	switch {
	case o.Left == 0 || demand > unlikelyAbove*float64(o.Left):
		o.Chance = Unlikely
	case demand < likelyBelow*float64(o.Left):
		o.Chance = Likely
	default:
		o.Chance = Possible
	}
	return o
}

// EnoughFor returns for how many in a hundred of people who have joined so many units are enough, one
// to 99, and 0 where there are none, if each takes as many as people do of whom nothing is known. enough: for
// all of them.
func EnoughFor(people, units int64) (inHundred int64, enough bool) {
	if units <= 0 {
		return 0, false
	}
	wanted := people * eachUnknown
	if units >= wanted {
		return 100, true
	}
	return min(99, max(1, 100*units/wanted)), false
}

// WaitMinutes returns how many minutes somebody at a place waits, rounded up, while
// people are called at a rate; -1 when nobody can say, because nobody is called.
func WaitMinutes(place, serving int64, perMinute float64) int64 {
	if place <= serving {
		return 0
	}
	if perMinute <= 0 || math.IsNaN(perMinute) {
		return -1
	}
	minutes := math.Ceil(float64(place-serving) / perMinute)
	const year = 366 * 24 * 60
	return int64(min(minutes, year))
}

// An Expected is about how long somebody on a waitlist waits, as a word that can be defended.
type Expected string

// What can be expected. NotLikely: it is not to be expected that it is their turn at all.
const (
	WithinHour Expected = "minutes"
	SomeHours  Expected = "hours"
	SomeDays   Expected = "days"
	NotLikely  Expected = "unlikely"
)

// Returns are how places of an event have come back to those who wait: to so many of them, with
// so many units, since a time.
type Returns struct {
	Since        inventory.Instant
	Times, Units int64
}

// atMost is how often something may have been due, at most, that was seen so rarely: the upper
// bound of a Poisson process with 95%. Of nothing that was seen it is the rule of three.
var atMost = [...]float64{3, 4.74, 6.3}

// EstimateWait returns about how long somebody waits with so many ahead who wants so many units,
// while places come back as they did, until a time at which the waitlist ends. ok is false where
// nobody can say: too few have come back, and in the time that is left it may be enough.
func EstimateWait(r Returns, ahead, units int64, now, ends inventory.Instant) (w Expected, ok bool) {
	left, over := float64(ends-now), float64(now-r.Since)
	switch {
	case left <= 0:
		return NotLikely, true
	case over <= 0 || r.Since == 0:
		return "", false
	}
	if r.Times < int64(len(atMost)) {
		// Even if as much came back as may be, by what was seen.
		return NotLikely, float64(max(0, ahead)+1) > atMost[max(0, r.Times)]/over*left
	}
	each := float64(r.Units) / float64(r.Times) // of those ahead nobody asks
	need := float64(max(0, ahead))*each + float64(units)
	wait := need / float64(r.Units) * over
	switch {
	case wait > unlikelyAbove*left:
		return NotLikely, true
	case wait <= float64(inventory.Hour):
		return WithinHour, true
	case wait <= float64(inventory.Day):
		return SomeHours, true
	}
	return SomeDays, true
}
