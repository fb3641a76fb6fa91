package recurrence

import (
	"slices"
	"time"
)

// MaxDates is how many dates Expand returns at most.
const MaxDates = 400

// Years is how far behind its start a rule is followed.
const Years = 100

// Date is a day of the calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDate reads a date such as "2026-12-24".
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, wrong("", "leaves out %q, which is not a day such as 2026-12-24", text)
	}
	return dateOf(t), nil
}

// DateOf returns the day on which an instant is in a zone.
func DateOf(t time.Time, zone *time.Location) Date { return dateOf(t.In(zone)) }

func dateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// String returns the date as "2026-12-24".
func (d Date) String() string { return d.midnight().Format(time.DateOnly) }

// Sub returns how many days a date is behind another.
func (d Date) Sub(of Date) int { return int(d.midnight().Sub(of.midnight()) / (24 * time.Hour)) }

// midnight is the day as a time of day 00:00 without a zone.
func (d Date) midnight() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

// Expand returns when what begins at start takes place by the rule, in order, each later than
// the one before, and none before start. start is an instant; its time of day in the zone is
// that of every date. It is itself a date only if the rule matches its day.
//
// At most limit dates are returned, which MaxDates bounds, and none later than Years after
// start; more reports whether the rule has dates beyond the limit. Days of except are left
// out; they count for COUNT. No rule costs more than looking at each day of those years.
func Expand(rule *Rule, start time.Time, zone *time.Location, except []Date, limit int) (dates []time.Time, more bool) {
	limit = min(limit, MaxDates)
	e := expansionOf(rule, start, zone)
	without := make(map[Date]bool, len(except))
	for _, d := range except {
		without[d] = true
	}
	counted := 0
	for day := range e.each {
		at, ok := e.at(day)
		if !ok {
			continue // the zone skipped this day
		}
		if u := rule.until; u != nil && u.before(at, zone) {
			break
		}
		counted++
		if rule.count > 0 && counted > rule.count {
			break
		}
		if without[day] {
			continue
		}
		if len(dates) >= limit {
			return dates, true
		}
		dates = append(dates, at)
	}
	return dates, false
}

// Within returns the dates of a rule from one time on and before another, in order, however many
// were before: what began years ago goes on now. At most limit are returned; more reports
// whether there are others. looked is how many days it had to look at, of which there are no
// more than until that time.
func Within(rule *Rule, start time.Time, zone *time.Location, from, until time.Time, limit int) (dates []time.Time, more bool, looked int) {
	e := expansionOf(rule, start, zone)
	e.looked = func() { looked++ }
	if last := dateOf(until.In(zone)).midnight(); last.Before(e.last) {
		e.last = last
	}
	counted := 0
	for day := range e.each {
		at, ok := e.at(day)
		if !ok {
			continue // the zone skipped this day
		}
		counted++
		if u := rule.until; u != nil && u.before(at, zone) || rule.count > 0 && counted > rule.count || !at.Before(until) {
			break
		}
		if at.Before(from) {
			continue
		}
		if len(dates) >= limit {
			return dates, true, looked
		}
		dates = append(dates, at)
	}
	return dates, false, looked
}

// expansionOf is a rule from a start.
func expansionOf(rule *Rule, start time.Time, zone *time.Location) expansion {
	e := expansion{Rule: rule, zone: zone, start: start, wall: wallOf(start.In(zone))}
	e.first = dateOf(e.wall)
	e.last = e.first.midnight().AddDate(Years, 0, 0)
	return e
}

// before reports whether the rule ended before an instant.
func (u *until) before(at time.Time, zone *time.Location) bool {
	if !u.local.IsZero() {
		return wallOf(at.In(zone)).After(u.local)
	}
	return at.After(u.instant)
}

// wallOf is what a clock on the wall shows, as a time in UTC.
func wallOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// expansion is a rule from a start.
type expansion struct {
	*Rule
	zone  *time.Location
	start time.Time
	wall  time.Time // of start
	first Date      // of start
	last  time.Time // no day behind it is looked at
	// looked is called for each day that is looked at; nil: nobody is.
	looked func()
}

// at returns the instant of a day; false: the zone has no such day.
func (e *expansion) at(day Date) (time.Time, bool) {
	if day == e.first {
		return e.start, true // which may be the second of a time that exists twice
	}
	return day.At(e.wall.Sub(e.first.midnight()), e.zone)
}

// At returns when clocks in a zone show a time of day, counted from midnight, by the rules of
// the package. It reports whether the zone has such a day.
func (d Date) At(clock time.Duration, zone *time.Location) (time.Time, bool) {
	at := instant(d.midnight().Add(clock), zone)
	return at, dateOf(at.In(zone)) == d
}

