package busy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/recurrence"
)

// Bounds of what a calendar comes to.
const (
	// MaxPeriods is how many periods a calendar has at most.
	MaxPeriods = 3_000
	// maxDates bounds the dates of all events before they are put together, maxLooked the days
	// that are looked at for them.
	maxDates  = 60_000
	maxLooked = 4_000_000
)

// Code says what is wrong with a calendar.
type Code string

// The codes.
const (
	NotACalendar Code = "not_a_calendar" // it is none, or not all of one
	UnknownZone  Code = "unknown_zone"   // Detail is what it is called
	UnknownRule  Code = "unknown_rule"   // Detail is what is not supported
	BadTime      Code = "bad_time"       // Detail is the time that cannot be read
	TooMany      Code = "too_many_times"
)

// Error is what is wrong with a calendar.
type Error struct {
	Code   Code
	Detail string
}

// Error returns the code and what it is about.
func (e *Error) Error() string { return "busy: " + string(e.Code) + " " + e.Detail }

// Request is what is read of a calendar.
type Request struct {
	// From and Until are the time in which it is asked who is busy.
	From, Until time.Time
	// Zone is that of times that name none, and of days.
	Zone *time.Location
	// Own reports whether an event with this UID is one that this installation gave out: that
	// room is taken already, by what it is about.
	Own func(uid string) bool
}

// Parse returns when a calendar says that somebody is busy, of what reaches into the time that is
// asked for, in order and apart from one another. The error is an *Error.
func Parse(text string, r Request) ([]booking.Period, error) { //nolint:gocritic // read once an hour
	if len(text) > MaxText {
		return nil, &Error{Code: TooMany}
	}
	parts, err := components(text)
	if err != nil {
		return nil, err
	}
	p := parser{Request: r, zones: map[string]*time.Location{}, moved: map[string][]time.Time{}}
	for i := range parts {
		if parts[i].name == "VTIMEZONE" {
			p.nameZone(&parts[i])
		}
	}
	// What is said of one date of an event is in place of what its rule says of it.
	for i := range parts {
		if c := &parts[i]; c.name == "VEVENT" && c.get("RECURRENCE-ID") != nil {
			if err := p.replace(c); err != nil {
				return nil, err
			}
		}
	}
	for i := range parts {
		switch c := &parts[i]; c.name {
		case "VEVENT":
			err = p.event(c)
		case "VFREEBUSY":
			err = p.freeBusy(c)
		}
		if err != nil {
			return nil, err
		}
	}
	list := booking.Periods(p.found)
	if len(list) > MaxPeriods {
		return nil, &Error{Code: TooMany}
	}
	return list, nil
}

type parser struct {
	Request
	zones  map[string]*time.Location // by what the calendar calls them
	moved  map[string][]time.Time    // dates of events that are said by themselves, by UID
	found  []booking.Period
	dates  int
	looked int
}

// busy notes a period, where it reaches into the time that is asked for.
func (p *parser) busy(from, until time.Time) error {
	if p.dates++; p.dates > maxDates {
		return &Error{Code: TooMany}
	}
	if from.Before(until) && from.Before(p.Until) && until.After(p.From) {
		p.found = append(p.found, booking.Period{From: inventory.At(from), To: inventory.At(until)})
	}
	return nil
}

// free reports whether an event takes no time.
func (p *parser) free(c *component) bool {
	if c.text("STATUS") == "CANCELLED" || c.text("TRANSP") == "TRANSPARENT" || c.text("X-MICROSOFT-CDO-BUSYSTATUS") == "FREE" {
		return true
	}
	uid := c.get("UID")
	return uid != nil && p.Own != nil && p.Own(strings.TrimSpace(uid.value))
}

func (p *parser) replace(c *component) error {
	id := c.get("RECURRENCE-ID")
	if id.params["RANGE"] != "" {
		return &Error{UnknownRule, "RANGE=" + shorten(id.params["RANGE"])}
	}
	at, _, _, err := p.time(id, id.value)
	if uid := c.get("UID"); err == nil && uid != nil {
		p.moved[uid.value] = append(p.moved[uid.value], at)
	}
	return err
}

