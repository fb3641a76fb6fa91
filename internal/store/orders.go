package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

var (
	ordersByID     = &engine.LookupSpec{Table: "orders", Cols: orderTable.Columns, Event: "event_id", Key: "id"}
	itemsByOrder   = &engine.LookupSpec{Table: "hold_items", Cols: itemTable.Columns, Event: "event_id", Key: "hold_id", Many: true}
	refundsByOrder = &engine.LookupSpec{Table: "refunds_due", Cols: refundTable.Columns, Event: "event_id", Key: "order_id", Many: true}
	codesByID      = &engine.LookupSpec{Table: "price_codes", Cols: codeTable.Columns, Event: "event_id", Key: "id"}
	codesByText    = &engine.LookupSpec{Table: "price_codes", Cols: codeTable.Columns, Event: "event_id", Key: "code"}
)

// errNoOrder: a hold says that it is an order, and has no money. That is a fault
// of the database, which verify describes.
var errNoOrder = errors.New("store: an order has no row in orders")

// scanOrder and scanItem fill records, which are values of their own.

func scanOrder(r engine.Row, o *OrderRecord) error {
	return orderTable.Scan(r, orderRow{&o.ID, &o.Order})
}

// itemRecord is a row of hold_items.
type itemRecord struct {
	order, state string
	inventory.Item
}

func scanItem(r engine.Row, v *itemRecord) error { return itemTable.Scan(r, v.row()) }

func (v *itemRecord) row() itemRow { return itemRow{&v.order, &v.state, &v.Item} }

// collectOrder asks for the rows that hang on an order, once.
func collectOrder(missing map[*engine.LookupSpec]*wanted, asked map[string]bool, h *inventory.Hold) {
	name := "order " + h.ID
	if asked[name] || h.Order != nil { // loaded when the head of the waitlist was not yet
		return
	}
	asked[name] = true
	for _, spec := range [...]*engine.LookupSpec{ordersByID, itemsByOrder, refundsByOrder} {
		if missing[spec] == nil {
			missing[spec] = &wanted{}
		}
		missing[spec].ids = append(missing[spec].ids, h.ID)
	}
}

func (b *Batch) addOrder(r engine.Row) error {
	var o OrderRecord
	if err := scanOrder(r, &o); err != nil {
		return err
	}
	b.Work.Holds[o.ID].Order = &o.Order
	return nil
}

// addItem keeps items in the order of their numbers: rows come in any.
func (b *Batch) addItem(r engine.Row) error {
	var v itemRecord
	if err := scanItem(r, &v); err != nil {
		return err
	}
	h := b.Work.Holds[v.order]
	if h.Order == nil && h.Kind == inventory.KindBlock {
		h.Order = &inventory.Order{} // seats, and no money
	}
	o := h.Order
	if o == nil {
		return errNoOrder
	}
	o.Items = inOrder(o.Items, v.Item, func(x, y inventory.Item) int { return cmp.Compare(x.No, y.No) })
	return nil
}

func (b *Batch) addRefund(r engine.Row) error {
	var v inventory.Refund
	if err := refundTable.Scan(r, &v); err != nil {
		return err
	}
	o := b.Work.Holds[v.OrderID].Order
	if o == nil {
		return errNoOrder
	}
	o.Refunds = inOrder(o.Refunds, v, func(x, y inventory.Refund) int { return cmp.Compare(x.Seq, y.Seq) })
	return nil
}

// inOrder inserts a row where it belongs, nearly always at the end.
func inOrder[T any](list []T, v T, compare func(x, y T) int) []T {
	at := len(list)
	for at > 0 && compare(list[at-1], v) > 0 {
		at--
	}
	return slices.Insert(list, at, v)
}

func (b *Batch) addCode(r engine.Row) error {
	c := new(inventory.PriceCode)
	if err := codeTable.Scan(r, c); err != nil || b.Work.Codes[c.ID] != nil {
		return err
	}
	b.Work.Codes[c.ID], b.Work.CodesByText[c.Text] = c, c
	return nil
}

var liveOrdersText = "select " + holdTable.Columns + " from holds where event_id = $1 and person_id = $2 and kind = 'order' and state <> 'released'"

