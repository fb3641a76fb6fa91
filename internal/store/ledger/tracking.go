package ledger

import "github.com/holdfast-events/holdfast/internal/store"

// tracked writes through which links orders, registrations and entries of the batch came.
func (wr *writer) tracked(all []store.Tracked) {
	write(wr, store.TrackedTable, store.TrackedTable.Insert, len(all), func(i int) *store.Tracked { return &all[i] })
}
