package booking

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func TestFreeTimes(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) inventory.Instant {
		return inventory.At(time.Date(2027, time.March, day, hour, 0, 0, 0, zone))
	}
	h := &Hours{
		Weekly: []Opening{{time.Friday, Span{9 * 60, 18 * 60}}, {time.Friday, Span{20 * 60, 2 * 60}}, {time.Sunday, Span{0, 12 * 60}}},
	}
	c := calendar(t, Sum)
	for _, b := range []Booking{
		{ID: "a", Rooms: []string{"west-1"}, StartsAt: at(12, 10), EndsAt: at(12, 12), Setup: inventory.Hour},
		{ID: "b", Rooms: []string{"cellar"}, StartsAt: at(12, 9), EndsAt: at(12, 18)},
	} {
		if d := c.Take(b, 0); d.Code != OK {
			t.Fatalf("%+v", d)
		}
	}
	// The 28th is a day on which clocks go on.
	h.Exceptions = []Exception{{Date: "2027-03-05"}}
	if got := c.FreeTimes("hall", at(5, 0), at(6, 12), h, zone); got != nil {
		t.Errorf("on a day on which it is closed it is free %v", got)
	}
	want := []FreeTime{{"hall", at(12, 12), at(12, 18)}, {"hall", at(12, 20), at(13, 2)}, {"hall", at(14, 0), at(14, 12)}}
	if got := c.FreeTimes("hall", at(8, 0), at(15, 0), h, zone); !reflect.DeepEqual(got, want) {
		t.Errorf("the hall is free %v, want %v", got, want)
	}
	if got := c.FreeTimes("east", at(12, 8), at(12, 10), h, zone); !reflect.DeepEqual(got, []FreeTime{{"east", at(12, 9), at(12, 10)}}) {
		t.Errorf("the east is free %v", got)
	}
	if got := c.FreeTimes("cellar", at(12, 0), at(12, 19), h, zone); got != nil {
		t.Errorf("the cellar is free %v", got)
	}
	if got := c.FreeTimes("west", at(28, 0), at(28, 20), h, zone); len(got) != 1 || got[0].To-got[0].From != 11*inventory.Instant(inventory.Hour) {
		t.Errorf("on the day on which clocks go on the west is free %v", got)
	}
	if got := c.FreeTimes("attic", at(12, 0), at(13, 0), h, zone); got != nil {
		t.Errorf("%v", got)
	}
}

// TestFreeTimesCanBeBooked: whatever is said to be free can be booked, and what lies between is
// taken.
func TestFreeTimesCanBeBooked(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := calendar(t, rapid.SampledFrom([]Rule{Sum, Larger}).Draw(t, "rule"))
		for i := range rapid.IntRange(0, 8).Draw(t, "bookings") {
			start := inventory.Instant(rapid.IntRange(10, 80).Draw(t, "start"))
			c.Take(Booking{
				ID: string(rune('a' + i)), Rooms: []string{rapid.SampledFrom([]string{"hall", "east", "west-1", "cellar"}).Draw(t, "room")}, StartsAt: start,
				EndsAt: start + inventory.Instant(rapid.IntRange(1, 9).Draw(t, "length")), Setup: inventory.Micros(rapid.IntRange(0, 3).Draw(t, "setup")),
			}, 0)
		}
		room := rapid.SampledFrom([]string{"hall", "west", "east", "cellar"}).Draw(t, "which")
		last := inventory.Instant(10)
		for _, f := range c.FreeTimes(room, 10, 100, &Hours{}, time.UTC) {
			of := Booking{ID: "new", Rooms: []string{room}, StartsAt: f.From, EndsAt: f.To}
			if d := c.Meets(&of); d.Code != OK {
				t.Fatalf("%v is said to be free, and taken by %+v", f, d.Conflicts)
			}
			if f.From > last {
				of.StartsAt, of.EndsAt = f.From-1, f.From
				if d := c.Meets(&of); d.Code == OK && c.rule == Sum {
					t.Fatalf("the moment before %v is free", f)
				}
			}
			last = f.To
		}
	})
}
