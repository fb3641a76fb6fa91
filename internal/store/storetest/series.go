package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// testSeries: each event is a date of one series at most, a place is taken once, and a series
// is its organization's.
func testSeries(t *testing.T, open Open) {
	s := twoVenues(t, open)
	ctx := t.Context()
	series := events.EventSeries{OrgID: "org_a", ID: "ser_a", Title: "Walks", Description: "By night", CreatedAt: 5}
	date := func(series string, position int64, event string) events.SeriesDate {
		return events.SeriesDate{OrgID: "org_a", SeriesID: series, Position: position, EventID: event, SourceID: "evt_1", StartsAt: 7, Made: position == 1}
	}
	dates := []events.SeriesDate{date("ser_a", 1, "evt_1"), date("ser_a", 2, "evt_2")}
	dates[0].Plan, dates[1].Plan = 1, 1
	if err := s.Series.CreateSeries(ctx, series, dates); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Series.CreateSeries(ctx, series, nil), database.ErrConflict)
	for name, d := range map[string]events.SeriesDate{"an event of another series": date("ser_b", 1, "evt_2"), "a series of another organization": {OrgID: "org_b", SeriesID: "ser_a", Position: 9, EventID: "evt_9"}} {
		other := events.EventSeries{OrgID: "org_a", ID: "ser_b"}
		if err := s.Series.CreateSeries(ctx, other, []events.SeriesDate{d}); !errors.Is(err, database.ErrConflict) && !errors.Is(err, database.ErrConstraint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	series.ChangedAt = 5
	same(t, must[*events.EventSeries](t)(s.Series.Series(ctx, "org_a", "ser_a")), &series)
	same(t, must[*events.EventSeries](t)(s.Series.SeriesByID(ctx, "ser_a")), &series)
	_, err := s.Series.Series(ctx, "org_b", "ser_a")
	wantErr(t, err, database.ErrNotFound)
	_, err = s.Series.SeriesByID(ctx, "ser_b")
	wantErr(t, err, database.ErrNotFound)
	same(t, must[[]events.EventSeries](t)(s.Series.SeriesPage(ctx, "org_a", "", 9)), []events.EventSeries{series})
	same(t, must[[]events.EventSeries](t)(s.Series.SeriesPage(ctx, "org_a", "ser_a", 9)), []events.EventSeries(nil))

	// Words in other languages are the series' own, and go one language at a time.
	german := translation.Texts{translation.Title: {Text: "Spaziergänge", Of: translation.Mark("Walks")}}
	says := func(texts translation.Texts) func(*events.EventSeries) translation.Texts {
		return func(*events.EventSeries) translation.Texts { return texts }
	}
	_, err = s.Series.SetTexts(ctx, "org_b", "ser_a", 7, "de", says(german))
	wantErr(t, err, database.ErrNotFound)
	for _, language := range []string{"de", "fr"} {
		must[*events.EventSeries](t)(s.Series.SetTexts(ctx, "org_a", "ser_a", 3, language, says(german)))
	}
	series.Texts, series.ChangedAt = translation.All{"de": german}, 9
	same(t, must[*events.EventSeries](t)(s.Series.SetTexts(ctx, "org_a", "ser_a", 9, "fr", says(nil))), &series)
	same(t, must[*events.EventSeries](t)(s.Series.SeriesByID(ctx, "ser_a")), &series)

	// Dates are added behind those that there are, or none of them.
	add := func(org string, more ...events.SeriesDate) error {
		return s.Series.PlanDates(ctx, org, "ser_a", func([]events.SeriesDate) ([]events.SeriesDate, error) { return more, nil })
	}
	wantErr(t, add("org_b"), database.ErrNotFound)
	wantErr(t, add("org_a", date("ser_a", 3, "evt_3"), date("ser_a", 2, "evt_4")), database.ErrConflict)
	if err := add("org_a", date("ser_a", 3, "evt_3")); err != nil {
		t.Fatal(err)
	}
	wantErr(t, add("org_a", make([]events.SeriesDate, events.MaxSeriesDates-2)...), database.ErrLimit)
	dates = append(dates, date("ser_a", 3, "evt_3"))
	dates[2].Plan = 2
	if err := s.Series.SetMade(ctx, &dates[1]); err != nil {
		t.Fatal(err)
	}
	dates[1].Made = true
	same(t, must[[]events.SeriesDate](t)(s.Series.Dates(ctx, "org_a", "ser_a", 9)), dates)
	wantErr(t, s.Series.SetMade(ctx, &events.SeriesDate{OrgID: "org_b", SeriesID: "ser_a", Position: 2}), database.ErrNotFound)

	title := "Night walks"
	series.Title = title
	same(t, must[*events.EventSeries](t)(s.Series.ChangeSeries(ctx, "org_a", "ser_a", 8, &title, nil)), &series)
	_, err = s.Series.ChangeSeries(ctx, "org_b", "ser_a", 8, &title, nil)
	wantErr(t, err, database.ErrNotFound)
}
