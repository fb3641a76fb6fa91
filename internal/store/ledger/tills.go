package ledger

import (
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// tillSales writes at which tills orders of the batch were made.
func (wr *writer) tillSales(all []payments.TillSale) {
	write(wr, payments.TillSaleTable, payments.TillSaleTable.Insert, len(all), func(i int) *payments.TillSale { return &all[i] })
}
