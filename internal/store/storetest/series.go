package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
)

// testSeries: each event is a date of one series at most, a place is taken once, and a series
// is its organization's.
func testSeries(t *testing.T, open Open) {
	s := venueHouse(t, open)
	ctx := t.Context()
	series := store.EventSeries{OrgID: "org_a", ID: "ser_a", Title: "Walks", Description: "By night", CreatedAt: 5}
	date := func(series string, position int64, event string) store.SeriesDate {
		return store.SeriesDate{OrgID: "org_a", SeriesID: series, Position: position, EventID: event, SourceID: "evt_1", StartsAt: 7, Made: position == 1}
	}
	dates := []store.SeriesDate{date("ser_a", 1, "evt_1"), date("ser_a", 2, "evt_2")}
	dates[0].Plan, dates[1].Plan = 1, 1
	if err := s.Series.CreateSeries(ctx, series, dates); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Series.CreateSeries(ctx, series, nil), store.ErrConflict)
	for name, d := range map[string]store.SeriesDate{"an event of another series": date("ser_b", 1, "evt_2"), "a series of another organization": {OrgID: "org_b", SeriesID: "ser_a", Position: 9, EventID: "evt_9"}} {
		other := store.EventSeries{OrgID: "org_a", ID: "ser_b"}
		if err := s.Series.CreateSeries(ctx, other, []store.SeriesDate{d}); !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrConstraint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	same(t, must[*store.EventSeries](t)(s.Series.Series(ctx, "org_a", "ser_a")), &series)
	same(t, must[*store.EventSeries](t)(s.Series.SeriesByID(ctx, "ser_a")), &series)
	_, err := s.Series.Series(ctx, "org_b", "ser_a")
	wantErr(t, err, store.ErrNotFound)
	_, err = s.Series.SeriesByID(ctx, "ser_b")
	wantErr(t, err, store.ErrNotFound)
	same(t, must[[]store.EventSeries](t)(s.Series.SeriesPage(ctx, "org_a", "", 9)), []store.EventSeries{series})
	same(t, must[[]store.EventSeries](t)(s.Series.SeriesPage(ctx, "org_a", "ser_a", 9)), []store.EventSeries(nil))

	// Dates are added behind those that there are, or none of them.
	add := func(org string, more ...store.SeriesDate) error {
		return s.Series.PlanDates(ctx, org, "ser_a", func([]store.SeriesDate) ([]store.SeriesDate, error) { return more, nil })
	}
	wantErr(t, add("org_b"), store.ErrNotFound)
	wantErr(t, add("org_a", date("ser_a", 3, "evt_3"), date("ser_a", 2, "evt_4")), store.ErrConflict)
	if err := add("org_a", date("ser_a", 3, "evt_3")); err != nil {
		t.Fatal(err)
	}
	wantErr(t, add("org_a", make([]store.SeriesDate, store.MaxSeriesDates-2)...), store.ErrLimit)
	dates = append(dates, date("ser_a", 3, "evt_3"))
	dates[2].Plan = 2
	if err := s.Series.SetMade(ctx, &dates[1]); err != nil {
		t.Fatal(err)
	}
	dates[1].Made = true
	same(t, must[[]store.SeriesDate](t)(s.Series.Dates(ctx, "org_a", "ser_a", 9)), dates)
	wantErr(t, s.Series.SetMade(ctx, &store.SeriesDate{OrgID: "org_b", SeriesID: "ser_a", Position: 2}), store.ErrNotFound)

	title := "Night walks"
	series.Title = title
	same(t, must[*store.EventSeries](t)(s.Series.ChangeSeries(ctx, "org_a", "ser_a", &title, nil)), &series)
	_, err = s.Series.ChangeSeries(ctx, "org_b", "ser_a", &title, nil)
	wantErr(t, err, store.ErrNotFound)
}
