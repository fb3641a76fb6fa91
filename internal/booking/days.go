package booking

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// DaysOf returns when each of n days begins on the clocks of a zone, and when the last one ends. A day may
// have 23 hours, 25, or, where a date was left out, none.
func DaysOf(year int, month time.Month, date, n int, zone *time.Location) []inventory.Instant {
	begins := make([]inventory.Instant, n+1)
	for i := range begins {
		begins[i] = day{year, month, date}.on(i).begins(zone)
	}
	return begins
}

// begins is the first moment of the day.
func (d day) begins(zone *time.Location) inventory.Instant {
	at := time.Date(d.year, d.month, d.date, 0, 0, 0, 0, zone)
	start, end := at.ZoneBounds()
	y, m, date := at.Date()
	switch {
	case time.Date(y, m, date, 0, 0, 0, 0, time.UTC).Before(time.Date(d.year, d.month, d.date, 0, 0, 0, 0, time.UTC)):
		at = end // clocks skip midnight: the day begins as they are changed
	case at.Hour() != 0 || at.Minute() != 0 || at.Second() != 0:
		at = start
	}
	return inventory.At(at)
}
