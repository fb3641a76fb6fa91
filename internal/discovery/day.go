package discovery

import (
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Day is a day of the calendar, wherever that is: days since the first of 1970, of which
// that one itself stands for no day.
type Day int64

// offUTC is how far a clock on a wall is from UTC at most.
const offUTC = inventory.Instant(14 * inventory.Hour)

// ParseDay reads a day that is written as 2026-11-28.
func ParseDay(text string) (Day, bool) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, false
	}
	d := dayOf(t)
	return d, d > 0
}

// DaysOf are the first and the last day of an event on the calendar where it is.
func DaysOf(starts, ends inventory.Instant, zone *time.Location) (first, last Day) {
	return dayOf(starts.Time().In(zone)), dayOf(max(starts, ends-1).Time().In(zone))
}

func dayOf(t time.Time) Day {
	const seconds = 24 * 60 * 60
	return Day(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / seconds)
}

// Zones are the time zones that events are in, each read once.
type Zones struct{ known sync.Map } // *time.Location by its name

// Load returns the zone of a name.
func (z *Zones) Load(name string) (*time.Location, error) {
	if zone, ok := z.known.Load(name); ok {
		return zone.(*time.Location), nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	z.known.Store(name, zone)
	return zone, nil
}

// Begins is before the day begins anywhere.
func (d Day) Begins() inventory.Instant { return d.utc() - offUTC }

// Ends is after the day has ended everywhere.
func (d Day) Ends() inventory.Instant { return (d + 1).utc() + offUTC }

func (d Day) utc() inventory.Instant { return inventory.Instant(d) * inventory.Instant(inventory.Day) }
