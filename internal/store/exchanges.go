package store

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

var exchangesText = "select " + exchangeTable.Columns + " from exchanges where event_id = $1 and ended_at = 0 order by opened_seq"

var (
	exchangesByID    = &engine.LookupSpec{Table: "exchanges", Cols: exchangeTable.Columns, Event: "event_id", Key: "id"}
	admittedByTicket = &engine.LookupSpec{Table: "admissions", Cols: "ticket_id", Event: "event_id", Key: "ticket_id"}
)

func (l *stateLoader) addExchange(r engine.Row) error {
	x := new(inventory.Exchange)
	if err := exchangeTable.Scan(r, x); err != nil {
		return err
	}
	l.state.Exchanges = append(l.state.Exchanges, x)
	return nil
}

// addExchange keeps those that have ended: the others are in the state.
func (b *Batch) addExchange(r engine.Row) error {
	x := new(inventory.Exchange)
	if err := exchangeTable.Scan(r, x); err != nil || !x.Ended() {
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
	steps := b.find(nil, holdsByID, holds, b.addHold)
	if len(tickets) > 0 && b.s.guards().WatchDoor != "" { // nobody comes in from here to the commit
		steps = append(steps, engine.Step{SQL: b.s.guards().WatchDoor, Args: []any{b.query.EventID}})
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
	write(wr, exchangeTable, exchangeTable.Update[1], len(changed), func(i int) *inventory.Exchange { return changed[i].Exchange })
	write(wr, exchangeTable, exchangeTable.Insert, len(added), func(i int) *inventory.Exchange { return added[i].Exchange })
}

// ExchangeByID returns an exchange, or ErrNotFound.
func (s Tickets) ExchangeByID(ctx context.Context, exchange string) (*inventory.Exchange, error) {
	event, ok := id.EventOf(exchange, id.Exchange)
	if !ok {
		return nil, ErrNotFound
	}
	x, err := table.One(ctx, s.read, exchangeTable.Scan, "select "+exchangeTable.Columns+" from exchanges"+table.WithID, event, exchange)
	return &x, s.classify(err)
}

// OpenExchanges returns the exchanges of tickets of an order that have not
// ended, by ticket.
func (s Tickets) OpenExchanges(ctx context.Context, order string) (map[string]inventory.Exchange, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, ErrNotFound
	}
	list, err := table.All(ctx, s.read, exchangeTable.Scan, "select "+exchangeTable.Columns+` from exchanges
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 and ended_at = 0`, event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit))
	open := make(map[string]inventory.Exchange, len(list))
	for _, x := range list {
		open[x.TicketID] = x
	}
	return open, s.classify(err)
}

// OrderExchanges returns the exchanges of tickets of an order, ended ones among
// them, the latest first.
func (s Tickets) OrderExchanges(ctx context.Context, order string, limit int) ([]inventory.Exchange, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, ErrNotFound
	}
	list, err := table.All(ctx, s.read, exchangeTable.Scan, "select "+exchangeTable.Columns+` from exchanges
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by opened_seq desc limit $4`,
		event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit), limit)
	return list, s.classify(err)
}

// Exchanges streams the exchanges of an event, by id.
func (v *Snapshot) Exchanges(event string, fn func(*inventory.Exchange) error) error {
	return rowsOf(v, exchanges, event, fn)
}

// attachExchange fills in the exchange that a message tells of, which leads to
// its order.
func attachExchange(ctx context.Context, q table.Querier, event, exchange string, m *MessageView) error {
	x, err := table.One(ctx, q, exchangeTable.Scan, "select "+exchangeTable.Columns+" from exchanges"+table.WithID, event, exchange)
	if err != nil {
		return fmt.Errorf("store: message %d of %s names %s: %w", m.Message.Seq, event, exchange, err)
	}
	m.Exchange = &x
	return nil
}
