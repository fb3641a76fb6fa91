package verify_test

import (
	"context"

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
		_, err = v.EndBooking(ctx, f.org, book(40, 41, hall), booking.Cancelled, "other", false, now)
		must(err)
		_, err = v.ChangeVenue(ctx, f.org, venue, &store.VenueChange{NeedsApproval: &yes})
		must(err)
		book(40, 41, hall)
		// One that waits, and one that waited until what was in its way was cancelled.
		wait := func(from, to int, room string) {
			f.t.Helper()
			series := &store.BookingSeries{OrgID: f.org, ID: f.ids.Top(id.BookingDates), VenueID: venue, RRule: "FREQ=DAILY;COUNT=1", OnConflict: booking.Wait}
			_, err := v.BookDates(ctx, series, []store.Booking{{
				OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{room}, StartsAt: hour(from), EndsAt: hour(to), SeriesID: series.ID,
			}}, booking.Wait, now)
			must(err)
		}
		wait(40, 41, east)
		given := book(70, 71, hall)
		wait(70, 71, west)
		_, err = v.EndBooking(ctx, f.org, given, booking.Cancelled, "no_longer_needed", false, now)
		must(err)
		_, err = v.ConfirmBooking(ctx, f.org, book(50, 51, hall), now)
		must(err)
		_, err = v.EndBooking(ctx, f.org, book(60, 61, west), booking.Declined, "not_suitable", false, now)
		must(err)
	}
	f.bookFor(ctx)
	_, err := v.EndBookings(ctx, hour(1), 100) // those of the first hour are over
	must(err)
}

// bookFor makes an event that takes a hall, for which a foyer was booked besides.
func (f *fixture) bookFor(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	p, v, now := f.open(10, inventory.Settings{}), f.store.Venues, inventory.At(f.now)
	venue, hall, foyer, stage := f.ids.Top(id.Venue), f.ids.Top(id.Room), f.ids.Top(id.Room), f.ids.Top(id.Room)
	must(v.CreateVenue(ctx, store.Venue{OrgID: f.org, ID: venue, Name: "Theatre", BufferRule: booking.Sum, CreatedAt: now}))
	for _, room := range [][2]string{{hall, ""}, {stage, hall}, {foyer, ""}} {
		must(v.CreateRoom(ctx, store.Room{OrgID: f.org, ID: room[0], VenueID: venue, Name: "Room", PartOf: room[1], CreatedAt: now}))
	}
	at := p.create.Event
	_, err := v.Book(ctx, store.Booking{
		OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{foyer}, StartsAt: at.StartsAt, EndsAt: at.EndsAt, EventID: p.id, Follows: booking.FollowsTimes,
	}, now)
	must(err)
	_, err = v.FollowEvent(ctx, &store.EventTimes{
		OrgID: f.org, EventID: p.id, StartsAt: at.StartsAt, EndsAt: at.EndsAt, NewID: f.ids.Top(id.Booking), Rooms: &store.EventRooms{VenueID: venue, Rooms: []string{hall}},
	}, now)
	must(err)
}