// event notes when an event takes place.
func (p *parser) event(c *component) error {
	if p.free(c) {
		return nil
	}
	start := c.get("DTSTART")
	if start == nil {
		return &Error{BadTime, "DTSTART"}
	}
	first, day, zone, err := p.time(start, start.value)
	if err != nil {
		return err
	}
	length, err := p.length(c, first, day, zone)
	if err != nil || length == (span{}) {
		return err
	}
	dates := []time.Time{first}
	if c.get("RECURRENCE-ID") == nil {
		if dates, err = p.repeated(c, first, zone, length); err != nil {
			return err
		}
	}
	for _, at := range dates {
		if err := p.busy(at, length.from(at, zone)); err != nil {
			return err
		}
	}
	return p.periods(c, "RDATE", zone)
}

// span is how long an event is: so many days by the calendar, and so long by the clock.
type span struct {
	days int
	time time.Duration
}

func (s span) from(at time.Time, zone *time.Location) time.Time {
	return at.In(zone).AddDate(0, 0, s.days).Add(s.time)
}

// length returns how long an event is. A day without an end is a day long, and a time without one
// takes no time.
func (p *parser) length(c *component, first time.Time, day bool, zone *time.Location) (span, error) {
	if d := c.get("DURATION"); d != nil {
		return duration(d.value)
	}
	end := c.get("DTEND")
	switch {
	case end == nil && day:
		return span{days: 1}, nil
	case end == nil:
		return span{}, nil
	}
	until, endDay, _, err := p.time(end, end.value)
	if err != nil {
		return span{}, err
	}
	if !until.After(first) {
		if day { // some write the day itself as the end of it
			return span{days: 1}, nil
		}
		return span{}, nil
	}
	if day && endDay {
		return span{days: recurrence.DateOf(until, zone).Sub(recurrence.DateOf(first, zone))}, nil
	}
	return span{time: until.Sub(first)}, nil
}

// repeated are the dates of an event by its rule and lists, without those that are left out or
// said by themselves, as far as they reach into the time that is asked for.
func (p *parser) repeated(c *component, first time.Time, zone *time.Location, length span) ([]time.Time, error) {
	if c.get("EXRULE") != nil {
		return nil, &Error{UnknownRule, "EXRULE"}
	}
	dates := []time.Time{first}
	// No date that reaches into the time begins more than its length before it.
	from := p.From.Add(-length.time).AddDate(0, 0, -length.days-1)
	for i := range c.props {
		prop := &c.props[i]
		if prop.name != "RRULE" {
			continue
		}
		rule, err := recurrence.Parse(prop.value)
		if err != nil {
			var wrong *recurrence.Error
			if errors.As(err, &wrong) && wrong.Part != "" {
				return nil, &Error{UnknownRule, shorten(wrong.Part)}
			}
			return nil, &Error{UnknownRule, shorten(prop.value)}
		}
		more, beyond, looked := recurrence.Within(rule, first, zone, from, p.Until, maxDates)
		if p.looked += looked; beyond || p.looked > maxLooked {
			return nil, &Error{Code: TooMany}
		}
		dates = append(dates, more...)
	}
	added, _, err := p.times(c, "RDATE")
	if err != nil {
		return nil, err
	}
	dates = append(dates, added...)
	without, days, err := p.times(c, "EXDATE")
	if err != nil {
		return nil, err
	}
	if uid := c.get("UID"); uid != nil {
		without = append(without, p.moved[uid.value]...)
	}
	out := map[int64]bool{}
	for _, at := range without {
		out[at.UnixMicro()] = true
	}
	return slices.DeleteFunc(dates, func(at time.Time) bool {
		return out[at.UnixMicro()] || days[recurrence.DateOf(at, zone)]
	}), nil
}

// times reads the lists of an event: times, and days as such. Periods are not among them.
func (p *parser) times(c *component, name string) (list []time.Time, days map[recurrence.Date]bool, err error) {
	days = map[recurrence.Date]bool{}
	for i := range c.props {
		prop := &c.props[i]
		if prop.name != name || strings.EqualFold(prop.params["VALUE"], "PERIOD") {
			continue
		}
		for text := range strings.SplitSeq(prop.value, ",") {
			at, day, zone, err := p.time(prop, text)
			if err != nil {
				return nil, nil, err
			}
			if day && name == "EXDATE" {
				days[recurrence.DateOf(at, zone)] = true
			}
			if list = append(list, at); len(list) > maxValues {
				return nil, nil, &Error{Code: TooMany}
			}
		}
	}
	return list, days, nil
}

