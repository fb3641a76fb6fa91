package booking

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func TestClosed(t *testing.T) {
	t.Parallel()
	for _, rule := range []Rule{Sum, Larger} {
		c := calendar(t, rule)
		there := Booking{ID: "there", Rooms: []string{"west-1"}, StartsAt: 100, EndsAt: 120}
		if d := c.Take(there, 0); d.Code != OK {
			t.Fatal(d)
		}
		west := Closed{"cal_1", "west", Period{110, 130}}
		c.Close([]Closed{west, west, {"cal_2", "cellar", Period{0, 999}}, {"cal_3", "attic", Period{0, 999}}})
		for _, test := range []struct {
			room string
			from inventory.Instant
			want Code
		}{
			{"west", 125, RoomTaken}, {"west-1", 125, RoomTaken}, {"west-2", 125, RoomTaken}, {"hall", 125, RoomTaken}, {"east", 125, OK},
			{"hall", 130, RoomTaken}, {"hall", 132, OK}, {"west-2", 99, OK}, {"west-2", 100, RoomTaken},
		} {
			// Set-up of two before, and eight long with one behind: 99 is clear of 110.
			b := Booking{ID: "new", Rooms: []string{test.room}, StartsAt: test.from, EndsAt: test.from + 10, Setup: 2, Teardown: 1}
			d := c.Decide(&b, 0)
			if d.Code != test.want {
				t.Errorf("%s: %s at %d: %q, want %q", rule, test.room, test.from, d.Code, test.want)
			}
			of := func(x Conflict) bool {
				return x.Calendar == "cal_1" && x.Booking == "" && x.Booked == "west" && x.StartsAt == 110 && x.EndsAt == 130
			}
			if test.want != OK && (!slices.ContainsFunc(d.Conflicts, of) || d.Before == nil || d.After == nil || *d.After != 132) {
				t.Errorf("%s: %s at %d: %+v", rule, test.room, test.from, d)
			}
		}
		if d := c.Keep(there); d.Code != OK {
			t.Errorf("%s: what was there stays: %+v", rule, d)
		}
		if d := c.Clone().Meets(&Booking{ID: "new", Rooms: []string{"cellar"}, StartsAt: 5, EndsAt: 6}); d.Code != RoomTaken {
			t.Errorf("%s: in a copy the cellar is free", rule)
		}
	}
}

// TestClosedAgainstModel: what is taken elsewhere keeps rooms as a booking without set-up would,
// and the nearest times are free.
func TestClosedAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := calendar(t, rapid.SampledFrom([]Rule{Sum, Larger}).Draw(t, "rule"))
		var list []Closed
		room := rapid.SampledFrom([]string{"hall", "east", "west", "west-1", "west-2", "cellar"})
		for range rapid.IntRange(0, 8).Draw(t, "closed") {
			from := inventory.Instant(rapid.IntRange(0, 90).Draw(t, "from"))
			list = append(list, Closed{"cal", room.Draw(t, "room"), Period{from, from + inventory.Instant(rapid.IntRange(1, 20).Draw(t, "length"))}})
		}
		c.Close(list)
		taken := func(b *Booking) bool {
			return slices.ContainsFunc(list, func(of Closed) bool {
				return share(of.Room, b.Rooms[0]) && of.From < b.EndsAt+inventory.Instant(b.Teardown) && b.StartsAt-inventory.Instant(b.Setup) < of.To
			})
		}
		start := inventory.Instant(rapid.IntRange(5, 80).Draw(t, "start"))
		b := Booking{ID: "new", Rooms: []string{room.Draw(t, "asked")}, StartsAt: start, EndsAt: start + 7, Setup: inventory.Micros(rapid.IntRange(0, 3).Draw(t, "setup")), Teardown: 1}
		d := c.Decide(&b, 0)
		if (d.Code == RoomTaken) != taken(&b) {
			t.Fatalf("%+v", d)
		}
		for at := start; d.After != nil && at <= *d.After; at++ {
			if taken(b.moved(at)) != (at < *d.After) {
				t.Fatalf("after %d: %d is not free, or is before it", *d.After, at)
			}
		}
		for at := start; d.Before != nil && at >= *d.Before; at-- {
			if taken(b.moved(at)) != (at > *d.Before) {
				t.Fatalf("before %d: %d is not free, or is behind it", *d.Before, at)
			}
		}
		for _, f := range c.FreeTimes("west", 0, 100, &Hours{}, time.UTC) {
			if taken(&Booking{Rooms: []string{"west"}, StartsAt: f.From, EndsAt: f.To}) {
				t.Fatalf("%v is said to be free", f)
			}
		}
	})
}
