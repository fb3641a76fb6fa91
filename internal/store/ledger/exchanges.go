package ledger

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

var exchangesText = "select " + events.ExchangeTable.Columns + " from exchanges where event_id = $1 and ended_at = 0 order by opened_seq"

var admittedByTicket = &engine.LookupSpec{Table: "admissions", Cols: "ticket_id", Event: "event_id", Key: "ticket_id"}

func (l *stateLoader) addExchange(r engine.Row) error {
	x := new(inventory.Exchange)
	if err := events.ExchangeTable.Scan(r, x); err != nil {
		return err
	}
	l.state.Exchanges = append(l.state.Exchanges, x)
	return nil
}

// addExchange keeps those that have ended: the others are in the state.
func (b *Batch) addExchange(r engine.Row) error {
	x := new(inventory.Exchange)
	if err := events.ExchangeTable.Scan(r, x); err != nil || !x.Ended() {
		return err
	}
	b.Work.Exchanges[x.ID] = x
	return nil
}

// loadExchanges adds the orders on the other side of the exchanges of those that
// are loaded, and whether somebody came in with the tickets or with those that the
// commands ask about.
func (b *Batch) loadExchanges(ctx context.Context) error {
	holds, tickets := inventory.ExchangesWanted(b.Cached.State, b.Work)
	tickets = append(tickets, inventory.RequiredRowsOf(b.query.Batch.Commands).Admitted...)
	if len(holds)+len(tickets) == 0 {
		return nil
	}
	steps := b.find(nil, events.HoldsByID, holds, b.addHold)
	if len(tickets) > 0 && b.s.Guards().WatchDoor != "" { // nobody comes in from here to the commit
		steps = append(steps, engine.Step{SQL: b.s.Guards().WatchDoor, Args: []any{b.query.EventID}})
	}
	steps = b.find(steps, admittedByTicket, tickets, func(r engine.Row) error {
		var ticket string
		err := r.Scan(&ticket)
		b.Work.Admitted[ticket] = true
		return err
	})
	if err := b.session.Run(ctx, steps); err != nil {
		return err
	}
	return b.loadLinked(ctx)
}

// exchanges writes those that changed. Updates first: one that is withdrawn and
// another of the same ticket in one batch would else be two for a moment.
func (wr *writer) exchanges(list []inventory.ExchangeChange) {
	if len(list) == 0 {
		return
	}
	added, changed := split(list, func(x *inventory.ExchangeChange) bool { return x.New })
	write(wr, events.ExchangeTable, events.ExchangeTable.Update[1], len(changed), func(i int) *inventory.Exchange { return changed[i].Exchange })
	write(wr, events.ExchangeTable, events.ExchangeTable.Insert, len(added), func(i int) *inventory.Exchange { return added[i].Exchange })
}
