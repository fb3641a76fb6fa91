package store

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// OrderRecord is the money of an order, without its items and refunds.
type OrderRecord struct {
	ID string
	inventory.Order
}

// Orders streams the money of the orders of an event.
func (v *Snapshot) Orders(event string, fn func(*OrderRecord) error) error {
	return rowsOf(v, "orders", orderColumns, scanOrder, func(o *orderRow) string { return o.id }, event, func(o *orderRow) error {
		return fn(&OrderRecord{o.id, o.Order})
	})
}

// Items streams the items of an event by order and number. state is that of the
// row: live, standing or released.
func (v *Snapshot) Items(event string, fn func(order, state string, it *inventory.Item) error) error {
	return stream(func(last *itemRow) ([]itemRow, error) {
		if last == nil {
			last = &itemRow{}
		}
		return all(v.ctx, v.q, scanItem, "select "+itemColumns+` from hold_items where event_id = $1
			and (hold_id, no) > (cast($2 as text), cast($3 as bigint)) order by hold_id, no limit $4`,
			event, last.order, int64(last.No), pageRows)
	}, func(x *itemRow) error { return fn(x.order, x.state, &x.Item) })
}

// PriceCodes streams the codes of an event.
func (v *Snapshot) PriceCodes(event string, fn func(*inventory.PriceCode) error) error {
	return rowsOf(v, "price_codes", codeColumns, scanCode, func(c *inventory.PriceCode) string { return c.ID }, event, fn)
}

// RefundsDue streams what an event owes back, by seq.
func (v *Snapshot) RefundsDue(event string, fn func(*inventory.Refund) error) error {
	return stream(func(last *inventory.Refund) ([]inventory.Refund, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.Seq
		}
		return all(v.ctx, v.q, scanRefund, "select "+refundColumns+" from refunds_due where event_id = $1 and seq > $2 order by seq limit $3", event, after, pageRows)
	}, fn)
}

// Seating returns the plan that an event copied, nil when it has none.
func (v *Snapshot) Seating(event string) (*Seating, error) {
	s, err := one(v.ctx, v.q, scanSeating, "select "+seatingColumns+" from event_seating where event_id = $1", event)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return &s, err
}
