package page

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// passDates says, in the place of when an event is that sells passes, when each date is that they
// cover, with what became of it.
func (p *Pages) passDates(ctx context.Context, v *view, sells string) error {
	covered, err := p.cfg.Store.Passes.Covered(ctx, []string{sells})
	if err != nil || len(covered[sells]) == 0 {
		return err
	}
	_, views, err := p.cfg.Store.Events.BriefsOfAll(ctx, covered[sells])
	if err != nil {
		return err
	}
	v.Facts = v.Facts[:0]
	for _, date := range covered[sells] {
		e := views[date]
		if e == nil || e.Event.Status == inventory.Draft {
			continue
		}
		e = v.of(e)
		starts := e.Event.StartsAt.Time()
		f := fact{Label: e.Details.Title, Text: v.Span(starts, e.Event.EndsAt.Time(), e.Event.Zone), Datetime: starts.Format(time.RFC3339), Path: EventURL("", date)}
		switch e.Event.Status {
		case inventory.Cancelled:
			f.Text += " · " + v.Headings["cancelled"]
		case inventory.Postponed:
			f.Text, f.Datetime = v.OpenDate, ""
		}
		v.Facts = append(v.Facts, f)
	}
	return nil
}
