package seating

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Limits of a plan.
const (
	MaxSeats     = 50_000
	MaxSections  = 500
	MaxRows      = 500 // of a section
	MaxRowSeats  = 500
	MaxNumber    = 9_999
	MaxCoord     = 1_000_000
	MaxName      = 80 // characters of a section's or tier's name
	MaxRowName   = 20
	MaxPlanTiers = 50
)

// Plan is a seating plan. Sections and rows stand in the order of preference:
// the best section first, in it the best row first.
type Plan struct {
	Sections []Section `json:"sections" maxItems:"500" doc:"The best first."`
}

// Section is a part of the room.
type Section struct {
	Name string `json:"name" minLength:"1" maxLength:"80" doc:"Unique in the plan." example:"Stalls"`
	Rows []Row  `json:"rows" minItems:"1" maxItems:"500" doc:"The best first."`
}

// Row is a row of seats.
type Row struct {
	Name  string `json:"name" minLength:"1" maxLength:"20" doc:"Unique in its section." example:"A"`
	Seats []Seat `json:"seats" minItems:"1" maxItems:"500" doc:"Numbers rise by one, or by two throughout the row (odd or even)."`
}

// Seat is a seat.
type Seat struct {
	Number     int    `json:"number" minimum:"1" maximum:"9999" doc:"Unique in its row."`
	Tier       string `json:"tier" minLength:"1" maxLength:"80" doc:"Name of the tier that it is sold as." example:"Front"`
	X          *int   `json:"x,omitempty" minimum:"-1000000" maximum:"1000000" doc:"Position, to the right. Without x and y a row is drawn straight."`
	Y          *int   `json:"y,omitempty" minimum:"-1000000" maximum:"1000000" doc:"Position, away from the stage."`
	Accessible bool   `json:"accessible,omitempty" doc:"A wheelchair space: given only to people who ask for one."`
	Companion  bool   `json:"companion,omitempty" doc:"For a companion, beside a wheelchair space."`
	Obstructed bool   `json:"obstructed_view,omitempty" doc:"The view is not free: chosen last."`
	Aisle      bool   `json:"aisle_after,omitempty" doc:"An aisle separates it from the next seat of the row."`

	line int // of a CSV file, 0 for none
}

// What a seat is drawn as, when the plan gives no positions.
const (
	seatWidth = 50
	rowDepth  = 90
)

// Count is how many seats the plan has.
func (p *Plan) Count() int {
	n := 0
	for i := range p.Sections {
		for j := range p.Sections[i].Rows {
			n += len(p.Sections[i].Rows[j].Seats)
		}
	}
	return n
}

// Tiers are the names of the plan's tiers in order of their first seats.
func (p *Plan) Tiers() []string {
	var names []string
	seen := map[string]bool{}
	p.each(func(_, _ int, s *Seat) {
		if !seen[s.Tier] {
			seen[s.Tier] = true
			names = append(names, s.Tier)
		}
	})
	return names
}

// TierCounts is how many seats each tier has.
func (p *Plan) TierCounts() map[string]int64 {
	counts := map[string]int64{}
	p.each(func(_, _ int, s *Seat) { counts[s.Tier]++ })
	return counts
}

// Assign has the seats of a section, by its name, sold as a tier, and all other
// seats of a tier, by its name, as another one. It returns the names that the
// plan does not have, in order; what it has is assigned all the same. A plan that
// was changed so is to be checked again.
func (p *Plan) Assign(sections, tiers map[string]string) (unknownSections, unknownTiers []string) {
	known := map[string]bool{}
	for _, name := range p.Tiers() {
		known[name] = true
	}
	for name := range tiers {
		if !known[name] {
			unknownTiers = append(unknownTiers, name)
		}
	}
	clear(known)
	for i := range p.Sections {
		known[p.Sections[i].Name] = true
	}
	for name := range sections {
		if !known[name] {
			unknownSections = append(unknownSections, name)
		}
	}
	p.each(func(section, _ int, s *Seat) {
		if to, ok := sections[p.Sections[section].Name]; ok {
			s.Tier = to
		} else if to, ok := tiers[s.Tier]; ok {
			s.Tier = to
		}
	})
	slices.Sort(unknownSections)
	slices.Sort(unknownTiers)
	return unknownSections, unknownTiers
}

// each calls f for every seat in order, with the index of its section and of its
// row over the whole plan.
func (p *Plan) each(f func(section, row int, s *Seat)) {
	row := 0
	for i := range p.Sections {
		for j := range p.Sections[i].Rows {
			seats := p.Sections[i].Rows[j].Seats
			for k := range seats {
				f(i, row, &seats[k])
			}
			row++
		}
	}
}

// Layout is what package inventory must know of the plan. prefix begins the ids of its
// seats; tierIDs are the ids of the
// tiers, by name; seats of a tier that is not there panic, for Check comes first.
func (p *Plan) Layout(prefix string, tierIDs map[string]string) *seatmap.Layout {
	names := p.Tiers()
	ids, index := make([]string, len(names)), make(map[string]int32, len(names))
	for i, name := range names {
		id, ok := tierIDs[name]
		if !ok {
			panic("seating: no tier for the seats of " + name)
		}
		ids[i], index[name] = id, int32(i)
	}
	sections := make([]string, len(p.Sections))
	for i := range p.Sections {
		sections[i] = p.Sections[i].Name
	}
	seats := make([]seatmap.Seat, 0, p.Count())
	p.each(func(section, row int, s *Seat) {
		seats = append(seats, seatmap.Seat{Section: int32(section), Row: int32(row), Tier: index[s.Tier], Flags: s.flags()})
	})
	return seatmap.NewLayout(prefix, sections, ids, seats)
}

func (s *Seat) flags() seatmap.Flags {
	var f seatmap.Flags
	for _, x := range []struct {
		set  bool
		flag seatmap.Flags
	}{{s.Accessible, seatmap.Accessible}, {s.Companion, seatmap.Companion}, {s.Obstructed, seatmap.Obstructed}, {s.Aisle, seatmap.Aisle}} {
		if x.set {
			f |= x.flag
		}
	}
	return f
}

// Label is how people call a seat: section, row and number. ok is false when
// the plan has no such seat. index counts from 0 over the whole plan.
func (p *Plan) Label(index int) (section, row string, number int, ok bool) {
	for i := range p.Sections {
		for j := range p.Sections[i].Rows {
			seats := p.Sections[i].Rows[j].Seats
			if index < len(seats) && index >= 0 {
				return p.Sections[i].Name, p.Sections[i].Rows[j].Name, seats[index].Number, true
			}
			index -= len(seats)
		}
	}
	return "", "", 0, false
}
