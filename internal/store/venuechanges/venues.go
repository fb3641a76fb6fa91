package venuechanges

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// VenueChange says what becomes of a venue. What is nil stays as it is.
type VenueChange struct {
	Name, Address, Timezone            *string
	BufferRule                         *booking.Rule
	DefaultSetup, DefaultTeardown      *inventory.Micros
	NeedsApproval                      *bool
	Hours                              *booking.Hours
	Coordinates, Kind, HouseRules      *string
	Capacity                           *int64
	Facilities                         *[]string
	Published, GuestBookings, Inactive *bool
	PublicCalendar                     *bool
	Terms                              *booking.Terms
	Pictures                           *[]galleries.Shown // all of them, in their order
}

// Apply gives a venue what is not nil.
func (c *VenueChange) Apply(v *venues.Venue) {
	database.Put(&v.Name, c.Name)
	database.Put(&v.Address, c.Address)
	database.Put(&v.Timezone, c.Timezone)
	database.Put(&v.BufferRule, c.BufferRule)
	database.Put(&v.DefaultSetup, c.DefaultSetup)
	database.Put(&v.DefaultTeardown, c.DefaultTeardown)
	database.Put(&v.NeedsApproval, c.NeedsApproval)
	database.Put(&v.Hours, c.Hours)
	database.Put(&v.Coordinates, c.Coordinates)
	database.Put(&v.Kind, c.Kind)
	database.Put(&v.HouseRules, c.HouseRules)
	database.Put(&v.Capacity, c.Capacity)
	database.Put(&v.Facilities, c.Facilities)
	database.Put(&v.Published, c.Published)
	database.Put(&v.GuestBookings, c.GuestBookings)
	database.Put(&v.PublicCalendar, c.PublicCalendar)
	database.Put(&v.Inactive, c.Inactive)
	database.Put(&v.Terms, c.Terms)
	database.Put(&v.Pictures, c.Pictures)
}

// ChangeVenue changes a venue and returns what it became, or ErrNotFound. bookings.ErrBooked: live
// bookings would be in each other's way by the new rule.
func (s Venues) ChangeVenue(ctx context.Context, org, id string, c *VenueChange) (*venues.Venue, error) {
	var v venues.Venue
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if v, err = s.bookings.Current(ctx, tx, org, id, organizations.ByOf(ctx).At); err != nil {
			return err
		}
		if v.Pictures, err = galleries.Of(ctx, tx, org, id, ""); err != nil {
			return err
		}
		rule := v.BufferRule
		c.Apply(&v)
		if err := venues.VenueTable.UpdateRow(ctx, tx, &v, 1); err != nil {
			return err
		}
		if c.Pictures != nil {
			if err := galleries.Hang(ctx, tx, org, id, "", v.Pictures); err != nil {
				return err
			}
		}
		if v.BufferRule != rule {
			if err := s.bookings.SetRule(ctx, tx, &v); err != nil {
				return err
			}
		}
		return s.bookings.GrantAll(ctx, tx, org, id, organizations.ByOf(ctx).At)
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// RoomChange says what becomes of a room. What is nil stays as it is.
type RoomChange struct {
	Name, PartOf *string
	Capacities   *booking.Capacities
	Facilities   *[]string
	Pictures     *[]galleries.Shown // all of them, in their order
}

// ChangeRoom changes a room and returns what it became, or ErrNotFound. ErrPartOf: it
// cannot be part of that room; bookings.ErrBooked: live bookings would be in each other's way.
func (s Venues) ChangeRoom(ctx context.Context, org, id string, c *RoomChange) (*venues.Room, error) {
	var r venues.Room
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if r, err = s.LockOf(ctx, tx, org, id); err != nil {
			return err
		}
		database.Put(&r.Name, c.Name)
		database.Put(&r.Capacities, c.Capacities)
		database.Put(&r.Facilities, c.Facilities)
		if err := venues.RoomTable.UpdateRow(ctx, tx, &r, 1); err != nil {
			return err
		}
		if c.Pictures != nil {
			if err := galleries.Hang(ctx, tx, org, r.VenueID, id, *c.Pictures); err != nil {
				return err
			}
		}
		if r.Pictures, err = galleries.Of(ctx, tx, org, r.VenueID, id); err != nil {
			return err
		}
		if c.PartOf == nil || *c.PartOf == r.PartOf {
			return nil
		}
		if err := s.bookings.SetPartOf(ctx, tx, &r, *c.PartOf); err != nil {
			return err
		}
		r.PartOf = *c.PartOf
		return s.bookings.GrantAll(ctx, tx, org, r.VenueID, organizations.ByOf(ctx).At)
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// VenueRemoval counts what went with a venue.
type VenueRemoval struct{ Rooms, Plans int64 }

// DeleteVenue removes a venue with its rooms and their seating plans, or returns
// ErrNotFound; bookings.ErrBooked: it has live bookings. Events keep the plan that they copied, and
// bookings that are over stay.
func (s Venues) DeleteVenue(ctx context.Context, org, id string) (gone VenueRemoval, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.Lock(ctx, tx, org, id); err != nil {
			return err
		}
		if err := s.bookings.NotBooked(ctx, tx, org, id, ""); err != nil {
			return err
		}
		rooms, err := table.All(ctx, tx, table.ScanText, "select id from rooms where org_id = $1 and venue_id = $2 order by id"+s.db.ForUpdate, org, id)
		if err != nil {
			return err
		}
		gone = VenueRemoval{}
		if err := roomcalendars.Drop(ctx, tx, org, "venue_id", id); err != nil {
			return err
		}
		for _, room := range rooms {
			plans, err := deleteRoom(ctx, tx, org, room)
			if err != nil {
				return err
			}
			gone.Rooms, gone.Plans = gone.Rooms+1, gone.Plans+plans
		}
		if _, err := table.Exec(ctx, tx, "delete from booking_add_ons where org_id = $1 and add_on_id in (select id from add_ons where org_id = $1 and venue_id = $2)", org, id); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "delete from add_ons where org_id = $1 and venue_id = $2", org, id); err != nil {
			return err
		}
		if err := galleries.Hang(ctx, tx, org, id, "", nil); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, "delete from venues where org_id = $1 and id = $2", org, id)
	})
	return gone, err
}

