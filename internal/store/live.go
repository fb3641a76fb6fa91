package store

import (
	"context"
	"slices"

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
		_, err := table.All(ctx, s.read, func(r engine.Row, seq *int64) error {
			var event string
			err := r.Scan(&event, seq)
			found[event] = *seq
			return err
		}, "select id, seq from events where id in ("+list+")", args...)
		if err != nil {
			return nil, s.Classify(err)
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
		_, err := table.All(ctx, s.read, func(r engine.Row, org *string) error {
			var event string
			err := r.Scan(&event, org)
			found[event] = *org
			return err
		}, "select id, org_id from events where id in ("+list+")", args...)
		if err != nil {
			return nil, s.Classify(err)
		}
	}
	return found, nil
}

// InboxAfter returns a person's messages of one event after a seq, in order.
func (s Messages) InboxAfter(ctx context.Context, event, person string, seq int64, limit int) ([]MessageView, error) {
	return s.messages(ctx, event, "person_id = $2 and seq > $3 order by seq limit $4", "asc", []any{event, person, seq, limit})
}

// Told returns whom the messages of an event after a seq are for, in order and at most
// limit of them, and the seq of the last.
func (s Messages) Told(ctx context.Context, event string, since int64, limit int) (people []string, upTo int64, err error) {
	people, err = table.All(ctx, s.read, func(r engine.Row, person *string) error { return r.Scan(person, &upTo) },
		"select person_id, seq from messages where event_id = $1 and seq > $2 order by seq limit $3", event, since, limit)
	return people, upTo, s.Classify(err)
}
