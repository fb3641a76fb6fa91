package ledger

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// recordCreation adds the row of the organization that says that it has this event:
// in the transaction of the creation, or an event could vanish with all its rows.
func (wr *writer) recordCreation(ctx context.Context) error {
	e, rows := &wr.b.Cached.State.Event, wr.w.Changes.Audit
	if len(rows) == 0 {
		return nil
	}
	steps, err := wr.b.s.Organizations.RecordInBatch(ctx, wr.b.session, organizations.By{Actor: rows[0].Actor, At: wr.w.Now}, e.OrgID, audit.Deed{Subject: e.ID, Action: audit.EventCreated})
	wr.steps = append(wr.steps, steps...)
	return err
}
