package message

import (
	"testing"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

func TestMoment(t *testing.T) {
	load := func(name string) zone {
		loc, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return zone{loc}
	}
	for _, c := range []struct {
		d        *dictionary
		zone, at string
		want     string
	}{
		// The hour that Berlin lives twice: same clock, other offset.
		{english, "Europe/Berlin", "2026-10-25T00:30:00Z", "Sunday, 25 October 2026, 02:30 (Europe/Berlin, UTC+2)"},
		{english, "Europe/Berlin", "2026-10-25T01:30:00Z", "Sunday, 25 October 2026, 02:30 (Europe/Berlin, UTC+1)"},
		// The hour that it skips.
		{english, "Europe/Berlin", "2026-03-29T00:59:59Z", "Sunday, 29 March 2026, 01:59 (Europe/Berlin, UTC+1)"},
		{english, "Europe/Berlin", "2026-03-29T01:00:00Z", "Sunday, 29 March 2026, 03:00 (Europe/Berlin, UTC+2)"},
		// The day is the event's, not the server's.
		{german, "Pacific/Auckland", "2026-12-31T12:00:00Z", "Freitag, 1. Januar 2027, 01:00 Uhr (Pacific/Auckland, UTC+13)"},
		{english, "Asia/Kathmandu", "2026-06-01T00:00:00Z", "Monday, 1 June 2026, 05:45 (Asia/Kathmandu, UTC+5:45)"},
		{english, "America/St_Johns", "2026-01-15T12:00:00Z", "Thursday, 15 January 2026, 08:30 (America/St Johns, UTC-3:30)"},
		{english, "UTC", "2026-01-15T12:00:00Z", "Thursday, 15 January 2026, 12:00 (UTC)"},
	} {
		if got := c.d.moment(at(t, c.at), load(c.zone)); got != c.want {
			t.Errorf("%s in %s:\n got %s\nwant %s", c.at, c.zone, got, c.want)
		}
	}
}

func TestMoments(t *testing.T) {
	z := zone{berlin(t)}
	for _, c := range []struct{ from, to, want string }{
		{"2026-11-20T17:00:00Z", "2026-11-20T20:00:00Z", "Friday, 20 November 2026, 18:00–21:00 (Europe/Berlin, UTC+1)"},
		{"2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z", "Sunday, 25 October 2026, 01:00 (Europe/Berlin, UTC+2) – Sunday, 25 October 2026, 04:00 (Europe/Berlin, UTC+1)"},
		{"2026-11-20T17:00:00Z", "2026-11-21T01:00:00Z", "Friday, 20 November 2026, 18:00 (Europe/Berlin, UTC+1) – Saturday, 21 November 2026, 02:00 (Europe/Berlin, UTC+1)"},
	} {
		if got := english.moments(at(t, c.from), at(t, c.to), z); got != c.want {
			t.Errorf("%s to %s:\n got %s\nwant %s", c.from, c.to, got, c.want)
		}
	}
}

func TestLength(t *testing.T) {
	for _, c := range []struct {
		d    *dictionary
		m    inv.Micros
		want string
	}{
		{english, 6 * inv.Hour, "6 hours"}, {english, inv.Hour, "1 hour"}, {english, 90 * inv.Minute, "90 minutes"},
		{english, inv.Day, "24 hours"}, {english, 3 * inv.Day, "3 days"}, {english, inv.Minute, "1 minute"},
		{german, inv.Hour, "1 Stunde"}, {german, 2 * inv.Day, "2 Tage"},
	} {
		if got := c.d.length(c.m); got != c.want {
			t.Errorf("%d: %q, want %q", c.m, got, c.want)
		}
	}
}
