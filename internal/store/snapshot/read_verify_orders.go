package snapshot

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Orders streams the money of the orders of an event.
func (v *Snapshot) Orders(event string, fn func(*events.OrderRecord) error) error {
	return database.Stream(func(last *events.OrderRecord) ([]events.OrderRecord, error) {
		if last == nil {
			last = &events.OrderRecord{}
		}
		return table.All(v.ctx, v.q, events.ScanOrder, events.OrderTable.From()+" where event_id = $1 and id > $2 order by id limit $3", event, last.ID, database.PageRows)
	}, fn)
}

// Items streams the items of an event by order and number. state is that of the
// row: live, standing or released.
func (v *Snapshot) Items(event string, fn func(order, state string, it *inventory.Item) error) error {
	return database.Stream(func(last *events.ItemRecord) ([]events.ItemRecord, error) {
		if last == nil {
			last = &events.ItemRecord{}
		}
		return table.All(v.ctx, v.q, events.ScanItem, "select "+events.ItemTable.Columns+` from hold_items where event_id = $1
			and (hold_id, no) > (cast($2 as text), cast($3 as bigint)) order by hold_id, no limit $4`,
			event, last.Order, int64(last.No), database.PageRows)
	}, func(x *events.ItemRecord) error { return fn(x.Order, x.State, &x.Item) })
}

// PriceCodes streams the codes of an event.
func (v *Snapshot) PriceCodes(event string, fn func(*inventory.PriceCode) error) error {
	return rowsOf(v, events.CodeKind, event, fn)
}

// RefundsDue streams what an event owes back, by seq.
func (v *Snapshot) RefundsDue(event string, fn func(*inventory.Refund) error) error {
	return database.Stream(func(last *inventory.Refund) ([]inventory.Refund, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.Seq
		}
		return table.All(v.ctx, v.q, events.RefundTable.Scan, "select "+events.RefundTable.Columns+" from refunds_due where event_id = $1 and seq > $2 order by seq limit $3", event, after, database.PageRows)
	}, fn)
}

// Seating returns the plan that an event copied, nil when it has none.
func (v *Snapshot) Seating(event string) (*events.Seating, error) {
	s, err := table.One(v.ctx, v.q, events.SeatingTable.Scan, events.SeatingTable.From()+" where event_id = $1", event)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil
	}
	return &s, err
}

// Exchanges streams the exchanges of an event, by id.
func (v *Snapshot) Exchanges(event string, fn func(*inventory.Exchange) error) error {
	return rowsOf(v, events.ExchangeKind, event, fn)
}

// Transfers streams the transfers of an event, by id.
func (v *Snapshot) Transfers(event string, fn func(*inventory.Transfer) error) error {
	return database.Stream(func(last *inventory.Transfer) ([]inventory.Transfer, error) {
		if last == nil {
			last = &inventory.Transfer{}
		}
		return table.All(v.ctx, v.q, events.TransferTable.Scan, "select "+events.TransferTable.Columns+" from transfers where event_id = $1 and id > $2 order by id limit $3",
			event, last.ID, database.PageRows)
	}, fn)
}

// ImportedTickets streams the tickets of an event that another shop has sold, by ticket.
func (v *Snapshot) ImportedTickets(event string, fn func(*events.ImportedTicket) error) error {
	return database.Stream(func(last *events.ImportedTicket) ([]events.ImportedTicket, error) {
		if last == nil {
			last = &events.ImportedTicket{}
		}
		return table.All(v.ctx, v.q, events.ImportedTicketTable.Scan, events.ImportedTicketTable.From()+" where event_id = $1 and ticket_id > $2 order by ticket_id limit $3",
			event, last.TicketID, database.PageRows)
	}, fn)
}
