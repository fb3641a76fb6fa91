package mailkit

import (
	"testing"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

func TestMoment(t *testing.T) {
	load := func(name string) *time.Location {
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return loc
	}
	for _, c := range []struct {
		d        *Language
		zone, at string
		want     string
	}{
		// The hour that Berlin lives twice: same clock, other offset.
		{English, "Europe/Berlin", "2026-10-25T00:30:00Z", "Sunday, 25 October 2026, 02:30 (Europe/Berlin, UTC+2)"},
		{English, "Europe/Berlin", "2026-10-25T01:30:00Z", "Sunday, 25 October 2026, 02:30 (Europe/Berlin, UTC+1)"},
		// The hour that it skips.
		{English, "Europe/Berlin", "2026-03-29T00:59:59Z", "Sunday, 29 March 2026, 01:59 (Europe/Berlin, UTC+1)"},
		{English, "Europe/Berlin", "2026-03-29T01:00:00Z", "Sunday, 29 March 2026, 03:00 (Europe/Berlin, UTC+2)"},
		// The day is the event's, not the server's.
		{German, "Pacific/Auckland", "2026-12-31T12:00:00Z", "Freitag, 1. Januar 2027, 01:00 Uhr (Pacific/Auckland, UTC+13)"},
		{English, "Asia/Kathmandu", "2026-06-01T00:00:00Z", "Monday, 1 June 2026, 05:45 (Asia/Kathmandu, UTC+5:45)"},
		{English, "America/St_Johns", "2026-01-15T12:00:00Z", "Thursday, 15 January 2026, 08:30 (America/St Johns, UTC-3:30)"},
		{English, "UTC", "2026-01-15T12:00:00Z", "Thursday, 15 January 2026, 12:00 (UTC)"},
	} {
		if got := c.d.Moment(at(t, c.at), load(c.zone)); got != c.want {
			t.Errorf("%s in %s:\n got %s\nwant %s", c.at, c.zone, got, c.want)
		}
	}
}

func TestMoments(t *testing.T) {
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"2026-11-20T17:00:00Z", "2026-11-20T20:00:00Z", "Friday, 20 November 2026, 18:00–21:00 (Europe/Berlin, UTC+1)"},
		{"2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z", "Sunday, 25 October 2026, 01:00 (Europe/Berlin, UTC+2) – Sunday, 25 October 2026, 04:00 (Europe/Berlin, UTC+1)"},
		{"2026-11-20T17:00:00Z", "2026-11-21T01:00:00Z", "Friday, 20 November 2026, 18:00 (Europe/Berlin, UTC+1) – Saturday, 21 November 2026, 02:00 (Europe/Berlin, UTC+1)"},
	} {
		if got := English.Moments(at(t, c.from), at(t, c.to), loc); got != c.want {
			t.Errorf("%s to %s:\n got %s\nwant %s", c.from, c.to, got, c.want)
		}
	}
}

func TestLength(t *testing.T) {
	for _, c := range []struct {
		d    *Language
		m    inv.Micros
		want string
	}{
		{English, 6 * inv.Hour, "6 hours"}, {English, inv.Hour, "1 hour"}, {English, 90 * inv.Minute, "90 minutes"},
		{English, inv.Day, "24 hours"}, {English, 3 * inv.Day, "3 days"}, {English, inv.Minute, "1 minute"},
		{German, inv.Hour, "1 Stunde"}, {German, 2 * inv.Day, "2 Tage"},
	} {
		if got := c.d.Length(c.m); got != c.want {
			t.Errorf("%d: %q, want %q", c.m, got, c.want)
		}
	}
}

func at(t testing.TB, s string) inv.Instant {
	t.Helper()
	v, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return inv.At(v)
}

// TestLanguagesAreComplete checks that each language of guests has each text, each plural
// form, and the placeholders of the English text.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	if len(Languages) != len(locale.Tags) {
		t.Fatalf("%d languages, of %d", len(Languages), len(locale.Tags))
	}
	for i, d := range Languages {
		if d.Tag != locale.Tags[i] {
			t.Errorf("language %d is %s, not %s", i, d.Tag, locale.Tags[i])
		}
		localetest.Check{
			Tag: d.Tag, Blank: true,
			Other: []string{"Tag", "Date", "ShortDate", "EuroFirst", "ClockTail", "Point", "Thousands", "Between"},
		}.Compare(t, *English, *d)
		if d.Date == nil || d.ShortDate == nil || d.Between == "" || d.Point == "" || d.Thousands == "" {
			t.Errorf("%s does not say how dates and amounts are written", d.Tag)
		}
	}
}
