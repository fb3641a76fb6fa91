package seatmap

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// MaxTogether is how many seats one choice can have.
const MaxTogether = 10

// Flags are what is special about a seat.
type Flags uint8

// The flags of a seat.
const (
	Accessible Flags = 1 << iota // a wheelchair space
	Companion                    // beside a wheelchair space, for a companion
	Obstructed                   // the view is not free
	Aisle                        // an aisle separates it from the next seat of its row
)

// special seats are kept for people who need them: nobody is given one without asking.
const special = Accessible | Companion

// Seat is one seat of a plan.
type Seat struct {
	Section, Tier int32 // indices into Layout.Sections and Layout.Tiers
	Row           int32 // counted over the whole plan: seats of one row have the same
	Flags         Flags
}

// Layout is where the seats are. It does not change and may be shared.
type Layout struct {
	// Prefix begins the id of each seat: its place in the plan, counted from 1,
	// follows in 16 digits.
	Prefix   string
	Sections []string // names, best first
	Tiers    []string // ids
	Seats    []Seat

	segments []segment
	segOf    []int32 // segment of each seat
	all      []int32 // segments that anybody may be given, best first
	byTier   [][]int32
	wheel    []int32 // accessible seats, best first
}

// segment is a longest stretch of seats of which any neighbours sit together.
type segment struct {
	first, end int32 // seats first … end-1
	section    int32
	middle     int32 // twice the middle of its row, as an index
}

// idDigits is how many digits follow the prefix in the id of a seat.
const idDigits = 16

// ID is the id of a seat.
func (l *Layout) ID(seat int32) string {
	n := strconv.Itoa(int(seat) + 1)
	return l.Prefix + strings.Repeat("0", idDigits-len(n)) + n
}

// Index finds a seat by its id; ok is false when the plan has no such seat.
func (l *Layout) Index(id string) (seat int32, ok bool) {
	digits, ok := strings.CutPrefix(id, l.Prefix)
	if !ok || len(digits) != idDigits || strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > len(l.Seats) {
		return 0, false
	}
	return int32(n - 1), true
}

// NewLayout completes a layout. The seats must stand in the order of the plan.
func NewLayout(prefix string, sections, tiers []string, seats []Seat) *Layout {
	l := &Layout{Prefix: prefix, Sections: sections, Tiers: tiers, Seats: seats, segOf: make([]int32, len(seats)), byTier: make([][]int32, len(tiers))}
	for first := 0; first < len(seats); {
		end := first + 1
		for end < len(seats) && seats[end].Row == seats[first].Row {
			end++
		}
		l.addRow(int32(first), int32(end))
		first = end
	}
	for i, s := range seats {
		if s.Flags&Accessible != 0 {
			l.wheel = append(l.wheel, int32(i))
		}
	}
	return l
}

// addRow cuts a row into segments and puts them in order: those nearest to the
// middle of the row first.
func (l *Layout) addRow(first, end int32) {
	from := len(l.segments)
	for i := first; i < end; {
		j := i + 1
		for j < end && l.together(j-1, j) && l.Seats[j-1].Flags&special == l.Seats[j].Flags&special {
			j++
		}
		for k := i; k < j; k++ {
			l.segOf[k] = int32(len(l.segments))
		}
		l.segments = append(l.segments, segment{first: i, end: j, section: l.Seats[i].Section, middle: first + end - 1})
		i = j
	}
	var row []int32
	for s := from; s < len(l.segments); s++ {
		if l.Seats[l.segments[s].first].Flags&special == 0 {
			row = append(row, int32(s))
		}
	}
	slices.SortStableFunc(row, func(a, b int32) int {
		return cmp.Or(cmp.Compare(l.segments[a].off(), l.segments[b].off()), cmp.Compare(a, b))
	})
	for _, s := range row {
		l.all = append(l.all, s)
		t := l.Seats[l.segments[s].first].Tier
		l.byTier[t] = append(l.byTier[t], s)
	}
}

// together reports whether a seat and the next one are neighbours of one tier.
func (l *Layout) together(a, b int32) bool {
	x, y := &l.Seats[a], &l.Seats[b]
	return x.Row == y.Row && x.Tier == y.Tier && x.Flags&Aisle == 0
}

// off is how far the middle of the segment is from that of its row.
func (s *segment) off() int32 { return away(s.first+s.end-1, s.middle) }

func away(a, b int32) int32 {
	if a < b {
		return b - a
	}
	return a - b
}

// SectionIndex and TierIndex find a section by name and a tier by id; -1 for none.
func (l *Layout) SectionIndex(name string) int { return slices.Index(l.Sections, name) }

// TierIndex finds a tier by its id; -1 for none.
func (l *Layout) TierIndex(id string) int { return slices.Index(l.Tiers, id) }

// Count is how many seats a tier has.
func (l *Layout) Count(tier int) int64 {
	var n int64
	for i := range l.Seats {
		if int(l.Seats[i].Tier) == tier {
			n++
		}
	}
	return n
}
