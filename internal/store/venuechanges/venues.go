package bookings

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// lockVenue holds a venue until the transaction ends, or returns ErrNotFound. A
// room is only made of a venue that is held, and a venue is only deleted so: else
// a room that is made meanwhile would stop the deletion, or be left without one.
//
// Whoever holds a venue changes something of it, and gives it another version.
func (s Venues) lockVenue(ctx context.Context, tx *sql.Tx, org, id string) error {
	if _, err := table.One(ctx, tx, table.ScanText, "select id from venues where org_id = $1 and id = $2"+s.db.ForUpdate, org, id); err != nil {
		return err
	}
	if s.db.Unversioned {
		return nil
	}
	return table.ExecOne(ctx, tx, "update venues set version = version + 1 where org_id = $1 and id = $2", org, id)
}

// lockedVenue is lockVenue with what the venue is.
func (s Venues) lockedVenue(ctx context.Context, tx *sql.Tx, org, id string) (Venue, error) {
	if s.db.Unversioned {
		return oneVenue(ctx, tx, org, id)
	}
	// What gives it another version locks its row, too.
	return table.One(ctx, tx, VenueTable.Scan, "update venues set version = version + 1 where org_id = $1 and id = $2 returning "+VenueTable.Columns, org, id)
}

// lockVenueOf holds the venue of a room, and returns the room as it is then.
func (s Venues) lockVenueOf(ctx context.Context, tx *sql.Tx, org, room string) (Room, error) {
	venue, err := table.One(ctx, tx, table.ScanText, "select venue_id from rooms where org_id = $1 and id = $2", org, room)
	if err == nil {
		err = s.lockVenue(ctx, tx, org, venue)
	}
	if err != nil {
		return Room{}, err
	}
	return table.One(ctx, tx, RoomTable.Scan, RoomTable.From()+" where org_id = $1 and id = $2", org, room)
}

// lockRoom does the same for a room and its seating plans.
func (s Venues) lockRoom(ctx context.Context, tx *sql.Tx, org, id string) error {
	_, err := table.One(ctx, tx, table.ScanText, "select id from rooms where org_id = $1 and id = $2"+s.db.ForUpdate, org, id)
	return err
}

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
func (c *VenueChange) Apply(v *Venue) {
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

// ChangeVenue changes a venue and returns what it became, or ErrNotFound. ErrBooked: live
// bookings would be in each other's way by the new rule.
func (s Venues) ChangeVenue(ctx context.Context, org, id string, c *VenueChange) (*Venue, error) {
	var v Venue
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if v, err = currentVenue(ctx, s, tx, org, id, organizations.ByOf(ctx).At); err != nil {
			return err
		}
		if v.Pictures, err = galleries.Of(ctx, tx, org, id, ""); err != nil {
			return err
		}
		rule := v.BufferRule
		c.Apply(&v)
		if err := VenueTable.UpdateRow(ctx, tx, &v, 1); err != nil {
			return err
		}
		if c.Pictures != nil {
			if err := galleries.Hang(ctx, tx, org, id, "", v.Pictures); err != nil {
				return err
			}
		}
		if v.BufferRule != rule {
			if err := setRule(ctx, tx, &v); err != nil {
				return err
			}
		}
		return s.grantAll(ctx, tx, org, id, organizations.ByOf(ctx).At)
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
// cannot be part of that room; ErrBooked: live bookings would be in each other's way.
func (s Venues) ChangeRoom(ctx context.Context, org, id string, c *RoomChange) (*Room, error) {
	var r Room
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if r, err = s.lockVenueOf(ctx, tx, org, id); err != nil {
			return err
		}
		database.Put(&r.Name, c.Name)
		database.Put(&r.Capacities, c.Capacities)
		database.Put(&r.Facilities, c.Facilities)
		if err := RoomTable.UpdateRow(ctx, tx, &r, 1); err != nil {
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
		if err := s.setPartOf(ctx, tx, &r, *c.PartOf); err != nil {
			return err
		}
		r.PartOf = *c.PartOf
		return s.grantAll(ctx, tx, org, r.VenueID, organizations.ByOf(ctx).At)
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// RenameSeatingPlan gives the newest version of a plan another name, and returns
// it without its document, or ErrNotFound. Versions before it keep theirs: they
// say what the plan was called then.
func (s Venues) RenameSeatingPlan(ctx context.Context, org, id, name string) (*SeatingPlan, error) {
	var p SeatingPlan
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if err = s.lockPlan(ctx, tx, org, id); err != nil {
			return err
		}
		if err = table.ExecOne(ctx, tx, `update seating_plans set name = $1 where org_id = $2 and id = $3
			and version = (select max(version) from seating_plans q where q.org_id = $4 and q.id = $5)`, name, org, id, org, id); err != nil {
			return err
		}
		p, err = table.One(ctx, tx, PlanTable.Scan, "select "+planList+" from seating_plans where org_id = $1 and id = $2 order by version desc limit 1", org, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// lockPlan holds the room of a plan, and with it all that is drawn of it.
func (s Venues) lockPlan(ctx context.Context, tx *sql.Tx, org, id string) error {
	room, err := table.One(ctx, tx, table.ScanText, "select room_id from seating_plans where org_id = $1 and id = $2 limit 1", org, id)
	if err != nil {
		return err
	}
	return s.lockRoom(ctx, tx, org, room)
}

// VenueRemoval counts what went with a venue.
type VenueRemoval struct{ Rooms, Plans int64 }

// DeleteVenue removes a venue with its rooms and their seating plans, or returns
// ErrNotFound; ErrBooked: it has live bookings. Events keep the plan that they copied, and
// bookings that are over stay.
func (s Venues) DeleteVenue(ctx context.Context, org, id string) (gone VenueRemoval, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.lockVenue(ctx, tx, org, id); err != nil {
			return err
		}
		if err := s.notBooked(ctx, tx, org, id, ""); err != nil {
			return err
		}
		rooms, err := table.All(ctx, tx, table.ScanText, "select id from rooms where org_id = $1 and venue_id = $2 order by id"+s.db.ForUpdate, org, id)
		if err != nil {
			return err
		}
		gone = VenueRemoval{}
		if err := dropCalendars(ctx, tx, org, "venue_id", id); err != nil {
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
// were, or ErrNotFound; ErrBooked: a live booking has it. Its parts stand for themselves
// from then on.
func (s Venues) DeleteRoom(ctx context.Context, org, id string) (plans int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		r, err := s.lockVenueOf(ctx, tx, org, id)
		if err != nil {
			return err
		}
		if err = s.lockRoom(ctx, tx, org, id); err != nil {
			return err
		}
		if err = s.notBooked(ctx, tx, org, r.VenueID, id); err != nil {
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
	if err = dropCalendars(ctx, tx, org, "room_id", id); err != nil {
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

// DeleteSeatingPlan removes all versions of a plan, or returns ErrNotFound.
func (s Venues) DeleteSeatingPlan(ctx context.Context, org, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.lockPlan(ctx, tx, org, id); err != nil {
			return err
		}
		n, err := table.Exec(ctx, tx, "delete from seating_plans where org_id = $1 and id = $2", org, id)
		if err == nil && n == 0 {
			err = database.ErrNotFound // somebody else was faster
		}
		return err
	})
}
