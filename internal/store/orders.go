package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

const (
	orderColumns  = "id, currency, total, promo_id, access_id, payment_id, paid, prolonged"
	itemColumns   = "hold_id, no, tier_id, seat_id, state, released_seq, price, tax_rate, tax_included, discount, net, tax, gross"
	refundColumns = "seq, order_id, payment_id, amount, currency, reason, created_at"
	codeColumns   = "id, code, kind, percent_bp, amount, tier_ids, starts_at, ends_at, max_uses, used, disabled, last_seq"
)

var (
	ordersByID     = &engine.LookupSpec{Table: "orders", Cols: orderColumns, Event: "event_id", Key: "id"}
	itemsByOrder   = &engine.LookupSpec{Table: "hold_items", Cols: itemColumns, Event: "event_id", Key: "hold_id", Many: true}
	refundsByOrder = &engine.LookupSpec{Table: "refunds_due", Cols: refundColumns, Event: "event_id", Key: "order_id", Many: true}
	codesByID      = &engine.LookupSpec{Table: "price_codes", Cols: codeColumns, Event: "event_id", Key: "id"}
	codesByText    = &engine.LookupSpec{Table: "price_codes", Cols: codeColumns, Event: "event_id", Key: "code"}
)

// errNoOrder: a hold says that it is an order, and has no money. That is a fault
// of the database, which verify describes.
var errNoOrder = errors.New("store: an order has no row in orders")

// orderRow, itemRow, codeRow and tierRow are rows as Scan can fill them.
type orderRow struct {
	id        string
	prolonged int64
	inventory.Order
}

func (o *orderRow) fields() []any {
	return []any{&o.id, &o.Currency, &o.Total, &o.PromoID, &o.AccessID, &o.PaymentID, &o.Paid, &o.prolonged}
}

// settle derives what the fields only tell.
func (o *orderRow) settle() { o.Prolonged = o.prolonged != 0 }

func scanOrder(r engine.Row, o *orderRow) error {
	err := r.Scan(o.fields()...)
	o.settle()
	return err
}

type itemRow struct {
	order    string
	state    string
	included int64
	inventory.Item
}

func (v *itemRow) fields() []any {
	return []any{
		&v.order, &v.No, &v.Tier, &v.Seat, &v.state, &v.ReleasedSeq, &v.Price.Amount, &v.TaxRate, &v.included,
		&v.Discount, &v.Net, &v.Tax, &v.Gross,
	}
}

func (v *itemRow) settle() { v.TaxIncluded, v.Standing = v.included != 0, v.state == itemStanding }

func scanItem(r engine.Row, v *itemRow) error {
	err := r.Scan(v.fields()...)
	v.settle()
	return err
}

func scanRefund(r engine.Row, v *inventory.Refund) error {
	return r.Scan(&v.Seq, &v.OrderID, &v.PaymentID, &v.Amount, &v.Currency, (*string)(&v.Reason), (*int64)(&v.At))
}

func scanCode(r engine.Row, c *inventory.PriceCode) error {
	var tiers string
	var disabled int64
	err := r.Scan(&c.ID, &c.Text, (*string)(&c.Kind), &c.Percent, &c.Amount, &tiers, (*int64)(&c.Starts), (*int64)(&c.Ends),
		&c.MaxUses, &c.Used, &disabled, &c.LastSeq)
	c.Disabled = disabled != 0
	if tiers != "" {
		c.Tiers = strings.Split(tiers, ",")
	}
	return err
}

// collectOrder asks for the rows that hang on an order, once.
func (b *Batch) collectOrder(missing map[*engine.LookupSpec]*wanted, asked map[string]bool, h *inventory.Hold) {
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
	var o orderRow
	if err := scanOrder(r, &o); err != nil {
		return err
	}
	b.Work.Holds[o.id].Order = &o.Order
	return nil
}

