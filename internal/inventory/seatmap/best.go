package seatmap

import "slices"

// A mask says for each number of seats, 1 to MaxTogether, what fits into a
// segment: in four classes, which are looked for one after the other.
const (
	clearPaired  = iota * MaxTogether // free view, no seat is left alone
	clearAllowed                      // free view, a seat is left alone that could not be helped
	clearAny                          // free view
	anyAtAll                          // an obstructed view, too
)

func bit(class, n int) uint64 { return 1 << (class + n - 1) }

// Search says what is looked for.
type Search struct {
	Seats   int // side by side, 1 … MaxTogether
	Section int // -1: any
	// Tiers are those among which the best is looked for, in no order; nil: all.
	Tiers []int
	// Accessible wants a wheelchair space among them. Without it no seat that is
	// kept for people who need one is given.
	Accessible bool
}

// Best returns the best open seats side by side, in order along the row, nil
// when there are none.
//
// Better is: a free view; then the section and the row that the plan lists
// first; then the middle of the row. Where seats must not be left alone, rows in
// which none is come first, but never is somebody refused for that.
func (m *Map) Best(q Search) []int32 {
	if q.Seats < 1 || q.Seats > MaxTogether {
		return nil
	}
	if q.Accessible {
		return m.bestAccessible(q)
	}
	classes := [...]int{clearAny, anyAtAll}
	look := classes[:]
	if m.NoSingleSeats {
		look = []int{clearPaired, clearAllowed, anyAtAll}
	}
	for _, class := range look {
		if s := m.firstFit(bit(class, q.Seats), q); s >= 0 {
			return m.place(&m.segments[s], q.Seats)
		}
	}
	return nil
}

// firstFit returns the best segment whose mask has a bit of want, -1 when there is none.
// Of several tiers each has a tree of its own; which of their segments is better is told
// by the tree over all.
func (m *Map) firstFit(want uint64, q Search) int32 {
	if q.Tiers == nil {
		return m.all.firstIn(want, q.Section)
	}
	best := int32(-1)
	for _, tier := range q.Tiers {
		if s := m.byTier[tier].firstIn(want, q.Section); s >= 0 && (best < 0 || m.all.place[s] < m.all.place[best]) {
			best = s
		}
	}
	return best
}

// choice is a way to sit down in a segment. Less is better, field by field.
type choice struct {
	obstructed int32 // seats without a free view
	lonely     int32 // 1: a seat is left alone
	off        int32 // twice the distance from the middle of the row
	first      int32
}

func (c choice) before(d choice) bool {
	switch {
	case (c.obstructed > 0) != (d.obstructed > 0):
		return c.obstructed == 0
	case c.lonely != d.lonely:
		return c.lonely < d.lonely
	case c.obstructed != d.obstructed:
		return c.obstructed < d.obstructed
	case c.off != d.off:
		return c.off < d.off
	}
	return c.first < d.first
}

// place returns the best n seats of a segment into which they fit.
func (m *Map) place(seg *segment, n int) []int32 {
	best, found := choice{}, false
	m.runs(seg, func(first, end int32) {
		for p := first; p+int32(n) <= end; p++ {
			c := m.choiceAt(seg, p, n)
			if m.NoSingleSeats && alone(first, end, p, n) {
				if end-first != int32(n)+1 {
					continue // it could be helped
				}
				c.lonely = 1
			}
			if !found || c.before(best) {
				best, found = c, true
			}
		}
	})
	if !found {
		return nil
	}
	return stretch(best.first, n)
}

// choiceAt ranks n seats from p on, except for whom they leave alone.
func (m *Map) choiceAt(seg *segment, p int32, n int) choice {
	c := choice{off: away(2*p+int32(n)-1, seg.middle), first: p}
	for s := p; s < p+int32(n); s++ {
		if m.Seats[s].Flags&Obstructed != 0 {
			c.obstructed++
		}
	}
	return c
}

// stretch is n seats from first on.
func stretch(first int32, n int) []int32 {
	seats := make([]int32, n)
	for i := range seats {
		seats[i] = first + int32(i)
	}
	return seats
}

// alone reports whether taking n seats from p on leaves one seat of a run alone.
func alone(first, end, p int32, n int) bool { return p-first == 1 || end-p-int32(n) == 1 }

// runs calls f for each longest stretch of open seats of a segment.
func (m *Map) runs(seg *segment, f func(first, end int32)) {
	for i := seg.first; i < seg.end; i++ {
		if !m.Open(i) {
			continue
		}
		first := i
		for i < seg.end && m.Open(i) {
			i++
		}
		f(first, i)
	}
}

// measure makes the mask of a segment.
func (m *Map) measure(seg *segment) uint64 {
	var mask uint64
	m.runs(seg, func(first, end int32) {
		length := int(end - first)
		for n := 1; n <= min(length, MaxTogether); n++ {
			mask |= bit(anyAtAll, n)
		}
		view := 0 // seats with a free view up to and with i
		for i := first; i < end; i++ {
			if m.Seats[i].Flags&Obstructed != 0 {
				view = 0
				continue
			}
			view++
			for n := 1; n <= min(view, MaxTogether); n++ {
				mask |= bit(clearAny, n)
				switch {
				case !alone(first, end, i-int32(n)+1, n):
					mask |= bit(clearPaired, n)
				case length == n+1:
					mask |= bit(clearAllowed, n)
				}
			}
		}
	})
	return mask
}

// bestAccessible looks at every wheelchair space for open seats around it. There
// are few of them, and the rule about seats left alone is not for them.
func (m *Map) bestAccessible(q Search) []int32 {
	for _, w := range m.wheel {
		s := &m.Seats[w]
		if !m.Open(w) || (q.Tiers != nil && !slices.Contains(q.Tiers, int(s.Tier))) || (q.Section >= 0 && int(s.Section) != q.Section) {
			continue
		}
		first, end := w, w+1
		for int(end-w) < q.Seats && end < int32(len(m.Seats)) && m.together(end-1, end) && m.Open(end) {
			end++
		}
		for end-first < int32(q.Seats) && first > 0 && m.together(first-1, first) && m.Open(first-1) {
			first--
		}
		if end-first < int32(q.Seats) {
			continue
		}
		return stretch(first, q.Seats)
	}
	return nil
}

// Lonely returns a seat that the choice of these open seats would leave alone
// although the same number could have been taken from the same stretch of open
// seats without that; -1 when there is none. The seats must be sorted.
func (m *Map) Lonely(seats []int32) int32 {
	for i := 0; i < len(seats); {
		seg := &m.segments[m.segOf[seats[i]]]
		if m.Seats[seg.first].Flags&special != 0 {
			i++
			continue
		}
		first, end := seats[i], seats[i]+1
		for first > seg.first && m.Open(first-1) {
			first--
		}
		for end < seg.end && m.Open(end) {
			end++
		}
		taken := 0
		for i+taken < len(seats) && seats[i+taken] < end {
			taken++
		}
		if lone := leftAlone(first, end, seats[i:i+taken]); lone >= 0 && int(end-first) != taken+1 {
			return lone
		}
		i += taken
	}
	return -1
}

// leftAlone returns the first seat of a run that would stand alone.
func leftAlone(first, end int32, taken []int32) int32 {
	from := first
	for _, s := range taken {
		if s-from == 1 {
			return from
		}
		from = s + 1
	}
	if end-from == 1 {
		return from
	}
	return -1
}
