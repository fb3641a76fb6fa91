package seating

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// PlanOf draws a plan that has a layout. Its tiers are called as their ids.
func PlanOf(l *seatmap.Layout) *Plan {
	p := &Plan{}
	for _, name := range l.Sections {
		p.Sections = append(p.Sections, Section{Name: name})
	}
	row := int32(-1)
	for i := range l.Seats {
		s := &l.Seats[i]
		section := &p.Sections[s.Section]
		if s.Row != row {
			row = s.Row
			section.Rows = append(section.Rows, Row{Name: fmt.Sprint("row ", row)})
		}
		r := &section.Rows[len(section.Rows)-1]
		r.Seats = append(r.Seats, Seat{
			Number: len(r.Seats) + 1, Tier: l.Tiers[s.Tier], Accessible: s.Flags&seatmap.Accessible != 0, Companion: s.Flags&seatmap.Companion != 0,
			Obstructed: s.Flags&seatmap.Obstructed != 0, Aisle: s.Flags&seatmap.Aisle != 0,
		})
	}
	p.draw()
	return p
}
