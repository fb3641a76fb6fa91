package moves

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MoveState says where a database stands in a move.
type MoveState string

// The states of a database. No server opens one that is leaving, left or arriving.
const (
	MoveLeaving  MoveState = "leaving"  // its rows are being read
	MoveLeft     MoveState = "left"     // its rows are in the other database, which is served
	MoveArriving MoveState = "arriving" // it is being filled
	MoveArrived  MoveState = "arrived"  // it was filled
)

// MoveRecord is what a database knows of its move.
type MoveRecord struct {
	ID    string // the same in both databases
	State MoveState
	// Other is the other database, without its password.
	Other     string
	ChangedAt inventory.Instant
}

// MovedError: a move keeps servers from opening the database.
type MovedError struct{ MoveRecord }

func (e *MovedError) Error() string {
	at := e.ChangedAt.Time().UTC().Format(time.DateTime)
	switch e.State {
	case MoveLeaving:
		return fmt.Sprintf("store: this database is on its way to %s, since %s UTC: go on with holdfast move, or give it up with holdfast move --release", e.Other, at)
	case MoveLeft:
		return fmt.Sprintf("store: this database was moved to %s on %s UTC: serve that one. "+
			"holdfast move --release opens this one again, without what happened in the other", e.Other, at)
	default:
		return fmt.Sprintf("store: this database is being filled from %s, since %s UTC, and is not complete: go on with holdfast move, or delete it", e.Other, at)
	}
}

// Errors of moves.
var (
	// ErrServed: a server has the database open.
	ErrServed = errors.New("store: a server has this database open")
	// ErrNotEmpty: the database to be filled has rows.
	ErrNotEmpty = errors.New("store: the database is not empty")
	// ErrNotMoved: the database is not one that a move keeps closed.
	ErrNotMoved = errors.New("store: this database was not moved away")
	// ErrTwoMoves: another process fills the same database.
	ErrTwoMoves = errors.New("store: another process writes what this one was about to: is the move under way twice?")
)

// MoveTable describes the table moves; a row is one MoveRecord.
var MoveTable = table.New("moves", new(MoveRecord), func(c *table.Columns, m *MoveRecord) {
	c.Key("id", &m.ID)
	c.Changes(1)
	c.Text("state", (*string)(&m.State))
	c.Text("other", &m.Other)
	c.Number("changed_at", (*int64)(&m.ChangedAt))
})

// Arrival says how much of a table has arrived.
type Arrival struct {
	Name     string
	LastKey  string // of the last row; "": there is none
	Arrived  int64  // rows
	Checksum string
	Complete bool
}

// ArrivalTable describes the table move_tables; a row is one Arrival.
var ArrivalTable = table.New("move_tables", new(Arrival), func(c *table.Columns, a *Arrival) {
	c.Key("name", &a.Name)
	c.Changes(1)
	c.Text("last_key", &a.LastKey)
	c.Number("arrived", &a.Arrived)
	c.Text("checksum", &a.Checksum)
	c.Truth("complete", &a.Complete)
})

// Move returns where the database stands; nil: it was never part of a move.
func (s Moves) Move(ctx context.Context) (*MoveRecord, error) {
	m, err := moveOf(ctx, s.db.Read)
	if err != nil {
		return nil, fmt.Errorf("store: move: %w", s.db.Classify(err))
	}
	return m, nil
}

func moveOf(ctx context.Context, q table.Querier) (*MoveRecord, error) {
	m, err := table.One(ctx, q, MoveTable.Scan, MoveTable.From()+" limit 1")
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil
	}
	return &m, err
}

// MayServe is nil when servers may open the database, and else a *MovedError.
func (s Moves) MayServe(ctx context.Context) error {
	m, err := s.Move(ctx)
	if err != nil || m == nil || m.State == MoveArrived {
		return err
	}
	return &MovedError{*m}
}

// Leave marks the database as the one that a move reads, and makes the engine refuse all
// changes of it. ErrServed: a server was seen alive since a time, or comes in meanwhile.
// What servers had taken that died is free again.
func (s Moves) Leave(ctx context.Context, m MoveRecord, since inventory.Instant) error {
	m.State = MoveLeaving
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		served, err := table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from workers where seen_at >= $1", int64(since))
		if err != nil {
			return err
		}
		if served > 0 {
			return ErrServed
		}
		dead, err := table.All(ctx, tx, table.ScanText, "select id from workers")
		if err != nil {
			return err
		}
		for _, id := range dead {
			if err := messages.Bury(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := mark(ctx, tx, &m); err != nil {
			return err
		}
		for _, text := range s.db.Eng.Freeze(frozenTables()) {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		// Nobody comes in any more: whoever came before is seen now.
		if served, err = table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from workers"); err == nil && served > 0 {
			err = ErrServed
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("store: move: close the database: %w", err)
	}
	return nil
}

// mark makes m all that the database knows of moves.
func mark(ctx context.Context, tx *sql.Tx, m *MoveRecord) error {
	if _, err := table.Exec(ctx, tx, "delete from moves"); err != nil {
		return err
	}
	return MoveTable.InsertRow(ctx, tx, m)
}

// Leaves marks the database as one that was left: its rows are all in the other.
func (s Moves) Leaves(ctx context.Context, m MoveRecord) error { return s.remark(ctx, m, MoveLeft) }

// Arrives marks the database as one that was filled.
func (s Moves) Arrives(ctx context.Context, m MoveRecord) error { return s.remark(ctx, m, MoveArrived) }

func (s Moves) remark(ctx context.Context, m MoveRecord, to MoveState) error {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "delete from move_tables"); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, "update moves set state = $1, changed_at = $2 where id = $3", string(to), int64(m.ChangedAt), m.ID)
	})
	if err != nil {
		return fmt.Errorf("store: move: mark the database as %s: %w", to, err)
	}
	return nil
}

