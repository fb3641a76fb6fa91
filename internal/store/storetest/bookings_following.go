package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// testFollowing moves the bookings of an event with it, all or none, and gives what becomes
// free to those who wait for it.
func testFollowing(t *testing.T, open Open) {
	h := openHall(t, open)
	v := h.s.Venues
	h.ok(v.CreateVenue(t.Context(), venues.Venue{OrgID: "org_a", ID: "ven_b", Name: "Annex", CreatedAt: 2, Timezone: "Europe/Vienna"}))
	h.ok(v.CreateRoom(t.Context(), venues.Room{OrgID: "org_a", ID: "attic", VenueID: "ven_b", Name: "attic", CreatedAt: 3}))
	event := func(from, to int, rooms *events.EventRooms) *bookings.EventTimes {
		h.next++
		return &bookings.EventTimes{OrgID: "org_a", EventID: "evt_x", StartsAt: hour(from), EndsAt: hour(to), Rooms: rooms, NewID: h.booking("", from, to).ID}
	}
	follow := func(e *bookings.EventTimes) *bookings.Booking {
		t.Helper()
		return must[*bookings.Booking](t)(h.s.Bookings.FollowEvent(h.ctx, e, bookingsFrom))
	}
	refused := func(e *bookings.EventTimes, others ...*bookings.Booking) {
		t.Helper()
		_, err := h.s.Bookings.FollowEvent(h.ctx, e, bookingsFrom)
		var r *bookings.EventRefused
		if !errors.As(err, &r) || len(r.Why) != 1 {
			t.Fatalf("%v, want one booking to be refused", err)
		}
		h.refused(r.Why[0], booking.RoomTaken, others...)
	}
	// times are those of the live bookings of the event, by room and hours.
	times := func(want string) {
		t.Helper()
		got := ""
		for _, b := range must[[]bookings.Booking](t)(h.s.Bookings.EventBookings(h.ctx, "org_a", "evt_x", 100)) {
			if b.Status.Live() {
				got += string(b.Follows) + " " + b.Rooms[0] + " " + string(rune('0'+(b.StartsAt-hour(0))/inventory.Instant(inventory.Hour)/10)) + "\n"
			}
		}
		same(t, got, want)
	}

	if made := follow(event(10, 12, nil)); made != nil {
		t.Errorf("%v was booked for an event that takes nothing", made)
	}
	hand := h.booking("attic", 10, 12)
	hand.VenueID, hand.EventID, hand.Follows = "ven_b", "evt_x", booking.FollowsTimes
	must[*bookings.Booking](t)(h.s.Bookings.Book(h.ctx, hand, bookingsFrom))
	cellar := &events.EventRooms{VenueID: "ven_a", Rooms: []string{"cellar"}}
	taken := h.book("cellar", 11, 13)
	refused(event(10, 12, cellar), taken)
	times("times attic 1\n")
	must[*bookings.Booking](t)(h.s.Bookings.EndBooking(h.ctx, "org_a", taken.ID, booking.Cancelled, "other", false, bookingsFrom))
	place := follow(event(10, 12, cellar))
	if place == nil || place.Status != booking.Confirmed || place.Follows != booking.FollowsPlace {
		t.Fatalf("made %+v", place)
	}
	if again := follow(event(10, 12, cellar)); again != nil {
		t.Errorf("a repetition made %+v", again)
	}
	times("times attic 1\nplace cellar 1\n")

	// What is in the way of one keeps all of them where they are.
	other := h.booking("attic", 31, 32)
	other.VenueID = "ven_b"
	stands := must[*bookings.Booking](t)(h.s.Bookings.Book(h.ctx, other, bookingsFrom))
	refused(event(30, 32, nil), stands)
	times("times attic 1\nplace cellar 1\n")
	// Anyone who waits for the rooms has them once they are left.
	wait := h.booking("cellar", 10, 12)
	must[[]bookings.Booking](t)(h.s.Bookings.BookDates(h.ctx, nil, []bookings.Booking{wait}, booking.Wait, bookingsFrom))
	follow(event(20, 22, nil))
	times("times attic 2\nplace cellar 2\n")
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(h.ctx, "org_a", wait.ID)).Status, booking.Confirmed)

	// Another room of the venue is the same booking, one of another venue is another.
	follow(event(20, 22, &events.EventRooms{VenueID: "ven_a", Rooms: []string{"east"}}))
	times("times attic 2\nplace east 2\n")
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(h.ctx, "org_a", place.ID)).Rooms, []string{"east"})
	kept := event(40, 42, cellar)
	kept.Keep = true
	follow(kept)
	times("times attic 4\nplace east 4\n")
	// What was booked by hand already becomes the place.
	if made := follow(event(40, 42, &events.EventRooms{VenueID: "ven_b", Rooms: []string{"attic"}})); made != nil {
		t.Errorf("made %+v beside what was booked by hand", made)
	}
	times("place attic 4\n")
	follow(event(40, 42, cellar))
	times("place cellar 4\n")
	follow(event(40, 42, new(events.EventRooms)))
	times("")
	_, err := h.s.Bookings.FollowEvent(h.ctx, event(40, 42, &events.EventRooms{VenueID: "ven_c", Rooms: []string{"x"}}), bookingsFrom)
	wantErr(t, err, database.ErrNotFound)
}
