package ledger

import (
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// consents writes which boxes for marketing and sponsors were ticked with orders, registrations
// and entries of the batch: in the record, and as what stands.
func (wr *writer) consents(all []audience.ConsentEntry) {
	if len(all) == 0 {
		return
	}
	stand := make([]audience.Consent, len(all))
	for i := range all {
		stand[i] = all[i].Stands()
	}
	write(wr, audience.ConsentLogTable, audience.ConsentLogTable.Insert, len(all), func(i int) *audience.ConsentEntry { return &all[i] })
	write(wr, audience.ConsentTable, audience.ConsentTable.Insert, len(stand), func(i int) *audience.Consent { return &stand[i] })
}
