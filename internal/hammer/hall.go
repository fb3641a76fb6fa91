package hammer

import (
	"context"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
)

// Halls that a run makes: two sections, each a tier of its own, of as many rows.
const (
	maxHallRows = 2000
	rowSeats    = 25
)

var hallSections = [...]string{"Stalls", "Balcony"}

// Hall is an event with seats in rows of 25.
type Hall struct {
	Event string
	Rows  int
}

// Seats is how many there are.
func (h *Hall) Seats() int { return h.Rows * rowSeats }

// Seat is the id of a seat by its place in the plan, from 0.
func (h *Hall) Seat(n int) string {
	digits := strconv.Itoa(n + 1)
	return id.SeatPrefix(h.Event) + "0000000000000000"[len(digits):] + digits
}

// stretch names seats side by side.
func (h *Hall) stretch(random func(int) int, n int) []string {
	first := random(h.Rows)*rowSeats + random(rowSeats-n+1)
	seats := make([]string, n)
	for i := range seats {
		seats[i] = h.Seat(first + i)
	}
	return seats
}

// NewHall makes a published event with so many rows of seats at the first target.
// No seat may be left alone without need. They cost nothing, but in the scenario
// Exchanges.
func NewHall(ctx context.Context, cfg Config, rows int) (*Hall, error) {
	cfg.NewRows = rows
	m, err := newMaker(cfg)
	if err != nil {
		return nil, err
	}
	defer m.close()
	venue, err := m.post(ctx, "/v1/venues", id.Venue, "", map[string]any{"name": "Load"})
	if err != nil {
		return nil, err
	}
	room, err := m.post(ctx, "/v1/venues/"+venue+"/rooms", id.Room, "", map[string]any{"name": "Load"})
	if err != nil {
		return nil, err
	}
	plan, err := m.post(ctx, "/v1/rooms/"+room+"/seating-plans", id.SeatingPlan, "", map[string]any{"name": "Load", "sections": hallPlan(rows)})
	if err != nil {
		return nil, err
	}
	starts := time.Now().UTC().Add(30 * 24 * time.Hour)
	body := map[string]any{
		"title": "Load", "starts_at": starts.Format(time.RFC3339), "ends_at": starts.Add(3 * time.Hour).Format(time.RFC3339), "timezone": "UTC",
		"capacity": rows * rowSeats, "seating": map[string]any{"plan_id": plan}, "no_single_seats": true, "publish": true,
	}
	if cfg.Scenario == Exchanges {
		body["currency"], body["tiers"] = "EUR", hallTiers(rows)
	}
	event, err := m.post(ctx, "/v1/events", id.Event, "", body)
	if err != nil {
		return nil, err
	}
	return &Hall{Event: event, Rows: rows}, nil
}

// hallTiers has the sections of a plan cost something.
func hallTiers(rows int) (tiers []map[string]any) {
	for _, section := range hallPlan(rows) {
		tiers = append(tiers, map[string]any{"name": section["name"], "price": exchangePrice})
	}
	return tiers
}

func hallPlan(rows int) []map[string]any {
	var sections []map[string]any
	for i, name := range hallSections {
		var list []map[string]any
		for row := rows * i / len(hallSections); row < rows*(i+1)/len(hallSections); row++ {
			seats := make([]map[string]any, rowSeats)
			for n := range seats {
				seats[n] = map[string]any{"number": n + 1, "tier": name}
			}
			list = append(list, map[string]any{"name": strconv.Itoa(row + 1), "seats": seats})
		}
		if len(list) > 0 {
			sections = append(sections, map[string]any{"name": name, "rows": list})
		}
	}
	return sections
}
