package venues

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// SeatingPlan is a version of the plan of a room.
type SeatingPlan struct {
	OrgID, ID    string
	Version      int64 // 1, 2, 3, …
	RoomID, Name string
	Seats        int64
	Document     string // JSON of seating.Document; empty in lists
	CreatedAt    inventory.Instant
}

// planList is the columns of a plan without its document.
var planList = strings.Replace(PlanTable.Columns, "document", "''", 1)

// PlanTable describes the table seating_plans; a row is one SeatingPlan.
var PlanTable = table.New("seating_plans", new(SeatingPlan), func(c *table.Columns, v *SeatingPlan) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.NumberKey("version", &v.Version)
	c.Text("room_id", &v.RoomID)
	c.Text("name", &v.Name)
	c.Number("seats", &v.Seats)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Text("document", &v.Document)
})

// CreateSeatingPlan stores a version of a plan: ErrConflict when there is that
// version already, ErrNotFound when the organization has no such room or, of a
// version beyond the first, the room no such plan with the version before.
func (s Venues) CreateSeatingPlan(ctx context.Context, p *SeatingPlan) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.LockRoom(ctx, tx, p.OrgID, p.RoomID); err != nil {
			return err
		}
		if p.Version > 1 {
			if _, err := table.One(ctx, tx, table.ScanText, "select id from seating_plans where org_id = $1 and id = $2 and version = $3 and room_id = $4",
				p.OrgID, p.ID, p.Version-1, p.RoomID); err != nil {
				return err
			}
		}
		return PlanTable.InsertRow(ctx, tx, p)
	})
}

// SeatingPlan returns a version of a plan, or the newest when version is 0.
func (s Venues) SeatingPlan(ctx context.Context, org, id string, version int64) (*SeatingPlan, error) {
	where, args := "", []any{org, id}
	if version > 0 {
		where, args = " and version = $3", append(args, version)
	}
	p, err := table.One(ctx, s.db.Read, PlanTable.Scan,
		"select "+PlanTable.Columns+" from seating_plans where org_id = $1 and id = $2"+where+" order by version desc limit 1", args...)
	if err != nil {
		return nil, fmt.Errorf("store: seating plan: %w", s.db.Classify(err))
	}
	return &p, nil
}

// SeatingPlans returns the newest version of each plan of a room, without their
// documents, at most limit.
func (s Venues) SeatingPlans(ctx context.Context, org, room string, limit int) ([]SeatingPlan, error) {
	list, err := table.All(ctx, s.db.Read, PlanTable.Scan, "select "+planList+` from seating_plans p where org_id = $1 and room_id = $2
		and version = (select max(version) from seating_plans q where q.org_id = p.org_id and q.id = p.id) order by id limit $3`,
		org, room, limit)
	if err != nil {
		return nil, fmt.Errorf("store: seating plans: %w", s.db.Classify(err))
	}
	return list, nil
}

// PlacedPlan is the newest version of a plan, without its document, and where its
// room is.
type PlacedPlan struct {
	SeatingPlan
	Room, VenueID, Venue string
}

func scanPlacedPlan(r engine.Row, p *PlacedPlan) error {
	return r.Scan(&p.OrgID, &p.ID, &p.Version, &p.RoomID, &p.Name, &p.Seats, (*int64)(&p.CreatedAt), &p.Room, &p.VenueID, &p.Venue)
}

// PlacedPlans returns the newest version of each plan of an organization after an
// id, at most limit.
func (s Venues) PlacedPlans(ctx context.Context, org, after string, limit int) ([]PlacedPlan, error) {
	list, err := table.All(ctx, s.db.Read, scanPlacedPlan, `select p.org_id, p.id, p.version, p.room_id, p.name, p.seats, p.created_at, r.name, v.id, v.name
		from seating_plans p join rooms r on r.org_id = p.org_id and r.id = p.room_id join venues v on v.org_id = r.org_id and v.id = r.venue_id
		where p.org_id = $1 and p.id > $2 and p.version = (select max(version) from seating_plans q where q.org_id = p.org_id and q.id = p.id)
		order by p.id limit $3`, org, after, limit)
	if err != nil {
		return nil, fmt.Errorf("store: seating plans of an organization: %w", s.db.Classify(err))
	}
	return list, nil
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
	return s.LockRoom(ctx, tx, org, room)
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