// addItem keeps items in the order of their numbers: rows come in any.
func (b *Batch) addItem(r engine.Row) error {
	var v itemRow
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
	if err := scanRefund(r, &v); err != nil {
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
	if err := scanCode(r, c); err != nil || b.Work.Codes[c.ID] != nil {
		return err
	}
	b.Work.Codes[c.ID], b.Work.CodesByText[c.Text] = c, c
	return nil
}

const liveOrdersText = "select " + holdColumns + " from holds where event_id = $1 and person_id = $2 and kind = 'order' and state <> 'released'"

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
	if rows := c.Refunds; len(rows) > 0 {
		wr.bulk(insertRefunds, len(rows),
			ints(rows, func(r *inventory.Refund) int64 { return r.Seq }),
			texts(rows, func(r *inventory.Refund) string { return r.OrderID }),
			texts(rows, func(r *inventory.Refund) string { return r.PaymentID }),
			ints(rows, func(r *inventory.Refund) int64 { return r.Amount }),
			texts(rows, func(r *inventory.Refund) string { return r.Currency }),
			texts(rows, func(r *inventory.Refund) string { return string(r.Reason) }),
			ints(rows, func(r *inventory.Refund) int64 { return int64(r.At) }))
	}
}

func orderID(h **inventory.Hold) string      { return (*h).ID }
func orderPayment(h **inventory.Hold) string { return (*h).Order.PaymentID }
func orderPaid(h **inventory.Hold) int64     { return (*h).Order.Paid }
func orderProlonged(h **inventory.Hold) int64 {
	return flag((*h).Order.Prolonged)
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// itemOf is an item and the order that it is one of.
type itemOf struct {
	order string
	*inventory.Item
}

func itemsOf(holds []*inventory.Hold) (list []itemOf) {
	for _, h := range holds {
		for i := range h.Order.Items {
			list = append(list, itemOf{h.ID, &h.Order.Items[i]})
		}
	}
	return list
}

func itemOrder(i *itemOf) string { return i.order }
func itemNo(i *itemOf) int64     { return int64(i.No) }
func itemGone(i *itemOf) int64   { return i.ReleasedSeq }
func itemState(i *itemOf) string {
	switch {
	case !i.Live():
		return "released"
	case i.Standing:
		return itemStanding
	}
	return "live"
}

// itemStanding is the state of an item whose seat is another order's.
const itemStanding = "standing"

// changedOrders writes all items of the orders that changed: they are few, and
// which of them did is not worth knowing.
func (wr *writer) changedOrders(holds []*inventory.Hold) {
	if len(holds) == 0 {
		return
	}
	sold := withMoney(holds)
	wr.bulk(updateOrders, len(sold), texts(sold, orderID), texts(sold, orderPayment), ints(sold, orderPaid), ints(sold, orderProlonged))
	// A seat that one order gives back and another takes again in one batch must
	// be nobody's in between, or the unique index would object.
	live, gone := split(itemsOf(holds), func(i *itemOf) bool { return i.Live() })
	for _, items := range [...][]itemOf{gone, live} {
		wr.bulk(updateItems, len(items), texts(items, itemOrder), ints(items, itemNo), texts(items, itemState), ints(items, itemGone))
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
	wr.bulk(insertOrders, len(sold), texts(sold, orderID),
		texts(sold, func(h **inventory.Hold) string { return (*h).Order.Currency }),
		ints(sold, func(h **inventory.Hold) int64 { return (*h).Order.Total }),
		texts(sold, func(h **inventory.Hold) string { return (*h).Order.PromoID }),
		texts(sold, func(h **inventory.Hold) string { return (*h).Order.AccessID }),
		texts(sold, orderPayment), ints(sold, orderPaid), ints(sold, orderProlonged))
	items := itemsOf(holds)
	wr.bulk(insertItems, len(items), texts(items, itemOrder), ints(items, itemNo),
		texts(items, func(i *itemOf) string { return i.Tier }), texts(items, func(i *itemOf) string { return i.Seat }),
		texts(items, itemState), ints(items, itemGone),
		ints(items, func(i *itemOf) int64 { return i.Price.Amount }), ints(items, func(i *itemOf) int64 { return i.TaxRate }),
		ints(items, func(i *itemOf) int64 { return flag(i.TaxIncluded) }), ints(items, func(i *itemOf) int64 { return i.Discount }),
		ints(items, func(i *itemOf) int64 { return i.Net }), ints(items, func(i *itemOf) int64 { return i.Tax }),
		ints(items, func(i *itemOf) int64 { return i.Gross }))
}

func (wr *writer) codes(all []inventory.CodeChange) {
	if len(all) == 0 {
		return
	}
	rows, updates := split(all, func(c *inventory.CodeChange) bool { return c.New })
	id := func(c *inventory.CodeChange) string { return c.ID }
	percent := func(c *inventory.CodeChange) int64 { return c.Percent }
	amount := func(c *inventory.CodeChange) int64 { return c.Amount }
	tiers := func(c *inventory.CodeChange) string { return strings.Join(c.Tiers, ",") }
	starts := func(c *inventory.CodeChange) int64 { return int64(c.Starts) }
	ends := func(c *inventory.CodeChange) int64 { return int64(c.Ends) }
	limit := func(c *inventory.CodeChange) int64 { return c.MaxUses }
	used := func(c *inventory.CodeChange) int64 { return c.Used }
	disabled := func(c *inventory.CodeChange) int64 { return flag(c.Disabled) }
	last := func(c *inventory.CodeChange) int64 { return c.LastSeq }
	wr.bulk(updateCodes, len(updates), texts(updates, id), ints(updates, percent), ints(updates, amount), texts(updates, tiers),
		ints(updates, starts), ints(updates, ends), ints(updates, limit), ints(updates, used), ints(updates, disabled), ints(updates, last))
	wr.bulk(insertCodes, len(rows), texts(rows, id), texts(rows, func(c *inventory.CodeChange) string { return c.Text }),
		texts(rows, func(c *inventory.CodeChange) string { return string(c.Kind) }), ints(rows, percent), ints(rows, amount), texts(rows, tiers),
		ints(rows, starts), ints(rows, ends), ints(rows, limit), ints(rows, used), ints(rows, disabled), ints(rows, last))
}

// attachOrders fills the Order of those of the holds that are orders; nil holds
// are left alone.
func attachOrders(ctx context.Context, q querier, event string, holds ...*inventory.Hold) error {
	byID := map[string]*inventory.Hold{}
	var ids []string
	for _, h := range holds {
		if h != nil && h.Itemized() && byID[h.ID] == nil {
			byID[h.ID] = h
			if h.Kind == inventory.KindBlock {
				h.Order = &inventory.Order{} // seats, and no money
			}
			ids = append(ids, h.ID)
		}
	}
	for len(ids) > 0 {
		n := min(len(ids), maxInList)
		if err := fillOrders(ctx, q, event, ids[:n], byID); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

func fillOrders(ctx context.Context, q querier, event string, ids []string, at map[string]*inventory.Hold) error {
	list, args := inList(2, ids)
	args = append([]any{event}, args...)
	orders, err := all(ctx, q, scanOrder, "select "+orderColumns+" from orders where event_id = $1 and id in ("+list+")", args...)
	if err != nil {
		return err
	}
	for i := range orders {
		at[orders[i].id].Order = &orders[i].Order
	}
	for _, id := range ids {
		if at[id].Order == nil {
			return errNoOrder
		}
	}
	items, err := all(ctx, q, scanItem, "select "+itemColumns+" from hold_items where event_id = $1 and hold_id in ("+list+") order by hold_id, no", args...)
	if err != nil {
		return err
	}
	for i := range items {
		o := at[items[i].order].Order
		o.Items = append(o.Items, items[i].Item)
	}
	refunds, err := all(ctx, q, scanRefund, "select "+refundColumns+" from refunds_due where event_id = $1 and order_id in ("+list+") order by seq", args...)
	if err != nil {
		return err
	}
	for _, r := range refunds {
		o := at[r.OrderID].Order
		o.Refunds = append(o.Refunds, r)
	}
	return nil
}

// OrderItems returns an order with its items, and without what is due back of it,
// or ErrNotFound. It is one statement: whoever settles money reads little else.
func (s *Store) OrderItems(ctx context.Context, order string) (*inventory.Hold, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, ErrNotFound
	}
	h := new(inventory.Hold)
	var o orderRow
	items, err := all(ctx, s.read, func(r engine.Row, v *itemRow) error {
		err := r.Scan(slices.Concat(holdFields(h), o.fields(), v.fields())...)
		o.settle()
		v.settle()
		return err
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

var orderItemsSQL = "select " + of("h", holdColumns) + ", " + of("o", orderColumns) + ", " + of("i", itemColumns) + ` from holds h
	join orders o on o.event_id = h.event_id and o.id = h.id
	join hold_items i on i.event_id = h.event_id and i.hold_id = h.id
	where h.event_id = $1 and h.id = $2 order by i.no`

// Orders returns a page of the orders of an event by id, ids greater than after;
// of one status ("" for all): pending, confirmed or released.
func (s *Store) Orders(ctx context.Context, event, state, after string, limit int) ([]RegistrationView, error) {
	var list []RegistrationView
	err := s.withSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = all(ctx, tx, scanHeld, "select "+of("p", personColumns)+", "+of("h", holdColumns)+` from orders o
			join holds h on h.event_id = o.event_id and h.id = o.id
			join people p on p.event_id = h.event_id and p.id = h.person_id
			where o.event_id = $1 and o.id > $2 and ($3 = '' or h.state = $4) order by o.id limit $5`, event, after, state, state, limit)
		if err != nil {
			return err
		}
		return attachOrdersTo(ctx, tx, event, list)
	})
	return list, err
}

// attachOrdersTo loads the orders of a list.
func attachOrdersTo(ctx context.Context, tx *sql.Tx, event string, list []RegistrationView) error {
	holds := make([]*inventory.Hold, len(list))
	for i := range list {
		holds[i] = list[i].Hold
	}
	return attachOrders(ctx, tx, event, holds...)
}

// PriceCodes returns a page of the codes of an event by id, ids greater than after.
func (s *Store) PriceCodes(ctx context.Context, event, after string, limit int) ([]inventory.PriceCode, error) {
	list, err := all(ctx, s.read, scanCode, "select "+codeColumns+" from price_codes where event_id = $1 and id > $2 order by id limit $3", event, after, limit)
	return list, s.classify(err)
}

// PriceCode returns a code by id, or ErrNotFound.
func (s *Store) PriceCode(ctx context.Context, code string) (*inventory.PriceCode, error) {
	event, ok := id.EventOf(code, id.Code)
	if !ok {
		return nil, ErrNotFound
	}
	c, err := one(ctx, s.read, scanCode, "select "+codeColumns+" from price_codes"+withID, event, code)
	if err != nil {
		return nil, s.classify(err)
	}
	return &c, nil
}

// PriceCodeByText returns a code by what people type, or ErrNotFound.
func (s *Store) PriceCodeByText(ctx context.Context, event, text string) (*inventory.PriceCode, error) {
	c, err := one(ctx, s.read, scanCode, "select "+codeColumns+" from price_codes where event_id = $1 and code = $2", event, text)
	if err != nil {
		return nil, s.classify(err)
	}
	return &c, nil
}

// RefundsDue returns a page of what an event owes back, by seq, seqs greater
// than after.
func (s *Store) RefundsDue(ctx context.Context, event string, after int64, limit int) ([]inventory.Refund, error) {
	list, err := all(ctx, s.read, scanRefund, "select "+refundColumns+" from refunds_due where event_id = $1 and seq > $2 order by seq limit $3", event, after, limit)
	return list, s.classify(err)
}