// findOrdersOf loads the live orders of users who were loaded by name.
func (b *Batch) findOrdersOf(steps []engine.Step) []engine.Step {
	for _, user := range b.ordersOf {
		if p := b.Work.People[user]; p != nil {
			steps = append(steps, engine.Step{SQL: liveOrdersText, Args: []any{b.query.EventID, p.ID}, Row: b.addHold})
		}
	}
	return steps
}

// orders writes what hangs on the orders among the holds, the codes and what is
// due back. A batch without orders passes through here at the cost of one look
// at each hold.
func (wr *writer) orders(c *inventory.Changes) {
	var added, changed []*inventory.Hold
	for i := range c.Holds {
		switch h := &c.Holds[i]; {
		case h.Order == nil:
		case h.New:
			added = append(added, h.Hold)
		default:
			changed = append(changed, h.Hold)
		}
	}
	wr.changedOrders(changed)
	wr.newOrders(added)
	wr.codes(c.Codes)
	write(wr, statementTable, statementTable.Insert, len(c.Statements), func(i int) *inventory.Statement { return c.Statements[i] })
	write(wr, refundTable, refundTable.Insert, len(c.Refunds), func(i int) *inventory.Refund { return &c.Refunds[i] })
}

func itemsOf(holds []*inventory.Hold) (list []itemRow) {
	for _, h := range holds {
		for i := range h.Order.Items {
			list = append(list, itemRow{Order: &h.ID, Item: &h.Order.Items[i]})
		}
	}
	return list
}

func ordersOf(holds []*inventory.Hold) func(int) orderRow {
	return func(i int) orderRow { return orderRow{ID: &holds[i].ID, Order: holds[i].Order} }
}

// changedOrders writes all items of the orders that changed: they are few, and
// which of them did is not worth knowing.
func (wr *writer) changedOrders(holds []*inventory.Hold) {
	if len(holds) == 0 {
		return
	}
	sold := withMoney(holds)
	write(wr, orderTable, orderTable.Update[1], len(sold), ordersOf(sold))
	// A seat that one order gives back and another takes again in one batch must
	// be nobody's in between, or the unique index would object.
	live, gone := split(itemsOf(holds), func(i *itemRow) bool { return i.Live() })
	for _, items := range [...][]itemRow{gone, live} {
		write(wr, itemTable, itemTable.Update[1], len(items), func(i int) itemRow { return items[i] })
	}
}

// withMoney leaves out blocks of seats, which have items and no order.
func withMoney(holds []*inventory.Hold) []*inventory.Hold {
	orders, _ := split(holds, func(h **inventory.Hold) bool { return (*h).Kind == inventory.KindOrder })
	return orders
}

func (wr *writer) newOrders(holds []*inventory.Hold) {
	if len(holds) == 0 {
		return
	}
	sold := withMoney(holds)
	write(wr, orderTable, orderTable.Insert, len(sold), ordersOf(sold))
	items := itemsOf(holds)
	write(wr, itemTable, itemTable.Insert, len(items), func(i int) itemRow { return items[i] })
}

func (wr *writer) codes(all []inventory.CodeChange) {
	added, changed := split(all, func(c *inventory.CodeChange) bool { return c.New })
	write(wr, codeTable, codeTable.Update[1], len(changed), func(i int) *inventory.PriceCode { return changed[i].PriceCode })
	write(wr, codeTable, codeTable.Insert, len(added), func(i int) *inventory.PriceCode { return added[i].PriceCode })
}

