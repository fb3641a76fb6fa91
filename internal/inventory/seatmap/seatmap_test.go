package seatmap_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// hall draws a small plan with everything in it that cuts a row.
func hall(t *rapid.T) *seatmap.Layout {
	var seats []seatmap.Seat
	sections := rapid.IntRange(1, 3).Draw(t, "sections")
	tiers := rapid.IntRange(1, 2).Draw(t, "tiers")
	row := int32(0)
	for section := range sections {
		for range rapid.IntRange(1, 3).Draw(t, "rows") {
			tier := int32(rapid.IntRange(0, tiers-1).Draw(t, "tier"))
			for range rapid.IntRange(1, 12).Draw(t, "seats") {
				s := seatmap.Seat{Section: int32(section), Tier: tier, Row: row}
				switch rapid.IntRange(0, 19).Draw(t, "kind") {
				case 0:
					s.Flags = seatmap.Accessible
				case 1:
					s.Flags = seatmap.Companion
				case 2, 3:
					s.Flags = seatmap.Obstructed
				case 4:
					s.Flags = seatmap.Aisle
				case 5:
					tier = int32(rapid.IntRange(0, tiers-1).Draw(t, "tier"))
					s.Tier = tier
				}
				seats = append(seats, s)
			}
			row++
		}
	}
	return seatmap.NewLayout("sea_", names("section", sections), names("tier", tiers), seats)
}

func names(what string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(what, i)
	}
	return list
}

// fill takes seats and lets people wait, so that the map has holes.
func fill(t *rapid.T, m *seatmap.Map) {
	n := len(m.Seats)
	for range rapid.IntRange(0, n).Draw(t, "taken") {
		m.Set([]int32{int32(rapid.IntRange(0, n-1).Draw(t, "seat"))}, seatmap.State(rapid.IntRange(0, 3).Draw(t, "state")))
	}
	var waiting []seatmap.Wish
	for range rapid.IntRange(0, 4).Draw(t, "waits") {
		w := seatmap.Wish{}
		switch rapid.IntRange(0, 5).Draw(t, "wish") {
		case 0:
			w.Sections = []int32{int32(rapid.IntRange(0, len(m.Sections)-1).Draw(t, "section"))}
		case 1:
			w.Tiers = []int32{int32(rapid.IntRange(0, len(m.Tiers)-1).Draw(t, "tier"))}
		default:
			w.Seats = []int32{int32(rapid.IntRange(0, n-1).Draw(t, "seat")), int32(rapid.IntRange(0, n-1).Draw(t, "seat"))}
		}
		m.Wait(&w, 1)
		waiting = append(waiting, w)
	}
	for i := range waiting {
		if rapid.Bool().Draw(t, "leaves") {
			m.Wait(&waiting[i], -1)
		}
	}
}

// neighbours reports whether seats a and a+1 sit together, ordinary beside special
// only when mixed is set.
func neighbours(m *seatmap.Map, a int, mixed bool) bool {
	const special = seatmap.Accessible | seatmap.Companion
	x, y := m.Seats[a], m.Seats[a+1]
	return x.Row == y.Row && x.Tier == y.Tier && x.Flags&seatmap.Aisle == 0 && (mixed || x.Flags&special == y.Flags&special)
}

// stretch returns the ends of the longest stretch around a seat in which all
// neighbours sit together and, when open is set, all are open.
func stretch(m *seatmap.Map, seat int, open bool) (first, end int) {
	ok := func(s int) bool { return !open || m.Open(int32(s)) }
	first, end = seat, seat+1
	for first > 0 && neighbours(m, first-1, false) && ok(first-1) {
		first--
	}
	for end < len(m.Seats) && neighbours(m, end-1, false) && ok(end) {
		end++
	}
	return first, end
}

func rowOf(m *seatmap.Map, seat int) (first, end int) {
	first, end = seat, seat+1
	for first > 0 && m.Seats[first-1].Row == m.Seats[seat].Row {
		first--
	}
	for end < len(m.Seats) && m.Seats[end].Row == m.Seats[seat].Row {
		end++
	}
	return first, end
}

func abs(n int) int { return max(n, -n) }

