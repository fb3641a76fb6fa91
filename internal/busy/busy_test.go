package busy

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// calendarOf is a calendar of events, each a line with | between its properties.
func calendarOf(events ...string) string {
	b := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
	for _, e := range events {
		name := "VEVENT"
		if rest, ok := strings.CutPrefix(e, "VFREEBUSY|"); ok {
			name, e = "VFREEBUSY", rest
		}
		if rest, ok := strings.CutPrefix(e, "VTIMEZONE|"); ok {
			name, e = "VTIMEZONE", rest
		}
		b += "BEGIN:" + name + "\r\n" + strings.ReplaceAll(e, "|", "\r\n") + "\r\nEND:" + name + "\r\n"
	}
	return b + "END:VCALENDAR\r\n"
}

func request(t testing.TB) Request {
	zone := berlin(t)
	return Request{
		From: time.Date(2027, 3, 1, 0, 0, 0, 0, zone), Until: time.Date(2027, 5, 1, 0, 0, 0, 0, zone), Zone: zone,
		Own: func(uid string) bool { return strings.HasSuffix(uid, "@holdfast.example") },
	}
}

func shown(list []booking.Period, zone *time.Location) string {
	var parts []string
	for _, p := range list {
		parts = append(parts, p.From.Time().In(zone).Format("01-02 15:04")+"–"+p.To.Time().In(zone).Format("01-02 15:04"))
	}
	return strings.Join(parts, " ")
}

