package mailkit

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

// ZoneName names a zone with its offset at t, as "Europe/Berlin, UTC+1", so that a time
// in the hour that is repeated when clocks change is unambiguous. Every time that the
// server writes for people, in mails, pages and receipts, names its zone with it.
func ZoneName(t time.Time, loc *time.Location) string {
	name := strings.ReplaceAll(loc.String(), "_", " ")
	if name == "UTC" {
		return name
	}
	return name + ", " + offset(t.In(loc))
}

// offset returns how far the clock of t is from UTC: "UTC+1".
func offset(t time.Time) string {
	_, seconds := t.Zone()
	if seconds == 0 {
		return "UTC"
	}
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("UTC%c%d", sign, seconds/3600)
	if m := seconds / 60 % 60; m != 0 {
		text += fmt.Sprintf(":%02d", m)
	}
	return text
}

// Moment formats a date and time with its zone: "Friday, 20 November 2026, 18:00
// (Europe/Berlin, UTC+1)".
func (l *Language) Moment(i inventory.Instant, loc *time.Location) string {
	t := in(i, loc)
	return fmt.Sprintf("%s%s%s%s (%s)", l.Date(l, t), locale.Comma(l.Tag), t.Format(l.Clock), l.ClockTail, ZoneName(t, loc))
}

// Moments formats a start and an end, with the date once if both share day and offset.
func (l *Language) Moments(from, to inventory.Instant, loc *time.Location) string {
	if to == 0 || to <= from {
		return l.Moment(from, loc)
	}
	a, b := in(from, loc), in(to, loc)
	_, offA := a.Zone()
	_, offB := b.Zone()
	if a.YearDay() != b.YearDay() || a.Year() != b.Year() || offA != offB {
		return l.Moment(from, loc) + " " + l.Between + " " + l.Moment(to, loc)
	}
	return fmt.Sprintf("%s%s%s%s%s%s (%s)", l.Date(l, a), locale.Comma(l.Tag), a.Format(l.Clock), l.Between, b.Format(l.Clock), l.ClockTail, ZoneName(a, loc))
}

// Short formats a moment for a subject line, where the full form would be cut off: "20
// Nov, 18:00". The body has the full form.
func (l *Language) Short(i inventory.Instant, loc *time.Location) string {
	t := in(i, loc)
	return l.ShortDate(l, t) + locale.Comma(l.Tag) + t.Format(l.Clock) + l.ClockTail
}

// ShortDeadline formats a deadline for a subject line, with the offset of its zone: "20
// Nov, 18:00 UTC+1".
func (l *Language) ShortDeadline(i inventory.Instant, loc *time.Location) string {
	return l.Short(i, loc) + " " + offset(in(i, loc))
}

// in returns an instant in a zone, cut off to the minute, so that a deadline is never shown later than it is.
func in(i inventory.Instant, loc *time.Location) time.Time {
	return i.Time().In(loc).Truncate(time.Minute)
}
