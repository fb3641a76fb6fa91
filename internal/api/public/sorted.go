package public

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// place is where an event is in the list.
type place struct {
	Start inventory.Instant `json:"s"`
	ID    string            `json:"i"`
}

// sortedPosition is how far a part of the list was shown in another order.
type sortedPosition struct {
	Last place             `json:"l"` // of the part
	Now  inventory.Instant `json:"n"` // the time at which prices are compared
	// What was shown last.
	Key   float64 `json:"k"`
	Place place   `json:"p"`
}

// sortable is an event and what is compared of it.
type sortable struct {
	key   float64
	place place
	*events.Brief
}

// sortedEvents reads a page in the order that is asked for, as far as that is possible
// without the index.
func (h *Handlers) sortedEvents(ctx context.Context, a *asked, at *publicPosition, limit int) (found []events.Brief, more bool, err error) {
	now := inventory.At(h.Now())
	l := listParts{
		past: a.of.Past, page: listPage, size: listScan,
		read: func(after place, limit int) ([]events.Brief, error) {
			return h.Store.Events.PublicEvents(ctx, a.of, now, after.Start, after.ID, limit)
		},
		fit: func(read []events.Brief, then inventory.Instant) ([]sortable, error) {
			return h.sortable(ctx, a, read, then)
		},
	}
	return l.next(at, now, limit)
}

// listParts is a list of which each part, so many of its events, is put in another order.
type listParts struct {
	past       bool // the latest start first
	page, size int  // how many are read at a time, and for a part
	read       func(after place, limit int) ([]events.Brief, error)
	// fit are those that are wanted, with what is compared of them at a time.
	fit func(read []events.Brief, then inventory.Instant) ([]sortable, error)
}

// compare compares places in the list.
func (l *listParts) compare(p, q place) int {
	c := cmp.Or(cmp.Compare(p.Start, q.Start), strings.Compare(p.ID, q.ID))
	if l.past {
		return -c
	}
	return c
}

// next reads a page of a part and moves the position.
func (l *listParts) next(at *publicPosition, now inventory.Instant, limit int) (found []events.Brief, more bool, err error) {
	read, ended, err := l.part(at)
	if err != nil || len(read) == 0 && ended {
		return nil, false, err
	}
	shown := at.Sorted
	if shown == nil {
		end := &read[len(read)-1]
		shown = &sortedPosition{Last: place{end.StartsAt, end.EventID}, Now: now, Key: -1}
	}
	list, err := l.fit(read, shown.Now)
	if err != nil {
		return nil, false, err
	}
	compare := func(v, w sortable) int { return cmp.Or(cmp.Compare(v.key, w.key), l.compare(v.place, w.place)) }
	slices.SortFunc(list, compare)
	behind := sortable{key: shown.Key, place: shown.Place}
	list = slices.DeleteFunc(list, func(v sortable) bool { return compare(v, behind) <= 0 })
	for i := range list[:min(limit, len(list))] {
		found = append(found, *list[i].Brief)
	}
	if len(list) <= limit {
		*at = publicPosition{Start: shown.Last.Start, ID: shown.Last.ID}
		return found, !ended, nil
	}
	last := &list[limit-1]
	at.Sorted = &sortedPosition{Last: shown.Last, Now: shown.Now, Key: last.key, Place: last.place}
	return found, true, nil
}

// part reads the part that was begun, or the next one. ended: there is nothing behind it.
func (l *listParts) part(at *publicPosition) (read []events.Brief, ended bool, err error) {
	from := place{at.Start, at.ID}
	for at.Sorted != nil || len(read) < l.size {
		page, err := l.read(from, l.page)
		if err != nil {
			return nil, false, err
		}
		for i := range page {
			from = place{page[i].StartsAt, page[i].EventID}
			if at.Sorted != nil && l.compare(from, at.Sorted.Last) > 0 {
				return read, false, nil
			}
			read = append(read, page[i])
		}
		if len(page) < l.page {
			return read, true, nil
		}
	}
	return read, false, nil
}

// sortable are those events that fit, with what is compared of them.
func (h *Handlers) sortable(ctx context.Context, a *asked, read []events.Brief, now inventory.Instant) ([]sortable, error) {
	var list []sortable
	var ids []string
	for i := range read {
		b := &read[i]
		there, err := h.takesPlace(a, b)
		if err != nil {
			return nil, err
		}
		if !there || !matches(b, a.words) {
			continue
		}
		v := sortable{place: place{b.StartsAt, b.EventID}, Brief: b}
		if at, ok := discovery.ParsePoint(b.Coordinates); ok && a.sort == discovery.ByDistance {
			v.key = a.near.DistanceKey(at)
		}
		list, ids = append(list, v), append(ids, b.EventID)
	}
	if a.sort != discovery.ByPrice {
		return list, nil
	}
	listed, err := h.Store.Events.ListedByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	keys := map[string]float64{}
	for i := range listed {
		l := &listed[i]
		keys[l.EventID] = discovery.PriceKey(l.Prices, l.Currency, a.currency, now)
	}
	for i := range list {
		list[i].key = keys[list[i].place.ID]
	}
	return list, nil
}