// DeleteRoom removes a room with its seating plans, and returns how many those
// were, or ErrNotFound; bookings.ErrBooked: a live booking has it. Its parts stand for themselves
// from then on.
func (s Venues) DeleteRoom(ctx context.Context, org, id string) (plans int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		r, err := s.LockOf(ctx, tx, org, id)
		if err != nil {
			return err
		}
		if err = s.LockRoom(ctx, tx, org, id); err != nil {
			return err
		}
		if err = s.bookings.NotBooked(ctx, tx, org, r.VenueID, id); err != nil {
			return err
		}
		if _, err = table.Exec(ctx, tx, "update rooms set part_of = '' where org_id = $1 and part_of = $2", org, id); err != nil {
			return err
		}
		plans, err = deleteRoom(ctx, tx, org, id)
		return err
	})
	return plans, err
}

// deleteRoom removes a room that is held.
func deleteRoom(ctx context.Context, tx *sql.Tx, org, id string) (plans int64, err error) {
	if plans, err = table.One(ctx, tx, table.ScanInt, "select count(distinct id) from seating_plans where org_id = $1 and room_id = $2", org, id); err != nil {
		return 0, err
	}
	if _, err = table.Exec(ctx, tx, "delete from seating_plans where org_id = $1 and room_id = $2", org, id); err != nil {
		return 0, err
	}
	if err = roomcalendars.Drop(ctx, tx, org, "room_id", id); err != nil {
		return 0, err
	}
	if _, err = table.Exec(ctx, tx, "delete from booking_rooms where org_id = $1 and room_id = $2", org, id); err != nil {
		return 0, err
	}
	if err = galleries.ClearRoom(ctx, tx, org, id); err != nil {
		return 0, err
	}
	return plans, table.ExecOne(ctx, tx, "delete from rooms where org_id = $1 and id = $2", org, id)
}

// CreateRoom stores a room: ErrConflict when the id is taken, ErrNotFound when the
// organization has no such venue, ErrLimit when that has venues.MaxVenueRooms. A room that is part
// of another, as that is booked, is booked too; ErrPartOf: the venue has no such other room.
func (s Venues) CreateRoom(ctx context.Context, r venues.Room) error { //nolint:gocritic // what is kept is a copy
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.Lock(ctx, tx, r.OrgID, r.VenueID); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from rooms where org_id = $1 and venue_id = $2", r.OrgID, r.VenueID)
		if err != nil {
			return err
		}
		if n >= venues.MaxVenueRooms {
			if _, err := table.One(ctx, tx, table.ScanText, "select id from rooms where org_id = $1 and id = $2", r.OrgID, r.ID); err == nil {
				return database.ErrConflict // the room of a call that is repeated
			}
			return database.ErrLimit
		}
		alone := r
		alone.PartOf = ""
		if err := venues.RoomTable.InsertRow(ctx, tx, &alone); err != nil {
			return err
		}
		if err := galleries.Hang(ctx, tx, r.OrgID, r.VenueID, r.ID, r.Pictures); err != nil || r.PartOf == "" {
			return err
		}
		return s.bookings.SetPartOf(ctx, tx, &alone, r.PartOf)
	})
}
