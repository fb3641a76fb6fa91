package bookings

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// What a venue says of its rooms later (how far apart bookings have to be, which room is a part of
// which) holds for bookings that are there, too, or is refused.

// SetRule gives a venue that is held another rule of how far apart bookings have to be.
func (Bookings) SetRule(ctx context.Context, tx *sql.Tx, v *venues.Venue) error {
	if err := table.ExecOne(ctx, tx, "update venues set buffer_rule = $1 where org_id = $2 and id = $3", string(v.BufferRule), v.OrgID, v.ID); err != nil {
		return err
	}
	const ofVenue = "org_id = $1 and booking_id in (select id from bookings b where b.org_id = booking_rooms.org_id and b.venue_id = $2)"
	if v.BufferRule == booking.Larger {
		_, err := table.Exec(ctx, tx, `update booking_rooms set core_from = (select b.starts_at from bookings b where b.org_id = booking_rooms.org_id and b.id = booking_rooms.booking_id),
			core_to = (select b.ends_at from bookings b where b.org_id = booking_rooms.org_id and b.id = booking_rooms.booking_id) where `+ofVenue, v.OrgID, v.ID)
		return err
	}
	apart, err := table.All(ctx, tx, table.ScanText, `select room_id from (select room_id, busy_from, lag(busy_to) over (partition by room_id order by busy_from) as free_from
		from booking_rooms where live and `+ofVenue+`) r where r.free_from > r.busy_from limit 1`, v.OrgID, v.ID)
	if err != nil {
		return err
	}
	if len(apart) > 0 {
		return ErrBooked
	}
	_, err = table.Exec(ctx, tx, "update booking_rooms set core_from = busy_from, core_to = busy_to where "+ofVenue, v.OrgID, v.ID)
	return err
}

// waitsTwice is ErrBooked when a booking waits for a room and for a part of it: it asks for a room
// twice, and would wait for ever.
func (c *venueCalendar) waitsTwice(ctx context.Context, tx *sql.Tx) error {
	for last := new(Booking); ; {
		waiting, err := table.All(ctx, tx, BookingTable.Scan, BookingTable.From()+` where org_id = $1 and venue_id = $2 and status = 'waiting'
			and (created_at, id) > (cast($3 as bigint), cast($4 as text)) order by created_at, id limit $5`, c.venue.OrgID, c.venue.ID, int64(last.CreatedAt), last.ID, maxWaiting)
		if err != nil {
			return err
		}
		for i := range waiting {
			of := booking.Booking{Rooms: waiting[i].Rooms, EndsAt: 1} // whatever else is wrong with it by now
			if c.Check(&of).Code == booking.RoomTwice {
				return ErrBooked
			}
		}
		if len(waiting) < maxWaiting {
			return nil
		}
		last = &waiting[maxWaiting-1]
	}
}

// SetPartOf makes a room of a venue that is held a part of another, or of none, and gives
// each booking the parts that it has from then on.
func (s Bookings) SetPartOf(ctx context.Context, tx *sql.Tx, r *venues.Room, whole string) error {
	if err := s.EndDue(ctx, tx, r.OrgID, r.VenueID, organizations.ByOf(ctx).At); err != nil {
		return err
	}
	before, err := calendarNow(ctx, tx, r.OrgID, r.VenueID)
	if err != nil {
		return err
	}
	rooms := slices.Clone(before.rooms)
	rooms[slices.IndexFunc(rooms, func(o booking.Room) bool { return o.ID == r.ID })].PartOf = whole
	calendar, err := booking.New(before.venue.BufferRule, rooms)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPartOf, err)
	}
	after := &venueCalendar{calendar, before.venue, rooms, before.zone, false, false} // whatever is taken elsewhere, they stay
	if err := table.ExecOne(ctx, tx, "update rooms set part_of = $1 where org_id = $2 and id = $3", whole, r.OrgID, r.ID); err != nil {
		return err
	}
	// A booking is concerned if it has a room of which this one was or becomes a part, or this one or a
	// part of it.
	concerned := after.Takes([]string{r.ID})
	for _, c := range [...]struct {
		rooms []booking.Room
		of    string
	}{{before.rooms, r.PartOf}, {rooms, whole}} {
		for at := c.of; at != ""; at = c.rooms[slices.IndexFunc(c.rooms, func(o booking.Room) bool { return o.ID == at })].PartOf {
			concerned = append(concerned, at)
		}
	}
	var ids []string
	for part := range slices.Chunk(concerned, table.MaxInList) {
		list, args := table.InList(2, part)
		found, err := table.All(ctx, tx, table.ScanText, "select booking_id from booking_rooms where org_id = $1 and live and room_id in ("+list+")", append([]any{r.OrgID}, args...)...)
		if err != nil {
			return err
		}
		ids = append(ids, found...)
	}
	slices.Sort(ids)
	bookings, err := bookingsIn(ctx, tx, r.OrgID, slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range bookings {
		if d := after.Keep(bookings[i].Time()); d.Code != booking.OK { // whatever its add-ons are by now, it has them
			// One that has a room and what has become its part asks for a room twice.
			return ErrBooked
		}
	}
	if err := after.waitsTwice(ctx, tx); err != nil {
		return err
	}
	for i := range bookings {
		if _, err := table.Exec(ctx, tx, "delete from booking_rooms where org_id = $1 and booking_id = $2", r.OrgID, bookings[i].ID); err != nil {
			return err
		}
	}
	for i := range bookings {
		if err := after.insertRooms(ctx, tx, &bookings[i]); err != nil {
			return err
		}
	}
	return nil
}
