package public

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// hotPosition is how far what people come to was shown of a list. The events are those of
// the first page: what was shown before is not shown again when others come up meanwhile.
type hotPosition struct {
	Events []string `json:"e,omitempty"`
	Shown  int      `json:"s,omitempty"`
	// Series of which a date is among them, where a series is listed once.
	Series []string `json:"r,omitempty"`
}

// trendingFirst reads a page of a list that begins with what people come to. rest reads the
// list by date, of which what stood before is left out.
func (h *Handlers) trendingFirst(ctx context.Context, a *asked, at *publicPosition, limit int,
	rest func(at *publicPosition, limit int) ([]events.Brief, bool, error)) (found []events.Brief, more bool, err error) {
	if at.Hot == nil {
		at.Hot = &hotPosition{Events: h.hottestIn(a.city, a.near)}
		briefs, err := h.fitting(ctx, a, at.Hot.Events)
		if err != nil {
			return nil, false, err
		}
		at.Hot.Events = nil
		for i := range briefs {
			if s := briefs[i].Series; a.collapsed && s != "" {
				if slices.Contains(at.Hot.Series, s) {
					continue
				}
				at.Hot.Series = append(at.Hot.Series, s)
			}
			at.Hot.Events = append(at.Hot.Events, briefs[i].EventID)
		}
	}
	hot := *at.Hot
	if left := hot.Events[hot.Shown:]; len(left) > 0 {
		if found, err = h.fitting(ctx, a, left[:min(limit, len(left))]); err != nil {
			return nil, false, err
		}
		hot.Shown += min(limit, len(left))
		if at.Hot = &hot; len(left) >= limit {
			return found, true, nil // whether anything follows shows then
		}
	}
	behind := *at
	behind.Hot = nil
	others, more, err := rest(&behind, limit-len(found))
	if err != nil {
		return nil, false, err
	}
	behind.Hot = &hot
	*at = behind
	others = slices.DeleteFunc(others, func(b events.Brief) bool {
		return slices.Contains(hot.Events, b.EventID) || slices.Contains(hot.Series, b.Series)
	})
	return append(found, others...), more, nil
}

// hottestIn are the hottest events of a city, of an area where none is named, or of all.
func (h *Handlers) hottestIn(city *discovery.City, near *discovery.Area) (ids []string) {
	if h.Trends == nil {
		return nil
	}
	var at string // of all
	if city != nil {
		at = city.ID
	}
	list := h.Trends.Top(at)
	if city == nil && near != nil {
		list = h.Trends.Near(near, "")
	}
	for _, r := range list {
		ids = append(ids, r.Event)
	}
	return ids
}

// fitting reads those of events that are asked for, in their order.
func (h *Handlers) fitting(ctx context.Context, a *asked, ids []string) (list []events.Brief, err error) {
	faces, err := h.read(ctx, a, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		f := faces[id]
		if f == nil {
			continue
		}
		if belongs, err := h.belongs(a, &f.brief); err != nil {
			return nil, err
		} else if belongs && matches(&f.brief, a.words) {
			list = append(list, f.brief)
		}
	}
	return list, nil
}
