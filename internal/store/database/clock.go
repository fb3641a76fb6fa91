package database

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
func (s *DB) Clock() func(context.Context) (time.Time, error) {
	text := s.Eng.Clock()
	if text == "" {
		return nil
	}
	return func(ctx context.Context) (time.Time, error) {
		now, err := table.One(ctx, s.Read, func(r engine.Row, at *int64) error { return r.Scan(at) }, text)
		if err != nil {
			return time.Time{}, fmt.Errorf("store: clock: %w", s.Classify(err))
		}
		return inventory.Instant(now).Time(), nil
	}
}
