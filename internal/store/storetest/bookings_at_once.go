package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// testBookingsAtOnce: those who ask at once are answered as if they came one after another,
// also when somebody else changes the venue on another server meanwhile.
func testBookingsAtOnce(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, other := h.ctx, open(t)
	// atOnce books an hour for each of many people, and returns who has it and why others do not.
	atOnce := func(n int, rooms []string, from int, now inventory.Instant) (made []*bookings.Booking, refused []*bookings.Refused) {
		t.Helper()
		var wg sync.WaitGroup
		var mu sync.Mutex
		bodies := make([]bookings.Booking, n)
		for i := range bodies {
			bodies[i] = h.booking(rooms[i%len(rooms)], from, from+1)
		}
		for i := range bodies {
			wg.Go(func() {
				by := organizations.By{Actor: fmt.Sprint("mem_", i%3), At: now}
				b, err := h.s.Venues.Book(organizations.WithBy(ctx, by), bodies[i], now)
				mu.Lock()
				defer mu.Unlock()
				var r *bookings.Refused
				switch {
				case err == nil:
					if b.CreatedBy != by.Actor {
						t.Errorf("made by %s, asked for by %s", b.CreatedBy, by.Actor)
					}
					made = append(made, b)
				case errors.As(err, &r):
					refused = append(refused, r)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		return made, refused
	}
	for hours := range 4 {
		made, refused := atOnce(24, []string{"hall", "east", "west-1", "cellar"}, 10+hours, bookingsFrom)
		var rooms []string
		for _, b := range made {
			rooms = append(rooms, b.Rooms...)
		}
		slices.Sort(rooms)
		if got := fmt.Sprint(rooms); got != "[cellar hall]" && got != "[cellar east west-1]" {
			t.Fatalf("booked: %v", rooms)
		}
		for _, r := range refused {
			if r.Code != booking.RoomTaken || len(r.Conflicts) == 0 {
				t.Errorf("%+v", r)
			}
			if r.Near {
				first := bookings.Booking{OrgID: "org_a", ID: "bkg_try", VenueID: "ven_a", Rooms: []string{r.Conflicts[0].Room}, StartsAt: hour(10 + hours), EndsAt: hour(11 + hours)}
				before, after, err := h.s.Venues.Nearest(ctx, &first, bookingsFrom)
				h.ok(err)
				same(t, []*inventory.Instant{r.Before, r.After}, []*inventory.Instant{before, after})
			}
		}
	}
	same(t, count(t, h.s, overlaps), int64(0))

	// What is cancelled on another server is free here, and what is made there is taken.
	made, _ := atOnce(8, []string{"cellar"}, 30, bookingsFrom)
	_, err := other.Venues.EndBooking(ctx, "org_a", made[0].ID, booking.Cancelled, "other", false, bookingsFrom)
	h.ok(err)
	if made, _ = atOnce(8, []string{"cellar"}, 30, bookingsFrom); len(made) != 1 {
		t.Errorf("%d have the hour that another server gave back", len(made))
	}
	theirs := must[*bookings.Booking](t)(other.Venues.Book(ctx, h.booking("west-1", 40, 41), bookingsFrom))
	made, refused := atOnce(8, []string{"hall"}, 40, bookingsFrom)
	if len(made) != 0 || refused[0].Conflicts[0].Booking != theirs.ID {
		t.Errorf("%d have the hour that another server gave", len(made))
	}
	// So it is with a room that is divided otherwise, and with hours.
	_, err = other.Venues.ChangeRoom(ctx, "org_a", "west", &bookings.RoomChange{PartOf: new(string)})
	h.ok(err)
	if made, _ = atOnce(8, []string{"hall"}, 40, bookingsFrom); len(made) != 1 {
		t.Errorf("%d have a hall that has nothing of that room any more", len(made))
	}

	// A request that nobody has answered when it begins keeps nobody out from then on.
	yes := true
	_, err = h.s.Venues.ChangeVenue(ctx, "org_a", "ven_a", &bookings.VenueChange{NeedsApproval: &yes})
	h.ok(err)
	long := h.booking("cellar", 50, 60)
	must[*bookings.Booking](t)(h.s.Venues.Book(ctx, long, bookingsFrom))
	if made, _ = atOnce(8, []string{"cellar"}, 55, hour(49)); len(made) != 0 {
		t.Errorf("%d have an hour that is asked for", len(made))
	}
	if made, _ = atOnce(8, []string{"cellar"}, 55, hour(51)); len(made) != 1 || h.states(long) != "lapsed" {
		t.Errorf("%d have the hour, and the request is %s", len(made), h.states(long))
	}
	same(t, count(t, h.s, overlaps), int64(0))
}