// naive tries every place in the hall, and ranks it by what the package comment
// and Best promise.
func naive(m *seatmap.Map, q seatmap.Search) []int32 {
	var best []int
	for p := 0; p+q.Seats <= len(m.Seats); p++ {
		rank, ok := rankOf(m, q, p)
		if ok && (best == nil || slices.Compare(rank, best) < 0) {
			best = rank
		}
	}
	if best == nil {
		return nil
	}
	return span(best[len(best)-1], q.Seats)
}

func span(first, n int) []int32 {
	seats := make([]int32, n)
	for i := range seats {
		seats[i] = int32(first + i)
	}
	return seats
}

func rankOf(m *seatmap.Map, q seatmap.Search, p int) (rank []int, ok bool) {
	n, obstructed := q.Seats, 0
	for s := p; s < p+n; s++ {
		seat := m.Seats[s]
		if !m.Open(int32(s)) || (s > p && !neighbours(m, s-1, false)) || seat.Flags&(seatmap.Accessible|seatmap.Companion) != 0 ||
			(q.Section >= 0 && int(seat.Section) != q.Section) || (q.Tiers != nil && !slices.Contains(q.Tiers, int(seat.Tier))) {
			return nil, false
		}
		if seat.Flags&seatmap.Obstructed != 0 {
			obstructed++
		}
	}
	first, end := stretch(m, p, true)
	lonely := 0
	if m.NoSingleSeats && (p-first == 1 || end-p-n == 1) {
		if end-first > n+1 {
			return nil, false
		}
		lonely = 1
	}
	class := lonely
	if obstructed > 0 {
		class = 2
	}
	rowFirst, rowEnd := rowOf(m, p)
	segFirst, segEnd := stretch(m, p, false)
	return []int{class, rowFirst, abs(segFirst + segEnd - rowFirst - rowEnd), segFirst, lonely, obstructed, abs(2*p + n - rowFirst - rowEnd), p}, true
}

func TestBestAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := seatmap.New(hall(t), rapid.Bool().Draw(t, "keep pairs"))
		for range 3 {
			fill(t, m)
			q := seatmap.Search{Seats: rapid.IntRange(0, 11).Draw(t, "n"), Section: -1}
			if rapid.Bool().Draw(t, "in a section") {
				q.Section = rapid.IntRange(0, len(m.Sections)-1).Draw(t, "section")
			}
			if rapid.Bool().Draw(t, "of some tiers") {
				q.Tiers = []int{}
				for tier := range m.Tiers {
					if rapid.Bool().Draw(t, "tier") {
						q.Tiers = append(q.Tiers, tier)
					}
				}
			}
			var want []int32
			if q.Seats >= 1 && q.Seats <= seatmap.MaxTogether {
				want = naive(m, q)
			}
			got := m.Best(q)
			if !slices.Equal(got, want) {
				t.Fatalf("%+v: got %v, want %v", q, got, want)
			}
			if len(got) > 0 && m.NoSingleSeats && m.Lonely(got) >= 0 {
				t.Fatalf("%+v: the choice %v is one that it would refuse", q, got)
			}
		}
	})
}

// Without the rule a seat may be left alone: whoever fits is let in, and with it
// nobody is refused who fits.
func TestTheRuleRefusesNobodyWhoFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := hall(t)
		m := seatmap.New(l, true)
		fill(t, m)
		q := seatmap.Search{Seats: rapid.IntRange(1, 6).Draw(t, "n"), Section: -1}
		fits := false
		for p := 0; p+q.Seats <= len(l.Seats) && !fits; p++ {
			fits = true
			for s := p; s < p+q.Seats; s++ {
				fits = fits && m.Open(int32(s)) && (s == p || neighbours(m, s-1, false)) && l.Seats[s].Flags&(seatmap.Accessible|seatmap.Companion) == 0
			}
		}
		if got := m.Best(q); (got != nil) != fits {
			t.Fatalf("%+v: got %v, fits: %v", q, got, fits)
		}
	})
}

// lonelies counts the seats of a run that stand alone once those of the set are taken.
func lonelies(set uint32, length int) int {
	n := 0
	for i := range length {
		left := i == 0 || set>>(i-1)&1 == 1
		right := i == length-1 || set>>(i+1)&1 == 1
		if set>>i&1 == 0 && left && right {
			n++
		}
	}
	return n
}

