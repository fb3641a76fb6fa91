package booking

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Limits of opening hours.
const (
	MaxOpenings   = 50  // in a week
	MaxExceptions = 400 // dates with hours of their own
	maxPerDay     = 5   // openings of one such date
)

// Hours says when a venue is open, in its own time zone. The zero Hours is always open.
type Hours struct {
	// Weekly are the openings of each week. Without any, every day is open all day.
	Weekly []Opening `json:"weekly,omitempty"`
	// Exceptions are dates whose openings take the place of the weekly ones.
	Exceptions []Exception `json:"exceptions,omitempty"`
}

// Opening is from when to when a venue is open on a weekday.
type Opening struct {
	Weekday time.Weekday `json:"weekday"`
	Span
}

// Span is minutes of a day. Closes is on the next day when it is not after Opens.
type Span struct {
	Opens  int `json:"opens"`
	Closes int `json:"closes"`
}

// Exception is a date with openings of its own, or with none: closed.
type Exception struct {
	Date     string `json:"date"` // 2006-01-02
	Openings []Span `json:"openings,omitempty"`
}

const minutesOfDay = 24 * 60

var allDay = []Span{{0, 0}}

// Check returns an error that says what is wrong with the hours, or nil.
func (h *Hours) Check() error {
	if len(h.Weekly) > MaxOpenings || len(h.Exceptions) > MaxExceptions {
		return fmt.Errorf("booking: at most %d openings in a week and %d exceptions", MaxOpenings, MaxExceptions)
	}
	fine := func(s Span) bool {
		return s.Opens >= 0 && s.Opens < minutesOfDay && s.Closes >= 0 && s.Closes < minutesOfDay
	}
	for _, o := range h.Weekly {
		if o.Weekday < time.Sunday || o.Weekday > time.Saturday || !fine(o.Span) {
			return fmt.Errorf("booking: %v is not an opening of a week", o)
		}
	}
	dates := map[string]bool{}
	for _, e := range h.Exceptions {
		if _, err := time.Parse(time.DateOnly, e.Date); err != nil || dates[e.Date] || len(e.Openings) > maxPerDay || slices.ContainsFunc(e.Openings, func(s Span) bool { return !fine(s) }) {
			return fmt.Errorf("booking: %q is not a date, has hours twice, or no such hours can be", e.Date)
		}
		dates[e.Date] = true
	}
	return nil
}

// Always reports whether the venue is always open.
func (h *Hours) Always() bool { return len(h.Weekly) == 0 && len(h.Exceptions) == 0 }

// day is a date of a venue's calendar.
type day struct {
	year  int
	month time.Month
	date  int
}

func dayOf(at inventory.Instant, zone *time.Location) day {
	y, m, d := at.Time().In(zone).Date()
	return day{y, m, d}
}

// on is the n-th day after d; before it, where n is negative.
func (d day) on(n int) day {
	y, m, date := time.Date(d.year, d.month, d.date+n, 12, 0, 0, 0, time.UTC).Date()
	return day{y, m, date}
}

func (d day) at(minute int, zone *time.Location) inventory.Instant {
	return inventory.At(time.Date(d.year, d.month, d.date, 0, minute, 0, 0, zone))
}

// period is a time in which a venue is open.
type period struct{ opens, closes inventory.Instant }

// periods are the openings that begin on a date.
func (h *Hours) periods(d day, zone *time.Location) []period {
	noon := time.Date(d.year, d.month, d.date, 12, 0, 0, 0, time.UTC)
	var spans []Span
	name := noon.Format(time.DateOnly)
	if at := slices.IndexFunc(h.Exceptions, func(e Exception) bool { return e.Date == name }); at >= 0 {
		spans = h.Exceptions[at].Openings
	} else if len(h.Weekly) == 0 {
		spans = allDay
	} else {
		for _, o := range h.Weekly {
			if o.Weekday == noon.Weekday() {
				spans = append(spans, o.Span)
			}
		}
	}
	list := make([]period, 0, len(spans))
	for _, s := range spans {
		last := d
		if s.Closes <= s.Opens {
			last = d.on(1)
		}
		list = append(list, period{d.at(s.Opens, zone), last.at(s.Closes, zone)})
	}
	slices.SortFunc(list, func(a, b period) int { return cmp.Compare(a.opens, b.opens) })
	return list
}

