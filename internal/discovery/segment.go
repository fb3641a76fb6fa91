package discovery

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Fields of an event in memory.
const (
	inTitle = iota
	inPlace
	inHost
	inPerformers
	inTags
	inStems  // of the title
	inOthers // stems of place and host
	inTails  // of title and place
	inFacets
	fields
)

// kindOf are the kinds of the terms of the fields.
var kindOf = [fields]kind{kindText, kindText, kindHost, kindText, kindText, kindStem, kindStem, kindTail, kindFacet}

// entry is an event in memory.
type entry struct {
	row          int64
	id           string
	starts, ends int64
	first, last  int32
	at           vector // not a number: that is not known
	since        int64  // when it was published
	city         int32  // that it counts for: its number in the gazetteer, counted from 1; 0: none
	currency     uint32 // a facet, of what the prices are in
	series       uint32 // the facet of the series of which it is a date, counted from 1; 0: it is none
	prices       []inventory.PriceSince
	fields       [fields][]uint32
}

// bitmap has a bit for each event of a segment.
type bitmap []uint64

func (b bitmap) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitmap) has(i int) bool { return len(b) > 0 && b[i>>6]&(1<<(i&63)) != 0 }

func (b bitmap) empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

func (b bitmap) and(c bitmap) {
	for i, w := range c {
		b[i] &= w
	}
}

func (b bitmap) or(c bitmap) {
	for i, w := range c {
		b[i] |= w
	}
}

// each calls visit with the bits from low on and below high, rising or falling, until it
// says false.
func (b bitmap) each(low, high int, down bool, visit func(i int) bool) bool {
	if low >= high {
		return true
	}
	from, to := low>>6, (high-1)>>6
	for n := from; n <= to; n++ {
		at := n
		if down {
			at = to - (n - from)
		}
		w := b[at]
		if at == from {
			w &= ^uint64(0) << (low & 63)
		}
		if at == to {
			w &= ^uint64(0) >> (63 - (high-1)&63)
		}
		for w != 0 {
			bit := bits.TrailingZeros64(w)
			if down {
				bit = 63 - bits.LeadingZeros64(w)
			}
			w &^= 1 << bit
			if !visit(at<<6 + bit) {
				return false
			}
		}
	}
	return true
}

// posting says where the events of a term are: n numbers in lists, or, when they are many,
// a bitmap.
type posting struct{ at, n uint32 }

// segment has events whose rows follow each other, and which of them have a term. What is
// in it never changes; a copy has more of them dead.
type segment struct {
	rows         []int64
	ids          []string
	starts, ends []int64
	first, last  []int32
	at           []vector
	since        []int64
	city         []int32
	currency     []uint32
	series       []uint32
	prices       []inventory.PriceSince
	priceFrom    []uint32 // of each event in prices, and the end
	tokens       []uint32
	tokenFrom    []uint32 // of each field of each event in tokens, and the end

	keys     []uint64 // of the terms, rising
	terms    []uint32
	postings []posting
	lists    []uint16
	maps     bitmap

	cheapest map[uint32]int64 // the least that any event costs that has a facet of a price
	bytes    int64            // about how much memory it takes
	dead     bitmap           // those that are gone; nil: none
}

// dense reports whether so many events of the segment are kept in a bitmap.
func (s *segment) dense(n uint32) bool { return int(n) > 4*s.words() }

// words is how long a bitmap of the segment is.
func (s *segment) words() int { return (len(s.rows) + 63) / 64 }

// entry returns an event.
func (s *segment) entry(i int) entry {
	e := entry{s.rows[i], s.ids[i], s.starts[i], s.ends[i], s.first[i], s.last[i], s.at[i], s.since[i], s.city[i], s.currency[i], s.series[i],
		s.prices[s.priceFrom[i]:s.priceFrom[i+1]], [fields][]uint32{}}
	for f := range e.fields {
		e.fields[f] = s.field(i, f)
	}
	return e
}

