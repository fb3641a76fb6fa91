package venues

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Lock holds a venue until the transaction ends, or returns ErrNotFound. A
// room is only made of a venue that is held, and a venue is only deleted so: else
// a room that is made meanwhile would stop the deletion, or be left without one.
//
// Whoever holds a venue changes something of it, and gives it another version.
func (s Venues) Lock(ctx context.Context, tx *sql.Tx, org, id string) error {
	if _, err := table.One(ctx, tx, table.ScanText, "select id from venues where org_id = $1 and id = $2"+s.db.ForUpdate, org, id); err != nil {
		return err
	}
	if s.db.Unversioned {
		return nil
	}
	return table.ExecOne(ctx, tx, "update venues set version = version + 1 where org_id = $1 and id = $2", org, id)
}

// Locked is Lock with what the venue is.
func (s Venues) Locked(ctx context.Context, tx *sql.Tx, org, id string) (Venue, error) {
	if s.db.Unversioned {
		return One(ctx, tx, org, id)
	}
	// What gives it another version locks its row, too.
	return table.One(ctx, tx, VenueTable.Scan, "update venues set version = version + 1 where org_id = $1 and id = $2 returning "+VenueTable.Columns, org, id)
}

// LockOf holds the venue of a room, and returns the room as it is then.
func (s Venues) LockOf(ctx context.Context, tx *sql.Tx, org, room string) (Room, error) {
	venue, err := table.One(ctx, tx, table.ScanText, "select venue_id from rooms where org_id = $1 and id = $2", org, room)
	if err == nil {
		err = s.Lock(ctx, tx, org, venue)
	}
	if err != nil {
		return Room{}, err
	}
	return table.One(ctx, tx, RoomTable.Scan, RoomTable.From()+" where org_id = $1 and id = $2", org, room)
}

// LockRoom does the same for a room and its seating plans.
func (s Venues) LockRoom(ctx context.Context, tx *sql.Tx, org, id string) error {
	_, err := table.One(ctx, tx, table.ScanText, "select id from rooms where org_id = $1 and id = $2"+s.db.ForUpdate, org, id)
	return err
}
