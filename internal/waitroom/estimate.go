package waitroom

import "math"

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
