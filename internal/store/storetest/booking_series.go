package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storesnapshot "github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// dates are bookings of rooms on the days of a series, from one hour to another.
func (h *dividedHall) dates(series, rooms string, from, to int, days ...int) (*bookings.BookingSeries, []bookings.Booking) {
	of := &bookings.BookingSeries{OrgID: "org_a", ID: "bks_" + series, VenueID: "ven_a", RRule: "FREQ=WEEKLY", OnConflict: booking.Skip, RequestHash: [32]byte{1}}
	list := make([]bookings.Booking, len(days))
	for i, day := range days {
		list[i] = h.booking(rooms, 24*day+from, 24*day+to)
		list[i].SeriesID = of.ID
	}
	return of, list
}

// states says how bookings stand, by their ids.
func (h *dividedHall) states(list ...bookings.Booking) string {
	h.Helper()
	var states []string
	for i := range list {
		states = append(states, string(must[*bookings.Booking](h.T)(h.s.Bookings.Booking(h.ctx, "org_a", list[i].ID)).Status))
	}
	return strings.Join(states, " ")
}

// wait books rooms that are taken, and waits for them.
func (h *dividedHall) wait(rooms string, from, to int) bookings.Booking {
	h.Helper()
	list := must[[]bookings.Booking](h.T)(h.s.Bookings.BookDates(h.ctx, nil, []bookings.Booking{h.booking(rooms, from, to)}, booking.Wait, bookingsFrom))
	return list[0]
}

func (h *dividedHall) cancel(b *bookings.Booking, now inventory.Instant) {
	h.Helper()
	must[*bookings.Booking](h.T)(h.s.Bookings.EndBooking(h.ctx, "org_a", b.ID, booking.Cancelled, "other", false, now))
}

// testBookingDates: all dates of what repeats are one decision.
func testBookingDates(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx := h.ctx
	taken := h.book("west-1", 24*21+11, 24*21+13)
	of, dates := h.dates("a", "hall cellar", 10, 12, 0, 7, 14, 21)
	var refused *bookings.DatesRefused
	_, err := h.s.Bookings.BookDates(ctx, of, dates, booking.Refuse, bookingsFrom)
	if !errors.As(err, &refused) || len(refused.Dates) != 1 || refused.Dates[0].StartsAt != dates[3].StartsAt || refused.Dates[0].Conflicts[0].Booking != taken.ID {
		t.Fatalf("%v", err)
	}
	same(t, h.ids(bookings.BookingFilter{}), taken.ID[7:])
	_, err = h.s.Bookings.BookingSeries(ctx, "org_a", of.ID)
	wantErr(t, err, database.ErrNotFound)

	found := must[[]*bookings.RefusedDate](t)(h.s.Bookings.CheckDates(ctx, dates, bookingsFrom))
	same(t, fmt.Sprint(found[0], found[1], found[2]), "<nil> <nil> <nil>")
	same(t, found[3].Conflicts, refused.Dates[0].Conflicts)

	kept := must[[]bookings.Booking](t)(h.s.Bookings.BookDates(ctx, of, dates, booking.Skip, bookingsFrom))
	same(t, h.states(kept...), "confirmed confirmed confirmed")
	of.CreatedBy, of.CreatedAt, of.Dates = "mem_a", bookingsFrom, 4
	of.Skipped = []bookings.SkippedDate{{StartsAt: dates[3].StartsAt, EndsAt: dates[3].EndsAt, Reason: booking.RoomTaken, Bookings: []string{taken.ID}}}
	same(t, must[*bookings.BookingSeries](t)(h.s.Bookings.BookingSeries(ctx, "org_a", of.ID)), of)
	same(t, must[[]bookings.Booking](t)(h.s.Bookings.SeriesBookings(ctx, "org_a", of.ID)), kept)
	_, err = h.s.Bookings.BookDates(ctx, of, dates, booking.Skip, bookingsFrom)
	wantErr(t, err, database.ErrConflict)

	// Dates are in each other's way, too; and where none can be, nothing is stored.
	of, dates = h.dates("b", "east", 10, 40, 30, 31)
	_, err = h.s.Bookings.BookDates(ctx, of, dates, booking.Refuse, bookingsFrom)
	if !errors.As(err, &refused) || refused.Dates[0].Conflicts[0].Booking != dates[0].ID {
		t.Fatalf("%v", err)
	}
	if found := must[[]*bookings.RefusedDate](t)(h.s.Bookings.CheckDates(ctx, dates, bookingsFrom)); found[0] != nil || found[1] == nil {
		t.Errorf("dates in each other's way are found as %v", found)
	}
	of, dates = h.dates("c", "west-1", 12, 13, 21)
	_, err = h.s.Bookings.BookDates(ctx, of, dates, booking.Skip, bookingsFrom)
	if !errors.As(err, &refused) {
		t.Fatalf("%v", err)
	}
	of, dates = h.dates("d", "attic", 12, 13, 40)
	_, err = h.s.Bookings.BookDates(ctx, of, dates, booking.Skip, bookingsFrom)
	h.refused(err, booking.UnknownRoom)
	_, err = h.s.Bookings.CheckDates(ctx, dates, bookingsFrom)
	h.refused(err, booking.UnknownRoom)

	// All that is left of them is cancelled at once.
	same(t, must[int64](t)(h.s.Bookings.CancelSeries(ctx, must[*bookings.BookingSeries](t)(h.s.Bookings.BookingSeries(ctx, "org_a", "bks_a")), "other", false, hour(24))), int64(2))
	same(t, h.states(kept...), "completed cancelled cancelled")
	same(t, must[int64](t)(h.s.Bookings.CancelSeries(ctx, must[*bookings.BookingSeries](t)(h.s.Bookings.BookingSeries(ctx, "org_a", "bks_a")), "other", false, hour(24))), int64(0))
}

