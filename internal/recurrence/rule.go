package recurrence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxRule bounds the length of a rule's text in bytes.
const MaxRule = 500

// maxNumber bounds INTERVAL and COUNT.
const maxNumber = 100_000

// Error says which part of a rule is wrong, and how.
type Error struct {
	Part string // such as "BYDAY"; empty: the rule as a whole
	What string
}

// Error returns the part and what is wrong with it.
func (e *Error) Error() string {
	if e.Part == "" {
		return "recurrence: the rule " + e.What
	}
	return "recurrence: " + e.Part + " " + e.What
}

func wrong(part, format string, args ...any) error {
	return &Error{Part: part, What: fmt.Sprintf(format, args...)}
}

// frequency is the period of a rule.
type frequency string

const (
	daily   frequency = "DAILY"
	weekly  frequency = "WEEKLY"
	monthly frequency = "MONTHLY"
	yearly  frequency = "YEARLY"
)

// weekdayNum is a day of BYDAY: each such weekday when n is 0, else the nth of its month or
// year, counted from its end when n is negative.
type weekdayNum struct {
	n   int
	day time.Weekday
}

// until is the last moment of a rule. One of its fields is set.
type until struct {
	instant time.Time // "20261231T180000Z"
	local   time.Time // "20261231T190000", and "20261231" as the end of that day; its location is UTC
}

// Rule is a recurrence rule. Its zero value is none; Parse makes one.
type Rule struct {
	text      string
	freq      frequency
	interval  int
	count     int // 0: no bound
	until     *until
	months    []int
	monthDays []int
	days      []weekdayNum
	positions []int
	weekStart time.Weekday
}

// String returns the rule's text, in capitals and without "RRULE:".
func (r *Rule) String() string { return r.text }

// Bounded reports whether the rule says itself where it ends.
func (r *Rule) Bounded() bool { return r.count > 0 || r.until != nil }

var weekdays = map[string]time.Weekday{
	"MO": time.Monday, "TU": time.Tuesday, "WE": time.Wednesday, "TH": time.Thursday, "FR": time.Friday, "SA": time.Saturday, "SU": time.Sunday,
}

// Parse reads a rule such as "FREQ=MONTHLY;BYDAY=1FR;COUNT=12", with or without "RRULE:". The
// error is an *Error.
func Parse(text string) (*Rule, error) {
	if len(text) > MaxRule {
		return nil, wrong("", "is longer than %d characters", MaxRule)
	}
	text = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "RRULE:")
	r := &Rule{text: text, interval: 1, weekStart: time.Monday}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(part, "=")
		switch {
		case !ok || value == "":
			return nil, wrong("", "has the part %q, which is not NAME=VALUE", part)
		case seen[name]:
			return nil, wrong(name, "is given twice")
		}
		seen[name] = true
		if err := r.set(name, value); err != nil {
			return nil, err
		}
	}
	return r, r.check()
}

func (r *Rule) set(name, value string) (err error) {
	switch name {
	case "FREQ":
		r.freq = frequency(value)
		if !slices.Contains([]frequency{daily, weekly, monthly, yearly}, r.freq) {
			return wrong(name, "must be DAILY, WEEKLY, MONTHLY or YEARLY")
		}
	case "INTERVAL":
		r.interval, err = positive(name, value)
	case "COUNT":
		r.count, err = positive(name, value)
	case "UNTIL":
		r.until, err = parseUntil(value)
	case "BYMONTH":
		r.months, err = numbers(name, value, 1, 12, false)
	case "BYMONTHDAY":
		r.monthDays, err = numbers(name, value, 1, 31, true)
	case "BYSETPOS":
		r.positions, err = numbers(name, value, 1, 366, true)
	case "BYDAY":
		r.days, err = parseDays(value)
	case "WKST":
		day, ok := weekdays[value]
		if !ok {
			return wrong(name, "must be MO, TU, WE, TH, FR, SA or SU")
		}
		r.weekStart = day
	default:
		return wrong(name, "is not supported: a rule has FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS and WKST")
	}
	return err
}

// check looks at the parts together.
func (r *Rule) check() error {
	switch {
	case r.freq == "":
		return wrong("FREQ", "is missing")
	case r.count > 0 && r.until != nil:
		return wrong("COUNT", "and UNTIL exclude each other")
	case r.freq == weekly && r.monthDays != nil:
		return wrong("BYMONTHDAY", "does not go with FREQ=WEEKLY")
	case r.positions != nil && r.days == nil && r.monthDays == nil && r.months == nil:
		return wrong("BYSETPOS", "needs BYDAY, BYMONTHDAY or BYMONTH")
	}
	for _, d := range r.days {
		if d.n != 0 && (r.freq == daily || r.freq == weekly) {
			return wrong("BYDAY", "has a number before a day, which goes with FREQ=MONTHLY and FREQ=YEARLY only")
		}
	}
	return nil
}

func positive(name, value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxNumber {
		return 0, wrong(name, "must be a whole number from 1 to %d", maxNumber)
	}
	return n, nil
}

// numbers reads a list of numbers from least to most, or of their negatives where signed.
func numbers(name, value string, least, most int, signed bool) ([]int, error) {
	var list []int
	for text := range strings.SplitSeq(value, ",") {
		n, err := strconv.Atoi(text)
		size := n
		if signed && n < 0 {
			size = -n
		}
		if err != nil || size < least || size > most {
			or := ""
			if signed {
				or = fmt.Sprintf(", or from -%d to -%d", least, most)
			}
			return nil, wrong(name, "has %q, which is not a number from %d to %d%s", text, least, most, or)
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, nil
}

func parseDays(value string) ([]weekdayNum, error) {
	var list []weekdayNum
	for text := range strings.SplitSeq(value, ",") {
		number, name := "", text
		if len(text) > 2 {
			number, name = text[:len(text)-2], text[len(text)-2:]
		}
		day, ok := weekdays[name]
		d := weekdayNum{day: day}
		if ok && number != "" {
			n, err := strconv.Atoi(number)
			ok = err == nil && n != 0 && n >= -53 && n <= 53
			d.n = n
		}
		if !ok {
			return nil, wrong("BYDAY", "has %q, which is not a day such as MO, 1FR (the first Friday) or -1SU (the last Sunday)", text)
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list, nil
}

func parseUntil(value string) (*until, error) {
	if t, err := time.Parse("20060102T150405Z", value); err == nil {
		return &until{instant: t}, nil
	}
	if t, err := time.Parse("20060102T150405", value); err == nil {
		return &until{local: t}, nil
	}
	if t, err := time.Parse("20060102", value); err == nil {
		return &until{local: t.AddDate(0, 0, 1).Add(-1)}, nil
	}
	return nil, wrong("UNTIL", "must be a day as 20261231, a local time as 20261231T190000 or a time in UTC as 20261231T180000Z")
}
