package store

import (
	"math"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// AllVenues streams the venues of all organizations.
func (v *Snapshot) AllVenues(fn func(*Venue) error) error {
	return streamOwned(v, venueTable, func(x *Venue) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllRooms streams the rooms of all organizations.
func (v *Snapshot) AllRooms(fn func(*Room) error) error {
	return streamOwned(v, roomTable, func(x *Room) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllBookings streams the bookings of all organizations, by organization and id.
func (v *Snapshot) AllBookings(fn func(*Booking) error) error {
	return streamOwned(v, bookingTable, func(x *Booking) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllBookingSeries streams the bookings that repeat of all organizations, by organization and id.
func (v *Snapshot) AllBookingSeries(fn func(*BookingSeries) error) error {
	return streamOwned(v, bookingSeriesTable, func(x *BookingSeries) (string, string) { return x.OrgID, x.ID }, fn)
}

// BookedRooms streams which rooms bookings have, by organization, booking and room.
func (v *Snapshot) BookedRooms(fn func(*BookedRoom) error) error {
	return stream(func(last *BookedRoom) ([]BookedRoom, error) {
		if last == nil {
			last = new(BookedRoom)
		}
		return table.All(v.ctx, v.q, bookedRoomTable.Scan, bookedRoomTable.From()+` where (org_id, booking_id, room_id) > (cast($1 as text), cast($2 as text), cast($3 as text))
			order by org_id, booking_id, room_id limit $4`, last.OrgID, last.BookingID, last.RoomID, pageRows)
	}, fn)
}

// streamOwned streams a table by organization and id.
func streamOwned[T any](v *Snapshot, t *table.Of[*T], key func(*T) (org, id string), fn func(*T) error) error {
	return stream(func(last *T) ([]T, error) {
		org, id := "", ""
		if last != nil {
			org, id = key(last)
		}
		return table.All(v.ctx, v.q, t.Scan, t.From()+" where (org_id, id) > (cast($1 as text), cast($2 as text)) order by org_id, id limit $3", org, id, pageRows)
	}, fn)
}

// AllAddOns streams the add-ons of all venues.
func (v *Snapshot) AllAddOns(fn func(*AddOn) error) error {
	return streamOwned(v, addOnTable, func(x *AddOn) (string, string) { return x.OrgID, x.ID }, fn)
}

// BookedAddOns streams which add-ons bookings have, by organization, booking and add-on.
func (v *Snapshot) BookedAddOns(fn func(*BookedAddOn) error) error {
	return stream(func(last *BookedAddOn) ([]BookedAddOn, error) {
		if last == nil {
			last = new(BookedAddOn)
		}
		return table.All(v.ctx, v.q, bookedAddOnTable.Scan, bookedAddOnTable.From()+` where (org_id, booking_id, add_on_id) > (cast($1 as text), cast($2 as text), cast($3 as text))
			order by org_id, booking_id, add_on_id limit $4`, last.OrgID, last.BookingID, last.AddOnID, pageRows)
	}, fn)
}

// AllRoomCalendars streams the calendars of others that rooms have.
func AllRoomCalendars(v *Snapshot, fn func(*RoomCalendar) error) error {
	return streamOwned(v, roomCalendarTable, func(x *RoomCalendar) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllRoomBusy streams the busy times of these, by organization, calendar and time.
func AllRoomBusy(v *Snapshot, fn func(*RoomBusy) error) error {
	return stream(func(last *RoomBusy) ([]RoomBusy, error) {
		if last == nil {
			last = new(RoomBusy)
			last.StartsAt = math.MinInt64
		}
		return table.All(v.ctx, v.q, roomBusyTable.Scan, roomBusyTable.From()+` where (org_id, calendar_id, starts_at) > (cast($1 as text), cast($2 as text), cast($3 as bigint))
			order by org_id, calendar_id, starts_at limit $4`, last.OrgID, last.CalendarID, int64(last.StartsAt), pageRows)
	}, fn)
}

// AllBookingGuests streams the guests of all bookings, by organization and booking.
func (v *Snapshot) AllBookingGuests(fn func(*BookingGuest) error) error {
	return stream(func(last *BookingGuest) ([]BookingGuest, error) {
		if last == nil {
			last = new(BookingGuest)
		}
		return table.All(v.ctx, v.q, bookingGuestTable.Scan, bookingGuestTable.From()+` where (org_id, booking_id) > (cast($1 as text), cast($2 as text))
			order by org_id, booking_id limit $3`, last.OrgID, last.BookingID, pageRows)
	}, fn)
}

// KeptOfErased streams what is still said of erased guests of bookings: whom to invoice.
func KeptOfErased(v *Snapshot, fn func(bookingID string) error) error {
	list, err := table.All(v.ctx, v.q, func(r engine.Row, s *string) error { return r.Scan(s) }, `select g.booking_id from booking_guests g
		join billing i on i.event_id = g.org_id and i.order_id = g.booking_id where g.email = '' order by 1 limit $1`, pageRows)
	if err != nil {
		return err
	}
	for _, id := range list {
		if err := fn(id); err != nil {
			return err
		}
	}
	return nil
}
