package waitingrooms

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Rehearsal is a rehearsal of the on-sale of an event that an organizer asked for.
type Rehearsal struct {
	ID, EventID string
	State       RehearsalState
	Reason      RehearsalReason
	People      int64
	Minutes     int64
	Curve       string
	// Inside is how many are let in at once: 0 as the event says, -1 without a waiting room.
	Inside           int64
	Progress, Report string // JSON; "": there is none
	Stop             bool   // somebody wants it to stop
	CreatedBy        string
	CreatedAt        inventory.Instant
	SeenAt           inventory.Instant // when its server last said that it goes on
	FinishedAt       inventory.Instant // 0: it has not
}

// RehearsalState is how far a rehearsal is.
type RehearsalState string

// States.
const (
	RehearsalRunning RehearsalState = "running"
	RehearsalDone    RehearsalState = "done"    // with a report
	RehearsalStopped RehearsalState = "stopped" // for its Reason
	RehearsalFailed  RehearsalState = "failed"  // for its Reason
)

// RehearsalReason is why a rehearsal has no report.
type RehearsalReason string

// Reasons. The first three are of one that was stopped.
const (
	RehearsalAsked       RehearsalReason = "asked"       // by an organizer
	RehearsalOnsale      RehearsalReason = "on_sale"     // an on-sale came near
	RehearsalShutdown    RehearsalReason = "shutdown"    // its server was stopped
	RehearsalInterrupted RehearsalReason = "interrupted" // its server is gone
	RehearsalConnections RehearsalReason = "connections" // PostgreSQL has too few left
	RehearsalNoTickets   RehearsalReason = "no_tickets"  // for the public
	RehearsalError       RehearsalReason = "error"
)

const (
	// RehearsalPrefix begins the ids of rehearsals.
	RehearsalPrefix = "reh_"
	// RehearsalLost is after how long a rehearsal that nobody has heard of is interrupted.
	RehearsalLost = 30 * inventory.Second
	// RehearsalsKept is how many of an event are kept.
	RehearsalsKept = 20
)

// RehearsalTable describes the table rehearsals; a row is one Rehearsal.
var RehearsalTable = table.New("rehearsals", new(Rehearsal), func(c *table.Columns, v *Rehearsal) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("state", (*string)(&v.State))
	c.Text("reason", (*string)(&v.Reason))
	c.Number("people", &v.People)
	c.Number("minutes", &v.Minutes)
	c.Text("curve", &v.Curve)
	c.Number("inside", &v.Inside)
	c.Text("progress", &v.Progress)
	c.Text("report", &v.Report)
	c.Truth("stop", &v.Stop)
	c.Text("created_by", &v.CreatedBy)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("seen_at", (*int64)(&v.SeenAt))
	c.Number("finished_at", (*int64)(&v.FinishedAt))
})

// ErrRehearsing: another rehearsal is running.
var ErrRehearsing = errors.New("store: another rehearsal is running")

// StartRehearsal stores a rehearsal as running since it was created. ErrConflict: the id is
// taken; ErrRehearsing: another one is running. Rehearsals of the event that are older than
// those to keep go, and whichever nobody has heard of for RehearsalLost is interrupted.
func (s Rehearsals) StartRehearsal(ctx context.Context, r Rehearsal) error {
	r.State, r.Reason, r.Progress, r.Report, r.Stop, r.SeenAt, r.FinishedAt = RehearsalRunning, "", "", "", false, r.CreatedAt, 0
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "update rehearsals set state = $1, reason = $2, finished_at = seen_at where state = 'running' and seen_at < $3",
			string(RehearsalFailed), string(RehearsalInterrupted), int64(r.CreatedAt-inventory.Instant(RehearsalLost))); err != nil {
			return err
		}
		n, err := RehearsalTable.InsertUnless(ctx, tx, &r, table.UnlessThere)
		if err != nil {
			return err
		}
		if n == 0 {
			if n, err = table.One(ctx, tx, table.ScanInt, "select count(*) from rehearsals where event_id = $1 and id = $2", r.EventID, r.ID); err != nil {
				return err
			}
			if n > 0 {
				return database.ErrConflict
			}
			return ErrRehearsing
		}
		_, err = table.Exec(ctx, tx, `delete from rehearsals where event_id = $1 and id in
			(select id from rehearsals where event_id = $1 order by created_at desc, id desc limit 1000 offset $2)`, r.EventID, int64(RehearsalsKept))
		return err
	})
}

// SeeRehearsal notes that a rehearsal goes on, and how far it is. stop: somebody wants it to
// stop, or it is not known to run any more.
func (s Rehearsals) SeeRehearsal(ctx context.Context, r *Rehearsal, now inventory.Instant, progress string) (stop bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		stop, err = table.One(ctx, tx, func(r engine.Row, v *bool) error { return r.Scan(v) }, "update rehearsals set seen_at = $1, progress = $2 where event_id = $3 and id = $4 and state = 'running' returning stop",
			int64(now), progress, r.EventID, r.ID)
		if errors.Is(err, database.ErrNotFound) {
			stop, err = true, nil
		}
		return err
	})
	return stop, err
}

// EndRehearsal notes how a rehearsal ended, once.
func (s Rehearsals) EndRehearsal(ctx context.Context, r *Rehearsal) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update rehearsals set state = $1, reason = $2, report = $3, finished_at = $4 where event_id = $5 and id = $6 and state = 'running'",
			string(r.State), string(r.Reason), r.Report, int64(r.FinishedAt), r.EventID, r.ID)
		return err
	})
}

// StopRehearsal asks the server of a rehearsal to stop it. That one has ended is not an error.
func (s Rehearsals) StopRehearsal(ctx context.Context, rehearsal string) error {
	event, ok := id.EventOf(rehearsal, RehearsalPrefix)
	if !ok {
		return database.ErrNotFound
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update rehearsals set stop = true where event_id = $1 and id = $2 and state = 'running'", event, rehearsal)
		return err
	})
}

// RehearsalByID returns a rehearsal, or ErrNotFound.
func (s Rehearsals) RehearsalByID(ctx context.Context, rehearsal string) (*Rehearsal, error) {
	event, ok := id.EventOf(rehearsal, RehearsalPrefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	r, err := table.One(ctx, s.db.Read, RehearsalTable.Scan, RehearsalTable.From()+" where event_id = $1 and id = $2", event, rehearsal)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &r, nil
}

// RehearsalsPage returns the rehearsals of an event, the latest first, at most limit.
func (s Rehearsals) RehearsalsPage(ctx context.Context, event string, limit int) ([]Rehearsal, error) {
	list, err := table.All(ctx, s.db.Read, RehearsalTable.Scan, RehearsalTable.From()+" where event_id = $1 order by created_at desc, id desc limit $2", event, limit)
	return list, s.db.Classify(err)
}

// Rehearsals is rehearsals of on-sales that organizers asked for.
type Rehearsals struct{ db *database.DB }

// NewRehearsals returns Rehearsals on a database.
func NewRehearsals(db *database.DB) Rehearsals { return Rehearsals{db} }
