package seatchart

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Found is a seat that a search found.
type Found struct {
	ID   string
	Tier string // its id
	Place
}

// Best returns the seats that an order would be given, as far as the chart was read,
// and the ledger seq up to which it was; or the refusal that the order would meet;
// database.ErrNotFound when the event has no seats. noSingleSeats is the event's setting.
func (c *Charts) Best(ctx context.Context, event string, atLeast int64, noSingleSeats bool, q *inventory.SeatSearch) ([]Found, int64, inventory.Outcome, error) {
	h, err := c.current(ctx, event, atLeast)
	if err != nil {
		return nil, 0, inventory.Outcome{}, err
	}
	rows, err := c.rows(ctx, event)
	if err != nil {
		return nil, 0, inventory.Outcome{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	m := *h.seats
	m.NoSingleSeats = noSingleSeats
	seats, refusal := q.In(&m)
	found := make([]Found, len(seats))
	for i, s := range seats {
		found[i] = Found{ID: m.ID(s), Tier: m.Tiers[m.Seats[s].Tier], Place: *placeIn(rows, int(s))}
	}
	return found, h.seq, refusal, nil
}
