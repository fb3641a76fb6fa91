package storetest

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// testRoomCalendars: what a calendar of others says keeps a room, its parts and its whole from
// bookings, moves and free times; a fetch that failed changes none of it; a booking that was there
// stands; and what comes free goes to those who wait for it.
func testRoomCalendars(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v, calendars := h.ctx, h.s.Venues, h.s.RoomCalendars
	add := func(id, room string) error {
		return calendars.Add(ctx, bookings.RoomCalendar{OrgID: "org_a", ID: id, VenueID: "ven_a", RoomID: room, Name: "Parish", Host: "example.org", CreatedAt: 1, NextAt: bookingsFrom},
			organizations.ServerKey{Purpose: bookings.AddressPurpose("org_a", id), Secret: []byte(id), KeyVersion: 1, KeyID: "k", CreatedAt: 1})
	}
	wantErr(t, add("cal_1", "west"), nil)
	wantErr(t, add("cal_1", "west"), database.ErrConflict)
	wantErr(t, add("cal_2", "attic"), database.ErrNotFound)
	counts := func(want bookings.RoomCalendarCounts) {
		t.Helper()
		same(t, *must[*bookings.RoomCalendarCounts](t)(calendars.Counts(ctx)), want)
	}
	counts(bookings.RoomCalendarCounts{Unread: 1})
	there := h.book("west-1", 10, 12)
	fetched := func(f bookings.Fetched) bookings.RoomCalendar {
		t.Helper()
		h.ok(calendars.FetchSoon(ctx, "org_a", "cal_1", bookingsFrom))
		until := bookingsFrom + 100
		list := must[[]bookings.RoomCalendar](t)(calendars.Take(ctx, bookingsFrom, until, 10))
		if len(list) != 1 || len(must[[]bookings.RoomCalendar](t)(calendars.Take(ctx, bookingsFrom, until, 10))) != 0 {
			t.Fatalf("%d calendars were given to one caller, or one to two", len(list))
		}
		f.NextAt = bookingsFrom + 200
		h.ok(calendars.StoreFetched(ctx, list[0], &f, bookingsFrom+5))
		return *must[*bookings.RoomCalendar](t)(calendars.ByID(ctx, "org_a", "cal_1"))
	}
	long := booking.Periods([]booking.Period{{From: hour(11), To: hour(14)}, {From: hour(30), To: hour(30 + 24*40)}})
	c := fetched(bookings.Fetched{Periods: long, ETag: `"1"`})
	if c.WorkedAt != bookingsFrom+5 || c.Periods != 3 || c.ETag != `"1"` || c.Failure != "" {
		t.Errorf("%+v", c)
	}
	counts(bookings.RoomCalendarCounts{Read: 1})
	for _, rooms := range []string{"west", "west-2", "hall", "west-1 east"} {
		h.refused(h.try(rooms, 13, 15), booking.RoomTaken, &bookings.Booking{})
	}
	wantErr(t, h.try("east", 13, 15), nil)
	h.refused(h.try("west-2", 24*38, 24*38+1), booking.RoomTaken, &bookings.Booking{}) // far inside of what is long
	same(t, string(must[*bookings.Booking](t)(v.Booking(ctx, "org_a", there.ID)).Status), "confirmed")
	same(t, must[[]bookings.Clash](t)(calendars.Clashes(ctx, "org_a", "ven_a", bookingsFrom)), []bookings.Clash{{CalendarID: "cal_1", BookingID: there.ID, Period: long[0]}})
	to, until := hour(13), hour(15)
	_, err := v.MoveBooking(ctx, "org_a", there.ID, &bookings.Move{StartsAt: &to, EndsAt: &until}, bookingsFrom)
	h.refused(err, booking.RoomTaken, &bookings.Booking{})
	// What keeps its rooms and its time is not asked again what is taken elsewhere.
	people := int64(7)
	more := must[*bookings.Booking](t)(v.MoveBooking(ctx, "org_a", there.ID, &bookings.Move{People: &people}, bookingsFrom))
	same(t, more.People, people)
	h.ok(bookings.CheckMove(ctx, v, more, more, bookingsFrom))
	h.refused(v.CheckBooking(ctx, more, bookingsFrom), booking.RoomTaken, &bookings.Booking{})
	asked := h.booking("west-2", 12, 13)
	_, after, err := v.Nearest(ctx, &asked, bookingsFrom)
	h.ok(err)
	same(t, *after, hour(14))
	same(t, len(must[[]bookings.RoomBusy](t)(calendars.BusyTimes(ctx, "org_a", "ven_a", hour(24*38), hour(24*38+1)))), 1)

	// Those who come at once are decided by what is kept for them.
	for range 6 {
		h.refused(h.try("west-2", 12, 13), booking.RoomTaken, &bookings.Booking{})
	}

	waits := h.booking("west-2", 12, 13)
	waits.SeriesID = "bks_1"
	list := must[[]bookings.Booking](t)(v.BookDates(ctx, &bookings.BookingSeries{OrgID: "org_a", ID: "bks_1", VenueID: "ven_a", RRule: "FREQ=DAILY", OnConflict: booking.Wait}, []bookings.Booking{waits}, booking.Wait, bookingsFrom))
	same(t, list[0].Status, booking.Waiting)

	// A fetch that failed, or says that nothing has changed, frees nothing.
	c = fetched(bookings.Fetched{Failure: "status", Detail: "500"})
	if c.WorkedAt != bookingsFrom+5 || c.Periods != 3 || c.Failure != "status" || c.Failures != 1 || c.ETag != `"1"` {
		t.Errorf("%+v", c)
	}
	counts(bookings.RoomCalendarCounts{Failing: 1})
	c = fetched(bookings.Fetched{Unchanged: true})
	if c.Periods != 3 || c.Failure != "" || c.Failures != 0 {
		t.Errorf("%+v", c)
	}
	h.refused(h.try("west", 13, 15), booking.RoomTaken, &bookings.Booking{})
	same(t, must[*bookings.Booking](t)(v.Booking(ctx, "org_a", waits.ID)).Status, booking.Waiting)

	// What somebody has fetched who was too slow is not what the calendar says any more.
	h.ok(calendars.FetchSoon(ctx, "org_a", "cal_1", bookingsFrom))
	slow := must[[]bookings.RoomCalendar](t)(calendars.Take(ctx, bookingsFrom, bookingsFrom+1, 10))[0]
	next := must[[]bookings.RoomCalendar](t)(calendars.Take(ctx, bookingsFrom+1, bookingsFrom+100, 10))[0]
	h.ok(calendars.StoreFetched(ctx, next, &bookings.Fetched{Periods: []booking.Period{{From: hour(13), To: hour(14)}}, NextAt: bookingsFrom + 300}, bookingsFrom+6))
	h.ok(calendars.StoreFetched(ctx, slow, &bookings.Fetched{Periods: nil, NextAt: bookingsFrom + 300}, bookingsFrom+7))
	same(t, len(must[[]bookings.RoomBusy](t)(calendars.BusyTimes(ctx, "org_a", "ven_a", 0, hour(2000)))), 1)
	same(t, must[*bookings.Booking](t)(v.Booking(ctx, "org_a", waits.ID)).Status, booking.Confirmed)
	same(t, len(must[[]bookings.Clash](t)(calendars.Clashes(ctx, "org_a", "ven_a", bookingsFrom))), 0)

	for n := range bookings.MaxVenueCalendars {
		err := add(string(rune('A'+n)), "cellar")
		if wantErr(t, err, nil); n == bookings.MaxVenueCalendars-2 {
			break
		}
	}
	wantErr(t, add("cal_9", "cellar"), database.ErrLimit)
	addresses := func(want int) {
		t.Helper()
		n := 0
		for _, k := range must[[]organizations.ServerKey](t)(h.s.Organizations.ServerKeys(ctx)) {
			if strings.HasPrefix(k.Purpose, bookings.RoomCalendarPurpose) {
				n++
			}
		}
		same(t, n, want)
	}
	addresses(bookings.MaxVenueCalendars)
	same(t, string(must[*organizations.ServerKey](t)(calendars.Address(ctx, "org_a", "cal_1")).Secret), "cal_1")
	wantErr(t, calendars.Remove(ctx, "org_a", "ven_b", "cal_1", bookingsFrom), database.ErrNotFound)
	wantErr(t, calendars.Remove(ctx, "org_a", "ven_a", "cal_1", bookingsFrom), nil)
	addresses(bookings.MaxVenueCalendars - 1)
	wantErr(t, h.try("west-1", 13, 14), nil)
	wantErr(t, calendars.StoreFetched(ctx, next, &bookings.Fetched{Periods: long, NextAt: bookingsFrom + inventory.Instant(inventory.Hour)}, bookingsFrom+8), nil) // it is gone
	wantErr(t, h.try("west-1", 15, 16), nil)
	_, err = v.DeleteRoom(ctx, "org_a", "cellar")
	wantErr(t, err, nil)
	same(t, len(must[[]bookings.RoomCalendar](t)(calendars.OfVenue(ctx, "org_a", "ven_a"))), 0)
	addresses(0)
}
