package store

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

const exchangeColumns = "id, state, ticket_id, order_id, unit, tier_id, seat_id, person_id, taker_id, taker_unit, refund, opened_at, ended_at, opened_seq, last_seq"

const exchangesText = "select " + exchangeColumns + " from exchanges where event_id = $1 and ended_at = 0 order by opened_seq"

var (
	exchangesByID    = &engine.LookupSpec{Table: "exchanges", Cols: exchangeColumns, Event: "event_id", Key: "id"}
	admittedByTicket = &engine.LookupSpec{Table: "admissions", Cols: "ticket_id", Event: "event_id", Key: "ticket_id"}

	insertExchanges = spec("exchanges", engine.Insert, key("id"), text("state"), text("ticket_id"), text("order_id"), number("unit"), text("tier_id"), text("seat_id"),
		text("person_id"), text("taker_id"), number("taker_unit"), number("refund"), number("opened_at"), number("ended_at"), number("opened_seq"), number("last_seq"))
	updateExchanges = spec("exchanges", engine.Update, key("id"), text("state"), text("taker_id"), number("taker_unit"), number("refund"), number("ended_at"), number("last_seq"))
)

func scanExchange(r engine.Row, x *inventory.Exchange) error {
	return r.Scan(&x.ID, (*string)(&x.State), &x.TicketID, &x.OrderID, &x.Unit, &x.Tier, &x.Seat, &x.PersonID, &x.TakerID, &x.TakerUnit, &x.Refund,
		(*int64)(&x.OpenedAt), (*int64)(&x.EndedAt), &x.OpenedSeq, &x.LastSeq)
}

func (l *stateLoader) addExchange(r engine.Row) error {
	x := new(inventory.Exchange)
	if err := scanExchange(r, x); err != nil {
		return err
	}
	l.state.Exchanges = append(l.state.Exchanges, x)
	return nil
}

// addExchange keeps those that have ended: the others are in the state.
func (b *Batch) addExchange(r engine.Row) error {
	x := new(inventory.Exchange)
	if err := scanExchange(r, x); err != nil || !x.Ended() {
		return err
	}
	b.Work.Exchanges[x.ID] = x
	return nil
}

// loadExchanges adds the orders on the other side of the exchanges of those that
// are loaded, and whether somebody came in with the tickets.
func (b *Batch) loadExchanges(ctx context.Context) error {
	holds, tickets := inventory.ExchangesWanted(b.Cached.State, b.Work)
	if len(holds)+len(tickets) == 0 {
		return nil
	}
	steps := b.find(nil, holdsByID, holds, b.addHold)
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
	rows, updates := split(list, func(x *inventory.ExchangeChange) bool { return x.New })
	id := func(x *inventory.ExchangeChange) string { return x.ID }
	state := func(x *inventory.ExchangeChange) string { return string(x.State) }
	taker := func(x *inventory.ExchangeChange) string { return x.TakerID }
	place := func(x *inventory.ExchangeChange) int64 { return x.TakerUnit }
	refund := func(x *inventory.ExchangeChange) int64 { return x.Refund }
	ended := func(x *inventory.ExchangeChange) int64 { return int64(x.EndedAt) }
	last := func(x *inventory.ExchangeChange) int64 { return x.LastSeq }
	wr.bulk(updateExchanges, len(updates), texts(updates, id), texts(updates, state), texts(updates, taker), ints(updates, place), ints(updates, refund),
		ints(updates, ended), ints(updates, last))
	wr.bulk(insertExchanges, len(rows), texts(rows, id), texts(rows, state),
		texts(rows, func(x *inventory.ExchangeChange) string { return x.TicketID }),
		texts(rows, func(x *inventory.ExchangeChange) string { return x.OrderID }),
		ints(rows, func(x *inventory.ExchangeChange) int64 { return x.Unit }),
		texts(rows, func(x *inventory.ExchangeChange) string { return x.Tier }),
		texts(rows, func(x *inventory.ExchangeChange) string { return x.Seat }),
		texts(rows, func(x *inventory.ExchangeChange) string { return x.PersonID }),
		texts(rows, taker), ints(rows, place), ints(rows, refund),
		ints(rows, func(x *inventory.ExchangeChange) int64 { return int64(x.OpenedAt) }), ints(rows, ended),
		ints(rows, func(x *inventory.ExchangeChange) int64 { return x.OpenedSeq }), ints(rows, last))
}

// ExchangeByID returns an exchange, or ErrNotFound.
func (s *Store) ExchangeByID(ctx context.Context, exchange string) (*inventory.Exchange, error) {
	event, ok := id.EventOf(exchange, id.Exchange)
	if !ok {
		return nil, ErrNotFound
	}
	x, err := one(ctx, s.read, scanExchange, "select "+exchangeColumns+" from exchanges"+withID, event, exchange)
	return &x, s.classify(err)
}

// OpenExchanges returns the exchanges of tickets of an order that have not
// ended, by ticket.
func (s *Store) OpenExchanges(ctx context.Context, order string) (map[string]inventory.Exchange, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, ErrNotFound
	}
	list, err := all(ctx, s.read, scanExchange, "select "+exchangeColumns+` from exchanges
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 and ended_at = 0`, event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit))
	open := make(map[string]inventory.Exchange, len(list))
	for _, x := range list {
		open[x.TicketID] = x
	}
	return open, s.classify(err)
}

// OrderExchanges returns the exchanges of tickets of an order, ended ones among
// them, the latest first.
func (s *Store) OrderExchanges(ctx context.Context, order string, limit int) ([]inventory.Exchange, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, ErrNotFound
	}
	list, err := all(ctx, s.read, scanExchange, "select "+exchangeColumns+` from exchanges
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by opened_seq desc limit $4`,
		event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit), limit)
	return list, s.classify(err)
}

// Exchanges streams the exchanges of an event, by id.
func (v *Snapshot) Exchanges(event string, fn func(*inventory.Exchange) error) error {
	return rowsOf(v, "exchanges", exchangeColumns, scanExchange, func(x *inventory.Exchange) string { return x.ID }, event, fn)
}

// attachExchange fills in the exchange that a message tells of, which leads to
// its order.
func attachExchange(ctx context.Context, q querier, event, exchange string, m *MessageView) error {
	x, err := one(ctx, q, scanExchange, "select "+exchangeColumns+" from exchanges"+withID, event, exchange)
	if err != nil {
		return fmt.Errorf("store: message %d of %s names %s: %w", m.Message.Seq, event, exchange, err)
	}
	m.Exchange = &x
	return nil
}