// bookingCorruptions are damage done to the bookings that book makes.
var bookingCorruptions = []corruption{
	{"a booking has the time of another", 21, "at the same time", []string{"update bookings set status = 'confirmed' where status = 'cancelled'"}},
	{"a tear-down lasts into the next set-up", 21, "at the same time", []string{"update bookings set teardown = 2 * teardown + 1 where status = 'confirmed' and venue_id in (select id from venues where buffer_rule = 'sum')"}},
	{"a tear-down lasts into the next booking", 21, "at the same time", []string{"update bookings set teardown = 16 * teardown where status = 'confirmed' and venue_id in (select id from venues where buffer_rule = 'larger')"}},
	{"bookings are too near for another rule", 21, "at the same time", []string{"update venues set buffer_rule = 'sum'"}},
	{"a room becomes part of one that is booked", 21, "at the same time", []string{"update rooms set part_of = (select min(r.id) from rooms r where r.venue_id = rooms.venue_id and r.id in (select x.part_of from rooms x)) " +
		"where part_of = '' and id not in (select x.part_of from rooms x)"}},
	{"a room is part of itself", 21, "part of itself, by way of others", []string{"update rooms set part_of = (select min(r.id) from rooms r where r.part_of = rooms.id) where id in (select x.part_of from rooms x)"}},
	{"a room is part of what is not there", 21, "is part of", []string{"update rooms set part_of = 'roo_gone' where part_of <> ''"}},
	{"a booking has a room of elsewhere", 21, "which its venue does not have", []string{"update bookings set rooms = '[\"roo_gone\"]' where status = 'requested'"}},
	{"a booking has no room", 21, "and has no room", []string{"update bookings set rooms = '[]' where status = 'requested'"}},
	{"a booking has a room twice", 21, "twice", []string{"update bookings set rooms = replace(rooms, ']', ',' || substr(rooms, 2)) where status = 'requested'"}},
	{"the venue of a booking is gone", 21, "its venue is not stored", []string{"update bookings set venue_id = 'ven_gone' where status = 'requested'"}},
	{"a room is kept for nobody any more", 21, "no row keeps room", []string{"delete from booking_rooms where live"}},
	{"a room is kept for another time", 21, "has other times", []string{"update booking_rooms set busy_to = busy_to + 1 where live and booking_id in (select id from bookings where status = 'requested')"}},
	{"a room is kept for a booking that does not have it", 21, "that does not have it", []string{"update bookings set rooms = (select '[\"' || min(r.id) || '\"]' from rooms r where r.venue_id = bookings.venue_id and r.part_of <> '') where status = 'requested'"}},
	{"a room is kept for a booking that has ended", 21, "that has ended", []string{"update bookings set status = 'cancelled' where status = 'requested'"}},
	{"a booking waits for nothing", 21, "the booking waits, and nothing is in its way", []string{"update bookings set status = 'waiting' where status = 'declined'"}},
	{"a date of what repeats is lost", 21, "dates left out", []string{"delete from booking_rooms where booking_id in (select id from bookings where status = 'waiting')", "delete from bookings where status = 'waiting'"}},
	{"what repeats came to another date", 21, "dates left out", []string{"update booking_series set dates = dates + 1"}},
	{"a booking is of no series", 4, "the booking's rooms, time, people or state", []string{"update bookings set series_id = '' where status = 'waiting'"}},
	{"the series of a booking is lost", 14, "in bookings, series_id names", []string{"delete from booking_series"}},
	{"a booking is lost", 4, "and it is not stored", []string{"delete from booking_rooms where booking_id in (select id from bookings where status = 'declined')", "delete from bookings where status = 'declined'"}},
	{"a booking is of more people", 4, "the booking's rooms, time, people or state", []string{"update bookings set people = people + 1"}},
	{"a booking has other times than its event", 21, "other times than its event", []string{"update bookings set ends_at = ends_at + 1 where follows = 'place'"}},
	{"a booking follows an event that is cancelled", 21, "is cancelled", []string{"update bookings set event_id = (select min(id) from events where status = 'cancelled') where follows = 'place'"}},
	{"a place is booked for a draft", 21, "which is not published", []string{"update events set status = 'draft' where id in (select event_id from bookings where follows = 'place')"}},
	{"an event takes place twice", 21, "already", []string{"drop index bookings_place", "update bookings set follows = 'place' where follows = 'times'"}},
	{"a booking follows no event", 21, "and is for none", []string{"update bookings set event_id = '' where follows = 'place'"}},
	{"a booking is let go by its event", 4, "the booking's rooms, time, people or state", []string{"update bookings set follows = '' where follows = 'place'"}},
	{"a booking is for another organization's event", 14, "in bookings, event_id names", []string{"update bookings set event_id = 'evt_gone'"}},
}
