package discovery

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func TestDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, starts, ends, first, last string }{
		{"Europe/Berlin", "2026-11-28T20:00", "2026-11-28T23:00", "2026-11-28", "2026-11-28"},
		{"Europe/Berlin", "2026-11-28T20:00", "2026-11-29T00:00", "2026-11-28", "2026-11-28"}, // until midnight
		{"Europe/Berlin", "2026-11-28T20:00", "2026-11-29T04:00", "2026-11-28", "2026-11-29"},
		{"America/Los_Angeles", "2026-11-28T20:00", "2026-11-28T22:00", "2026-11-28", "2026-11-28"}, // the 29th in UTC
		{"Pacific/Kiritimati", "2026-11-28T08:00", "2026-11-28T09:00", "2026-11-28", "2026-11-28"},  // the 27th in UTC
		{"Europe/Berlin", "2027-03-28T01:30", "2027-03-28T03:30", "2027-03-28", "2027-03-28"},       // the clocks go forward
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		at := func(text string) inventory.Instant {
			v, err := time.ParseInLocation("2006-01-02T15:04", text, zone)
			if err != nil {
				t.Fatal(err)
			}
			return inventory.At(v)
		}
		first, last := DaysOf(at(c.starts), at(c.ends), zone)
		wantFirst, ok1 := ParseDay(c.first)
		wantLast, ok2 := ParseDay(c.last)
		if !ok1 || !ok2 || first != wantFirst || last != wantLast {
			t.Errorf("%+v: %d to %d, want %d to %d", c, first, last, wantFirst, wantLast)
		}
		if first.Begins() > at(c.starts) || last.Ends() < at(c.ends) {
			t.Errorf("%+v: its days begin after it, or end before it", c)
		}
	}
	for _, bad := range []string{"", "2026-11-31", "28.11.2026", "2026-11-28T00:00:00Z", "1969-12-31", "1970-01-01"} {
		if d, ok := ParseDay(bad); ok {
			t.Errorf("%q is day %d", bad, d)
		}
	}
}
