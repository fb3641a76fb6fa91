package recurrence

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const someYears = 6

var someZones = []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"}

// anyNumbers draws a list of different numbers from -most to most without 0, or from 1.
func anyNumbers(t *rapid.T, name string, most int, signed bool) []int {
	least := 1
	if signed {
		least = -most
	}
	return rapid.SliceOfNDistinct(rapid.IntRange(least, most).Filter(func(n int) bool { return n != 0 }), 1, 4, rapid.ID[int]).Draw(t, name)
}

func joined(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ",")
}

// anyRule draws a rule and the same as the naive model reads it.
func anyRule(t *rapid.T) (string, *naive) {
	n := &naive{interval: 1, weekStart: time.Monday}
	n.freq = rapid.SampledFrom([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}).Draw(t, "freq")
	parts := []string{"FREQ=" + n.freq}
	some := func(name string) bool { return rapid.Bool().Draw(t, name) }
	if some("has interval") {
		n.interval = rapid.IntRange(1, 13).Draw(t, "interval")
		parts = append(parts, "INTERVAL="+strconv.Itoa(n.interval))
	}
	if some("has months") {
		n.months = anyNumbers(t, "months", 12, false)
		parts = append(parts, "BYMONTH="+joined(n.months))
	}
	if n.freq != "WEEKLY" && some("has days of the month") {
		n.monthDays = anyNumbers(t, "days of the month", 31, true)
		parts = append(parts, "BYMONTHDAY="+joined(n.monthDays))
	}
	if some("has days") {
		names := []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}
		n.byDay = rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
			name := rapid.SampledFrom(names).Draw(t, "day")
			if (n.freq == "MONTHLY" || n.freq == "YEARLY") && rapid.Bool().Draw(t, "counted") {
				nth := rapid.IntRange(-6, 6).Filter(func(n int) bool { return n != 0 }).Draw(t, "nth")
				return strconv.Itoa(nth) + name
			}
			return name
		}), 1, 4, rapid.ID[string]).Draw(t, "days")
		parts = append(parts, "BYDAY="+strings.Join(n.byDay, ","))
	}
	if (n.months != nil || n.monthDays != nil || n.byDay != nil) && some("has positions") {
		n.positions = anyNumbers(t, "positions", 6, true)
		parts = append(parts, "BYSETPOS="+joined(n.positions))
	}
	if some("has a first day of the week") {
		name := rapid.SampledFrom([]string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}).Draw(t, "first day")
		n.weekStart = weekdays[name]
		parts = append(parts, "WKST="+name)
	}
	return strings.Join(parts, ";"), n
}

// TestAgainstNaiveModel compares what rules come to with a model that looks at each day.
func TestAgainstNaiveModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, n := anyRule(t)
		rule, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		name := rapid.SampledFrom(someZones).Draw(t, "zone")
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Unix(rapid.Int64Range(1_700_000_000, 1_900_000_000).Draw(t, "start"), 0).In(zone)
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		n.start = dateOf(start).midnight()
		want := n.days(someYears, limit)

		dates, _ := Expand(rule, start, zone, nil, limit)
		var got []Date
		for i, at := range dates {
			if i > 0 && !at.After(dates[i-1]) {
				t.Fatalf("%s: %v does not follow on %v", text, at, dates[i-1])
			}
			if at.Before(start) {
				t.Fatalf("%s: %v is before the start", text, at)
			}
			// Of the time of day only what clocks leap over may differ.
			if early := wallOf(at.In(zone)).Sub(wallOf(start).Add(dateOf(at.In(zone)).midnight().Sub(n.start))); early < 0 || early > time.Hour {
				t.Fatalf("%s in %s: %v is %v beside the time of %v", text, name, at, early, start)
			}
			if day := DateOf(at, zone); day.midnight().Before(n.start.AddDate(someYears, 0, 0)) {
				got = append(got, day)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s from %v (-model +got):\n%s", text, start, diff)
		}

		// COUNT and UNTIL end the same list earlier, and exceptions thin it.
		if len(dates) == 0 {
			return
		}
		k := rapid.IntRange(1, len(dates)).Draw(t, "k")
		counted, more := Expand(mustParse(t, text+";COUNT="+strconv.Itoa(k)), start, zone, nil, MaxDates)
		if diff := cmp.Diff(dates[:k], counted); diff != "" || more {
			t.Fatalf("%s, %d of them (-want +got):\n%s", text, k, diff)
		}
		last := dates[k-1].UTC().Format("20060102T150405Z")
		ended, more := Expand(mustParse(t, text+";UNTIL="+last), start, zone, nil, MaxDates)
		if diff := cmp.Diff(dates[:k], ended); diff != "" || more {
			t.Fatalf("%s until %s (-want +got):\n%s", text, last, diff)
		}
		thinned, _ := Expand(mustParse(t, text+";COUNT="+strconv.Itoa(k)), start, zone, []Date{DateOf(dates[0], zone)}, MaxDates)
		if len(thinned) != k-1 || k > 1 && !thinned[0].Equal(dates[1]) {
			t.Fatalf("%s without the first of %d: %v", text, k, thinned)
		}
	})
}

func mustParse(t *rapid.T, text string) *Rule {
	r, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// FuzzParse reads anything without a crash, and what it reads it can expand.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"FREQ=DAILY;COUNT=2", "FREQ=MONTHLY;BYDAY=-1SU,2MO;BYSETPOS=1", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-29;UNTIL=20301231"} {
		f.Add(text)
	}
	start := time.Date(2026, 11, 27, 18, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		rule, err := Parse(text)
		if err != nil {
			return
		}
		dates, _ := Expand(rule, start, time.UTC, nil, 3)
		if len(dates) > 3 {
			t.Errorf("%s: %v", text, dates)
		}
	})
}
