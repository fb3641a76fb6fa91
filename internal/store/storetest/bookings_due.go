package storetest

import (
	"errors"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// testBookingsDue: whoever waits for rooms of which some came free without anybody having written it comes
// before one who asks for others of them now, takes them for an event, or changes the rules.
func testBookingsDue(t *testing.T, open Open) {
	h := openHall(t, open)
	v := h.s.Venues
	must[*venues.Venue](t)(v.ChangeVenue(h.ctx, "org_a", "ven_a", &venuechanges.VenueChange{Terms: &booking.Terms{Currency: "EUR", PerBooking: 1000, DepositPercent: 50, PayWithin: 2 * inventory.Hour}}))
	later := organizations.WithBy(h.Context(), organizations.By{Actor: "mem_b", At: hour(3)})
	wait := func(rooms string, from, to int) *bookings.Booking {
		b := must[[]bookings.Booking](t)(h.s.Bookings.BookDates(h.ctx, nil, []bookings.Booking{h.booking(rooms, from, to)}, booking.Wait, bookingsFrom))[0]
		same(t, b.Status, booking.Waiting)
		return &b
	}
	stands := func(b *bookings.Booking, want booking.State) {
		t.Helper()
		same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(h.ctx, "org_a", b.ID)).Status, want)
	}
	for i, atOnce := range []int{4, 1} {
		h.s.Bookings.EnoughCalls = atOnce
		day := 20 + 24*i
		unpaid := h.book("east", day, day+2)
		same(t, unpaid.Status, booking.PendingDeposit)
		waits := wait("hall", day, day+2)
		_, err := h.s.Bookings.Book(later, h.booking("west", day, day+2), hour(3))
		h.refused(err, booking.RoomTaken, waits)
		must[int](t)(h.s.Bookings.EndBookings(later, hour(3), 100))
		stands(unpaid, booking.Lapsed)
		stands(waits, booking.PendingDeposit)
	}
	cellar := &events.EventRooms{VenueID: "ven_a", Rooms: []string{"cellar"}}
	place := must[*bookings.Booking](t)(h.s.Bookings.FollowEvent(h.ctx, &bookings.EventTimes{OrgID: "org_a", EventID: "evt_x", StartsAt: hour(30), EndsAt: hour(32), Rooms: cellar, NewID: "bkg_place1"}, bookingsFrom))
	waits := wait("cellar", 30, 32)
	_, err := h.s.Bookings.FollowEvent(later, &bookings.EventTimes{OrgID: "org_a", EventID: "evt_x", StartsAt: hour(30), EndsAt: hour(32), Rooms: cellar, NewID: "bkg_place2"}, hour(3))
	var r *bookings.EventRefused
	if !errors.As(err, &r) || len(r.Why) != 1 {
		t.Fatalf("%v, want the event to be refused what somebody waits for", err)
	}
	h.refused(r.Why[0], booking.RoomTaken, waits)

	_, yes := place, true
	must[*venues.Venue](t)(v.ChangeVenue(later, "org_a", "ven_a", &venuechanges.VenueChange{Inactive: &yes}))
	stands(place, booking.Lapsed)
	stands(waits, booking.PendingDeposit)
}

