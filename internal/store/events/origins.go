package events

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
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

// noteCard adds what a card has paid to its origins, as long as the order stands. Its items are
// all that it began with.
const noteCard = `insert into origins (event_id, origin, thing_id, person_id, units, unpaid)
	select h.event_id, cast($1 as text), h.id, h.person_id, (select count(*) from hold_items i where i.event_id = h.event_id and i.hold_id = h.id), 0
	from holds h where h.event_id = $2 and h.id = $3 and h.kind = 'order' and h.state = 'confirmed' on conflict do nothing`

// NoteCard notes that an order was paid with a card, given as an origin. Nothing is noted twice,
// of an order that does not stand any more, or of somebody who was erased.
func (s Events) NoteCard(ctx context.Context, event, order, card string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// An erasure writes the person first, and deletes their origins after it.
		erased, err := table.One(ctx, tx, table.ScanInt, `select p.erased_at from people p where p.event_id = $1
			and p.id = (select h.person_id from holds h where h.event_id = $2 and h.id = $3)`+s.db.ForUpdate, event, event, order)
		switch {
		case errors.Is(err, database.ErrNotFound), err == nil && erased != 0:
			return nil
		case err != nil:
			return err
		}
		_, err = table.Exec(ctx, tx, noteCard, card, event, order)
		return err
	})
}
