package discovery

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// facetCity begins the word of the city that an event counts for. A dash would end it.
const facetCity = "y_"

func cityFacet(id string) string { return facetCity + strings.ReplaceAll(id, "-", "_") }

// CityEvents is a city and how many events are on there.
type CityEvents struct {
	*City
	Events int
}

// Cities returns all cities in which events are on that are not over at a time: the one
// with the most first, and of those with as many the largest. ErrNotReady: the index is
// being filled.
func (x *Index) Cities(ctx context.Context, now inventory.Instant) (list []CityEvents, err error) {
	g := cities()
	events := make([]int, len(g.cities)+1)
	if err := x.each(ctx, now, func(s *segment, i int) { events[s.city[i]]++ }); err != nil {
		return nil, err
	}
	for n, have := range events[1:] {
		if have > 0 {
			list = append(list, CityEvents{&g.cities[n], have})
		}
	}
	slices.SortFunc(list, func(a, b CityEvents) int {
		return cmp.Or(cmp.Compare(b.Events, a.Events), cmp.Compare(a.order, b.order))
	})
	return list, nil
}

// Newest returns the ids of events that are not over at a time and were published after
// another, the latest first: of a city, or of all when city is "". ErrNotReady: the index
// is being filled.
func (x *Index) Newest(ctx context.Context, city string, now, after inventory.Instant, limit int) (ids []string, err error) {
	of := int32(-1)
	if city != "" {
		c := CityByID(city)
		if c == nil {
			return nil, nil
		}
		of = int32(c.order) + 1 //nolint:gosec // some thousands
	}
	type event struct {
		id    string
		since int64
	}
	latestFirst := func(a, b event) int { return cmp.Or(cmp.Compare(b.since, a.since), cmp.Compare(a.id, b.id)) }
	var found []event
	err = x.each(ctx, now, func(s *segment, i int) {
		if s.since[i] <= int64(after) || of >= 0 && s.city[i] != of {
			return
		}
		if found = append(found, event{s.ids[i], s.since[i]}); len(found) >= 4*limit+64 {
			slices.SortFunc(found, latestFirst)
			found = found[:limit]
		}
	})
	slices.SortFunc(found, latestFirst)
	for _, e := range found[:min(limit, len(found))] {
		ids = append(ids, e.id)
	}
	return ids, err
}

// each calls visit with all events that are not over at a time, in no order.
func (x *Index) each(ctx context.Context, now inventory.Instant, visit func(s *segment, i int)) error {
	at := x.live.Load()
	if at == nil || x.doubt.Load() {
		return ErrNotReady
	}
	for _, s := range append(slices.Clone(at.segments), at.fresh) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, ends := range s.ends {
			if ends > int64(now) && !s.dead.has(i) {
				visit(s, i)
			}
		}
	}
	return nil
}

// WeekendAt is the weekend that is on at a time where a zone is, or the next one: from
// Friday to Sunday.
func WeekendAt(now inventory.Instant, zone *time.Location) (friday, sunday Day) {
	local := now.Time().In(zone)
	today := dayOf(local)
	// On Friday 0 days to Friday, on Saturday -1, on Sunday -2, on Monday 4.
	friday = today + Day((int(time.Friday)-int(local.Weekday())+7)%7)
	switch local.Weekday() {
	case time.Saturday:
		friday = today - 1
	case time.Sunday:
		friday = today - 2
	}
	return friday, friday + 2
}

// WeekendsAt spans the weekends that are on at a time, or are next, wherever on earth.
func WeekendsAt(now inventory.Instant) (friday, sunday Day) {
	west, _ := WeekendAt(now-offUTC, time.UTC)
	_, east := WeekendAt(now+offUTC, time.UTC)
	return west, east
}

// String writes a day as 2026-11-28.
func (d Day) String() string { return d.utc().Time().UTC().Format(time.DateOnly) }
