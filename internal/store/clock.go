package store

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Clock returns what asks the database for its time, or nil where the database has
// no clock of its own.
func (s *Store) Clock() func(context.Context) (time.Time, error) {
	text := s.eng.Clock()
	if text == "" {
		return nil
	}
	return func(ctx context.Context) (time.Time, error) {
		now, err := table.One(ctx, s.read, func(r engine.Row, at *int64) error { return r.Scan(at) }, text)
		if err != nil {
			return time.Time{}, fmt.Errorf("store: clock: %w", s.Classify(err))
		}
		return inventory.Instant(now).Time(), nil
	}
}

// EventsAhead returns events whose clock stands behind t, with where it stands: limit of
// them, the farthest first.
func (s Events) EventsAhead(ctx context.Context, t inventory.Instant, limit int) (map[string]inventory.Instant, error) {
	ahead := map[string]inventory.Instant{}
	_, err := table.All(ctx, s.read, func(r engine.Row, at *int64) error {
		var event string
		err := r.Scan(&event, at)
		ahead[event] = inventory.Instant(*at)
		return err
	}, "select id, clock from events where clock > $1 order by clock desc, id limit $2", int64(t), limit)
	if err != nil {
		return nil, fmt.Errorf("store: events ahead: %w", s.Classify(err))
	}
	return ahead, nil
}
