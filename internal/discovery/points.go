package discovery

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/trending"
)

// An event has points beside those of its words, for what people come to, what is near and what is cheap. All of
// them together are fewer than what a word is worth more in a title than in an address: they order what fits as
// well, and what fits hardly better is not shown before what everybody goes to around the corner.
const (
	pointsHot   = 3
	pointsNear  = 3
	pointsCheap = 1
)

// Heats calls hot with the heat of those of n events that people have come to lately.
type Heats func(n int, id func(i int) string, hot func(i int, heat trending.Heat))

const (
	// mostHot is how many events of a window have points for what people come to: a cursor names them.
	mostHot = 20
	// leastHeat is what is done in one at least, as deeds weigh: two registrations just now.
	leastHeat = 2 * trending.Register
)

// Hot is an event of a window that people come to.
type Hot struct {
	Row    int64 `json:"r"`
	Points int   `json:"p"`
}

// hot are the events of a window that people come to at a time, more than half as much as to the first of them for
// all points, and a quarter of that for each point less.
func (s *search) hot(refs []ref, heats Heats, now inventory.Instant) []Hot {
	if heats == nil {
		return nil
	}
	type warm struct {
		row  int64
		heat trending.Heat
	}
	var list []warm
	heats(len(refs), func(i int) string { return refs[i].ids[refs[i].i] }, func(i int, heat trending.Heat) {
		if heat.At(now) >= leastHeat {
			list = append(list, warm{refs[i].row(), heat})
		}
	})
	slices.SortFunc(list, func(a, b warm) int {
		return cmp.Or(cmp.Compare(b.heat, a.heat), s.order(0, a.row, 0, b.row))
	})
	var of []Hot
	for _, w := range list[:min(len(list), mostHot)] {
		// A heat is a logarithm to the base of 2.
		if points := pointsHot - int((list[0].heat-w.heat+1)/2); points > 0 {
			of = append(of, Hot{w.row, points})
		}
	}
	return of
}

// points are those of an event: hot are those of its window that people come to, and prices are those of a time.
func (s *search) points(q *Query, r ref, hot []Hot, priced inventory.Instant) (n int) {
	row := r.row()
	for i := range hot {
		if hot[i].Row == row {
			n += hot[i].Points
		}
	}
	if q.Near != nil {
		n += nearness(s.middle.square(r.at[r.i]) / s.reach)
	}
	if q.Price != nil && q.Price.Most > 0 {
		if lowest, ok := r.lowest(r.i, int64(priced)); ok && lowest <= q.Price.Most/2 {
			n += pointsCheap
		}
	}
	return n
}

// nearness are the points of what is in an area, by the square of its distance from the middle in parts of that of
// the edge: all within a quarter of the way, one less within the half, and none in the last quarter.
func nearness(square float64) int {
	for i, edge := range []float64{1. / 16, 1. / 4, 9. / 16} {
		if square <= edge {
			return pointsNear - i
		}
	}
	return 0
}
