package seatchart

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/seating"
)

// Each seat of a plan is found by its place in it, however long the rows are and
// wherever their numbers begin.
func TestRowsOf(t *testing.T) {
	plan := &seating.Plan{Sections: []seating.Section{
		{Name: "Stalls", Rows: []seating.Row{
			{Name: "A", Seats: []seating.Seat{{Number: 1}, {Number: 3}, {Number: 5}}},
			{Name: "B", Seats: []seating.Seat{{Number: 12}}},
		}},
		{Name: "Box", Rows: []seating.Row{{Name: "1", Seats: []seating.Seat{{Number: 7}, {Number: 8}}}}},
	}}
	rows := rowsOf(plan)
	var got []string
	for n := -1; n < 8; n++ {
		if p := placeIn(rows, n); p != nil {
			got = append(got, p.Section+p.Row+string(rune('0'+p.Number%10)))
		} else {
			got = append(got, "-")
		}
	}
	if s := strings.Join(got, " "); s != "- StallsA1 StallsA3 StallsA5 StallsB2 Box17 Box18 - -" {
		t.Error(s)
	}
}
