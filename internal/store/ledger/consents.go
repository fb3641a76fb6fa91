package ledger

import "github.com/holdfast-events/holdfast/internal/store"

// consents writes which boxes for marketing and sponsors were ticked with orders, registrations
// and entries of the batch: in the record, and as what stands.
func (wr *writer) consents(all []store.ConsentEntry) {
	if len(all) == 0 {
		return
	}
	stand := make([]store.Consent, len(all))
	for i := range all {
		stand[i] = all[i].Stands()
	}
	write(wr, store.ConsentLogTable, store.ConsentLogTable.Insert, len(all), func(i int) *store.ConsentEntry { return &all[i] })
	write(wr, store.ConsentTable, store.ConsentTable.Insert, len(stand), func(i int) *store.Consent { return &stand[i] })
}
