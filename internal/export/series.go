package export

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// SeriesKinds are the kinds that there are of a whole series.
var SeriesKinds = [...]Kind{Guests, Orders}

// eventColumns stand in front of the rows of a file of several events.
var eventColumns = [...]any{"event_id", "event", "starts_at"}

// EventsOfSeries returns the events of a series that a file of it has: its dates by position,
// and then what sells passes for it. leftOut are how many of them it has not, because they are
// archived or in another cell.
func EventsOfSeries(ctx context.Context, s *store.Store, series string) (here []string, leftOut int64, err error) {
	v, err := s.Series.SeriesByID(ctx, series)
	if err != nil {
		return nil, 0, err
	}
	dates, err := s.Series.Dates(ctx, v.OrgID, series, events.MaxSeriesDates)
	if err != nil {
		return nil, 0, err
	}
	passes, err := s.Passes.OfSeries(ctx, series)
	if err != nil {
		return nil, 0, err
	}
	ids := events.EventsOf(dates)
	for i := range passes {
		ids = append(ids, passes[i].ID)
	}
	_, views, err := s.Events.BriefsOfAll(ctx, ids)
	if err != nil {
		return nil, 0, err
	}
	for _, id := range ids {
		switch v := views[id]; {
		case v == nil: // planned, and not made yet
		case v.ArchivedAt != 0:
			leftOut++
		default:
			here = append(here, id)
		}
	}
	return here, leftOut, nil
}

// part is what of a file is of one event.
type part struct {
	view  *events.EventView
	asked *asked
}

// cells are those of eventColumns.
func (p *part) cells() []any {
	return []any{p.view.Event.ID, p.view.Details.Title, p.view.Event.StartsAt}
}

// partsOf reads the events that a file is of, and the columns of what they ask together. An
// event that is gone meanwhile is left out, unless it is the only one.
func partsOf(ctx context.Context, s *store.Store, ids []string, scopes []question.Scope) ([]part, *askedColumns, error) {
	columns := &askedColumns{at: map[askedColumn]int{}}
	parts := make([]part, 0, len(ids))
	for _, id := range ids {
		v, err := s.Events.Event(ctx, id)
		if errors.Is(err, database.ErrNotFound) && len(ids) > 1 {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		asked, err := newAsked(ctx, s, id, scopes, columns)
		if err != nil {
			return nil, nil, err
		}
		parts = append(parts, part{v, asked})
	}
	return parts, columns, nil
}
