package seating

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fault is one thing that is wrong with a plan.
type Fault struct {
	// Field is where: "sections[0].rows[2].seats[5].number", or for CSV
	// "csv[7].number" with the number of the line, the first line being 1.
	Field   string
	Code    string // stable, for programs
	Message string // for people
}

// MaxFaults is how many faults are told at once.
const MaxFaults = 200

// checker collects faults.
type checker struct {
	faults []Fault
}

func (c *checker) add(field, code, format string, args ...any) {
	if len(c.faults) < MaxFaults {
		c.faults = append(c.faults, Fault{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
	}
}

// Check completes a plan (seats in order of their numbers, positions where none
// are given) and returns what is wrong with it: nothing, for a good one.
func (p *Plan) Check() []Fault {
	c := &checker{}
	switch n := p.Count(); {
	case n == 0:
		c.add("sections", "required", "must have at least one seat")
	case n > MaxSeats:
		c.add("sections", "too_many", "must have at most %d seats, has %d", MaxSeats, n)
		return c.faults
	case len(p.Sections) > MaxSections:
		c.add("sections", "too_many", "must have at most %d sections", MaxSections)
		return c.faults
	}
	sections := map[string]bool{}
	for i := range p.Sections {
		s := &p.Sections[i]
		at := fmt.Sprintf("sections[%d]", i)
		c.name(at+".name", s.Name, MaxName)
		if sections[s.Name] {
			c.add(at+".name", "duplicate", "there is another section %q", s.Name)
		}
		sections[s.Name] = true
		c.section(at, s)
	}
	if len(p.Tiers()) > MaxPlanTiers {
		c.add("sections", "too_many", "must have at most %d tiers", MaxPlanTiers)
	}
	if len(c.faults) == 0 {
		c.positions(p)
	}
	return c.faults
}

func (c *checker) section(at string, s *Section) {
	if len(s.Rows) == 0 {
		c.add(at+".rows", "required", "must have at least one row")
	}
	if len(s.Rows) > MaxRows {
		c.add(at+".rows", "too_many", "must have at most %d rows", MaxRows)
		return
	}
	rows := map[string]bool{}
	for j := range s.Rows {
		r := &s.Rows[j]
		at := fmt.Sprintf("%s.rows[%d]", at, j)
		c.name(at+".name", r.Name, MaxRowName)
		if rows[r.Name] {
			c.add(at+".name", "duplicate", "there is another row %q in section %q", r.Name, s.Name)
		}
		rows[r.Name] = true
		c.row(at, s.Name, r)
	}
}

func (c *checker) row(at, section string, r *Row) {
	switch n := len(r.Seats); {
	case n == 0:
		c.add(at+".seats", "required", "must have at least one seat")
		return
	case n > MaxRowSeats:
		c.add(at+".seats", "too_many", "must have at most %d seats", MaxRowSeats)
		return
	}
	before := len(c.faults)
	for k := range r.Seats {
		if s := &r.Seats[k]; !s.plain() {
			c.seat(s.place(at, k), s)
		}
	}
	if len(c.faults) == before {
		c.numbers(at, section, r)
	}
}

// plain reports whether there is nothing to look at in a seat: nearly all are.
func (s *Seat) plain() bool {
	near := func(v *int) bool { return v == nil || *v >= -MaxCoord && *v <= MaxCoord }
	return s.Number >= 1 && s.Number <= MaxNumber && (s.X == nil) == (s.Y == nil) && near(s.X) && near(s.Y) &&
		!(s.Accessible && s.Companion) && wrongName(s.Tier, MaxName) == ""
}

func (c *checker) seat(place string, s *Seat) {
	if s.Number < 1 || s.Number > MaxNumber {
		c.add(place+".number", "out_of_range", "must be between 1 and %d", MaxNumber)
	}
	c.name(place+".tier", s.Tier, MaxName)
	if (s.X == nil) != (s.Y == nil) {
		c.add(place+".x", "required", "x and y are given together or not at all")
	}
	for _, v := range []*int{s.X, s.Y} {
		if v != nil && (*v < -MaxCoord || *v > MaxCoord) {
			c.add(place+".x", "out_of_range", "x and y must be between -%d and %d", MaxCoord, MaxCoord)
		}
	}
	if s.Accessible && s.Companion {
		c.add(place+".companion", "not_allowed", "a seat is a wheelchair space or beside one")
	}
}

// numbers puts the seats of a row in order and finds what is there twice and
// what is missing.
func (c *checker) numbers(at, section string, r *Row) {
	places := make(map[int]int, len(r.Seats)) // of a number, the place in what was sent
	for k := range r.Seats {
		s := &r.Seats[k]
		if first, twice := places[s.Number]; twice {
			c.add(s.place(at, k)+".number", "duplicate", "seat %s, %s, %d stands here and at %s", section, r.Name, s.Number, r.Seats[first].place(at, first))
			continue
		}
		places[s.Number] = k
	}
	where := func(s *Seat) string { return s.place(at, places[s.Number]) }
	slices.SortStableFunc(r.Seats, func(a, b Seat) int { return cmp.Compare(a.Number, b.Number) })
	step := 0
	for k := 1; k < len(r.Seats); k++ {
		gap := r.Seats[k].Number - r.Seats[k-1].Number
		if gap == 0 {
			return // told above
		}
		if step == 0 && gap <= 2 {
			step = gap
		}
		if gap != step {
			missing := r.Seats[k-1].Number + max(step, 1)
			if gap < step { // 1, 3, 4: what began as odd numbers goes on with all
				missing = r.Seats[k-1].Number - 1
			}
			c.add(where(&r.Seats[k])+".number", "hole", "row %s, %s has no seat %d: numbers must rise by one, or by two in the whole row", section, r.Name, missing)
			return
		}
	}
	for k := range r.Seats {
		if s := &r.Seats[k]; s.Companion && !r.beside(k) {
			c.add(where(s)+".companion", "alone", "seat %s, %s, %d is not beside a wheelchair space", section, r.Name, s.Number)
		}
	}
}

// beside reports whether the seats next to seat k, other companions aside, include
// a wheelchair space.
func (r *Row) beside(k int) bool {
	for i := k - 1; i >= 0 && !r.Seats[i].Aisle && (r.Seats[i].Accessible || r.Seats[i].Companion); i-- {
		if r.Seats[i].Accessible {
			return true
		}
	}
	for i := k + 1; i < len(r.Seats) && !r.Seats[i-1].Aisle && (r.Seats[i].Accessible || r.Seats[i].Companion); i++ {
		if r.Seats[i].Accessible {
			return true
		}
	}
	return false
}

// place is where the seat stands in what was sent.
func (s *Seat) place(row string, k int) string {
	if s.line > 0 {
		return fmt.Sprintf("csv[%d]", s.line)
	}
	return fmt.Sprintf("%s.seats[%d]", row, k)
}

// positions draws a plan that has none, and finds two seats in one place.
func (c *checker) positions(p *Plan) {
	given := 0
	p.each(func(_, _ int, s *Seat) {
		if s.X != nil {
			given++
		}
	})
	if given == 0 {
		p.draw()
		return
	}
	if n := p.Count(); given != n {
		c.add("sections", "required", "%d of %d seats have a position: give all of them one, or none", given, n)
		return
	}
	type point struct{ x, y int }
	type place struct{ section, row, seat int }
	at := func(l place) string {
		return p.Sections[l.section].Rows[l.row].Seats[l.seat].place(fmt.Sprintf("sections[%d].rows[%d]", l.section, l.row), l.seat)
	}
	seen := make(map[point]place, given)
	for i := range p.Sections {
		for j := range p.Sections[i].Rows {
			seats := p.Sections[i].Rows[j].Seats
			for k := range seats {
				here := point{*seats[k].X, *seats[k].Y}
				if first, twice := seen[here]; twice {
					c.add(at(place{i, j, k})+".x", "duplicate", "stands in the same place as %s", at(first))
				}
				seen[here] = place{i, j, k}
			}
		}
	}
}

// draw puts the rows one behind the other, each around the middle.
func (p *Plan) draw() {
	y := 0
	for i := range p.Sections {
		for j := range p.Sections[i].Rows {
			seats := p.Sections[i].Rows[j].Seats
			x := -(len(seats) - 1) * seatWidth / 2
			for k := range seats {
				atX, atY := x, y
				seats[k].X, seats[k].Y = &atX, &atY
				x += seatWidth
			}
			y += rowDepth
		}
		y += rowDepth
	}
}

// name checks a name that people read.
func (c *checker) name(field, name string, most int) {
	switch code := wrongName(name, most); code {
	case "required":
		c.add(field, code, "must not be empty or begin or end with a space")
	case "too_long":
		c.add(field, code, "must have at most %d characters", most)
	case "forbidden_character":
		c.add(field, code, "must have letters that can be seen only")
	}
}

// wrongName says what is wrong with a name, "" for nothing.
func wrongName(name string, most int) string {
	switch {
	case name == "" || name != strings.TrimSpace(name):
		return "required"
	case utf8.RuneCountInString(name) > most:
		return "too_long"
	case strings.ContainsFunc(name, hidden):
		return "forbidden_character"
	}
	return ""
}

// hidden are characters that could forge a line or turn letters around.
func hidden(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}