// EndOf is when a date ends that begins at start, where the first one goes from one time to another: at its
// time of day, as many days later. Where clocks leave nothing of that, it lasts as long.
func EndOf(from, to, start time.Time, zone *time.Location) time.Time {
	first, last := from.In(zone), to.In(zone)
	day := dateOf(start.In(zone)).midnight().Add(dateOf(last).midnight().Sub(dateOf(first).midnight()))
	if end, there := dateOf(day).At(wallOf(last).Sub(dateOf(last).midnight()), zone); there && end.After(start) {
		return end
	}
	return start.Add(to.Sub(from))
}

// instant is when clocks in a zone show a time: first, where they show it twice. A time that
// they leap over is taken with the offset before the change.
func instant(wall time.Time, zone *time.Location) time.Time {
	// No offset is beyond 14 hours east or 12 west; a day farther is before and behind any change.
	offset := func(at time.Time) time.Duration {
		_, seconds := at.In(zone).Zone()
		return time.Duration(seconds) * time.Second
	}
	before := wall.Add(-offset(wall.Add(-15 * time.Hour)))
	after := wall.Add(-offset(wall.Add(13 * time.Hour)))
	switch {
	case wallOf(before.In(zone)).Equal(wall) || !wallOf(after.In(zone)).Equal(wall):
		return before.In(zone)
	default:
		return after.In(zone)
	}
}

// each calls yield with each day of the rule in order, from the day of the start on.
func (e *expansion) each(yield func(Date) bool) {
	for first, behind := e.period(); !first.After(e.last); first, behind = e.next(first) {
		for _, day := range e.within(first, behind) {
			if day.midnight().Before(e.first.midnight()) {
				continue
			}
			if day.midnight().After(e.last) || !yield(day) {
				return
			}
		}
	}
}

// period returns the first day of the period in which the start is, and the day behind its last.
func (e *expansion) period() (first, behind time.Time) {
	day := e.first.midnight()
	switch e.freq {
	case weekly:
		day = day.AddDate(0, 0, -daysSince(e.weekStart, day.Weekday()))
	case monthly:
		day = time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, time.UTC)
	case yearly:
		day = time.Date(day.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
	case daily:
	}
	return day, e.later(day, 1)
}

// next returns the period that is the interval behind the one that begins at first.
func (e *expansion) next(first time.Time) (from, behind time.Time) {
	from = e.later(first, e.interval)
	return from, e.later(from, 1)
}

// later returns the first day of the period that is n behind the one that begins at first.
func (e *expansion) later(first time.Time, n int) time.Time {
	switch e.freq {
	case weekly:
		return first.AddDate(0, 0, 7*n)
	case monthly:
		return first.AddDate(0, n, 0)
	case yearly:
		return first.AddDate(n, 0, 0)
	default:
		return first.AddDate(0, 0, n)
	}
}

// daysSince returns how many days after the last such weekday a day is.
func daysSince(weekday, day time.Weekday) int { return (int(day) - int(weekday) + 7) % 7 }

// within returns the days of a period that the rule matches, in order.
func (e *expansion) within(first, behind time.Time) []Date {
	var set []Date
	for day := first; day.Before(behind); day = day.AddDate(0, 0, 1) {
		if e.looked != nil {
			e.looked()
		}
		if e.matches(day) {
			set = append(set, dateOf(day))
		}
	}
	if e.positions == nil {
		return set
	}
	var picked []Date
	for i := range set {
		if slices.Contains(e.positions, i+1) || slices.Contains(e.positions, i-len(set)) {
			picked = append(picked, set[i])
		}
	}
	return picked
}

// matches reports whether the parts of the rule allow a day of a period.
func (e *expansion) matches(day time.Time) bool {
	if e.months != nil && !slices.Contains(e.months, int(day.Month())) {
		return false
	}
	if e.monthDays != nil && !slices.Contains(e.monthDays, day.Day()) && !slices.Contains(e.monthDays, day.Day()-daysIn(day.Year(), day.Month())-1) {
		return false
	}
	if e.days != nil {
		return slices.ContainsFunc(e.days, func(d weekdayNum) bool { return e.isNth(d, day) })
	}
	if e.monthDays != nil {
		return true
	}
	// Without a part that names days, the day of the start does.
	switch e.freq {
	case weekly:
		return day.Weekday() == e.first.midnight().Weekday()
	case monthly:
		return day.Day() == e.first.Day
	case yearly:
		return day.Day() == e.first.Day && (e.months != nil || day.Month() == e.first.Month)
	default:
		return true
	}
}

// isNth reports whether a day is the nth such weekday of its month, or of its year in a rule of
// years that names no months.
func (e *expansion) isNth(d weekdayNum, day time.Time) bool {
	if day.Weekday() != d.day {
		return false
	}
	at, length := day.Day(), daysIn(day.Year(), day.Month())
	if e.freq == yearly && e.months == nil {
		at, length = day.YearDay(), 365
		if daysIn(day.Year(), time.February) == 29 {
			length = 366
		}
	}
	switch {
	case d.n > 0:
		return (at-1)/7+1 == d.n
	case d.n < 0:
		return (length-at)/7+1 == -d.n
	default:
		return true
	}
}

// daysIn returns how many days a month has.
func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
