package ledger

import (
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// tracked writes through which links orders, registrations and entries of the batch came.
func (wr *writer) tracked(all []audience.Tracked) {
	write(wr, audience.TrackedTable, audience.TrackedTable.Insert, len(all), func(i int) *audience.Tracked { return &all[i] })
}
