package booking

import (
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// at is a time of the wall clock in a zone.
func at(t *testing.T, z *time.Location, text string) inventory.Instant {
	t.Helper()
	when, err := time.ParseInLocation("2006-01-02 15:04", text, z)
	if err != nil {
		t.Fatal(err)
	}
	return inventory.At(when)
}

// club is open from nine to six on weekdays, over midnight on Saturdays, and not on Sundays.
func club() Hours {
	h := Hours{Exceptions: []Exception{{Date: "2027-03-31"}, {Date: "2027-04-04", Openings: []Span{{10 * 60, 12 * 60}, {14 * 60, 16 * 60}}}}}
	for d := time.Monday; d <= time.Friday; d++ {
		h.Weekly = append(h.Weekly, Opening{d, Span{9 * 60, 18 * 60}})
	}
	h.Weekly = append(h.Weekly, Opening{time.Saturday, Span{22 * 60, 5 * 60}})
	return h
}

func TestOpen(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	h := club()
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, from, to string
		open           bool
	}{
		{"all of a day", "2027-03-30 09:00", "2027-03-30 18:00", true},
		{"a minute too early", "2027-03-30 08:59", "2027-03-30 18:00", false},
		{"a minute too late", "2027-03-30 09:00", "2027-03-30 18:01", false},
		{"over night", "2027-03-29 17:00", "2027-03-30 10:00", true},
		{"over a closed day", "2027-03-30 17:00", "2027-04-01 10:00", false},
		{"on a closed day", "2027-03-31 10:00", "2027-03-31 11:00", false},
		{"over midnight", "2027-04-03 23:00", "2027-04-04 04:00", true},
		{"after midnight", "2027-04-04 02:00", "2027-04-04 05:00", true},
		{"until it has closed", "2027-04-04 02:00", "2027-04-04 05:01", false},
		{"on a day with other hours", "2027-04-04 10:00", "2027-04-04 16:00", true},
		{"in its break", "2027-04-04 12:00", "2027-04-04 14:00", false},
		{"on a Sunday", "2027-04-11 10:00", "2027-04-11 11:00", false},
		// On 28 March the clocks go from two to three; what opens the night before is open
		// until five all the same, an hour less.
		{"through the change of clocks", "2027-03-27 22:00", "2027-03-28 05:00", true},
		{"beyond the change of clocks", "2027-03-27 22:00", "2027-03-28 05:01", false},
	} {
		if got := h.Open(at(t, berlin, c.from), at(t, berlin, c.to), berlin); got != c.open {
			t.Errorf("%s: open %t", c.name, got)
		}
	}
	var always Hours
	if !always.Open(5, 6, berlin) {
		t.Error("a venue without hours is closed")
	}
	closedOnce := Hours{Exceptions: h.Exceptions}
	if closedOnce.Open(at(t, berlin, "2027-03-31 10:00"), at(t, berlin, "2027-03-31 11:00"), berlin) || !closedOnce.Open(at(t, berlin, "2027-03-30 23:00"), at(t, berlin, "2027-03-31 00:00"), berlin) {
		t.Error("a venue that is open but for one day is not")
	}
}

