package events

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ExchangeByID returns an exchange, or ErrNotFound.
func (s Tickets) ExchangeByID(ctx context.Context, exchange string) (*inventory.Exchange, error) {
	event, ok := id.EventOf(exchange, id.Exchange)
	if !ok {
		return nil, database.ErrNotFound
	}
	x, err := table.One(ctx, s.db.Read, ExchangeTable.Scan, "select "+ExchangeTable.Columns+" from exchanges"+table.WithID, event, exchange)
	return &x, s.db.Classify(err)
}

// OpenExchanges returns the exchanges of tickets of an order that have not
// ended, by ticket.
func (s Tickets) OpenExchanges(ctx context.Context, order string) (map[string]inventory.Exchange, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	list, err := table.All(ctx, s.db.Read, ExchangeTable.Scan, "select "+ExchangeTable.Columns+` from exchanges
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 and ended_at = 0`, event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit))
	open := make(map[string]inventory.Exchange, len(list))
	for _, x := range list {
		open[x.TicketID] = x
	}
	return open, s.db.Classify(err)
}

// OrderExchanges returns the exchanges of tickets of an order, ended ones among
// them, the latest first.
func (s Tickets) OrderExchanges(ctx context.Context, order string, limit int) ([]inventory.Exchange, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	list, err := table.All(ctx, s.db.Read, ExchangeTable.Scan, "select "+ExchangeTable.Columns+` from exchanges
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by opened_seq desc limit $4`,
		event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit), limit)
	return list, s.db.Classify(err)
}

// attachExchange fills in the exchange that a message tells of, which leads to
// its order.
func attachExchange(ctx context.Context, q table.Querier, event, exchange string, m *MessageView) error {
	x, err := table.One(ctx, q, ExchangeTable.Scan, "select "+ExchangeTable.Columns+" from exchanges"+table.WithID, event, exchange)
	if err != nil {
		return fmt.Errorf("store: message %d of %s names %s: %w", m.Message.Seq, event, exchange, err)
	}
	m.Exchange = &x
	return nil
}