// TestLonely compares with all ways to take as many seats of the same stretch.
func TestLonely(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := seatmap.New(hall(t), true)
		fill(t, m)
		var seats []int32
		for s := range m.Seats {
			if m.Open(int32(s)) && len(seats) < 10 && rapid.Bool().Draw(t, "take") {
				seats = append(seats, int32(s))
			}
		}
		want := false
		for s := 0; s < len(m.Seats); s++ {
			if !m.Open(int32(s)) || m.Seats[s].Flags&(seatmap.Accessible|seatmap.Companion) != 0 {
				continue
			}
			first, end := stretch(m, s, true)
			var set uint32
			for i := first; i < end; i++ {
				if slices.Contains(seats, int32(i)) {
					set |= 1 << (i - first)
				}
			}
			least := lonelies(set, end-first)
			for other := range uint32(1) << (end - first) {
				if bits.OnesCount32(other) == bits.OnesCount32(set) {
					least = min(least, lonelies(other, end-first))
				}
			}
			want = want || (set != 0 && lonelies(set, end-first) > least)
			s = end - 1
		}
		if got := m.Lonely(seats); (got >= 0) != want {
			t.Fatalf("%v: got %d, want %v", seats, got, want)
		}
	})
}

func TestAccessible(t *testing.T) {
	const w, c = seatmap.Accessible, seatmap.Companion
	var seats []seatmap.Seat
	for i, f := range []seatmap.Flags{0, 0, w, c, 0, 0 /**/, w, c, w} {
		seats = append(seats, seatmap.Seat{Row: int32(i / 6), Flags: f})
	}
	m := seatmap.New(seatmap.NewLayout("sea_", []string{"a"}, []string{"t"}, seats), false)
	q := seatmap.Search{Seats: 2, Section: -1, Accessible: true}
	steps := [][]int32{{2, 3}, {6, 7}, nil}
	for _, want := range steps {
		got := m.Best(q)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		m.Set(got, seatmap.Sold)
	}
	q.Seats = 1
	if got := m.Best(q); !slices.Equal(got, []int32{8}) {
		t.Errorf("the last wheelchair space: %v", got)
	}
	q.Accessible = false
	for range 4 { // the ordinary seats, and then nothing
		m.Set(m.Best(q), seatmap.Held)
	}
	if got := m.Best(q); got != nil {
		t.Errorf("a seat that is kept was given to somebody who did not ask: %v", got)
	}
	q.Accessible, q.Section = true, 0
	if got := m.Best(q); !slices.Equal(got, []int32{8}) {
		t.Errorf("in the section: %v", got)
	}
}

// arena is a hall of 20,000 seats in 8 sections.
func arena() *seatmap.Layout {
	var seats []seatmap.Seat
	for i := range int32(20_000) {
		s := seatmap.Seat{Section: i / 2500, Row: i / 50, Tier: i / 10_000}
		if i%50 == 24 {
			s.Flags = seatmap.Aisle
		}
		seats = append(seats, s)
	}
	return seatmap.NewLayout("sea_", names("section", 8), names("tier", 2), seats)
}

// The whole arena is sold in pairs: nobody is refused, no seat twice.
func TestArenaIsSoldInPairs(t *testing.T) {
	m := seatmap.New(arena(), true)
	seen := make([]bool, len(m.Seats))
	for n := 0; ; n++ {
		got := m.Best(seatmap.Search{Seats: 2, Section: -1})
		if got == nil {
			if n < 9_600 { // a stretch of 25 leaves one
				t.Fatalf("%d pairs", n)
			}
			return
		}
		for _, s := range got {
			if seen[s] {
				t.Fatalf("seat %d twice", s)
			}
			seen[s] = true
		}
		m.Set(got, seatmap.Sold)
	}
}

func BenchmarkBest(b *testing.B) {
	m := seatmap.New(arena(), true)
	n := 0
	for b.Loop() {
		got := m.Best(seatmap.Search{Seats: 1 + n%4, Section: -1})
		if got == nil {
			m = seatmap.New(m.Layout, true)
			continue
		}
		m.Set(got, seatmap.Held)
		n++
	}
}

func BenchmarkNew(b *testing.B) {
	l := arena()
	for b.Loop() {
		seatmap.New(l, true)
	}
}