// field returns the terms of a field of an event.
func (s *segment) field(i, field int) []uint32 {
	n := i*fields + field
	return s.tokens[s.tokenFrom[n]:s.tokenFrom[n+1]]
}

// lowest returns what the cheapest ticket of an event costs at a time; false: nobody sees one.
func (s *segment) lowest(i int, now int64) (lowest int64, ok bool) {
	for n, p := range s.prices[s.priceFrom[i]:s.priceFrom[i+1]] {
		if n > 0 && int64(p.Since) > now {
			break
		}
		lowest, ok = p.Lowest, true
	}
	return lowest, ok
}

// find returns the events of a term: none of one that is newer than the terms, which the
// follower has come to know since the search began.
func (s *segment) find(t terms, id uint32) posting {
	if int(id) >= len(t.keys) {
		return posting{}
	}
	key, text := t.keys[id], t.texts[id]
	n, _ := slices.BinarySearch(s.keys, key)
	if n == len(s.keys) || s.keys[n] != key {
		return posting{}
	}
	if s.terms[n] == id {
		return s.postings[n]
	}
	m, _ := slices.BinarySearch(s.keys[n:], key+1) // of terms with this key
	at, ok := slices.BinarySearchFunc(s.terms[n:n+m], text, func(other uint32, text string) int { return strings.Compare(t.texts[other], text) })
	if !ok {
		return posting{}
	}
	return s.postings[n+at]
}

// begin returns the terms of a kind that begin with a text: which is the first, and which
// the first behind them.
func (s *segment) begin(t terms, k kind, text string) (from, to int) {
	from, _ = slices.BinarySearch(s.keys, prefixKey(k, text, 0))
	if len(text) <= keyBytes {
		to, _ = slices.BinarySearch(s.keys, prefixKey(k, text, 0xff)+1)
		return from, to
	}
	m, _ := slices.BinarySearch(s.keys[from:], prefixKey(k, text, 0)+1)
	run := s.terms[from : from+m]
	low, _ := slices.BinarySearchFunc(run, text, func(other uint32, text string) int { return strings.Compare(t.texts[other], text) })
	high := low
	for high < len(run) && strings.HasPrefix(t.texts[run[high]], text) {
		high++
	}
	return from + low, from + high
}

// addTo adds the events of a posting.
func (s *segment) addTo(b bitmap, p posting) {
	if s.dense(p.n) {
		b.or(s.maps[p.at:][:s.words()])
		return
	}
	for _, i := range s.lists[p.at:][:p.n] {
		b.set(int(i))
	}
}

// builder makes segments. It keeps what it counts in between two of them.
type builder struct {
	count []uint32 // events by term
	seen  []uint32 // the last event by term, from 1
}

// build makes a segment of entries that are sorted by their rows.
func (b *builder) build(t terms, list []entry) *segment {
	s := &segment{}
	s.lay(list)
	if more := len(t.texts) - len(b.count); more > 0 {
		b.count, b.seen = append(b.count, make([]uint32, more)...), append(b.seen, make([]uint32, more)...)
	}
	// once calls do with each term of each event.
	once := func(do func(i int, id uint32)) {
		for i := range list {
			mark := uint32(i + 1) //nolint:gosec // of at most 65,536
			for _, id := range s.tokens[s.tokenFrom[i*fields]:s.tokenFrom[(i+1)*fields]] {
				if b.seen[id] != mark {
					b.seen[id] = mark
					do(i, id)
				}
			}
		}
		for _, id := range s.tokens {
			b.seen[id] = 0
		}
	}
	once(func(_ int, id uint32) {
		if b.count[id]++; b.count[id] == 1 {
			s.terms = append(s.terms, id)
		}
	})
	slices.SortFunc(s.terms, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(t.keys[x], t.keys[y]), strings.Compare(t.texts[x], t.texts[y]))
	})
	s.terms = slices.Clip(s.terms)
	s.keys, s.postings = make([]uint64, len(s.terms)), make([]posting, len(s.terms))
	var inLists, inMaps uint32
	words := uint32(s.words()) //nolint:gosec // of at most 65,536 bits
	for n, id := range s.terms {
		s.keys[n] = t.keys[id]
		p := posting{inLists, b.count[id]}
		if s.dense(p.n) {
			p.at, inMaps = inMaps, inMaps+words
		} else {
			inLists += p.n
		}
		s.postings[n] = p
		b.count[id] = uint32(n) //nolint:gosec // where its posting is, from now on
	}
	s.lists, s.maps = make([]uint16, inLists), make(bitmap, inMaps)
	filled := make([]uint32, len(s.terms))
	once(func(i int, id uint32) {
		n := b.count[id]
		p := s.postings[n]
		if s.dense(p.n) {
			s.maps[p.at:][:words].set(i)
			return
		}
		s.lists[p.at+filled[n]] = uint16(i) //nolint:gosec // of at most 65,536
		filled[n]++
	})
	for _, id := range s.terms {
		b.count[id] = 0
	}
	s.price(t, list)
	s.bytes = s.measure()
	return s
}