func TestHoursCheck(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]Hours{
		"no weekday":       {Weekly: []Opening{{7, Span{0, 60}}}},
		"no minute":        {Weekly: []Opening{{1, Span{0, 1440}}}},
		"negative":         {Weekly: []Opening{{1, Span{-1, 60}}}},
		"too many":         {Weekly: make([]Opening, MaxOpenings+1)},
		"no date":          {Exceptions: []Exception{{Date: "2027-02-30"}}},
		"twice":            {Exceptions: []Exception{{Date: "2027-02-27"}, {Date: "2027-02-27"}}},
		"too many in one":  {Exceptions: []Exception{{Date: "2027-02-27", Openings: make([]Span, maxPerDay+1)}}},
		"no time of a day": {Exceptions: []Exception{{Date: "2027-02-27", Openings: []Span{{0, 1440}}}}},
		"too many dates":   {Exceptions: make([]Exception, MaxExceptions+1)},
	} {
		if h.Check() == nil {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}

// TestNearest: a proposal is free and open, and what is not proposed is one of these not.
func TestNearest(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	h, c := club(), calendar(t, Sum)
	moment := func(text string) inventory.Instant { return at(t, berlin, text) }
	for _, b := range []Booking{
		{ID: "morning", Rooms: []string{"hall"}, StartsAt: moment("2027-03-30 09:00"), EndsAt: moment("2027-03-30 12:00")},
		{ID: "evening", Rooms: []string{"east"}, StartsAt: moment("2027-03-30 16:00"), EndsAt: moment("2027-03-30 18:00")},
	} {
		if d := c.Take(b, 0); d.Code != OK {
			t.Fatal(d)
		}
	}
	for _, tt := range []struct{ name, from, to, before, after string }{
		{"what fits between", "2027-03-30 11:00", "2027-03-30 13:00", "2027-03-29 16:00", "2027-03-30 12:00"},
		{"what does not", "2027-03-30 11:00", "2027-03-30 16:00", "2027-03-29 13:00", "2027-04-01 09:00"},
		{"outside of the hours", "2027-03-31 20:00", "2027-03-31 21:00", "2027-03-30 15:00", "2027-04-01 09:00"},
	} {
		b := &Booking{ID: "x", Rooms: []string{"east"}, StartsAt: moment(tt.from), EndsAt: moment(tt.to)}
		before, after := c.Nearest(b, moment("2027-03-01 00:00"), moment("2027-06-01 00:00"), &h, berlin)
		if before == nil || *before != moment(tt.before) || after == nil || *after != moment(tt.after) {
			t.Errorf("%s: %v and %v", tt.name, before, after)
		}
		if before, after = c.Nearest(b, moment(tt.from), moment(tt.from), &h, berlin); before != nil || after != nil {
			t.Errorf("%s: something is proposed that was not looked for", tt.name)
		}
	}
	never := Hours{Weekly: []Opening{{time.Monday, Span{9 * 60, 10 * 60}}}}
	b := &Booking{ID: "x", Rooms: []string{"cellar"}, StartsAt: moment("2027-03-30 11:00"), EndsAt: moment("2027-03-30 13:00")}
	if before, after := c.Nearest(b, moment("2027-03-01 00:00"), moment("2027-06-01 00:00"), &never, berlin); before != nil || after != nil {
		t.Errorf("what is longer than the venue is ever open: %v, %v", before, after)
	}
	b.Rooms = []string{"attic"}
	if before, after := c.Nearest(b, 0, moment("2027-06-01 00:00"), &h, berlin); before != nil || after != nil {
		t.Errorf("of a room that is not there: %v, %v", before, after)
	}
}

// TestNearestAgain: where a calendar has got more bookings, what was near before leads to what
// is near now, as a search from the beginning does.
func TestNearestAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := calendar(t, rapid.SampledFrom([]Rule{Sum, Larger}).Draw(t, "rule"))
		rooms := [][]string{{"hall"}, {"east"}, {"west-1"}, {"cellar"}, {"east", "cellar"}}
		drawn := func(id string) Booking {
			start := inventory.Instant(rapid.IntRange(0, 60).Draw(t, "start"))
			return Booking{
				ID: id, Rooms: rapid.SampledFrom(rooms).Draw(t, "rooms"), StartsAt: start, EndsAt: start + inventory.Instant(rapid.IntRange(1, 8).Draw(t, "length")),
				Setup: inventory.Micros(rapid.IntRange(0, 3).Draw(t, "setup")), Teardown: inventory.Micros(rapid.IntRange(0, 3).Draw(t, "teardown")),
			}
		}
		c.Close([]Closed{{Calendar: "others", Room: "west", Period: Period{From: 20, To: 25}}})
		b := drawn("asks")
		now := inventory.Instant(rapid.IntRange(0, int(b.StartsAt)).Draw(t, "now"))
		until := b.StartsAt + inventory.Instant(rapid.IntRange(0, 40).Draw(t, "within"))
		before, after := c.Nearest(&b, now, until, &Hours{}, time.UTC)
		for i := range rapid.IntRange(1, 6).Draw(t, "rounds") {
			for k := range rapid.IntRange(0, 4).Draw(t, "more") {
				c.Take(drawn(fmt.Sprint(i, k)), 0)
			}
			now += inventory.Instant(rapid.IntRange(0, int(b.StartsAt-now)).Draw(t, "later"))
			before, after = c.NearestAgain(&b, now, until, before, after)
			first, last := c.Nearest(&b, now, until, &Hours{}, time.UTC)
			if diff := gocmp.Diff([]*inventory.Instant{first, last}, []*inventory.Instant{before, after}); diff != "" {
				t.Fatalf("%+v from %d until %d:\n%s", b, now, until, diff)
			}
		}
	})
}

func TestFit(t *testing.T) {
	t.Parallel()
	small, large, open := Capacities{"rows": 20}, Capacities{"rows": 50, "standing": 90}, Capacities{}
	for _, tt := range []struct {
		rooms  []Capacities
		layout string
		people int64
		code   Code
	}{
		{[]Capacities{small, large}, "rows", 70, OK},
		{[]Capacities{small, large}, "rows", 71, TooMany},
		{[]Capacities{small, large}, "standing", 1, LayoutNotOffered},
		{[]Capacities{large}, "", 90, OK},
		{[]Capacities{small, large}, "", 111, TooMany},
		{[]Capacities{small, open}, "rows", 1000, OK},
		{[]Capacities{open}, "tables", 1000, OK},
	} {
		if got := Fit(tt.rooms, tt.layout, tt.people); got != tt.code {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestTakes(t *testing.T) {
	t.Parallel()
	c := calendar(t, Sum)
	if got := c.Takes([]string{"west", "cellar", "attic", "west-2"}); !slices.Equal(got, []string{"cellar", "west", "west-1", "west-2"}) {
		t.Errorf("%v", got)
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		state State
		now   inventory.Instant
		want  State
	}{
		{PendingDeposit, 4, PendingDeposit}, {PendingDeposit, 5, Lapsed}, {Requested, 9, Requested}, {Requested, 10, Lapsed}, {Confirmed, 19, Confirmed}, {Confirmed, 20, Completed}, {Cancelled, 30, Cancelled}, {Declined, 30, Declined},
	} {
		if got := tt.state.At(10, 20, 5, tt.now); got != tt.want {
			t.Errorf("%s at %d is %s", tt.state, tt.now, got)
		}
		if live := tt.state.Live(); live != (tt.state == Requested || tt.state == PendingDeposit || tt.state == Confirmed) {
			t.Errorf("%s is live: %t", tt.state, live)
		}
	}
}
