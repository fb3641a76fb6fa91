package ledger

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// endFreshLinks signs the fresh links out of who gave a ticket away: what was asked
// for to do that is not to do more.
func (wr *writer) endFreshLinks(all []inventory.TransferChange) {
	for i := range all {
		if t := all[i].Transfer; t.State == inventory.TransferAccepted {
			wr.steps = append(wr.steps, engine.Step{
				SQL: `insert into link_marks (event_id, person_id, all_until, fresh_until, mailed_at) values ($1, $2, 0, $3, 0)
					on conflict (event_id, person_id) do update set fresh_until = excluded.fresh_until`,
				Args: []any{wr.b.query.EventID, t.From, int64(wr.w.Now)},
			})
		}
	}
}
