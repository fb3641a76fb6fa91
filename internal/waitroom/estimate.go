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

// Odds are the figures behind a chance, which are shown with it.
type Odds struct {
	Ahead int64 // people who are called before
	Left  int64 // units for them and for this person
	// Each is how many units who came in took on average, in this sale; 0: not known yet.
	Each   float64
	Chance Chance
}

// Bounds of the words: what those ahead would take, as a part of what is left.
const (
	likelyBelow   = 0.7
	unlikelyAbove = 1.3
	// eachUnknown is what people take of whom nothing is known: tickets are mostly bought
	// in twos.
	eachUnknown = 2
)

// OddsAt returns the odds of somebody with so many ahead. came and called are how many
// people were called in this sale and how many of them came in, took what these took.
func OddsAt(ahead, left, called, came, took int64) Odds {
	o := Odds{Ahead: max(0, ahead), Left: max(0, left)}
	share, each := 1.0, float64(eachUnknown)
	if came > 0 {
		o.Each = float64(took) / float64(came)
		each = o.Each
		if called > came {
			share = float64(came) / float64(called)
		}
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
