package message

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// zone is an event's time zone.
type zone struct{ loc *time.Location }

// zoneOf is the zone of an event, UTC where it has none.
func zoneOf(ev *events.EventView) zone { return zone{cmp.Or(ev.Event.Zone, time.UTC)} }

// in returns an instant in the zone, cut off to the minute, so that a deadline is never
// shown later than it is.
func (z zone) in(i inventory.Instant) time.Time {
	return i.Time().In(z.loc).Truncate(time.Minute)
}

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

// moment formats a date and time with its zone: "Friday, 20 November 2026, 18:00
// (Europe/Berlin, UTC+1)".
func (d *dictionary) moment(i inventory.Instant, z zone) string {
	t := z.in(i)
	return fmt.Sprintf("%s%s%s%s (%s)", d.date(d, t), locale.Comma(d.tag), t.Format(d.clock), d.clockTail, ZoneName(t, z.loc))
}

// moments formats a start and an end, with the date once if both share day and offset.
func (d *dictionary) moments(from, to inventory.Instant, z zone) string {
	if to == 0 || to <= from {
		return d.moment(from, z)
	}
	a, b := z.in(from), z.in(to)
	_, offA := a.Zone()
	_, offB := b.Zone()
	if a.YearDay() != b.YearDay() || a.Year() != b.Year() || offA != offB {
		return d.moment(from, z) + " " + d.between + " " + d.moment(to, z)
	}
	return fmt.Sprintf("%s%s%s%s%s%s (%s)", d.date(d, a), locale.Comma(d.tag), a.Format(d.clock), d.between, b.Format(d.clock), d.clockTail, ZoneName(a, z.loc))
}

// short formats a moment for a subject line, where the full form would be cut off: "20
// Nov, 18:00". The body has the full form.
func (d *dictionary) short(i inventory.Instant, z zone) string {
	t := z.in(i)
	return d.shortDate(d, t) + locale.Comma(d.tag) + t.Format(d.clock) + d.clockTail
}

// shortDeadline formats a deadline for a subject line, with the offset of its zone: "20
// Nov, 18:00 UTC+1".
func (d *dictionary) shortDeadline(i inventory.Instant, z zone) string {
	return d.short(i, z) + " " + offset(z.in(i))
}
