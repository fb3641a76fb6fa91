package rehearsal

import (
	"math/rand/v2"
	"slices"
	"time"
)

// A Curve is how people come.
type Curve string

// Curves. What is public of the sale of EMF Camp is that 134 reservations a second came at
// its peak, and that it was sold out after 13 seconds: EMF is that peak for that long.
const (
	EMF    Curve = "emf"    // evenly for 13 seconds
	Burst  Curve = "burst"  // all within a second
	Minute Curve = "minute" // evenly for a minute
)

// Curves are all there are.
var Curves = []Curve{EMF, Burst, Minute}

// emfPeak is how many came in a second to EMF Camp.
const emfPeak = 134

// lasts is for how long people come.
func (c Curve) lasts() time.Duration {
	switch c {
	case Burst:
		return time.Second
	case Minute:
		return time.Minute
	default:
		return 13 * time.Second
	}
}

// arrivals returns when each of so many people comes, in order. They come independently of
// each other, so that some seconds have more than others.
func (c Curve) arrivals(people int, random *rand.Rand) []time.Duration {
	at := make([]time.Duration, people)
	for i := range at {
		at[i] = time.Duration(random.Int64N(int64(c.lasts())))
	}
	slices.Sort(at)
	return at
}

// peak is how many of those who come do so within one second at most.
func peak(at []time.Duration) int {
	most, from := 0, 0
	for i := range at {
		for at[i]-at[from] >= time.Second {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}