// TestParse: what calendars of others say comes to the times in which somebody is busy, on days
// on which clocks change too.
func TestParse(t *testing.T) {
	t.Parallel()
	const in = "DTSTART;TZID=Europe/Berlin:"
	for name, c := range map[string]struct {
		want   string
		events []string
	}{
		"nothing":         {"", nil},
		"in UTC":          {"03-02 11:00–03-02 12:00", []string{"UID:a|DTSTART:20270302T100000Z|DTEND:20270302T110000Z|SUMMARY:Secret"}},
		"in a zone":       {"03-02 10:00–03-02 12:30", []string{in + "20270302T100000|DTEND;TZID=Europe/Berlin:20270302T123000"}},
		"floating":        {"03-02 10:00–03-02 11:00", []string{"DTSTART:20270302T100000|DURATION:PT1H"}},
		"of Windows":      {"03-02 16:00–03-02 17:00", []string{"DTSTART;TZID=\"Eastern Standard Time\":20270302T100000|DURATION:PT1H"}},
		"behind a path":   {"03-02 10:00–03-02 11:00", []string{"DTSTART;TZID=/citadel.org/20190914_1/Europe/Berlin:20270302T100000|DURATION:PT1H"}},
		"named":           {"03-02 10:00–03-02 11:00", []string{"VTIMEZONE|TZID:Ours|X-LIC-LOCATION:Europe/Berlin", "DTSTART;TZID=Ours:20270302T100000|DURATION:PT1H"}},
		"a day":           {"03-28 00:00–03-29 00:00", []string{"DTSTART;VALUE=DATE:20270328"}},
		"two days":        {"03-27 00:00–03-29 00:00", []string{"DTSTART;VALUE=DATE:20270327|DTEND;VALUE=DATE:20270329"}},
		"no time":         {"", []string{"DTSTART:20270302T100000Z"}},
		"transparent":     {"", []string{"DTSTART:20270302T100000Z|DURATION:PT1H|TRANSP:TRANSPARENT"}},
		"cancelled":       {"", []string{"DTSTART:20270302T100000Z|DURATION:PT1H|STATUS:CANCELLED"}},
		"free by Outlook": {"", []string{"DTSTART:20270302T100000Z|DURATION:PT1H|X-MICROSOFT-CDO-BUSYSTATUS:FREE"}},
		"tentative":       {"03-02 11:00–03-02 12:00", []string{"DTSTART:20270302T100000Z|DURATION:PT1H|STATUS:TENTATIVE"}},
		"our own":         {"", []string{"UID:bkg_1@holdfast.example|DTSTART:20270302T100000Z|DURATION:PT1H"}},
		"before":          {"", []string{"DTSTART:20270202T100000Z|DURATION:PT1H"}},
		"reaching in":     {"02-28 20:00–03-01 08:00", []string{in + "20270228T200000|DURATION:PT12H"}},
		"folded":          {"03-02 11:00–03-02 12:00", []string{"DTSTART:20270302T1000\r\n 00Z|DURATION:PT\r\n\t1H"}},
		"together":        {"03-02 11:00–03-02 14:00", []string{"DTSTART:20270302T100000Z|DURATION:PT2H", "DTSTART:20270302T120000Z|DURATION:PT1H", "DTSTART:20270302T110000Z|DURATION:PT5M"}},
		// Clocks go on on 28 March: 10:00 stays 10:00, and what is an hour by the clock is an hour.
		"each week":       {"03-21 10:00–03-21 11:00 03-28 10:00–03-28 11:00 04-04 10:00–04-04 11:00", []string{in + "20250302T100000|DURATION:PT1H|RRULE:FREQ=WEEKLY;UNTIL=20270405|EXDATE;TZID=Europe/Berlin:20270307T100000,20270314T100000"}},
		"through a night": {"03-27 22:00–03-28 04:00", []string{in + "20270327T220000|DTEND;TZID=Europe/Berlin:20270328T040000"}},
		"leapt over":      {"03-28 03:30–03-28 04:30", []string{in + "20270328T023000|DURATION:PT1H"}},
		"every day":       {"04-28 00:00–05-01 00:00", []string{"DTSTART;VALUE=DATE:20270428|RRULE:FREQ=DAILY"}},
		"left out a day":  {"04-28 10:00–04-28 11:00 04-30 10:00–04-30 11:00", []string{in + "20270428T100000|DURATION:PT1H|RRULE:FREQ=DAILY|EXDATE;VALUE=DATE:20270429"}},
		"more dates":      {"03-02 10:00–03-02 11:00 03-05 10:00–03-05 11:00 03-07 08:00–03-07 10:00", []string{in + "20270302T100000|DURATION:PT1H|RDATE;TZID=Europe/Berlin:20270305T100000|RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20270307T080000/PT2H"}},
		"moved": {"04-28 10:00–04-28 11:00 04-29 15:00–04-29 16:00 04-30 10:00–04-30 11:00", []string{
			"UID:w|" + in + "20270429T150000|DURATION:PT1H|RECURRENCE-ID;TZID=Europe/Berlin:20270429T100000", "UID:w|" + in + "20270428T100000|DURATION:PT1H|RRULE:FREQ=DAILY"}},
		"one cancelled": {"04-28 10:00–04-28 11:00 04-30 10:00–04-30 11:00", []string{
			"UID:w|" + in + "20270428T100000|DURATION:PT1H|RRULE:FREQ=DAILY", "UID:w|" + in + "20270429T100000|DURATION:PT1H|STATUS:CANCELLED|RECURRENCE-ID:20270429T080000Z"}},
		"free and busy": {"03-02 11:00–03-02 12:00 03-03 11:00–03-03 11:30", []string{"VFREEBUSY|FREEBUSY:20270302T100000Z/20270302T110000Z,20270303T100000Z/PT30M|FREEBUSY;FBTYPE=FREE:20270304T100000Z/PT1H"}},
	} {
		got, err := Parse(calendarOf(c.events...), request(t))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, shown(got, berlin(t))); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
	// What is long is several, so that whatever reaches into a time begins not long before it.
	long, err := Parse(calendarOf("DTSTART:20270101T000000Z|DTEND:20280101T000000Z"), request(t))
	if err != nil || len(long) != 12 || long[11].To != inventory.At(time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("a year is %d periods: %v", len(long), err)
	}
}

