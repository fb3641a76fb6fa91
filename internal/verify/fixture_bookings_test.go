package verify_test

import (
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// book books a divided hall and a cellar of two venues, each with its own rule of how far
// apart bookings are, in every way that a booking can go.
func (f *fixture) book() {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := inventory.At(f.now)
	v, ctx := f.store.Venues, store.WithBy(f.t.Context(), store.By{Actor: "mem_x", At: now})
	hour := func(n int) inventory.Instant { return now + inventory.Instant(n)*inventory.Instant(inventory.Hour) }
	for _, rule := range []booking.Rule{booking.Sum, booking.Larger} {
		venue, yes := f.ids.Top(id.Venue), true
		must(v.CreateVenue(ctx, store.Venue{OrgID: f.org, ID: venue, Name: string(rule), BufferRule: rule, CreatedAt: now}))
		hall, east, west, cellar := f.ids.Top(id.Room), f.ids.Top(id.Room), f.ids.Top(id.Room), f.ids.Top(id.Room)
		for _, r := range [][2]string{{hall, ""}, {east, hall}, {west, hall}, {cellar, ""}} {
			must(v.CreateRoom(ctx, store.Room{OrgID: f.org, ID: r[0], VenueID: venue, Name: "Room", PartOf: r[1], CreatedAt: now}))
		}
		book := func(from, to int, rooms ...string) string {
			f.t.Helper()
			b, err := v.Book(ctx, store.Booking{
				OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: rooms, StartsAt: hour(from), EndsAt: hour(to), Setup: inventory.Hour, Teardown: inventory.Hour,
				Layout: "rows", People: 20, Purpose: "Choir",
			}, now)
			must(err)
			return b.ID
		}
		book(2, 3, hall)
		moved := book(20, 21, east, cellar)
		book(30, 31, west)
		book(0, 1, cellar)
		book(50, 51, cellar)
		if rule == booking.Larger {
			book(4, 5, east)
		} else {
			book(5, 6, east)
		}
		to := hour(23)
		until := hour(24)
		_, err := v.MoveBooking(ctx, f.org, moved, &store.Move{StartsAt: &to, EndsAt: &until}, now)
		must(err)
		_, err = v.EndBooking(ctx, f.org, book(40, 41, hall), booking.Cancelled, "other", now)
		must(err)
		_, err = v.ChangeVenue(ctx, f.org, venue, &store.VenueChange{NeedsApproval: &yes})
		must(err)
		book(40, 41, hall)
		_, err = v.ConfirmBooking(ctx, f.org, book(50, 51, hall), now)
		must(err)
		_, err = v.EndBooking(ctx, f.org, book(60, 61, west), booking.Declined, "not_suitable", now)
		must(err)
	}
	_, err := v.EndBookings(ctx, hour(1), 100) // those of the first hour are over
	must(err)
}