// testBookingsBegun: what has begun is not requested again, which nobody could answer in time: it would
// lapse, and all that was paid would go back.
func testBookingsBegun(t *testing.T, open Open) {
	h := openHall(t, open)
	v, yes := h.s.Venues, true
	screen := venues.AddOn{OrgID: "org_a", ID: "add_1", VenueID: "ven_a", Name: "Screen", CreatedAt: 3, Unit: booking.PerPiece}
	h.ok(v.CreateAddOn(h.ctx, screen))
	must[*venues.Venue](t)(v.ChangeVenue(h.ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &yes}))
	b := must[*bookings.Booking](t)(h.s.Bookings.ConfirmBooking(h.ctx, "org_a", h.book("cellar", 10, 12).ID, bookingsFrom))
	during := organizations.WithBy(h.Context(), organizations.By{Actor: "mem_b", At: hour(11)})
	ends, list := hour(13), []booking.AddOn{{ID: screen.ID, Name: screen.Name, Unit: screen.Unit, Quantity: 1}}
	stands := func(want inventory.Instant) {
		t.Helper()
		must[int](t)(h.s.Bookings.EndBookings(during, hour(11), 100))
		got := must[*bookings.Booking](t)(h.s.Bookings.Booking(h.ctx, "org_a", b.ID))
		same(t, got.Status, booking.Confirmed)
		same(t, got.EndsAt, want)
	}
	_, err := h.s.Bookings.MoveBooking(during, "org_a", b.ID, &bookings.Move{EndsAt: &ends, Ask: true}, hour(11))
	wantErr(t, err, bookings.ErrBookingEnded)
	stands(hour(12))
	_, err = h.s.Bookings.SetAddOns(during, "org_a", b.ID, list, true, hour(11))
	wantErr(t, err, bookings.ErrBookingEnded)
	stands(hour(12))
	must[*bookings.Booking](t)(h.s.Bookings.SetAddOns(during, "org_a", b.ID, list, false, hour(11)))
	must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(during, "org_a", b.ID, &bookings.Move{EndsAt: &ends}, hour(11)))
	stands(ends)

	// The place of an event goes on as long as that does.
	event := &bookings.EventTimes{OrgID: "org_a", EventID: "evt_x", StartsAt: hour(10), EndsAt: hour(12), Rooms: &events.EventRooms{VenueID: "ven_a", Rooms: []string{"hall"}}, NewID: "bkg_place"}
	b = must[*bookings.Booking](t)(h.s.Bookings.ConfirmBooking(h.ctx, "org_a", must[*bookings.Booking](t)(h.s.Bookings.FollowEvent(h.ctx, event, bookingsFrom)).ID, bookingsFrom))
	event.EndsAt, event.Rooms, event.Ask = ends, nil, true
	_, err = h.s.Bookings.FollowEvent(during, event, hour(11))
	h.ok(err)
	stands(ends)
}

// testSameAddOns: whoever asks for the add-ons that a booking has changes nothing of it: what is overdue has been
// due since then, and the venue need not confirm it again.
func testSameAddOns(t *testing.T, open Open) {
	h := openHall(t, open)
	yes := true
	var list []booking.AddOn
	for _, id := range []string{"add_1", "add_2"} {
		a := venues.AddOn{OrgID: "org_a", ID: id, VenueID: "ven_a", Name: id, CreatedAt: 3, Unit: booking.PerHour, Price: 500}
		h.ok(h.s.Venues.CreateAddOn(h.ctx, a))
		list = append(list, booking.AddOn{ID: a.ID, Name: a.Name, Unit: a.Unit, Price: a.Price, Quantity: 1})
	}
	must[*venues.Venue](t)(h.s.Venues.ChangeVenue(h.ctx, "org_a", "ven_a", &venuechanges.VenueChange{Terms: &booking.Terms{Currency: "EUR", PerBooking: 1000, BalanceDays: 1}}))
	asked := h.booking("cellar", 100, 102)
	asked.AddOns = slices.Clone(list)
	b := must[*bookings.Booking](t)(h.s.Bookings.Book(h.ctx, asked, bookingsFrom))
	same(t, b.Price, int64(1000+2*2*500))
	same(t, b.BalanceDue, hour(100-24))
	must[*venues.Venue](t)(h.s.Venues.ChangeVenue(h.ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &yes}))
	late := organizations.WithBy(h.Context(), organizations.By{Actor: "mem_b", At: hour(90)})
	stored := func() *bookings.Booking { return must[*bookings.Booking](t)(h.s.Bookings.Booking(late, "org_a", b.ID)) }
	before := stored()
	for range 2 {
		slices.Reverse(list) // the order says nothing
		got := must[*bookings.Booking](t)(h.s.Bookings.SetAddOns(late, "org_a", b.ID, slices.Clone(list), true, hour(90)))
		same(t, got, before)
		same(t, stored(), before)
	}
	// Of one more the rest is due anew.
	list[0].Quantity++
	must[*bookings.Booking](t)(h.s.Bookings.SetAddOns(late, "org_a", b.ID, slices.Clone(list), false, hour(90)))
	got := stored()
	same(t, got.BalanceDue, hour(90))
	same(t, got.Price, before.Price+2*500)
}