// TestNotUnderstood: what could be a busy time and is not understood fails the calendar.
func TestNotUnderstood(t *testing.T) {
	t.Parallel()
	event := func(more string) string { return calendarOf("DTSTART:20270302T100000Z|DURATION:PT1H|" + more) }
	whole := event("UID:a")
	var many []string
	for i := range MaxPeriods + 1 {
		many = append(many, fmt.Sprintf("DTSTART:%s|DURATION:PT1M", time.Date(2027, 3, 1, 0, 2*i, 0, 0, time.UTC).Format("20060102T150405Z")))
	}
	for name, c := range map[string]struct {
		text string
		want Code
	}{
		"empty":                {"", NotACalendar},
		"a page":               {"<!doctype html><title>Sign in</title>", NotACalendar},
		"cut off":              {whole[:len(whole)-20], NotACalendar},
		"cut off in a line":    {whole[:60], NotACalendar},
		"ends twice":           {whole + "END:VCALENDAR\r\n", NotACalendar},
		"nested":               {"BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:X\n", 20), NotACalendar},
		"a zone nobody knows":  {calendarOf("DTSTART;TZID=Mars/Olympus:20270302T100000|DURATION:PT1H"), UnknownZone},
		"each hour":            {event("RRULE:FREQ=HOURLY"), UnknownRule},
		"a rule of weeks":      {event("RRULE:FREQ=YEARLY;BYWEEKNO=3"), UnknownRule},
		"a rule of exceptions": {event("EXRULE:FREQ=DAILY"), UnknownRule},
		"this and those after": {event("RECURRENCE-ID;RANGE=THISANDFUTURE:20270302T100000Z"), UnknownRule},
		"no start":             {calendarOf("DURATION:PT1H"), BadTime},
		"not a time":           {calendarOf("DTSTART:tomorrow|DURATION:PT1H"), BadTime},
		"not a length":         {calendarOf("DTSTART:20270302T100000Z|DURATION:1H"), BadTime},
		"a length that ends":   {calendarOf("DTSTART:20270302T100000Z|DURATION:PT1"), BadTime},
		"not a period":         {calendarOf("VFREEBUSY|FREEBUSY:20270302T100000Z"), BadTime},
		"too many":             {calendarOf(many...), TooMany},
		"too much":             {strings.Repeat("x", MaxText+1), TooMany},
	} {
		got, err := Parse(c.text, request(t))
		var e *Error
		if !errors.As(err, &e) || e.Code != c.want || got != nil {
			t.Errorf("%s: %d periods, %v, want %s", name, len(got), err, c.want)
		}
	}
}

// TestZonesOfWindows: each is one that there is.
func TestZonesOfWindows(t *testing.T) {
	t.Parallel()
	for name, place := range windows {
		if load(place) == nil || name != strings.ToLower(name) {
			t.Errorf("%s is %s, which is not known", name, place)
		}
	}
}

// FuzzParse: whatever is sent comes to periods that are apart from one another, or to an *Error.
func FuzzParse(f *testing.F) {
	f.Add(calendarOf("UID:w|DTSTART;TZID=Europe/Berlin:20270428T100000|DURATION:PT1H|RRULE:FREQ=DAILY|EXDATE;VALUE=DATE:20270429"))
	f.Add(calendarOf("DTSTART;VALUE=DATE:20270428|DTEND;VALUE=DATE:20270501|RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20280101"))
	f.Add(calendarOf("VFREEBUSY|FREEBUSY;FBTYPE=BUSY:20270302T100000Z/PT30M,20270302T120000Z/20270302T130000Z"))
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(text, request(t))
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
		for i, p := range list {
			if p.From >= p.To || i > 0 && p.From < list[i-1].To || p.To-p.From > inventory.Instant(booking.MaxPiece) {
				t.Fatalf("%v", list)
			}
		}
	})
}
