package recurrence

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// local is what a clock in a zone shows.
func local(t testing.TB, text, name string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, zone(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func parse(t testing.TB, text string) *Rule {
	t.Helper()
	r, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

func days(dates []time.Time, zone *time.Location) string {
	var list []string
	for _, at := range dates {
		list = append(list, at.In(zone).Format("2006-01-02"))
	}
	return strings.Join(list, " ")
}

// TestExamplesOfTheStandard has the examples of RFC 5545, section 3.8.5.3, as far as their
// rules are of the subset, and what the standard says they come to.
func TestExamplesOfTheStandard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule, start, want string
		limit             int
	}{
		{"FREQ=DAILY;COUNT=10", "1997-09-02", "1997-09-02 1997-09-03 1997-09-04 1997-09-05 1997-09-06 1997-09-07 1997-09-08 1997-09-09 1997-09-10 1997-09-11", 99},
		{"FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02", "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12", 99},
		{"FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997-09-02", "1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16 1997-09-18 1997-09-23 1997-09-25 1997-09-30 1997-10-02", 99},
		{"FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02", "1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16", 99},
		{"FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997-09-05", "1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05", 99},
		{"FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997-09-07", "1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29 1998-05-03 1998-05-31", 99},
		{"FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22", "1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16", 99},
		{"FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28", "1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26", 6},
		{"FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997-09-30", "1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01 1998-01-31 1998-02-01", 99},
		{"FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "1997-09-10", "1997-09-10 1997-09-11 1997-09-12 1997-09-13 1997-09-14 1997-09-15 1999-03-10 1999-03-11 1999-03-12 1999-03-13", 99},
		{"FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997-06-10", "1997-06-10 1997-07-10 1998-06-10 1998-07-10 1999-06-10 1999-07-10 2000-06-10 2000-07-10 2001-06-10 2001-07-10", 99},
		{"FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1997-05-19 1998-05-18 1999-05-17", 3},
		{"FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997-03-13", "1997-03-13 1997-03-20 1997-03-27 1998-03-05 1998-03-12 1998-03-19 1998-03-26 1999-03-04", 8},
		{"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1997-09-02", "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13", 5},
		{"FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "1997-09-13", "1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10 1998-02-07", 6},
		{"FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05", "1996-11-05 2000-11-07 2004-11-02", 3},
		{"FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04", "1997-09-04 1997-10-07 1997-11-06", 99},
		{"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-29", "1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 1998-02-26 1998-03-30", 7},
		{"FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05", "1997-08-05 1997-08-10 1997-08-19 1997-08-24", 99},
		{"FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05", "1997-08-05 1997-08-17 1997-08-19 1997-08-31", 99},
		{"FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-15", "2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30", 99},
		// And what it leaves to the reader.
		{"rrule:freq=monthly;count=3", "2026-01-31", "2026-01-31 2026-03-31 2026-05-31", 99},
		{"FREQ=YEARLY;COUNT=3", "2024-02-29", "2024-02-29 2028-02-29 2032-02-29", 99},
		{"FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=6", "2026-11-01", "2026-11-02 2026-11-03 2026-11-09 2026-11-16 2026-11-23 2026-11-30", 99},
		{"FREQ=YEARLY;BYDAY=-1SU;COUNT=2", "2026-01-01", "2026-12-27 2027-12-26", 99},
		{"FREQ=YEARLY;BYMONTH=12;BYDAY=53MO,1MO;COUNT=2", "2026-01-01", "2026-12-07 2027-12-06", 99},
		{"FREQ=YEARLY;BYDAY=53TH", "2026-01-01", "2026-12-31 2032-12-30", 2},
		{"FREQ=DAILY;BYMONTH=1;BYDAY=SU;BYSETPOS=-1;COUNT=2", "2026-11-01", "2027-01-03 2027-01-10", 99},
		{"FREQ=DAILY;BYDAY=MO;BYSETPOS=2", "2026-11-01", "", 99},
	} {
		dates, _ := Expand(parse(t, c.rule), local(t, c.start+" 09:00", "America/New_York"), zone(t, "America/New_York"), nil, c.limit)
		if got := days(dates, zone(t, "America/New_York")); got != c.want {
			t.Errorf("%s from %s:\n got %s\nwant %s", c.rule, c.start, got, c.want)
		}
		for _, at := range dates {
			if at.In(zone(t, "America/New_York")).Hour() != 9 {
				t.Errorf("%s: %v is not at nine", c.rule, at)
			}
		}
	}
}

// TestChangesOfClocks plays days on which clocks change, in zones in which they do so in
// different ways.
func TestChangesOfClocks(t *testing.T) {
	t.Parallel()
	const layout = "02 15:04 -0700"
	for _, c := range []struct{ zone, start, rule, want string }{
		// An hour is missing; 02:30 does not exist on the 29th.
		{"Europe/Berlin", "2026-03-28 02:30", "FREQ=DAILY;COUNT=3", "28 02:30 +0100, 29 03:30 +0200, 30 02:30 +0200"},
		// An hour exists twice; the first one has the offset of the summer.
		{"Europe/Berlin", "2026-10-24 02:30", "FREQ=DAILY;COUNT=3", "24 02:30 +0200, 25 02:30 +0200, 26 02:30 +0100"},
		{"America/New_York", "2026-03-07 02:00", "FREQ=DAILY;COUNT=3", "07 02:00 -0500, 08 03:00 -0400, 09 02:00 -0400"},
		{"America/New_York", "2026-10-31 01:59", "FREQ=DAILY;COUNT=3", "31 01:59 -0400, 01 01:59 -0400, 02 01:59 -0500"},
		// Half an hour.
		{"Australia/Lord_Howe", "2026-10-03 02:15", "FREQ=DAILY;COUNT=3", "03 02:15 +1030, 04 02:45 +1100, 05 02:15 +1100"},
		{"Australia/Lord_Howe", "2026-10-03 02:30", "FREQ=DAILY;COUNT=3", "03 02:30 +1030, 04 02:30 +1100, 05 02:30 +1100"},
		{"Australia/Lord_Howe", "2026-04-04 01:45", "FREQ=DAILY;COUNT=3", "04 01:45 +1100, 05 01:45 +1100, 06 01:45 +1030"},
		// A whole day, which is none and does not count.
		{"Pacific/Apia", "2011-12-29 19:00", "FREQ=DAILY;COUNT=3", "29 19:00 -1000, 31 19:00 +1400, 01 19:00 +1400"},
		// Midnight, where clocks change there.
		{"America/Havana", "2026-03-07 00:30", "FREQ=DAILY;COUNT=3", "07 00:30 -0500, 08 01:30 -0400, 09 00:30 -0400"},
		// Next to the change nothing happens.
		{"Europe/Berlin", "2026-03-28 01:59", "FREQ=DAILY;COUNT=2", "28 01:59 +0100, 29 01:59 +0100"},
		{"Europe/Berlin", "2026-03-28 03:00", "FREQ=DAILY;COUNT=2", "28 03:00 +0100, 29 03:00 +0200"},
	} {
		var list []string
		dates, _ := Expand(parse(t, c.rule), local(t, c.start, c.zone), zone(t, c.zone), nil, 9)
		for _, at := range dates {
			list = append(list, at.In(zone(t, c.zone)).Format(layout))
		}
		if diff := cmp.Diff(c.want, strings.Join(list, ", ")); diff != "" {
			t.Errorf("%s, %s from %s (-want +got):\n%s", c.zone, c.rule, c.start, diff)
		}
	}
}

// TestStartOfTwo keeps the second of two equal times where the start says it.
func TestStartOfTwo(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	start := time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC) // 02:30 for the second time
	dates, _ := Expand(parse(t, "FREQ=DAILY;COUNT=2"), start, berlin, nil, 9)
	if len(dates) != 2 || !dates[0].Equal(start) || dates[1].In(berlin).Format("02 15:04") != "26 02:30" {
		t.Errorf("dates are %v", dates)
	}
}

func TestUntil(t *testing.T) {
	t.Parallel()
	apia := zone(t, "Pacific/Apia") // 13 hours before UTC
	start := local(t, "2026-11-27 19:30", "Pacific/Apia")
	for until, want := range map[string]string{
		"20261129":         "2026-11-27 2026-11-28 2026-11-29",
		"20261129T193000":  "2026-11-27 2026-11-28 2026-11-29",
		"20261129T192959":  "2026-11-27 2026-11-28",
		"20261129T063000Z": "2026-11-27 2026-11-28 2026-11-29",
		"20261129T062959Z": "2026-11-27 2026-11-28",
		"20261126":         "",
	} {
		dates, more := Expand(parse(t, "FREQ=DAILY;UNTIL="+until), start, apia, nil, 9)
		if got := days(dates, apia); got != want || more {
			t.Errorf("until %s: %q, more %v", until, got, more)
		}
	}
}

func TestExcept(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	var except []Date
	for _, text := range []string{"2026-12-24", "2026-12-31", "2027-05-05"} {
		d, err := ParseDate(text)
		if err != nil || d.String() != text {
			t.Fatal(d, err)
		}
		except = append(except, d)
	}
	dates, more := Expand(parse(t, "FREQ=WEEKLY;COUNT=5"), local(t, "2026-12-17 20:00", "Europe/Berlin"), berlin, except, 9)
	if got := days(dates, berlin); got != "2026-12-17 2027-01-07 2027-01-14" || more {
		t.Errorf("got %s, more %v", got, more)
	}
	if d := DateOf(time.Date(2026, 12, 23, 23, 30, 0, 0, time.UTC), berlin); d != except[0] {
		t.Errorf("the day is %v", d)
	}
	if _, err := ParseDate("24.12.2026"); err == nil || !strings.Contains(err.Error(), "24.12.2026") {
		t.Error(err)
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	start := local(t, "2026-11-27 19:30", "Europe/Berlin")
	for _, c := range []struct {
		rule        string
		limit, want int
		more        bool
	}{
		{"FREQ=DAILY;COUNT=3", 3, 3, false},
		{"FREQ=DAILY;COUNT=4", 3, 3, true},
		{"FREQ=DAILY", 1000, MaxDates, true},
		{"FREQ=DAILY;COUNT=400", 1000, 400, false},
		{"FREQ=YEARLY", 400, 101, false}, // and then it is followed no farther
		{"FREQ=DAILY", 0, 0, true},
	} {
		dates, more := Expand(parse(t, c.rule), start, start.Location(), nil, c.limit)
		if len(dates) != c.want || more != c.more {
			t.Errorf("%s, at most %d: %d dates, more %v", c.rule, c.limit, len(dates), more)
		}
	}
	if parse(t, "FREQ=DAILY").Bounded() || !parse(t, "FREQ=DAILY;COUNT=2").Bounded() || !parse(t, "FREQ=DAILY;UNTIL=20261231").Bounded() {
		t.Error("bounded rules are not told apart")
	}
}

// TestHostileRules bounds the cost of rules that never match, or seldom.
func TestHostileRules(t *testing.T) {
	t.Parallel()
	start := local(t, "2026-11-27 19:30", "Europe/Berlin")
	for _, text := range []string{
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4", "FREQ=YEARLY;BYMONTH=2;BYDAY=53MO",
		"FREQ=MONTHLY;BYDAY=53MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=366", "FREQ=YEARLY;INTERVAL=100000;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;UNTIL=00010101",
		"FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=-9",
	} {
		e := expansion{Rule: parse(t, text), first: DateOf(start, start.Location())}
		looked := 0
		e.looked = func() { looked++ }
		e.wall, e.start, e.zone = wallOf(start), start, start.Location()
		e.last = e.first.midnight().AddDate(Years, 0, 0)
		for day := range e.each {
			if e.until == nil {
				t.Fatalf("%s has %v", text, day)
			}
		}
		if looked > (Years+2)*366 {
			t.Errorf("%s looked at %d days", text, looked)
		}
		if dates, more := Expand(parse(t, text), start, start.Location(), nil, MaxDates); len(dates) != 0 || more {
			t.Errorf("%s: %v, more %v", text, dates, more)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                   "the rule has the part \"\"",
		"DAILY":                              "the rule has the part \"DAILY\"",
		"FREQ=":                              "the rule has the part \"FREQ=\"",
		"FREQ=DAILY;":                        "the rule has the part \"\"",
		"INTERVAL=2":                         "FREQ is missing",
		"FREQ=SECONDLY":                      "FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY",
		"FREQ=HOURLY":                        "FREQ must be",
		"FREQ=DAILY;FREQ=DAILY":              "FREQ is given twice",
		"FREQ=DAILY;BYHOUR=9":                "BYHOUR is not supported",
		"FREQ=YEARLY;BYWEEKNO=20":            "BYWEEKNO is not supported",
		"FREQ=YEARLY;BYYEARDAY=200":          "BYYEARDAY is not supported",
		"FREQ=DAILY;INTERVAL=0":              "INTERVAL must be a whole number from 1 to 100000",
		"FREQ=DAILY;INTERVAL=-1":             "INTERVAL must be",
		"FREQ=DAILY;INTERVAL=1e3":            "INTERVAL must be",
		"FREQ=DAILY;COUNT=100001":            "COUNT must be",
		"FREQ=DAILY;COUNT=2;UNTIL=20261231":  "COUNT and UNTIL exclude each other",
		"FREQ=DAILY;UNTIL=2026-12-31":        "UNTIL must be",
		"FREQ=DAILY;UNTIL=20260230":          "UNTIL must be",
		"FREQ=YEARLY;BYMONTH=13":             "BYMONTH has \"13\", which is not a number from 1 to 12",
		"FREQ=YEARLY;BYMONTH=-1":             "BYMONTH has \"-1\"",
		"FREQ=MONTHLY;BYMONTHDAY=0":          "BYMONTHDAY has \"0\", which is not a number from 1 to 31, or from -1 to -31",
		"FREQ=MONTHLY;BYMONTHDAY=1,,2":       "BYMONTHDAY has \"\"",
		"FREQ=WEEKLY;BYMONTHDAY=1":           "BYMONTHDAY does not go with FREQ=WEEKLY",
		"FREQ=WEEKLY;BYDAY=1MO":              "BYDAY has a number before a day",
		"FREQ=MONTHLY;BYDAY=0MO":             "BYDAY has \"0MO\"",
		"FREQ=MONTHLY;BYDAY=54MO":            "BYDAY has \"54MO\"",
		"FREQ=MONTHLY;BYDAY=M":               "BYDAY has \"M\"",
		"FREQ=MONTHLY;BYDAY=XX":              "BYDAY has \"XX\"",
		"FREQ=MONTHLY;BYSETPOS=1":            "BYSETPOS needs BYDAY",
		"FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367": "BYSETPOS has \"367\"",
		"FREQ=WEEKLY;WKST=MONDAY":            "WKST must be",
		"FREQ=DAILY;X-FOO=1":                 "X-FOO is not supported",
		"FREQ=DAILY;BYDAY=" + strings.Repeat("MO,", 200) + "MO": "the rule is longer than 500 characters",
	} {
		r, err := Parse(text)
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), "recurrence: "+want) {
			t.Errorf("%q: %v, %v", text, r, err)
		}
	}
	if r := parse(t, " rrule:freq=weekly;byday=mo "); r.String() != "FREQ=WEEKLY;BYDAY=MO" {
		t.Error(r)
	}
}

// naive returns the days of a rule by asking of each day whether it is one: by the words of the
// standard, and without periods that are walked.
type naive struct {
	freq      string
	interval  int
	months    []int
	monthDays []int
	byDay     []string
	positions []int
	weekStart time.Weekday
	start     time.Time // midnight
}

// index is the number of the period of a day.
func (n *naive) index(day time.Time) int {
	switch n.freq {
	case "DAILY":
		return int(day.Unix() / 86400)
	case "WEEKLY":
		for day.Weekday() != n.weekStart {
			day = day.AddDate(0, 0, -1)
		}
		return int(day.Unix() / 86400 / 7) // weeks all begin on the same remainder
	case "MONTHLY":
		return day.Year()*12 + int(day.Month())
	default:
		return day.Year()
	}
}

// candidate reports whether a day is one before BYSETPOS.
func (n *naive) candidate(day time.Time) bool {
	month := len(n.months) == 0
	for _, m := range n.months {
		month = month || time.Month(m) == day.Month()
	}
	if !month {
		return false
	}
	if len(n.monthDays) > 0 {
		ok := false
		for _, d := range n.monthDays {
			want := time.Date(day.Year(), day.Month(), d, 0, 0, 0, 0, time.UTC)
			if d < 0 {
				want = time.Date(day.Year(), day.Month()+1, d+1, 0, 0, 0, 0, time.UTC)
			}
			ok = ok || want.Equal(day)
		}
		if !ok {
			return false
		}
	}
	if len(n.byDay) > 0 {
		for _, text := range n.byDay {
			if n.named(day, text) {
				return true
			}
		}
		return false
	}
	if len(n.monthDays) > 0 {
		return true
	}
	switch n.freq {
	case "WEEKLY":
		return day.Weekday() == n.start.Weekday()
	case "MONTHLY":
		return day.Day() == n.start.Day()
	case "YEARLY":
		return day.Day() == n.start.Day() && (len(n.months) > 0 || day.Month() == n.start.Month())
	}
	return true
}

// named reports whether a day is the one that a part of BYDAY names, by counting weekdays.
func (n *naive) named(day time.Time, text string) bool {
	name := strings.ToUpper(day.Weekday().String()[:2])
	if !strings.HasSuffix(text, name) {
		return false
	}
	var nth int
	if text == name {
		return true
	}
	if _, err := fmt.Sscanf(text, "%d", &nth); err != nil {
		return false
	}
	inside := func(other time.Time) bool {
		if n.freq == "YEARLY" && len(n.months) == 0 {
			return other.Year() == day.Year()
		}
		return other.Year() == day.Year() && other.Month() == day.Month()
	}
	step, count := -7, 0
	if nth < 0 {
		step, nth = 7, -nth
	}
	for other := day; inside(other); other = other.AddDate(0, 0, step) {
		count++
	}
	return count == nth
}

// days returns the first limit days at most, looking through some years.
func (n *naive) days(years, limit int) []Date {
	var candidates []time.Time
	// Periods may begin before the start, and their places are counted from there.
	for day := n.start.AddDate(-1, 0, 0); day.Before(n.start.AddDate(years+1, 0, 0)); day = day.AddDate(0, 0, 1) {
		if away := n.index(day) - n.index(n.start); away >= 0 && away%n.interval == 0 && n.candidate(day) {
			candidates = append(candidates, day)
		}
	}
	var out []Date
	for i := 0; i < len(candidates); {
		j := i
		for j < len(candidates) && n.index(candidates[j]) == n.index(candidates[i]) {
			j++
		}
		for k := i; k < j; k++ {
			fromStart, fromEnd := k-i+1, k-j
			if len(n.positions) > 0 && !slices.Contains(n.positions, fromStart) && !slices.Contains(n.positions, fromEnd) {
				continue
			}
			if !candidates[k].Before(n.start) && len(out) < limit && candidates[k].Before(n.start.AddDate(years, 0, 0)) {
				out = append(out, dateOf(candidates[k]))
			}
		}
		i = j
	}
	return out
}

// TestWithin: of what began long ago come the dates of a time, as Expand has them, and what it
// costs is known.
func TestWithin(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	start := local(t, "2025-03-04 19:30", "Europe/Berlin")
	for _, text := range []string{"FREQ=WEEKLY", "FREQ=WEEKLY;COUNT=60", "FREQ=DAILY;UNTIL=20260401", "FREQ=MONTHLY;BYDAY=1TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"} {
		rule := parse(t, text)
		all, _ := Expand(rule, start, berlin, nil, MaxDates)
		from, until := local(t, "2026-03-10 19:30", "Europe/Berlin"), local(t, "2026-05-12 19:30", "Europe/Berlin")
		var want []time.Time
		for _, at := range all {
			if !at.Before(from) && at.Before(until) {
				want = append(want, at)
			}
		}
		got, more, looked := Within(rule, start, berlin, from, until, 1000)
		if !cmp.Equal(got, want) || more {
			t.Errorf("%s: %v, %t, want %v", text, got, more, want)
		}
		if looked == 0 || looked > 500 {
			t.Errorf("%s: %d days were looked at", text, looked)
		}
	}
	if got, more, _ := Within(parse(t, "FREQ=DAILY"), start, berlin, start, start.AddDate(1, 0, 0), 3); len(got) != 3 || !more {
		t.Errorf("%d dates, more: %t", len(got), more)
	}
}
