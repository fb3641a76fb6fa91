// Package trending says which events people come to now.
//
// An event has one number in each city, its heat: what people did, each deed less by half a
// day later. It is kept so that it need not be touched as time passes, and so that two
// events compare by it at any time. The package has no clock, no database and no goroutine:
// whoever calls says when it is, and what was done.
package trending

import (
	"math"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// HalfLife is after how long a deed counts half.
const HalfLife = inventory.Day

// What deeds weigh.
const (
	View     = 1  // somebody looked at the page
	Wait     = 5  // somebody joined the waitlist
	Register = 10 // somebody registered, or ordered
)

// Heat is the logarithm to the base of 2 of what deeds weigh in all, as if it were 1970 and
// each grew by a factor of two in a half-life: it changes with deeds only, and the hotter of
// two events is the one with more, whenever one asks. The zero of Heat is Cold.
type Heat float64

// Cold is the heat of an event with which nobody did anything.
var Cold = Heat(math.Inf(-1))

// Of is the heat of one deed.
func Of(weight float64, at inventory.Instant) Heat {
	return Heat(math.Log2(weight) + float64(at)/float64(HalfLife))
}

// Plus is the heat of both.
func (h Heat) Plus(g Heat) Heat {
	if h < g {
		h, g = g, h
	}
	if g == Cold {
		return h
	}
	return h + Heat(math.Log1p(math.Exp2(float64(g-h)))/math.Ln2)
}

// At is what the deeds weigh at a time: 10 for somebody who registers now, 5 a day later.
func (h Heat) At(now inventory.Instant) float64 {
	return math.Exp2(float64(h) - float64(now)/float64(HalfLife))
}
