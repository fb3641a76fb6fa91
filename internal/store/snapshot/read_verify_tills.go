package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Tills returns the tills of an event.
func (v *Snapshot) Tills(event string) ([]payments.Till, error) {
	return table.All(v.ctx, v.q, payments.TillTable.Scan, payments.TillTable.From()+" where event_id = $1 order by id", event)
}

// TillSales streams the orders of an event that were made at tills, by order.
func (v *Snapshot) TillSales(event string, fn func(*payments.TillSale) error) error {
	return database.Stream(func(last *payments.TillSale) ([]payments.TillSale, error) {
		if last == nil {
			last = &payments.TillSale{}
		}
		return table.All(v.ctx, v.q, payments.TillSaleTable.Scan, payments.TillSaleTable.From()+" where event_id = $1 and order_id > $2 order by order_id limit $3",
			event, last.OrderID, database.PageRows)
	}, fn)
}
