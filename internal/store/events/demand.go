package events

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Busy returns published events in whose ledger something happened since a time, the latest
// first. It looks at every event: ask seldom.
func (s Events) Busy(ctx context.Context, since, now inventory.Instant, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, id *string) error { return r.Scan(id) },
		`select id from events where status = 'published' and updated_at >= $1 and ends_at > $2 order by updated_at desc, id limit $3`,
		int64(since), int64(now), limit)
	return list, s.db.Classify(err)
}

// Demand is when people lately took part in an event.
type Demand struct {
	Ordered []inventory.Instant // registrations and orders that were not given up
	Waits   []inventory.Instant // entries on the waitlist that stand
}

// Demand returns when people took part in an event since a time: of registrations and
// orders, and of entries, the last ones up to a limit.
func (s Events) Demand(ctx context.Context, event string, since inventory.Instant, limit int) (d Demand, err error) {
	scan := func(r engine.Row, at *inventory.Instant) error { return r.Scan((*int64)(at)) }
	// Ids are in the order of time: the last rows are the newest, and no others are read.
	d.Ordered, err = table.All(ctx, s.db.Read, scan, `select created_at from (
			select id, created_at, state, kind from holds where event_id = $1 order by id desc limit $2) h
		where created_at >= $3 and state <> 'released' and kind <> 'block'`, event, limit, int64(since))
	if err == nil {
		d.Waits, err = table.All(ctx, s.db.Read, scan, `select joined_at from (
			select id, joined_at, state from waitlist_entries where event_id = $1 order by id desc limit $2) e
		where joined_at >= $3 and state in ('waiting', 'offered', 'applied')`, event, limit, int64(since))
	}
	return d, s.db.Classify(err)
}
