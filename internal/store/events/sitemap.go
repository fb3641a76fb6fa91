package events

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MappedEvent is an event as search engines are told about it.
type MappedEvent struct {
	EventID, OrgID string
	SeriesID       string // of which it is a date; "": it is none
	UpdatedAt      inventory.Instant
}

// mapped are the events that are public, and have not ended long ago.
const mapped = " from events e where e.status in ('published', 'postponed') and e.unlisted = 0 and e.ends_at > $1 and e.id > $2 order by e.id"

// Mapped returns public events by id, behind one of them, that end after a time, at most limit.
func (s Events) Mapped(ctx context.Context, endsAfter inventory.Instant, after string, limit int) ([]MappedEvent, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, m *MappedEvent) error {
		return r.Scan(&m.EventID, &m.OrgID, &m.SeriesID, (*int64)(&m.UpdatedAt))
	}, "select e.id, e.org_id, coalesce((select d.series_id from series_dates d where d.event_id = e.id), ''), e.updated_at"+mapped+" limit $3",
		int64(endsAfter), after, limit)
	return list, s.db.Classify(err)
}

// MappedAfter returns the id of the event that is so many behind one of those of Mapped; "":
// there are fewer.
func (s Events) MappedAfter(ctx context.Context, endsAfter inventory.Instant, after string, n int) (string, error) {
	event, err := table.One(ctx, s.db.Read, table.ScanText, "select e.id"+mapped+" limit 1 offset $3", int64(endsAfter), after, n-1)
	if errors.Is(err, table.ErrNone) {
		return "", nil
	}
	return event, s.db.Classify(err)
}