func TestIDs(t *testing.T) {
	l := arena()
	for _, seat := range []int32{0, 9, 19_999} {
		if got, ok := l.Index(l.ID(seat)); !ok || got != seat {
			t.Errorf("seat %d is %s, which is %d, %v", seat, l.ID(seat), got, ok)
		}
	}
	if got := l.ID(41); got != "sea_0000000000000042" {
		t.Errorf("seat 41 is %s", got)
	}
	for _, id := range []string{"", "sea_", "sea_0000000000000000", "sea_0000000000020001", "sea_42", "tir_0000000000000001", "sea_-000000000000001", "sea_00000000000000001"} {
		if got, ok := l.Index(id); ok {
			t.Errorf("%q is seat %d", id, got)
		}
	}
}

// TestIdleAndMatch: what is idle, what a wish covers and what it is given agree
// with each other, seat by seat.
func TestIdleAndMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := seatmap.New(hall(t), rapid.Bool().Draw(t, "keep pairs"))
		fill(t, m)
		var idle, free []int32
		for s := range int32(len(m.Seats)) {
			if m.State(s) == seatmap.Free && m.Owed(s) {
				idle = append(idle, s)
			}
			if m.State(s) == seatmap.Free {
				free = append(free, s)
			}
		}
		if !slices.Equal(m.Idle(), idle) {
			t.Fatalf("idle %v, want %v", m.Idle(), idle)
		}
		n := rapid.IntRange(1, 4).Draw(t, "n")
		w := seatmap.Wish{Seats: rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(len(m.Seats)-1)), 0, min(3, len(m.Seats)), func(s int32) int32 { return s }).Draw(t, "seats")}
		if rapid.Bool().Draw(t, "sections") {
			w.Sections = []int32{int32(rapid.IntRange(0, len(m.Sections)-1).Draw(t, "section"))}
		}
		if rapid.Bool().Draw(t, "tiers") {
			w.Tiers = []int32{int32(rapid.IntRange(0, len(m.Tiers)-1).Draw(t, "tier"))}
		}
		got := m.Match(&w, n, free, all)
		if got != nil && (len(got) != n || !m.Could(&w, n)) {
			t.Fatalf("%+v for %d: %v", w, n, got)
		}
		for i, s := range got {
			if !m.Covers(&w, s) || !slices.Contains(free, s) || (i > 0 && got[i-1] >= s) {
				t.Fatalf("%+v for %d: %v", w, n, got)
			}
		}
		named := 0
		for _, s := range w.Seats {
			if slices.Contains(free, s) {
				named++
			}
		}
		fits := named >= n
		for p := 0; p+n <= len(m.Seats) && !fits; p++ {
			fits = slices.Contains(w.Sections, m.Seats[p].Section) || slices.Contains(w.Tiers, m.Seats[p].Tier)
			for s := p; s < p+n; s++ {
				fits = fits && m.State(int32(s)) == seatmap.Free && (s == p || neighbours(m, s-1, false)) && m.Seats[s].Flags&(seatmap.Accessible|seatmap.Companion) == 0
			}
		}
		if fits != (got != nil) {
			t.Fatalf("%+v for %d: got %v, fits: %v", w, n, got, fits)
		}
	})
}

// TestMatchIsBest: in a hall in which all free seats are wished for, a wish for
// one tier is given what Best would give.
func TestMatchIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := seatmap.New(hall(t), rapid.Bool().Draw(t, "keep pairs"))
		for range rapid.IntRange(0, len(m.Seats)).Draw(t, "taken") {
			m.Set([]int32{int32(rapid.IntRange(0, len(m.Seats)-1).Draw(t, "seat"))}, seatmap.Sold)
		}
		var free []int32
		for s := range int32(len(m.Seats)) {
			if m.Open(s) {
				free = append(free, s)
			}
		}
		n, tier := rapid.IntRange(1, 4).Draw(t, "n"), rapid.IntRange(0, len(m.Tiers)-1).Draw(t, "tier")
		want := m.Best(seatmap.Search{Seats: n, Section: -1, Tiers: []int{tier}})
		got := m.Match(&seatmap.Wish{Tiers: []int32{int32(tier)}}, n, free, all)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// all is a room with units for all seats.
func all([]int32) bool { return true }
