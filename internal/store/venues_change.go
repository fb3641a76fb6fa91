package store

import (
	"context"
	"database/sql"
)

// lockVenue holds a venue until the transaction ends, or returns ErrNotFound. A
// room is only made of a venue that is held, and a venue is only deleted so: else
// a room that is made meanwhile would stop the deletion, or be left without one.
func (s Venues) lockVenue(ctx context.Context, tx *sql.Tx, org, id string) error {
	_, err := one(ctx, tx, scanText, "select id from venues where org_id = $1 and id = $2"+s.forUpdate, org, id)
	return err
}

// lockRoom does the same for a room and its seating plans.
func (s Venues) lockRoom(ctx context.Context, tx *sql.Tx, org, id string) error {
	_, err := one(ctx, tx, scanText, "select id from rooms where org_id = $1 and id = $2"+s.forUpdate, org, id)
	return err
}

// ChangeVenue gives a venue another name or address, where they are not nil, and
// returns what it became, or ErrNotFound.
func (s Venues) ChangeVenue(ctx context.Context, org, id string, name, address *string) (*Venue, error) {
	var v Venue
	err := s.withTx(ctx, func(tx *sql.Tx) (err error) {
		if err = execOne(ctx, tx, `update venues set name = coalesce(cast($1 as text), name), address = coalesce(cast($2 as text), address)
			where org_id = $3 and id = $4`, name, address, org, id); err != nil {
			return err
		}
		v, err = one(ctx, tx, venueTable.scan, "select "+venueTable.columns+" from venues where org_id = $1 and id = $2", org, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// RenameRoom gives a room another name, or returns ErrNotFound.
func (s Venues) RenameRoom(ctx context.Context, org, id, name string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return execOne(ctx, tx, "update rooms set name = $1 where org_id = $2 and id = $3", name, org, id)
	})
}

// RenameSeatingPlan gives the newest version of a plan another name, and returns
// it without its document, or ErrNotFound. Versions before it keep theirs: they
// say what the plan was called then.
func (s Venues) RenameSeatingPlan(ctx context.Context, org, id, name string) (*SeatingPlan, error) {
	var p SeatingPlan
	err := s.withTx(ctx, func(tx *sql.Tx) (err error) {
		if err = s.lockPlan(ctx, tx, org, id); err != nil {
			return err
		}
		if err = execOne(ctx, tx, `update seating_plans set name = $1 where org_id = $2 and id = $3
			and version = (select max(version) from seating_plans q where q.org_id = $4 and q.id = $5)`, name, org, id, org, id); err != nil {
			return err
		}
		p, err = one(ctx, tx, planTable.scan, "select "+planList+" from seating_plans where org_id = $1 and id = $2 order by version desc limit 1", org, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// lockPlan holds the room of a plan, and with it all that is drawn of it.
func (s Venues) lockPlan(ctx context.Context, tx *sql.Tx, org, id string) error {
	room, err := one(ctx, tx, scanText, "select room_id from seating_plans where org_id = $1 and id = $2 limit 1", org, id)
	if err != nil {
		return err
	}
	return s.lockRoom(ctx, tx, org, room)
}

// VenueRemoval counts what went with a venue.
type VenueRemoval struct{ Rooms, Plans int64 }

// DeleteVenue removes a venue with its rooms and their seating plans, or returns
// ErrNotFound. Events keep the plan that they copied.
func (s Venues) DeleteVenue(ctx context.Context, org, id string) (gone VenueRemoval, err error) {
	err = s.withTx(ctx, func(tx *sql.Tx) error {
		if err := s.lockVenue(ctx, tx, org, id); err != nil {
			return err
		}
		rooms, err := all(ctx, tx, scanText, "select id from rooms where org_id = $1 and venue_id = $2 order by id"+s.forUpdate, org, id)
		if err != nil {
			return err
		}
		gone = VenueRemoval{}
		for _, room := range rooms {
			plans, err := deleteRoom(ctx, tx, org, room)
			if err != nil {
				return err
			}
			gone.Rooms, gone.Plans = gone.Rooms+1, gone.Plans+plans
		}
		return execOne(ctx, tx, "delete from venues where org_id = $1 and id = $2", org, id)
	})
	return gone, err
}

// DeleteRoom removes a room with its seating plans, and returns how many those
// were, or ErrNotFound.
func (s Venues) DeleteRoom(ctx context.Context, org, id string) (plans int64, err error) {
	err = s.withTx(ctx, func(tx *sql.Tx) (err error) {
		if err = s.lockRoom(ctx, tx, org, id); err != nil {
			return err
		}
		plans, err = deleteRoom(ctx, tx, org, id)
		return err
	})
	return plans, err
}

// deleteRoom removes a room that is held.
func deleteRoom(ctx context.Context, tx *sql.Tx, org, id string) (plans int64, err error) {
	if plans, err = one(ctx, tx, scanInt, "select count(distinct id) from seating_plans where org_id = $1 and room_id = $2", org, id); err != nil {
		return 0, err
	}
	if _, err = exec(ctx, tx, "delete from seating_plans where org_id = $1 and room_id = $2", org, id); err != nil {
		return 0, err
	}
	return plans, execOne(ctx, tx, "delete from rooms where org_id = $1 and id = $2", org, id)
}

// DeleteSeatingPlan removes all versions of a plan, or returns ErrNotFound.
func (s Venues) DeleteSeatingPlan(ctx context.Context, org, id string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		if err := s.lockPlan(ctx, tx, org, id); err != nil {
			return err
		}
		n, err := exec(ctx, tx, "delete from seating_plans where org_id = $1 and id = $2", org, id)
		if err == nil && n == 0 {
			err = ErrNotFound // somebody else was faster
		}
		return err
	})
}