// price notes the least that is paid of each band of prices.
func (s *segment) price(t terms, list []entry) {
	s.cheapest = map[uint32]int64{}
	for i := range list {
		currency := strings.TrimPrefix(t.texts[list[i].currency], facetCurrency)
		for _, p := range list[i].prices {
			facet := bandFacet(p.Lowest, currency)
			for _, id := range s.field(i, inFacets) {
				if t.texts[id] != facet {
					continue
				}
				if least, ok := s.cheapest[id]; !ok || p.Lowest < least {
					s.cheapest[id] = p.Lowest
				}
			}
		}
	}
}

// lay writes what is not a posting.
func (s *segment) lay(list []entry) {
	var prices, tokens int
	for i := range list {
		prices += len(list[i].prices)
		for _, f := range list[i].fields {
			tokens += len(f)
		}
	}
	n := len(list)
	s.rows, s.ids, s.starts, s.ends = make([]int64, n), make([]string, n), make([]int64, n), make([]int64, n)
	s.since, s.city = make([]int64, n), make([]int32, n)
	s.first, s.last, s.at = make([]int32, n), make([]int32, n), make([]vector, n)
	s.currency, s.series = make([]uint32, n), make([]uint32, n)
	s.prices, s.priceFrom = make([]inventory.PriceSince, 0, prices), make([]uint32, 1, n+1)
	s.tokens, s.tokenFrom = make([]uint32, 0, tokens), make([]uint32, 1, n*fields+1)
	for i := range list {
		e := &list[i]
		s.rows[i], s.ids[i], s.starts[i], s.ends[i] = e.row, e.id, e.starts, e.ends
		s.since[i], s.city[i] = e.since, e.city
		s.first[i], s.last[i], s.at[i], s.currency[i], s.series[i] = e.first, e.last, e.at, e.currency, e.series
		s.prices = append(s.prices, e.prices...)
		s.priceFrom = append(s.priceFrom, uint32(len(s.prices))) //nolint:gosec // of at most 65,536 events
		for _, f := range e.fields {
			s.tokens = append(s.tokens, f...)
			s.tokenFrom = append(s.tokenFrom, uint32(len(s.tokens))) //nolint:gosec // of at most 65,536 events
		}
	}
}

// nowhere is the vector of what is not known to be anywhere: it is in no area.
var nowhere = vector{math.NaN(), math.NaN(), math.NaN()}

// measure returns about how many bytes of memory the segment takes.
func (s *segment) measure() int64 {
	n := 8*(len(s.rows)+len(s.starts)+len(s.ends)+len(s.since)+len(s.keys)+len(s.postings)+len(s.maps)) + 16*len(s.prices) + 24*len(s.at) +
		4*(len(s.first)+len(s.last)+len(s.city)+len(s.currency)+len(s.series)+len(s.priceFrom)+len(s.tokens)+len(s.tokenFrom)+len(s.terms)) + 2*len(s.lists)
	for _, id := range s.ids {
		n += 16 + len(id)
	}
	return int64(n)
}
