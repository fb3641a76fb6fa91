package bookingtest

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// fits is what people are answered who are too many for the rooms, or want them furnished as they are not.
func (m *Model) fits(w *Wish) Answer {
	tooMany := Answer{Code: string(booking.TooMany)}
	if m.Capacity > 0 && w.People > m.Capacity && !m.wrong("all of the venue") {
		return tooMany
	}
	most, unknown := int64(0), false
	for _, room := range w.Rooms {
		holds := m.Rooms[room].Holds
		n, offered := holds[w.Layout]
		switch {
		case len(holds) == 0:
			unknown = true
		case w.Layout != "" && !offered && !m.wrong("layouts"):
			return Answer{Code: string(booking.LayoutNotOffered)}
		case w.Layout == "":
			for _, in := range holds {
				n = max(n, in)
			}
		}
		most += n
	}
	if w.People > most && !unknown && !m.wrong("people") {
		return tooMany
	}
	return Answer{}
}

// elsewhere are the calendars of others that say that a room is taken at the time of a booking: the same, a part
// of it, or the whole of which it is a part.
func (m *Model) elsewhere(b *Booked) (names []string) {
	if m.wrong("elsewhere") {
		return nil
	}
	from, to := b.From-inventory.Instant(b.Setup), b.To+inventory.Instant(b.Teardown)
	if m.wrong("elsewhere beside set-up") {
		from, to = b.From, b.To
	}
	for i, busy := range m.Busy {
		taken := false
		for _, p := range busy {
			for _, room := range b.Rooms {
				theirs := m.Calendars[i]
				if p.From < to && from < p.To && (room == theirs || m.share(room, theirs) && !m.wrong("elsewhere in parts")) {
					taken = true
				}
			}
		}
		if taken {
			names = append(names, CalendarName(i))
		}
	}
	return names
}

// CalendarName is what a calendar of others is called in answers.
func CalendarName(n int) string { return "calendar " + string(rune('A'+n)) }

// open: the venue is open when something begins, and when it ends, and for some time of each day between.
func (m *Model) open(from, to inventory.Instant) bool {
	if len(m.Hours.Weekly)+len(m.Hours.Exceptions) == 0 || m.wrong("hours") {
		return true
	}
	zone, err := time.LoadLocation(m.Zone)
	if err != nil {
		panic(err)
	}
	dates := func(t inventory.Instant) time.Time {
		y, month, d := t.Time().In(zone).Date()
		return time.Date(y, month, d, 0, 0, 0, 0, time.UTC)
	}
	first, last := dates(from), dates(to)
	begins, ends := false, false
	for d := first.AddDate(0, 0, -1); !d.After(last); d = d.AddDate(0, 0, 1) {
		spans := m.spans(d)
		if len(spans) == 0 && d.After(first) && d.Before(last) && !m.wrong("closed days") {
			return false
		}
		for _, s := range spans {
			opens, closes := clock(d, s.Opens, zone), clock(d, s.Closes, zone)
			if s.Closes <= s.Opens && !m.wrong("past midnight") {
				closes = clock(d.AddDate(0, 0, 1), s.Closes, zone)
			}
			// Whatever began two days before something ends is not looked for.
			begins = begins || opens <= from && from < closes && !d.After(first)
			ends = ends || opens < to && to <= closes && !d.Before(last.AddDate(0, 0, -1))
		}
	}
	return begins && ends
}

// clock is a minute of a day on the clocks of a zone.
func clock(d time.Time, minute int, zone *time.Location) inventory.Instant {
	return inventory.At(time.Date(d.Year(), d.Month(), d.Day(), minute/60, minute%60, 0, 0, zone))
}

// spans are the openings of a day: those of its date if it has any of its own, or of its weekday.
func (m *Model) spans(d time.Time) (list []booking.Span) {
	for _, e := range m.Hours.Exceptions {
		if e.Date == d.Format("2006-01-02") && !m.wrong("dates of their own") {
			return e.Openings
		}
	}
	if len(m.Hours.Weekly) == 0 {
		return []booking.Span{{}} // from midnight to midnight
	}
	for _, o := range m.Hours.Weekly {
		if o.Weekday == d.Weekday() {
			list = append(list, o.Span)
		}
	}
	return list
}

// Dates are when the dates of what repeats begin: at the same time on the clocks of the venue.
func (m *Model) Dates(c Repeat) []inventory.Instant {
	zone, err := time.LoadLocation(m.Zone)
	if err != nil {
		panic(err)
	}
	first := c.From.Time().In(zone)
	list := make([]inventory.Instant, c.Count)
	for i := range list {
		list[i] = inventory.At(time.Date(first.Year(), first.Month(), first.Day()+i*c.Days, first.Hour(), first.Minute(), first.Second(), first.Nanosecond(), zone))
		if m.wrong("clocks") {
			list[i] = c.From + inventory.Instant(i*c.Days)*inventory.Instant(inventory.Day)
		}
	}
	return list
}

// dateEnds is when a date ends: when the first one does on the clocks of the venue, as many days later. Where
// they have no such time, it lasts as long.
func (m *Model) dateEnds(c *Repeat, from inventory.Instant) inventory.Instant {
	zone, err := time.LoadLocation(m.Zone)
	if err != nil {
		panic(err)
	}
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	first, last, now := c.From.Time().In(zone), c.To.Time().In(zone), from.Time().In(zone)
	days := int(day(last).Sub(day(first)).Hours() / 24)
	end := time.Date(now.Year(), now.Month(), now.Day()+days, last.Hour(), last.Minute(), last.Second(), last.Nanosecond(), zone)
	if !end.After(now) {
		return from + c.To - c.From
	}
	return inventory.At(end)
}
