package seating

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Document is a plan written small: what a row has in common is said once. A
// plan of 20,000 seats in straight rows is about 50 kB of it, and compresses to
// a tenth of that.
type Document struct {
	Seats    int               `json:"seats" doc:"How many there are."`
	Tiers    []string          `json:"tiers" doc:"Names of the tiers, which rows name by their place in this list, from 0. Of an event's hidden tiers \"\", for readers who do not see them."`
	Sections []DocumentSection `json:"sections" doc:"The best first."`
}

// DocumentSection is a section of a Document.
type DocumentSection struct {
	Name string        `json:"name"`
	Rows []DocumentRow `json:"rows" doc:"The best first."`
}

// DocumentRow is a row of a Document.
type DocumentRow struct {
	Name       string `json:"name"`
	Seat       int    `json:"seat" doc:"The place of its first seat in the plan, from 1. The others follow."`
	Count      int    `json:"count" doc:"How many seats it has."`
	Number     int    `json:"number" doc:"The number of its first seat."`
	Step       int    `json:"step" doc:"By how much numbers rise: 1 or 2."`
	Tiers      []int  `json:"tiers" doc:"Runs: a tier, how many seats have it, the next tier, …; of the last run the count is left out."`
	X          []int  `json:"x" doc:"Position of the first seat, then the differences from seat to seat; the last one goes on to the end of the row, none is 0."`
	Y          []int  `json:"y" doc:"As x."`
	Accessible []int  `json:"accessible,omitempty" doc:"Which of its seats, from 0, are wheelchair spaces."`
	Companion  []int  `json:"companion,omitempty" doc:"Which are for companions."`
	Obstructed []int  `json:"obstructed_view,omitempty" doc:"Which have no free view."`
	Aisles     []int  `json:"aisle_after,omitempty" doc:"After which there is an aisle."`
}

// Document writes a plan that was checked.
func (p *Plan) Document() *Document {
	d := &Document{Seats: p.Count(), Tiers: p.Tiers(), Sections: make([]DocumentSection, len(p.Sections))}
	next := 1
	for i := range p.Sections {
		s := &p.Sections[i]
		d.Sections[i] = DocumentSection{Name: s.Name, Rows: make([]DocumentRow, len(s.Rows))}
		for j := range s.Rows {
			d.Sections[i].Rows[j] = documentRow(&s.Rows[j], next, d.Tiers)
			next += len(s.Rows[j].Seats)
		}
	}
	return d
}

func documentRow(r *Row, first int, tiers []string) DocumentRow {
	n := len(r.Seats)
	out := DocumentRow{Name: r.Name, Seat: first, Count: n, Number: r.Seats[0].Number, Step: 1}
	if n > 1 {
		out.Step = r.Seats[1].Number - r.Seats[0].Number
	}
	run, tier := 0, r.Seats[0].Tier
	for k := range r.Seats {
		s := &r.Seats[k]
		if s.Tier != tier {
			out.Tiers = append(out.Tiers, slices.Index(tiers, tier), run)
			run, tier = 0, s.Tier
		}
		run++
		for _, f := range []struct {
			set bool
			to  *[]int
		}{{s.Accessible, &out.Accessible}, {s.Companion, &out.Companion}, {s.Obstructed, &out.Obstructed}, {s.Aisle, &out.Aisles}} {
			if f.set {
				*f.to = append(*f.to, k)
			}
		}
	}
	out.Tiers = append(out.Tiers, slices.Index(tiers, tier))
	out.X = differences(r.Seats, func(s *Seat) int { return *s.X })
	out.Y = differences(r.Seats, func(s *Seat) int { return *s.Y })
	return out
}

func differences(seats []Seat, value func(*Seat) int) []int {
	list := []int{value(&seats[0])}
	for k := 1; k < len(seats); k++ {
		list = append(list, value(&seats[k])-value(&seats[k-1]))
	}
	for len(list) > 2 && list[len(list)-1] == list[len(list)-2] {
		list = list[:len(list)-1]
	}
	if len(list) == 2 && list[1] == 0 {
		list = list[:1]
	}
	return list
}

// errDocument: a stored plan cannot be read. It was written by Document.
var errDocument = errors.New("seating: damaged plan")

// ReadDocument reads what Document wrote as JSON.
func ReadDocument(text []byte) (*Plan, error) {
	var d Document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("%w: %w", errDocument, err)
	}
	p := &Plan{Sections: make([]Section, len(d.Sections))}
	for i := range d.Sections {
		s := &d.Sections[i]
		p.Sections[i] = Section{Name: s.Name, Rows: make([]Row, len(s.Rows))}
		for j := range s.Rows {
			seats, err := s.Rows[j].seats(d.Tiers)
			if err != nil {
				return nil, fmt.Errorf("%w: section %d, row %d", err, i, j)
			}
			p.Sections[i].Rows[j] = Row{Name: s.Rows[j].Name, Seats: seats}
		}
	}
	if faults := p.Check(); len(faults) > 0 {
		return nil, fmt.Errorf("%w: %s %s", errDocument, faults[0].Field, faults[0].Message)
	}
	return p, nil
}

func (r *DocumentRow) seats(tiers []string) ([]Seat, error) {
	if r.Count < 1 || r.Count > MaxRowSeats || len(r.X) == 0 || len(r.Y) == 0 || len(r.Tiers)%2 == 0 {
		return nil, errDocument
	}
	seats := make([]Seat, r.Count)
	k := 0
	for i := 0; i < len(r.Tiers); i += 2 {
		run := r.Count - k
		if i+1 < len(r.Tiers) {
			run = r.Tiers[i+1]
		}
		if t := r.Tiers[i]; t < 0 || t >= len(tiers) || run < 0 || k+run > r.Count {
			return nil, errDocument
		}
		for range run {
			seats[k].Tier = tiers[r.Tiers[i]]
			k++
		}
	}
	x, y := r.X[0], r.Y[0]
	for k := range seats {
		if k > 0 {
			x, y = x+difference(r.X, k), y+difference(r.Y, k)
		}
		atX, atY := x, y
		seats[k].Number, seats[k].X, seats[k].Y = r.Number+k*r.Step, &atX, &atY
	}
	for _, f := range []struct {
		list []int
		to   func(*Seat) *bool
	}{
		{r.Accessible, func(s *Seat) *bool { return &s.Accessible }}, {r.Companion, func(s *Seat) *bool { return &s.Companion }},
		{r.Obstructed, func(s *Seat) *bool { return &s.Obstructed }}, {r.Aisles, func(s *Seat) *bool { return &s.Aisle }},
	} {
		for _, k := range f.list {
			if k < 0 || k >= r.Count {
				return nil, errDocument
			}
			*f.to(&seats[k]) = true
		}
	}
	return seats, nil
}

// difference is what lies between seat k-1 and seat k.
func difference(list []int, k int) int {
	if len(list) == 1 {
		return 0
	}
	return list[min(k, len(list)-1)]
}