// testBookingsWait: what comes free goes to the one that has waited longest of those that then have
// all of their rooms.
func testBookingsWait(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v := h.ctx, h.s.Venues
	months := 24 * 150
	cellar, hall := h.book("cellar", months+10, months+12), h.book("hall", months+10, months+12)
	both := h.wait("cellar west-1", months+10, months+12)
	first, second := h.wait("cellar", months+11, months+13), h.wait("cellar", months+10, months+12)
	same(t, h.states(both, first, second), "waiting waiting waiting")
	h.refused(h.try("cellar", months+11, months+13), booking.RoomTaken, cellar) // who waits keeps nobody out
	_, err := h.s.Bookings.MoveBooking(ctx, "org_a", first.ID, &bookings.Move{Layout: new(string)}, bookingsFrom)
	wantErr(t, err, bookings.ErrBookingEnded)
	_, err = h.s.Bookings.ConfirmBooking(ctx, "org_a", first.ID, bookingsFrom)
	wantErr(t, err, bookings.ErrBookingEnded)
	wantErr(t, must0(v.DeleteRoom(ctx, "org_a", "west-1")), bookings.ErrBooked)

	// Months later the cellar comes free: for the first, who is in the way of the second.
	h.cancel(cellar, hour(months))
	same(t, h.states(both, first, second), "waiting confirmed waiting")
	h.refused(h.try("cellar", months+11, months+13), booking.RoomTaken, &first)
	// Moved away, it makes room for the second; the one who wants both still waits for the hall.
	to, until := hour(months+20), hour(months+22)
	must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(ctx, "org_a", first.ID, &bookings.Move{StartsAt: &to, EndsAt: &until}, hour(months)))
	same(t, h.states(both, first, second), "waiting confirmed confirmed")
	h.cancel(hall, hour(months))
	h.cancel(&second, hour(months))
	same(t, h.states(both, first, second), "confirmed confirmed cancelled")

	// Anyone who waits may leave, and lapses when the time has come.
	leaves, late := h.wait("cellar", months+21, months+23), h.wait("cellar", months+21, months+23)
	h.cancel(&leaves, hour(months))
	same(t, must[int](t)(h.s.Bookings.EndBookings(ctx, hour(months+21), 10)), 2) // one is over, and one was not served
	same(t, h.states(leaves, late, both), "cancelled lapsed completed")

	// A request that nobody answered makes room when the next one comes, or by the job; where
	// bookings are confirmed first, whoever waited asks then.
	yes := true
	must[*venues.Venue](t)(v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &yes}))
	asked := h.book("hall", months+100, months+110)
	waits := h.wait("east", months+105, months+107)
	_, err = h.s.Bookings.Book(ctx, h.booking("east", months+106, months+108), hour(months+101))
	h.refused(err, booking.RoomTaken, &waits)
	asked2 := h.book("cellar", months+100, months+110)
	waits2 := h.wait("cellar", months+105, months+107)
	must[int](t)(h.s.Bookings.EndBookings(ctx, hour(months+101), 10))
	same(t, h.states(*asked, waits, *asked2, waits2), "lapsed requested lapsed requested")

	// Another rule makes room, too.
	wide := h.booking("cellar", months+200, months+202)
	wide.Teardown = inventory.Hour
	must[*bookings.Booking](t)(h.s.Bookings.Book(ctx, wide, bookingsFrom))
	near := h.booking("cellar", months+203, months+204)
	near.Setup = inventory.Hour
	list := must[[]bookings.Booking](t)(h.s.Bookings.BookDates(ctx, nil, []bookings.Booking{near}, booking.Wait, bookingsFrom))
	same(t, h.states(list...), "waiting")
	larger := booking.Larger
	must[*venues.Venue](t)(v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{BufferRule: &larger}))
	same(t, h.states(list...), "requested")

	// The chain says who was passed over by whom, and that nobody had to give it.
	deeds := map[string]string{}
	h.ok(h.s.Snapshot(ctx, func(snapshot *storesnapshot.Snapshot) error {
		return snapshot.Deeds("org_a", func(d *organizations.Deed) error {
			if d.Subject == both.ID || d.Subject == second.ID {
				deeds[d.Subject] += strings.TrimPrefix(string(d.Action), "booking_") + " by " + d.Actor + ", "
			}
			return nil
		})
	}))
	same(t, deeds, map[string]string{
		both.ID:   "created by mem_a, passed_over by system, passed_over by system, granted by system, completed by system, ",
		second.ID: "created by mem_a, granted by system, cancelled by mem_a, ",
	})
}

func must0[T any](_ T, err error) error { return err }
