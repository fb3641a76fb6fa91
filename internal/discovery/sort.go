package discovery

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Sort is an order of what is found. In each, the sooner comes first of two that are
// alike, or the later of those that are over.
type Sort int

const (
	ByRelevance Sort = iota // the best of each window: by words, and what people come to, is near and cheap
	ByDate                  // in the order of their starts
	ByDistance              // the nearest to the middle of Near
	// ByPrice: the cheapest in Currency, what is free before it, and last what cannot be
	// compared: it is in another currency, or shows no price.
	ByPrice
)

// Whole reports whether all that is found is in one order, instead of window by window.
func (s Sort) Whole() bool { return s == ByDistance || s == ByPrice }

// incomparable is behind every price.
const incomparable = 1e15

// PriceKey is what ByPrice compares at a time.
func PriceKey(prices []inventory.PriceSince, of, currency string, now inventory.Instant) float64 {
	key := float64(incomparable)
	for i, p := range prices {
		if i > 0 && p.Since > now {
			break
		}
		if key = incomparable; p.Lowest == 0 || of == currency {
			key = float64(p.Lowest)
		}
	}
	return key
}

// metersOf is the distance over ground of a square.
func metersOf(square float64) float64 { return 2 * earth * math.Asin(min(1, math.Sqrt(square)/2)) }

// DistanceKey is what ByDistance compares.
func (a *Area) DistanceKey(p Point) float64 { return a.vector().square(p.vector()) }

// keyed is an event and what is compared of it.
type keyed struct {
	key float64
	row int64
	ref ref
}

func (s *search) compare(a, b *keyed) int {
	byRow := cmp.Compare(a.row, b.row)
	if s.span.down {
		byRow = -byRow
	}
	return cmp.Or(cmp.Compare(a.key, b.key), byRow)
}

// best are the first events behind a position in an order, of all that were added.
type best struct {
	s      *search
	behind *keyed // nil: the first of all
	size   int
	list   []keyed
	// Of each series that is found once, the best date so far, and those of which it was added.
	waiting map[uint32]keyed
	done    map[uint32]bool
}

func (b *best) full() bool { return len(b.list) == b.size }

// beats reports whether an event with a key may be among them that is not before a row in
// the order of the list.
func (b *best) beats(key float64, row int64) bool {
	v := keyed{key: key, row: row}
	return !b.full() || b.s.compare(&v, &b.list[b.size-1]) < 0
}

func (b *best) add(key float64, r ref) {
	v := keyed{key, r.row(), r}
	if b.behind != nil && b.s.compare(&v, b.behind) <= 0 || !b.beats(key, v.row) {
		return
	}
	at, _ := slices.BinarySearchFunc(b.list, &v, func(a keyed, v *keyed) int { return b.s.compare(&a, v) })
	if b.full() {
		b.list = b.list[:b.size-1]
	}
	b.list = slices.Insert(b.list, at, v)
}

// sorted adds a page of what is in one order.
func (s *search) sorted(ctx context.Context, q *Query, r *Result) error {
	b := &best{s: s, size: q.Limit + 1, waiting: s.spare.waiting, done: s.spare.done}
	b.again()
	if q.After.Row != 0 {
		b.behind = &keyed{key: q.After.Key, row: q.After.Row}
	}
	var err error
	switch {
	case r.Total <= s.sizes.few:
		key := s.key(q)
		err = s.walk(ctx, 0, 0, narrowed{}, func(r ref) bool {
			b.addOnce(key(r), r)
			return true
		})
		b.flush()
	case q.Sort == ByDistance:
		err = s.nearest(ctx, q, b)
	default:
		err = s.cheapest(ctx, q, b)
	}
	if err != nil {
		return err
	}
	page := b.list[:min(len(b.list), q.Limit)]
	for i := range page {
		r.Hits = append(r.Hits, s.weigh(page[i].ref).Hit)
	}
	if len(page) < len(b.list) {
		last := &page[len(page)-1]
		r.Next = &Position{Key: last.key, Row: last.row, Now: q.Now, Text: r.DidYouMean}
	}
	return nil
}

// key returns what is compared of an event.
func (s *search) key(q *Query) func(ref) float64 {
	if q.Sort == ByDistance {
		middle := q.Near.vector()
		return func(r ref) float64 { return middle.square(r.at[r.i]) }
	}
	in, known := s.dictionary.lookup(kindFacet, currencyFacet(q.Currency))
	return func(r ref) float64 {
		lowest, ok := r.lowest(r.i, int64(q.Now))
		if !ok || lowest != 0 && (!known || r.currency[r.i] != in) {
			return incomparable
		}
		return float64(lowest)
	}
}

const (
	firstRing = 400 // meters
	widen     = 4   // a ring is so many times as wide as the one before
)

// nearest looks for the nearest events in rings around the middle, each with all of the one
// before, until one has enough.
func (s *search) nearest(ctx context.Context, q *Query, b *best) error {
	key := s.key(q)
	ring := Area{q.Near.Point, firstRing}
	if b.behind != nil {
		ring.Meters = max(ring.Meters, 1.1*metersOf(b.behind.key))
	}
	for {
		ring.Meters = min(ring.Meters, q.Near.Meters)
		cubes, edge := s.dictionary.anyTerm(kindFacet, ring.facets()), ring.square()
		b.again()
		err := s.walk(ctx, 0, 0, narrowed{node: &cubes}, func(r ref) bool {
			if k := key(r); k <= edge {
				b.addOnce(k, r)
			}
			return true
		})
		b.flush()
		if err != nil || b.full() || ring.Meters == q.Near.Meters {
			return err
		}
		ring.Meters *= widen
	}
}

// bands is how many bands of prices there are at most.
const bands = 48

// cheapest looks for the cheapest events from band to band, until there are enough, and
// then for those that cannot be compared.
func (s *search) cheapest(ctx context.Context, q *Query, b *best) error {
	key := s.key(q)
	for at := free; at < bands; at++ {
		n, ok := s.dictionary.term(kindFacet, facetOf(q.Currency, at))
		if !ok {
			continue
		}
		skip := func(g *segment) bool {
			least, ok := g.cheapest[n.id]
			first := g.rows[0]
			if s.span.down {
				first = g.rows[len(g.rows)-1]
			}
			return !ok || !b.beats(float64(least), first)
		}
		err := s.walk(ctx, 0, 0, narrowed{&n, skip}, func(r ref) bool {
			// What costs this at another time is in another band now.
			if k := key(r); k != incomparable && band(int64(k)) == at {
				b.addOnce(k, r)
			}
			return true
		})
		b.flush()
		if err != nil || b.full() {
			return err
		}
	}
	return s.walk(ctx, 0, 0, narrowed{}, func(r ref) bool {
		if key(r) == incomparable {
			b.addOnce(incomparable, r)
			b.flush() // they are in order
		}
		return !b.full()
	})
}
