package files

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Export is a file that is made of an event's rows, or of those of all events of a series,
// in the background.
type Export struct {
	ID, EventID, Kind, Format string
	// SeriesID is the series of which it has the rows of all events, of which EventID is one; "":
	// it has those of EventID.
	SeriesID              string
	State                 string // queued, running, done, failed, cancelled, expired
	Rows                  int64  // so far
	Size                  int64  // bytes, once done
	CreatedBy             string
	CreatedAt, FinishedAt inventory.Instant
	ExpiresAt             inventory.Instant // of the file; 0: there is none
}

// ExportTable describes the table exports; a row is one Export.
var ExportTable = table.New("exports", new(Export), func(c *table.Columns, v *Export) {
	c.Key("id", &v.ID)
	c.Key("event_id", &v.EventID)
	c.Text("series_id", &v.SeriesID)
	c.Text("kind", &v.Kind)
	c.Text("format", &v.Format)
	c.Text("state", &v.State)
	c.Number("rows_done", &v.Rows)
	c.Number("size", &v.Size)
	c.Text("created_by", &v.CreatedBy)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("finished_at", (*int64)(&v.FinishedAt))
	c.Number("expires_at", (*int64)(&v.ExpiresAt))
	c.Fixed("file", false)
})

// CreateExport stores an export together with the job that makes it;
// ErrConflict when the id is taken.
func (s Exports) CreateExport(ctx context.Context, e Export, job database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		e.State, e.Rows, e.Size, e.FinishedAt, e.ExpiresAt = "queued", 0, 0, 0, 0
		if err := ExportTable.InsertRow(ctx, tx, &e); err != nil {
			return err
		}
		if err := table.ExecOne(ctx, tx, database.JobText, job.Kind, job.Args, job.Queue, job.Priority, job.MaxAttempts); err != nil {
			return err
		}
		org, err := table.One(ctx, tx, table.ScanText, organizations.OrgOfEvent, e.EventID)
		if err != nil {
			return err
		}
		return organizations.Note(ctx, s.db, tx, organizations.SecurityEntry{OrgID: org, Action: organizations.ExportRequested, Subject: e.ID, Detail: e.Kind})
	})
}

// ExportByID returns an export, or ErrNotFound.
func (s Exports) ExportByID(ctx context.Context, export string) (*Export, error) {
	event, ok := id.EventOf(export, ExportPrefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	e, err := table.One(ctx, s.db.Read, ExportTable.Scan, "select "+ExportTable.Columns+" from exports where event_id = $1 and id = $2", event, export)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &e, nil
}

// ExportPrefix begins the ids of exports.
const ExportPrefix = "exp_"

// ExportsPage returns the exports of an event, the latest first, at most limit; those of its
// series are not among them.
func (s Exports) ExportsPage(ctx context.Context, event string, limit int) ([]Export, error) {
	list, err := table.All(ctx, s.db.Read, ExportTable.Scan, "select "+ExportTable.Columns+" from exports where event_id = $1 and series_id = '' order by id desc limit $2", event, limit)
	return list, s.db.Classify(err)
}

// ExportsOfSeries returns the exports of a series, the latest first, at most limit.
func (s Exports) ExportsOfSeries(ctx context.Context, series string, limit int) ([]Export, error) {
	list, err := table.All(ctx, s.db.Read, ExportTable.Scan, "select "+ExportTable.Columns+" from exports where series_id = $1 and series_id <> '' order by created_at desc, id desc limit $2", series, limit)
	return list, s.db.Classify(err)
}

// BeginExport takes an export to work on, from its beginning. false: it is
// finished, or nobody wants it any more.
func (s Exports) BeginExport(ctx context.Context, export string) (bool, error) {
	return s.moveExport(ctx, export, "state = 'running', rows_done = 0, file = true", "'queued', 'running'")
}

// ExportProgress says how many rows are done. false: nobody wants it any more.
func (s Exports) ExportProgress(ctx context.Context, export string, rows int64) (bool, error) {
	return s.moveExport(ctx, export, "rows_done = $3", "'running'", rows)
}

// FinishExport says that the file is there, and until when.
func (s Exports) FinishExport(ctx context.Context, export string, rows, size int64, now, expires inventory.Instant) (bool, error) {
	return s.moveExport(ctx, export, "state = 'done', rows_done = $3, size = $4, finished_at = $5, expires_at = $6", "'running'",
		rows, size, int64(now), int64(expires))
}

// FailExport says that there will be no file.
func (s Exports) FailExport(ctx context.Context, export string, now inventory.Instant) (bool, error) {
	return s.moveExport(ctx, export, "state = 'failed', finished_at = $3, expires_at = $4", "'queued', 'running'", int64(now), int64(now))
}

// CancelExport says that nobody wants the file any more: false when it was
// finished before.
func (s Exports) CancelExport(ctx context.Context, export string, now inventory.Instant) (bool, error) {
	return s.moveExport(ctx, export, "state = 'cancelled', finished_at = $3, expires_at = $4", "'queued', 'running'", int64(now), int64(now))
}

// moveExport changes an export that is in one of the states.
func (s Exports) moveExport(ctx context.Context, export, set, states string, args ...any) (bool, error) {
	event, ok := id.EventOf(export, ExportPrefix)
	if !ok {
		return false, database.ErrNotFound
	}
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, "update exports set "+set+" where event_id = $1 and id = $2 and state in ("+states+")",
			append([]any{event, export}, args...)...)
		return err
	})
	return n == 1, err
}

// DeadExports returns exports whose file is to be deleted: expired before now,
// failed, cancelled.
func (s Exports) DeadExports(ctx context.Context, now inventory.Instant, limit int) ([]Export, error) {
	list, err := table.All(ctx, s.db.Read, ExportTable.Scan, "select "+ExportTable.Columns+` from exports
		where file and expires_at > 0 and expires_at <= $1 order by expires_at limit $2`, int64(now), limit)
	return list, s.db.Classify(err)
}

// ForgetExport says that the file of an export is deleted.
func (s Exports) ForgetExport(ctx context.Context, export string) error {
	event, ok := id.EventOf(export, ExportPrefix)
	if !ok {
		return database.ErrNotFound
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, `update exports set file = false, state = case when state = 'done' then 'expired' else state end
			where event_id = $1 and id = $2 and expires_at > 0`, event, export)
		return err
	})
}

// Exports is files that are made of the rows of an event.
type Exports struct{ db *database.DB }

// NewExports returns Exports on a database.
func NewExports(db *database.DB) Exports { return Exports{db} }
