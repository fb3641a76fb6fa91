package store

import "github.com/holdfast-events/holdfast/internal/store/table"

// Tills returns the tills of an event.
func (v *Snapshot) Tills(event string) ([]Till, error) {
	return table.All(v.ctx, v.q, tillTable.Scan, tillTable.From()+" where event_id = $1 order by id", event)
}

// TillSales streams the orders of an event that were made at tills, by order.
func (v *Snapshot) TillSales(event string, fn func(*TillSale) error) error {
	return stream(func(last *TillSale) ([]TillSale, error) {
		if last == nil {
			last = &TillSale{}
		}
		return table.All(v.ctx, v.q, TillSaleTable.Scan, TillSaleTable.From()+" where event_id = $1 and order_id > $2 order by order_id limit $3",
			event, last.OrderID, pageRows)
	}, fn)
}
