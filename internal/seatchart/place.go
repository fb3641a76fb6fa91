package seatchart

import (
	"context"
	"fmt"
	"sort"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/seating"
)

// Place is where a seat is, as people call it.
type Place struct {
	Section string `json:"section" example:"Stalls"`
	Row     string `json:"row" example:"A"`
	Number  int    `json:"number" example:"12"`
}

// placeRow is a row of a plan and the numbers of its seats, the first of which has
// a place in the whole plan, from 0.
type placeRow struct {
	section, row string
	first        int
	numbers      []int32
}

// Place says where a seat is by its id; nil for "", which is not a named seat. It
// never changes, so the database is asked once for all seats of an event.
func (c *Charts) Place(ctx context.Context, seat string) (*Place, error) {
	if seat == "" {
		return nil, nil
	}
	event, ok := id.EventOf(seat, id.Seat)
	if !ok {
		return nil, fmt.Errorf("seatchart: %q is not a seat", seat)
	}
	rows, err := c.rows(ctx, event)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(seat[len(id.SeatPrefix(event)):])
	if err != nil {
		return nil, fmt.Errorf("seatchart: seat %s: %w", seat, err)
	}
	p := placeIn(rows, n-1)
	if p == nil {
		return nil, fmt.Errorf("seatchart: the plan has no seat %s", seat)
	}
	return p, nil
}

// placeIn is where the seat is that has a place in the whole plan, from 0; nil
// when there is none.
func placeIn(rows []placeRow, n int) *Place {
	k := sort.Search(len(rows), func(i int) bool { return rows[i].first > n }) - 1
	if k < 0 || n-rows[k].first >= len(rows[k].numbers) {
		return nil
	}
	r := rows[k]
	return &Place{Section: r.section, Row: r.row, Number: int(r.numbers[n-r.first])}
}

func (c *Charts) rows(ctx context.Context, event string) ([]placeRow, error) {
	h := c.of(event)
	h.mu.Lock()
	rows := h.rows
	h.mu.Unlock()
	if rows != nil {
		return rows, nil
	}
	s, err := c.store.Events.Seating(ctx, event)
	if err != nil {
		return nil, err
	}
	plan, err := seating.ReadDocument([]byte(s.Document))
	if err != nil {
		return nil, fmt.Errorf("seatchart: plan of %s: %w", event, err)
	}
	rows = rowsOf(plan)
	h.mu.Lock()
	h.rows = rows
	h.mu.Unlock()
	return rows, nil
}

func rowsOf(plan *seating.Plan) []placeRow {
	var rows []placeRow
	first := 0
	for i := range plan.Sections {
		for j := range plan.Sections[i].Rows {
			r := &plan.Sections[i].Rows[j]
			numbers := make([]int32, len(r.Seats))
			for k := range r.Seats {
				numbers[k] = int32(r.Seats[k].Number)
			}
			rows = append(rows, placeRow{plan.Sections[i].Name, r.Name, first, numbers})
			first += len(numbers)
		}
	}
	return rows
}
