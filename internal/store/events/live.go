package events

import (
	"context"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Seqs returns where the ledgers of events stand; events that do not exist are
// missing.
func (s Events) Seqs(ctx context.Context, events []string) (map[string]int64, error) {
	found := make(map[string]int64, len(events))
	for len(events) > 0 {
		n := min(len(events), table.MaxInList)
		list, args := table.InList(1, events[:n])
		_, err := table.All(ctx, s.db.Read, func(r engine.Row, seq *int64) error {
			var event string
			err := r.Scan(&event, seq)
			found[event] = *seq
			return err
		}, "select id, seq from events where id in ("+list+")", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		events = events[n:]
	}
	return found, nil
}

// OrganizationsOf returns whose events are; events that do not exist are missing.
func (s Events) OrganizationsOf(ctx context.Context, events []string) (map[string]string, error) {
	found := make(map[string]string, len(events))
	for part := range slices.Chunk(events, table.MaxInList) {
		list, args := table.InList(1, part)
		_, err := table.All(ctx, s.db.Read, func(r engine.Row, org *string) error {
			var event string
			err := r.Scan(&event, org)
			found[event] = *org
			return err
		}, "select id, org_id from events where id in ("+list+")", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
	}
	return found, nil
}

// EventsAhead returns events whose clock stands behind t, with where it stands: limit of
// them, the farthest first.
func (s Events) EventsAhead(ctx context.Context, t inventory.Instant, limit int) (map[string]inventory.Instant, error) {
	ahead := map[string]inventory.Instant{}
	_, err := table.All(ctx, s.db.Read, func(r engine.Row, at *int64) error {
		var event string
		err := r.Scan(&event, at)
		ahead[event] = inventory.Instant(*at)
		return err
	}, "select id, clock from events where clock > $1 order by clock desc, id limit $2", int64(t), limit)
	if err != nil {
		return nil, fmt.Errorf("store: events ahead: %w", s.db.Classify(err))
	}
	return ahead, nil
}
