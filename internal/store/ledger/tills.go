package ledger

import "github.com/holdfast-events/holdfast/internal/store"

// tillSales writes at which tills orders of the batch were made.
func (wr *writer) tillSales(all []store.TillSale) {
	write(wr, store.TillSaleTable, store.TillSaleTable.Insert, len(all), func(i int) *store.TillSale { return &all[i] })
}