// freeBusy notes the busy times of a list of them.
func (p *parser) freeBusy(c *component) error { return p.periods(c, "FREEBUSY", p.Zone) }

// periods notes the periods of properties of a name.
func (p *parser) periods(c *component, name string, zone *time.Location) error {
	for i := range c.props {
		prop := &c.props[i]
		if prop.name != name || name == "RDATE" && !strings.EqualFold(prop.params["VALUE"], "PERIOD") || strings.EqualFold(prop.params["FBTYPE"], "FREE") {
			continue
		}
		for text := range strings.SplitSeq(prop.value, ",") {
			begin, end, found := strings.Cut(text, "/")
			if !found {
				return &Error{BadTime, shorten(text)}
			}
			from, _, _, err := p.time(prop, begin)
			if err != nil {
				return err
			}
			var until time.Time
			if strings.HasPrefix(end, "P") || strings.HasPrefix(end, "+P") {
				var s span
				s, err = duration(end)
				until = s.from(from, zone)
			} else {
				until, _, _, err = p.time(prop, end)
			}
			if err != nil {
				return err
			}
			if err := p.busy(from, until); err != nil {
				return err
			}
		}
	}
	return nil
}

// time reads a time of a property, or a day, which begins at midnight. The zone is that in which
// it is said.
func (p *parser) time(prop *property, text string) (at time.Time, day bool, zone *time.Location, err error) {
	text = strings.ToUpper(strings.TrimSpace(text))
	if utc, err := time.Parse("20060102T150405Z", text); err == nil {
		return utc, false, time.UTC, nil
	}
	zone = p.Zone
	if name := prop.params["TZID"]; name != "" && len(text) > 8 {
		if zone = p.zone(name); zone == nil {
			return at, false, nil, &Error{UnknownZone, shorten(name)}
		}
	}
	layout := "20060102T150405"
	if len(text) == 8 {
		layout, day = "20060102", true
	}
	wall, err := time.Parse(layout, text)
	if err != nil || wall.Year() < 1900 || wall.Year() > 9998 {
		return at, false, nil, &Error{BadTime, shorten(text)}
	}
	date := recurrence.DateOf(wall, time.UTC)
	at, _ = date.At(wall.Sub(wall.Truncate(24*time.Hour)), zone)
	return at, day, zone, nil
}

// duration reads "P1DT2H30M" (RFC 5545, section 3.3.6). Days and weeks are by the calendar.
func duration(text string) (s span, err error) {
	wrong := &Error{BadTime, shorten(text)}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "+"), "P")
	if !ok || rest == "" {
		return s, wrong
	}
	clock, digits := false, ""
	for _, c := range rest {
		switch {
		case c >= '0' && c <= '9' && len(digits) < 7:
			digits += string(c)
			continue
		case c == 'T' && digits == "" && !clock:
			clock = true
			continue
		}
		n, err := strconv.Atoi(digits)
		if err != nil {
			return span{}, wrong
		}
		switch digits = ""; {
		case c == 'W' && !clock:
			s.days += 7 * n
		case c == 'D' && !clock:
			s.days += n
		case c == 'H' && clock:
			s.time += time.Duration(n) * time.Hour
		case c == 'M' && clock:
			s.time += time.Duration(n) * time.Minute
		case c == 'S' && clock:
			s.time += time.Duration(n) * time.Second
		default:
			return span{}, wrong
		}
	}
	if digits != "" || s.days > 40_000 || s.time > 40_000*24*time.Hour {
		return span{}, wrong
	}
	return s, nil
}

// shorten is what is shown of a text of others.
func shorten(text string) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "")
	if r := []rune(text); len(r) > 60 {
		text = string(r[:60]) + "…"
	}
	return fmt.Sprintf("%q", text)
}