// Open reports whether a booking from one time to another begins and ends while the venue
// is open, and no whole day in between is closed. Hours in between in which it is closed,
// as at night, are booked with the rest.
func (h *Hours) Open(from, to inventory.Instant, zone *time.Location) bool {
	if h.Always() {
		return true
	}
	first, last := dayOf(from, zone), dayOf(to, zone)
	open := func(d day, within func(period) bool) bool {
		// What opened the day before may still be open.
		return slices.ContainsFunc(h.periods(d.on(-1), zone), within) || slices.ContainsFunc(h.periods(d, zone), within)
	}
	if !open(first, func(p period) bool { return p.opens <= from && from < p.closes }) || !open(last, func(p period) bool { return p.opens < to && to <= p.closes }) {
		return false
	}
	if first == last {
		return true
	}
	for d := first.on(1); d != last; d = d.on(1) {
		if len(h.periods(d, zone)) == 0 {
			return false
		}
	}
	return true
}

// next is the first start from one time on at which something of a length finds the venue
// open. It looks at starts as asked for and when the venue opens.
func (h *Hours) next(from, until inventory.Instant, length inventory.Instant, zone *time.Location) (inventory.Instant, bool) {
	if h.Open(from, from+length, zone) {
		return from, true
	}
	for d := dayOf(from, zone); d.at(0, zone) <= until; d = d.on(1) {
		for _, p := range h.periods(d, zone) {
			if p.opens > from && p.opens <= until && h.Open(p.opens, p.opens+length, zone) {
				return p.opens, true
			}
		}
	}
	return 0, false
}

// last is the last start up to one time at which something of a length finds the venue
// open. It looks at starts as asked for, and so that it ends when the venue closes.
func (h *Hours) last(from, since inventory.Instant, length inventory.Instant, zone *time.Location) (inventory.Instant, bool) {
	if h.Open(from, from+length, zone) {
		return from, true
	}
	// What opens on a day may close on the next.
	for d := dayOf(from+length, zone); d.at(minutesOfDay, zone) >= since; d = d.on(-1) {
		for _, p := range slices.Backward(h.periods(d, zone)) {
			if start := p.closes - length; start < from && start >= since && h.Open(start, p.closes, zone) {
				return start, true
			}
		}
	}
	return 0, false
}

// maxSteps bounds how often the search for a free time goes from what is free to what is
// open and back.
const maxSteps = 500

// Nearest returns the nearest starts, from since until until, at which a booking finds all
// its rooms free and the venue open for as long: the last one before what it asks for, and
// the first one after. They are nil where there are none.
func (c *Calendar) Nearest(b *Booking, since, until inventory.Instant, h *Hours, zone *time.Location) (before, after *inventory.Instant) {
	if c.Check(b).Code != OK {
		return nil, nil
	}
	length := b.EndsAt - b.StartsAt
	at := max(b.StartsAt, since)
	for range maxSteps {
		open, found := h.next(at, until, length, zone)
		if !found {
			break
		}
		free := c.after(b.moved(open), since)
		if free == nil || *free > until {
			break
		}
		if *free == open {
			after = free
			break
		}
		at = *free
	}
	at = b.StartsAt
	for range maxSteps {
		open, found := h.last(at, since, length, zone)
		if !found {
			break
		}
		free := c.before(b.moved(open), since)
		if free == nil {
			break
		}
		if *free == open {
			before = free
			break
		}
		at = *free
	}
	return before, after
}

// NearestAgain is Nearest, of a venue that is always open, when the calendar has only got more
// bookings since that returned before and after for the same booking: whatever was not free then
// is not free now, so that the search goes on from there. since is no earlier than it was.
func (c *Calendar) NearestAgain(b *Booking, since, until inventory.Instant, before, after *inventory.Instant) (again, later *inventory.Instant) {
	if before != nil {
		again = c.before(b.moved(*before), since)
	}
	if after != nil {
		later = c.after(b.moved(*after), since)
	}
	if later != nil && *later > until {
		later = nil
	}
	return again, later
}