// Release opens a database again that a move has closed for leaving, and forgets the move.
func (s Moves) Release(ctx context.Context) error {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		m, err := moveOf(ctx, tx)
		if err != nil {
			return err
		}
		if m == nil || m.State != MoveLeaving && m.State != MoveLeft {
			return ErrNotMoved
		}
		for _, text := range s.db.Eng.Thaw(frozenTables()) {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		_, err = table.Exec(ctx, tx, "delete from moves")
		return err
	})
	if err != nil {
		return fmt.Errorf("store: move: open the database: %w", err)
	}
	return nil
}

// Vacant is nil when the database can be filled: it has no rows. Else the error is
// ErrNotEmpty, or a *MovedError of the move that it belongs to.
func (s Moves) Vacant(ctx context.Context) error {
	return s.db.WithSnapshot(ctx, func(tx *sql.Tx) error { return vacant(ctx, tx) })
}

func vacant(ctx context.Context, tx *sql.Tx) error {
	m, err := moveOf(ctx, tx)
	if err != nil {
		return err
	}
	if m != nil && m.State != MoveArrived {
		return &MovedError{*m}
	}
	for _, name := range append([]string{JobsTable}, MovedTables...) {
		some, err := table.All(ctx, tx, table.ScanInt, "select 1 from "+name+" limit 1")
		if err != nil {
			return err
		}
		if len(some) > 0 {
			return fmt.Errorf("%w: the table %s has rows", ErrNotEmpty, name)
		}
	}
	return nil
}

// Arrive marks an empty database as the one that a move fills.
func (s Moves) Arrive(ctx context.Context, m MoveRecord) error {
	m.State = MoveArriving
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := vacant(ctx, tx); err != nil {
			return err
		}
		if err := mark(ctx, tx, &m); err != nil {
			return err
		}
		for _, name := range append([]string{JobsTable}, MovedTables...) {
			if err := ArrivalTable.InsertRow(ctx, tx, &Arrival{Name: name}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store: move: begin to fill the database: %w", err)
	}
	return nil
}

// Arrivals returns how much of each table has arrived, by name.
func (s Moves) Arrivals(ctx context.Context) (map[string]Arrival, error) {
	list, err := table.All(ctx, s.db.Read, ArrivalTable.Scan, ArrivalTable.From())
	if err != nil {
		return nil, fmt.Errorf("store: move: %w", s.db.Classify(err))
	}
	arrivals := make(map[string]Arrival, len(list))
	for _, a := range list {
		arrivals[a.Name] = a
	}
	return arrivals, nil
}

// arrivedText records how much of a table has arrived, unless another process has done so
// meanwhile.
const arrivedText = `update move_tables set last_key = $1, arrived = $2, checksum = $3, complete = $4
	where name = $5 and arrived = $6 and not complete`

// fill writes rows, and that they have arrived.
func (s Moves) fill(ctx context.Context, a *Arrival, before int64, columns []string, rows [][]any) error {
	first := engine.Step{SQL: arrivedText, Args: []any{a.LastKey, a.Arrived, a.Checksum, a.Complete, a.Name, before}}
	err := s.db.Eng.Fill(ctx, first, a.Name, columns, rows)
	var missed *engine.Missed
	switch {
	case errors.As(err, &missed):
		return fmt.Errorf("%w (%s)", ErrTwoMoves, a.Name)
	case err != nil:
		return fmt.Errorf("store: move: write %s: %w", a.Name, s.db.Classify(err))
	}
	return nil
}

// Filled does what is to be done once all tables are filled.
func (s Moves) Filled(ctx context.Context) error {
	for _, text := range s.db.Eng.Filled() {
		if _, err := s.db.Write.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("store: move: %w", s.db.Classify(err))
		}
	}
	return nil
}

// CountRows returns how many rows a table has.
func (s Moves) CountRows(ctx context.Context, t *MovedTable) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint) from "+t.Name)
	if err != nil {
		return 0, fmt.Errorf("store: move: count %s: %w", t.Name, s.db.Classify(err))
	}
	return n, nil
}

type (

	// Moves is the move of all rows to another database.
	Moves struct{ db *database.DB }
)

// NewMoves returns Moves on a database.
func NewMoves(db *database.DB) Moves { return Moves{db: db} }