// attachOrders fills the Order of those of the holds that are orders; nil holds
// are left alone.
func attachOrders(ctx context.Context, q table.Reader, event string, holds ...*inventory.Hold) error {
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
	orders, err := table.LookUp(ctx, q, ordersByID, scanOrder, event, ids)
	if err != nil {
		return err
	}
	for i := range orders {
		at[orders[i].ID].Order = &orders[i].Order
	}
	for _, id := range ids {
		if at[id].Order == nil {
			return errNoOrder
		}
	}
	items, err := table.LookUp(ctx, q, itemsByOrder, scanItem, event, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(items, func(a, b itemRecord) int { return cmp.Compare(a.No, b.No) })
	for i := range items {
		o := at[items[i].order].Order
		o.Items = append(o.Items, items[i].Item)
	}
	refunds, err := table.LookUp(ctx, q, refundsByOrder, refundTable.Scan, event, ids)
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
		return nil, ErrNotFound
	}
	h := new(inventory.Hold)
	var o OrderRecord
	items, err := table.All(ctx, s.read, func(r engine.Row, v *itemRecord) error {
		c := table.Scanning()
		holdTable.Into(c, h)
		orderTable.Into(c, orderRow{&o.ID, &o.Order})
		itemTable.Into(c, v.row())
		return c.From(r)
	}, orderItemsSQL, event, order)
	if err == nil && len(items) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return nil, s.classify(err)
	}
	h.Order = &o.Order
	for i := range items {
		h.Order.Items = append(h.Order.Items, items[i].Item)
	}
	return h, nil
}

var orderItemsSQL = "select " + holdTable.As("h") + ", " + orderTable.As("o") + ", " + itemTable.As("i") + ` from holds h
	join orders o on o.event_id = h.event_id and o.id = h.id
	join hold_items i on i.event_id = h.event_id and i.hold_id = h.id
	where h.event_id = $1 and h.id = $2 order by i.no`

// Orders returns a page of the orders of an event by id, ids greater than after;
// of one status ("" for all): pending, confirmed or released.
func (s Orders) OrdersPage(ctx context.Context, event, state, after string, limit int) ([]RegistrationView, error) {
	var list []RegistrationView
	err := s.withSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = table.All(ctx, tx, scanHeld, "select "+personTable.As("p")+", "+holdTable.As("h")+` from orders o
			join holds h on h.event_id = o.event_id and h.id = o.id
			join people p on p.event_id = h.event_id and p.id = h.person_id
			where o.event_id = $1 and o.id > $2 and ($3 = '' or h.state = $4) order by o.id limit $5`, event, after, state, state, limit)
		if err != nil {
			return err
		}
		return attachOrdersTo(ctx, s.reader(tx), event, list)
	})
	return list, err
}

// attachOrdersTo loads the orders of a list.
func attachOrdersTo(ctx context.Context, q table.Reader, event string, list []RegistrationView) error {
	holds := make([]*inventory.Hold, len(list))
	for i := range list {
		holds[i] = list[i].Hold
	}
	return attachOrders(ctx, q, event, holds...)
}

// PriceCodes returns a page of the codes of an event by id, ids greater than after.
func (s Orders) PriceCodes(ctx context.Context, event, after string, limit int) ([]inventory.PriceCode, error) {
	list, err := table.All(ctx, s.read, codeTable.Scan, "select "+codeTable.Columns+" from price_codes where event_id = $1 and id > $2 order by id limit $3", event, after, limit)
	return list, s.classify(err)
}

// PriceCode returns a code by id, or ErrNotFound.
func (s Orders) PriceCode(ctx context.Context, code string) (*inventory.PriceCode, error) {
	event, ok := id.EventOf(code, id.Code)
	if !ok {
		return nil, ErrNotFound
	}
	c, err := table.One(ctx, s.read, codeTable.Scan, "select "+codeTable.Columns+" from price_codes"+table.WithID, event, code)
	if err != nil {
		return nil, s.classify(err)
	}
	return &c, nil
}

// PriceCodeByText returns a code by what people type, or ErrNotFound.
func (s Orders) PriceCodeByText(ctx context.Context, event, text string) (*inventory.PriceCode, error) {
	c, err := table.One(ctx, s.read, codeTable.Scan, "select "+codeTable.Columns+" from price_codes where event_id = $1 and code = $2", event, text)
	if err != nil {
		return nil, s.classify(err)
	}
	return &c, nil
}

// RefundsDue returns a page of what an event owes back, by seq, seqs greater
// than after.
func (s Orders) RefundsDue(ctx context.Context, event string, after int64, limit int) ([]inventory.Refund, error) {
	list, err := table.All(ctx, s.read, refundTable.Scan, "select "+refundTable.Columns+" from refunds_due where event_id = $1 and seq > $2 order by seq limit $3", event, after, limit)
	return list, s.classify(err)
}
