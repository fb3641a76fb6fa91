package events

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// pastWithOrigins finds events that were over before a moment and have origins. Each is
// looked up by key, because PostgreSQL might read all origins for a join.
const pastWithOrigins = `select e.id from events e where e.ends_at < $1
	and (select o.thing_id from origins o where o.event_id = e.id limit 1) is not null limit $2`

// PruneOrigins deletes at most limit origins of events that were over before t, and
// returns how many. Nothing is counted for them any more. An event that is put off after
// that begins to count anew.
func (s Events) PruneOrigins(ctx context.Context, t inventory.Instant, limit int) (deleted int64, err error) {
	past, err := table.All(ctx, s.db.Read, table.ScanText, pastWithOrigins, int64(t), limit)
	if err != nil {
		return 0, s.db.Classify(err)
	}
	for _, event := range past {
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			n, err := table.Exec(ctx, tx, `delete from origins where event_id = $1 and (origin, thing_id) in (
				select o.origin, o.thing_id from origins o where o.event_id = $2 limit $3)`, event, event, int64(limit)-deleted)
			deleted += n
			return err
		})
		if err != nil || deleted >= int64(limit) {
			return deleted, err
		}
	}
	return deleted, nil
}
