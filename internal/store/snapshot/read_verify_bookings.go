package snapshot

import (
	"math"

	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// AllVenues streams the venues of all organizations.
func (v *Snapshot) AllVenues(fn func(*venues.Venue) error) error {
	return streamOwned(v, venues.VenueTable, func(x *venues.Venue) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllRooms streams the rooms of all organizations.
func (v *Snapshot) AllRooms(fn func(*venues.Room) error) error {
	return streamOwned(v, venues.RoomTable, func(x *venues.Room) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllBookings streams the bookings of all organizations, by organization and id.
func (v *Snapshot) AllBookings(fn func(*bookings.Booking) error) error {
	return streamOwned(v, bookings.BookingTable, func(x *bookings.Booking) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllBookingSeries streams the bookings that repeat of all organizations, by organization and id.
func (v *Snapshot) AllBookingSeries(fn func(*bookings.BookingSeries) error) error {
	return streamOwned(v, bookings.BookingSeriesTable, func(x *bookings.BookingSeries) (string, string) { return x.OrgID, x.ID }, fn)
}

// BookedRooms streams which rooms bookings have, by organization, booking and room.
func (v *Snapshot) BookedRooms(fn func(*bookings.BookedRoom) error) error {
	return database.Stream(func(last *bookings.BookedRoom) ([]bookings.BookedRoom, error) {
		if last == nil {
			last = new(bookings.BookedRoom)
		}
		return table.All(v.ctx, v.q, bookings.BookedRoomTable.Scan, bookings.BookedRoomTable.From()+` where (org_id, booking_id, room_id) > (cast($1 as text), cast($2 as text), cast($3 as text))
			order by org_id, booking_id, room_id limit $4`, last.OrgID, last.BookingID, last.RoomID, database.PageRows)
	}, fn)
}

// streamOwned streams a table by organization and id.
func streamOwned[T any](v *Snapshot, t *table.Of[*T], key func(*T) (org, id string), fn func(*T) error) error {
	return database.Stream(func(last *T) ([]T, error) {
		org, id := "", ""
		if last != nil {
			org, id = key(last)
		}
		return table.All(v.ctx, v.q, t.Scan, t.From()+" where (org_id, id) > (cast($1 as text), cast($2 as text)) order by org_id, id limit $3", org, id, database.PageRows)
	}, fn)
}

// AllAddOns streams the add-ons of all venues.
func (v *Snapshot) AllAddOns(fn func(*venues.AddOn) error) error {
	return streamOwned(v, venues.AddOnTable, func(x *venues.AddOn) (string, string) { return x.OrgID, x.ID }, fn)
}

// BookedAddOns streams which add-ons bookings have, by organization, booking and add-on.
func (v *Snapshot) BookedAddOns(fn func(*bookings.BookedAddOn) error) error {
	return database.Stream(func(last *bookings.BookedAddOn) ([]bookings.BookedAddOn, error) {
		if last == nil {
			last = new(bookings.BookedAddOn)
		}
		return table.All(v.ctx, v.q, bookings.BookedAddOnTable.Scan, bookings.BookedAddOnTable.From()+` where (org_id, booking_id, add_on_id) > (cast($1 as text), cast($2 as text), cast($3 as text))
			order by org_id, booking_id, add_on_id limit $4`, last.OrgID, last.BookingID, last.AddOnID, database.PageRows)
	}, fn)
}

// AllRoomCalendars streams the calendars of others that rooms have.
func AllRoomCalendars(v *Snapshot, fn func(*roomcalendars.RoomCalendar) error) error {
	return streamOwned(v, roomcalendars.RoomCalendarTable, func(x *roomcalendars.RoomCalendar) (string, string) { return x.OrgID, x.ID }, fn)
}

// AllRoomBusy streams the busy times of these, by organization, calendar and time.
func AllRoomBusy(v *Snapshot, fn func(*venues.RoomBusy) error) error {
	return database.Stream(func(last *venues.RoomBusy) ([]venues.RoomBusy, error) {
		if last == nil {
			last = new(venues.RoomBusy)
			last.StartsAt = math.MinInt64
		}
		return table.All(v.ctx, v.q, venues.RoomBusyTable.Scan, venues.RoomBusyTable.From()+` where (org_id, calendar_id, starts_at) > (cast($1 as text), cast($2 as text), cast($3 as bigint))
			order by org_id, calendar_id, starts_at limit $4`, last.OrgID, last.CalendarID, int64(last.StartsAt), database.PageRows)
	}, fn)
}

// AllBookingGuests streams the guests of all bookings, by organization and booking.
func (v *Snapshot) AllBookingGuests(fn func(*bookings.BookingGuest) error) error {
	return database.Stream(func(last *bookings.BookingGuest) ([]bookings.BookingGuest, error) {
		if last == nil {
			last = new(bookings.BookingGuest)
		}
		return table.All(v.ctx, v.q, bookings.BookingGuestTable.Scan, bookings.BookingGuestTable.From()+` where (org_id, booking_id) > (cast($1 as text), cast($2 as text))
			order by org_id, booking_id limit $3`, last.OrgID, last.BookingID, database.PageRows)
	}, fn)
}

// KeptOfErased streams what is still said of erased guests of bookings: whom to invoice.
func KeptOfErased(v *Snapshot, fn func(bookingID string) error) error {
	list, err := table.All(v.ctx, v.q, func(r engine.Row, s *string) error { return r.Scan(s) }, `select g.booking_id from booking_guests g
		join billing i on i.event_id = g.org_id and i.order_id = g.booking_id where g.email = '' order by 1 limit $1`, database.PageRows)
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
