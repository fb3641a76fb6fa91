package ledger

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (b *Batch) addTransfer(r engine.Row) error {
	t := new(inventory.Transfer)
	if err := events.TransferTable.Scan(r, t); err != nil || b.Work.Transfers[t.ID] != nil {
		return err
	}
	b.Work.Transfers[t.ID] = t
	return nil
}

func (b *Batch) addTicket(r engine.Row) error {
	var v events.TicketVersion
	if err := events.TicketTable.Scan(r, &v); err != nil || b.Work.Tickets[v.TicketID] != nil {
		return err
	}
	order, unit, _ := id.UnitOf(v.TicketID)
	b.Work.Tickets[v.TicketID] = &inventory.Ticket{
		ID: v.TicketID, OrderID: order, Unit: unit, Version: v.Version, HolderID: v.HolderID, Transfers: v.Transfers,
	}
	return nil
}

// loadMoved adds what became of the tickets of the holds, where somebody wants to
// give some back. Hardly any has a row.
func (b *Batch) loadMoved(ctx context.Context) error {
	if !inventory.RequiredRowsOf(b.query.Batch.Commands).Moved {
		return nil
	}
	var steps []engine.Step
	for _, h := range b.Work.Holds {
		if h.State == inventory.HoldConfirmed && h.Kind != inventory.KindBlock {
			steps = append(steps, engine.Step{
				SQL:  "select " + events.TicketTable.Columns + " from ticket_versions where event_id = $1 and ticket_id >= $2 and ticket_id <= $3",
				Args: []any{b.query.EventID, id.TicketOf(h.ID, 1), id.TicketOf(h.ID, id.MaxUnit)},
				Row:  b.addTicket,
			})
		}
	}
	if len(steps) == 0 {
		return nil
	}
	return b.session.Run(ctx, steps)
}

// tickets writes transfers, and the tickets that changed hands or were reissued.
// Who comes in was said by the ticket's former holder, and ends with that.
func (wr *writer) tickets(c *inventory.Changes) {
	if len(c.Transfers) == 0 && len(c.Tickets) == 0 {
		return
	}
	added, changed := split(c.Transfers, func(t *inventory.TransferChange) bool { return t.New })
	// Updates first: a ticket that is declined and offered again in one batch
	// would else be offered twice for a moment, which a unique index forbids.
	write(wr, events.TransferTable, events.TransferTable.Update[1], len(changed), func(i int) *inventory.Transfer { return changed[i].Transfer })
	write(wr, events.TransferTable, events.TransferTable.Insert, len(added), func(i int) *inventory.Transfer { return added[i].Transfer })
	wr.endFreshLinks(c.Transfers)
	if len(c.Tickets) > 0 {
		write(wr, events.TicketTable, events.TicketTable.Insert, len(c.Tickets), func(i int) *events.TicketVersion {
			t := c.Tickets[i].Ticket
			return &events.TicketVersion{TicketID: t.ID, Version: t.Version, HolderID: t.HolderID, Transfers: t.Transfers}
		}, numbers("issued_at", len(c.Tickets), func(int) int64 { return int64(wr.w.Now) }))
	}
	for i := range c.Tickets {
		if !c.Tickets[i].Moved {
			continue
		}
		wr.steps = append(wr.steps, engine.Step{SQL: "delete from attendees where event_id = $1 and ticket_id = $2",
			Args: []any{wr.b.query.EventID, c.Tickets[i].ID}})
		wr.forgetAnswers(c.Tickets[i].ID)
	}
}

// endFreshLinks signs the fresh links out of a person who gave a ticket away: what was asked
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
