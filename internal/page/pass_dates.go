package page

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// passDates are when each date is that the passes of an event cover, with what became of it; none:
// it sells no passes.
func passDates(ctx context.Context, st *store.Store, w *Words, sells *events.EventView) (facts []fact, err error) {
	dates, err := st.Passes.Dates(ctx, sells)
	if err != nil {
		return nil, err
	}
	for _, e := range dates {
		e = w.of(e)
		starts := e.Event.StartsAt.Time()
		f := fact{Label: e.Details.Title, Text: w.Span(starts, e.Event.EndsAt.Time(), e.Event.Zone), Datetime: starts.Format(time.RFC3339), Path: EventURL("", e.Event.ID)}
		switch e.Event.Status {
		case inventory.Cancelled:
			f.Text += " · " + w.Headings["cancelled"]
		case inventory.Postponed:
			f.Text, f.Datetime = w.OpenDate, ""
		}
		facts = append(facts, f)
	}
	return facts, nil
}
