package cells

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Cell is a database that events live in, and how its servers are reached.
type Cell struct {
	Name     string
	Region   string // for people
	Database string // its URL, without a password; "": it is the catalogue
	Address  string // HOST:PORT at which its servers take what others hand on
	AddedAt  inventory.Instant
}

// CellTable describes the table cells; a row is one Cell.
var CellTable = table.New("cells", new(Cell), func(c *table.Columns, v *Cell) {
	c.Key("name", &v.Name)
	c.Changes(1)
	c.Text("region", &v.Region)
	c.Text("database", &v.Database)
	c.Text("address", &v.Address)
	c.Number("added_at", (*int64)(&v.AddedAt))
})

// State says how far an event is on its way.
type State string

// The states of a Place.
const (
	There   State = "there"   // the event lives in Cell
	Leaving State = "leaving" // it is being copied from Cell to Target, and lives in Cell
	Arrived State = "arrived" // it lives in Cell, and rows of it may be left in Target
)

// Place says where an event lives.
type Place struct {
	EventID   string
	Cell      string // that has every row of it
	Target    string // "": it is not on its way
	State     State
	ChangedAt inventory.Instant
}

// PlaceTable describes the table event_cells; a row is one Place.
var PlaceTable = table.New("event_cells", new(Place), func(c *table.Columns, v *Place) {
	c.Key("event_id", &v.EventID)
	c.Changes(1)
	c.Text("cell", &v.Cell)
	c.Text("target", &v.Target)
	c.Text("state", (*string)(&v.State))
	c.Number("changed_at", (*int64)(&v.ChangedAt))
})

// ErrTwoMoves: somebody else has moved the event on meanwhile.
var ErrTwoMoves = errors.New("store: another process moves the event, or has moved it meanwhile")

// maxCells bounds the cells of an installation.
const maxCells = 200

// List returns the cells by name: in the catalogue alone there are any.
func (s Cells) List(ctx context.Context) ([]Cell, error) {
	list, err := table.All(ctx, s.db.Read, CellTable.Scan, CellTable.From()+" order by name limit $1", maxCells)
	return list, s.db.Classify(err)
}

// Put adds a cell, or says something else of one. Its database stays what it was: a cell with
// events has them there.
func (s Cells) Put(ctx context.Context, c Cell) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		have, err := table.All(ctx, tx, CellTable.Scan, CellTable.From()+" where name = $1 or database = $2", c.Name, c.Database)
		if err != nil {
			return err
		}
		for i := range have {
			if h := &have[i]; h.Name != c.Name || h.Database != c.Database {
				return fmt.Errorf("%w: the cell %s has the database %q", database.ErrConflict, h.Name, h.Database)
			}
			c.AddedAt = have[i].AddedAt
		}
		_, err = CellTable.InsertUnless(ctx, tx, &c, CellTable.Replace[1])
		return err
	})
}

// placesAtOnce bounds how many places are read at once.
const placesAtOnce = 1000

// Since returns the places that have changed since a time, those behind an event, by event.
func (s Cells) Since(ctx context.Context, since inventory.Instant, behind string) (list []Place, more bool, err error) {
	list, err = table.All(ctx, s.db.Read, PlaceTable.Scan, PlaceTable.From()+" where changed_at >= $1 and event_id > $2 order by event_id limit $3", int64(since), behind, placesAtOnce)
	return list, len(list) == placesAtOnce, s.db.Classify(err)
}

// Place returns where an event lives; nil: in the catalogue, as it always has.
func (s Cells) Place(ctx context.Context, event string) (*Place, error) {
	p, err := table.One(ctx, s.db.Read, PlaceTable.Scan, PlaceTable.From()+" where event_id = $1", event)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, s.db.Classify(err)
	}
	return &p, nil
}

// Inhabited returns the cells, of those that events were ever moved between, that have an event,
// or rows of one on its way.
func (s Cells) Inhabited(ctx context.Context) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select cell from event_cells union select target from event_cells where target <> '' limit $1", maxCells)
	return list, s.db.Classify(err)
}

// Standing is another text after any event has moved on.
func (s Cells) Standing(ctx context.Context) (string, error) {
	text, err := table.One(ctx, s.db.Read, table.ScanText, `select coalesce(md5(string_agg(event_id || ' ' || cell || ' ' || target || ' ' || state || ' ' || changed_at, ',' order by event_id)), '') from event_cells`)
	return text, s.db.Classify(err)
}

// Change says where an event lives now. before is what was said; nil: nothing. The error is
// ErrTwoMoves when something else is.
func (s Cells) Change(ctx context.Context, before *Place, now Place) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if before == nil {
			n, err := PlaceTable.InsertUnless(ctx, tx, &now, " on conflict (event_id) do nothing")
			if err == nil && n == 0 {
				err = ErrTwoMoves
			}
			return err
		}
		n, err := table.Exec(ctx, tx, `update event_cells set cell = $1, target = $2, state = $3, changed_at = $4
			where event_id = $5 and cell = $6 and target = $7 and state = $8`,
			now.Cell, now.Target, string(now.State), int64(now.ChangedAt), now.EventID, before.Cell, before.Target, string(before.State))
		if err == nil && n == 0 {
			err = ErrTwoMoves
		}
		return err
	})
}

// Cells is the cells of an installation, and the events on their way between them.
type Cells struct{ db *database.DB }

// NewCells returns Cells on a database.
func NewCells(db *database.DB) Cells { return Cells{db: db} }
