package events

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ErrNoOrder: a hold says that it is an order, and has no money. That is a fault
// of the database, which verify describes.
var ErrNoOrder = errors.New("store: an order has no row in orders")

// ScanOrder fills the record of an order, which is a value of its own.
func ScanOrder(r engine.Row, o *OrderRecord) error {
	return OrderTable.Scan(r, OrderRow{&o.ID, &o.Order})
}

// ItemRecord is a row of hold_items.
type ItemRecord struct {
	Order, State string
	inventory.Item
}

// ScanItem fills the record of an item, which is a value of its own.
func ScanItem(r engine.Row, v *ItemRecord) error { return ItemTable.Scan(r, v.row()) }

func (v *ItemRecord) row() ItemRow { return ItemRow{&v.Order, &v.State, &v.Item} }

// AttachOrders fills the Order of those of the holds that are orders; nil holds
// are left alone.
func AttachOrders(ctx context.Context, q table.Reader, event string, holds ...*inventory.Hold) error {
	at := map[string]*inventory.Hold{}
	var ids []string
	for _, h := range holds {
		if h != nil && h.Itemized() && at[h.ID] == nil {
			at[h.ID] = h
			if h.Kind == inventory.KindBlock {
				h.Order = &inventory.Order{} // seats, and no money
			}
			ids = append(ids, h.ID)
		}
	}
	orders, err := table.LookUp(ctx, q, OrdersByID, ScanOrder, event, ids)
	if err != nil {
		return err
	}
	for i := range orders {
		at[orders[i].ID].Order = &orders[i].Order
	}
	for _, id := range ids {
		if at[id].Order == nil {
			return ErrNoOrder
		}
	}
	items, err := table.LookUp(ctx, q, ItemsByOrder, ScanItem, event, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(items, func(a, b ItemRecord) int { return cmp.Compare(a.No, b.No) })
	for i := range items {
		o := at[items[i].Order].Order
		o.Items = append(o.Items, items[i].Item)
	}
	refunds, err := table.LookUp(ctx, q, RefundsByOrder, RefundTable.Scan, event, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(refunds, func(a, b inventory.Refund) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, r := range refunds {
		o := at[r.OrderID].Order
		o.Refunds = append(o.Refunds, r)
	}
	return nil
}

// OrderItems returns an order with its items, and without what is due back of it,
// or ErrNotFound. It is one statement: whoever settles money reads little else.
func (s Orders) OrderItems(ctx context.Context, order string) (*inventory.Hold, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	h := new(inventory.Hold)
	var o OrderRecord
	items, err := table.All(ctx, s.db.Read, func(r engine.Row, v *ItemRecord) error {
		c := table.Scanning()
		HoldTable.Into(c, h)
		OrderTable.Into(c, OrderRow{&o.ID, &o.Order})
		ItemTable.Into(c, v.row())
		return c.From(r)
	}, OrderItemsSQL, event, order)
	if err == nil && len(items) == 0 {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, s.db.Classify(err)
	}
	h.Order = &o.Order
	for i := range items {
		h.Order.Items = append(h.Order.Items, items[i].Item)
	}
	return h, nil
}

// OrderItemsSQL reads an order with its hold and its items, in their order.
var OrderItemsSQL = "select " + HoldTable.As("h") + ", " + OrderTable.As("o") + ", " + ItemTable.As("i") + ` from holds h
	join orders o on o.event_id = h.event_id and o.id = h.id
	join hold_items i on i.event_id = h.event_id and i.hold_id = h.id
	where h.event_id = $1 and h.id = $2 order by i.no`

// OrdersPage returns a page of the orders of an event by id, ids greater than after;
// of one status ("" for all): pending, confirmed or released.
func (s Orders) OrdersPage(ctx context.Context, event, state, after string, limit int) ([]RegistrationView, error) {
	var list []RegistrationView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = table.All(ctx, tx, scanHeld, "select "+PersonTable.As("p")+", "+HoldTable.As("h")+` from orders o
			join holds h on h.event_id = o.event_id and h.id = o.id
			join people p on p.event_id = h.event_id and p.id = h.person_id
			where o.event_id = $1 and o.id > $2 and ($3 = '' or h.state = $4) order by o.id limit $5`, event, after, state, state, limit)
		if err != nil {
			return err
		}
		return attachOrdersTo(ctx, s.db.Reader(tx), event, list)
	})
	return list, err
}

// attachOrdersTo loads the orders of a list.
func attachOrdersTo(ctx context.Context, q table.Reader, event string, list []RegistrationView) error {
	holds := make([]*inventory.Hold, len(list))
	for i := range list {
		holds[i] = list[i].Hold
	}
	return AttachOrders(ctx, q, event, holds...)
}

// PriceCodes returns a page of the codes of an event by id, ids greater than after.
func (s Orders) PriceCodes(ctx context.Context, event, after string, limit int) ([]inventory.PriceCode, error) {
	list, err := table.All(ctx, s.db.Read, CodeTable.Scan, "select "+CodeTable.Columns+" from price_codes where event_id = $1 and id > $2 order by id limit $3", event, after, limit)
	return list, s.db.Classify(err)
}

// PriceCode returns a code by id, or ErrNotFound.
func (s Orders) PriceCode(ctx context.Context, code string) (*inventory.PriceCode, error) {
	event, ok := id.EventOf(code, id.Code)
	if !ok {
		return nil, database.ErrNotFound
	}
	c, err := table.One(ctx, s.db.Read, CodeTable.Scan, "select "+CodeTable.Columns+" from price_codes"+table.WithID, event, code)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &c, nil
}

// PriceCodeByText returns a code by what people type, or ErrNotFound.
func (s Orders) PriceCodeByText(ctx context.Context, event, text string) (*inventory.PriceCode, error) {
	c, err := table.One(ctx, s.db.Read, CodeTable.Scan, "select "+CodeTable.Columns+" from price_codes where event_id = $1 and code = $2", event, text)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &c, nil
}

// RefundsDue returns a page of what an event owes back, by seq, seqs greater
// than after.
func (s Orders) RefundsDue(ctx context.Context, event string, after int64, limit int) ([]inventory.Refund, error) {
	list, err := table.All(ctx, s.db.Read, RefundTable.Scan, "select "+RefundTable.Columns+" from refunds_due where event_id = $1 and seq > $2 order by seq limit $3", event, after, limit)
	return list, s.db.Classify(err)
}

// Orders is orders, promo codes and what is due back.
type Orders struct{ db *database.DB }

// NewOrders returns Orders on a database.
func NewOrders(db *database.DB) Orders { return Orders{db} }

// OrderRecord is the money of an order, without its items and refunds.
type OrderRecord struct {
	ID string
	inventory.Order
}
