package seatmap

import (
	"math/bits"
	"slices"
)

// Wish is what an entry of the waitlist waits for: any of these.
type Wish struct {
	Seats           []int32 // the first is the dearest
	Sections, Tiers []int32
}

// Covers reports whether a seat is one of those wished for.
func (m *Map) Covers(w *Wish, seat int32) bool {
	if slices.Contains(w.Seats, seat) {
		return true
	}
	s := &m.Seats[seat]
	return s.Flags&special == 0 && (slices.Contains(w.Sections, s.Section) || slices.Contains(w.Tiers, s.Tier))
}

// Could reports whether n seats of a wish exist at all, taken or not: seats that are
// named one by one need not be side by side, others must.
func (l *Layout) Could(w *Wish, n int) bool {
	if len(w.Seats) >= n && n > 0 {
		return true
	}
	for _, s := range l.all {
		seg := &l.segments[s]
		if int(seg.end-seg.first) >= n && (slices.Contains(w.Sections, seg.section) || slices.Contains(w.Tiers, l.Seats[seg.first].Tier)) {
			return true
		}
	}
	return false
}

// Idle returns the seats that are free and reserved for the waitlist, in order.
func (m *Map) Idle() []int32 {
	var seats []int32
	for i, word := range m.idle {
		for ; word != 0; word &= word - 1 {
			seats = append(seats, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return seats
}

// Match returns n of the free seats that a wish can be given, sorted, or nil:
// the dearest of the seats that it names, else the best side by side in the first
// of its sections that has them, else in the first of its tiers. free is sorted;
// room reports whether these can be given, whoever they are free for: a pool may have
// fewer units than the plan has seats.
func (m *Map) Match(w *Wish, n int, free []int32, room func(seats []int32) bool) []int32 {
	var named []int32
	for _, s := range w.Seats {
		if _, ok := slices.BinarySearch(free, s); ok && len(named) < n {
			if named = append(named, s); !room(named) {
				named = named[:len(named)-1]
			}
		}
	}
	if len(named) == n {
		slices.Sort(named)
		return named
	}
	for _, x := range w.Sections {
		if seats := m.matchIn(n, free, room, func(s *Seat) bool { return s.Section == x }); seats != nil {
			return seats
		}
	}
	for _, x := range w.Tiers {
		if seats := m.matchIn(n, free, room, func(s *Seat) bool { return s.Tier == x }); seats != nil {
			return seats
		}
	}
	return nil
}

// matchIn is the best stretch of n of the free seats that are ordinary and wanted.
func (m *Map) matchIn(n int, free []int32, room func([]int32) bool, want func(*Seat) bool) []int32 {
	var best choice
	var row int32
	var of *segment // that best lies in
	found := false
	for i := 0; i < len(free); {
		seg := &m.segments[m.segOf[free[i]]]
		j := i + 1
		for j < len(free) && free[j] == free[j-1]+1 && free[j] < seg.end {
			j++
		}
		if s := &m.Seats[free[i]]; j-i >= n && s.Flags&special == 0 && want(s) {
			for p := free[i]; int(p-free[i])+n <= j-i; p++ {
				c := m.choiceAt(seg, p, n)
				if m.NoSingleSeats && alone(free[i], free[j-1]+1, p, n) {
					if helped(free[i:j], n, room) {
						continue
					}
					c.lonely = 1
				}
				at := i + int(p-free[i])
				if (!found || nearer(c, s.Row, seg, best, row, of)) && room(free[at:at+n]) {
					best, row, of, found = c, s.Row, seg, true
				}
			}
		}
		i = j
	}
	if !found {
		return nil
	}
	return stretch(best.first, n)
}

// helped reports whether n seats of a stretch can be given so that none is left alone.
// Of most stretches that are longer by two or more they can; not where all but a few
// of its seats lack a unit of their pool.
func helped(of []int32, n int, room func([]int32) bool) bool {
	for at := range len(of) - n + 1 {
		if !alone(of[0], of[len(of)-1]+1, of[at], n) && room(of[at:at+n]) {
			return true
		}
	}
	return false
}

// nearer reports whether a choice is better than the best so far, in the order in
// which Best would find them.
func nearer(c choice, row int32, of *segment, best choice, bestRow int32, bestOf *segment) bool {
	class := func(c choice) int32 {
		if c.obstructed > 0 {
			return 2
		}
		return c.lonely
	}
	switch a, b := class(c), class(best); {
	case a != b:
		return a < b
	case row != bestRow:
		return row < bestRow
	case of.off() != bestOf.off():
		return of.off() < bestOf.off()
	case of.first != bestOf.first:
		return of.first < bestOf.first
	}
	return c.before(best)
}

// Wait counts a wish in (by 1) or out (by -1).
func (m *Map) Wait(w *Wish, by int32) {
	for _, s := range w.Seats {
		m.seatWaits[s] += by
		if n := m.seatWaits[s]; n == 0 || n == by {
			m.refresh(m.segOf[s])
		}
	}
	for _, x := range w.Sections {
		m.sectionWaits[x] += by
		if n := m.sectionWaits[x]; n == 0 || n == by {
			m.refreshIf(func(seg *segment) bool { return seg.section == x })
		}
	}
	for _, x := range w.Tiers {
		m.tierWaits[x] += by
		if n := m.tierWaits[x]; n == 0 || n == by {
			m.refreshIf(func(seg *segment) bool { return m.Seats[seg.first].Tier == x })
		}
	}
}

func (m *Map) refreshIf(ok func(*segment) bool) {
	for s := range m.segments {
		if ok(&m.segments[s]) {
			m.refresh(int32(s))
		}
	}
}
