package store

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// DueEvents returns events with DueAt <= now, most overdue first, at most limit.
func (s Events) DueEvents(ctx context.Context, now inventory.Instant, limit int) ([]string, error) {
	ids, err := table.All(ctx, s.read, table.ScanText,
		"select id from events where due_at > 0 and due_at <= $1 order by due_at, id limit $2", int64(now), limit)
	if err != nil {
		return nil, fmt.Errorf("store: due events: %w", s.Classify(err))
	}
	return ids, nil
}
