package verify_test

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// repeat makes an event the first date of a series, whose second is planned.
func (f *fixture) repeat(p *party) {
	f.t.Helper()
	s := events.EventSeries{OrgID: f.column("select org_id from events where id = $1", p.id)[0], ID: "ser_000000000001", Title: "Weekly", CreatedAt: inventory.At(f.now)}
	dates := []events.SeriesDate{{Position: 1, EventID: p.id, Made: true}, {Position: 2, EventID: "evt_000000000001"}}
	for i := range dates {
		dates[i].OrgID, dates[i].SeriesID, dates[i].SourceID = s.OrgID, s.ID, p.id
	}
	if err := f.store.Series.CreateSeries(f.t.Context(), s, dates); err != nil {
		f.t.Fatal(err)
	}
}
