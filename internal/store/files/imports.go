package files

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ImportPrefix begins the ids of imports.
const ImportPrefix = "imp_"

// Import is a guest list, or what another shop has sold, on its way into an event.
type Import struct {
	ID, EventID  string
	Source       string // "": a guest list; else the name of the shop that has sold
	State        string // queued, running, done, failed, cancelled
	JoinWaitlist bool
	Total        int64 // lines
	ImportProgress
	Digest                string // of the file
	CreatedBy             string
	CreatedAt, FinishedAt inventory.Instant
}

// ImportProgress is how far an import is, and what became of its lines.
// Known had come in before.
type ImportProgress struct{ Worked, Confirmed, Waiting, Known, Refused int64 }

// ImportRefusal is a line that package inventory refused.
type ImportRefusal struct {
	Line  int64
	Label string // what the line is, where a number does not say it
	Code  string
}

// ImportTable describes the table imports; a row is one Import.
var ImportTable = table.New("imports", new(Import), func(c *table.Columns, v *Import) {
	c.Key("id", &v.ID)
	c.Key("event_id", &v.EventID)
	c.Text("source", &v.Source)
	c.Text("state", &v.State)
	c.Truth("join_waitlist", &v.JoinWaitlist)
	c.Number("total", &v.Total)
	c.Number("worked", &v.Worked)
	c.Number("confirmed", &v.Confirmed)
	c.Number("waiting", &v.Waiting)
	c.Number("known", &v.Known)
	c.Number("refused", &v.Refused)
	c.Text("digest", &v.Digest)
	c.Text("created_by", &v.CreatedBy)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("finished_at", (*int64)(&v.FinishedAt))
	c.Given("people", engine.Text)
})

// refusalRow is a row of import_refusals.
type refusalRow struct {
	ImportID string
	ImportRefusal
}

// ImportRefusalTable describes the table import_refusals; a row is one refusalRow.
var ImportRefusalTable = table.NewIn("import_refusals", "event_id", new(refusalRow), func(c *table.Columns, v *refusalRow) {
	c.Key("import_id", &v.ImportID)
	c.NumberKey("line", &v.Line)
	c.Text("label", &v.Label)
	c.Text("code", &v.Code)
})

// CreateImport stores an import, with its lines as JSON, together with the job
// that works it; ErrConflict when the id is taken.
func (s Imports) CreateImport(ctx context.Context, m Import, people string, job database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		m.State, m.ImportProgress, m.FinishedAt = "queued", ImportProgress{}, 0
		row, err := ImportTable.Assign(&m, nil)
		if err != nil {
			return err
		}
		row.Set("people", people)
		insert := row.Insert(ImportTable.Name, nil)
		if err := table.ExecOne(ctx, tx, insert.SQL, insert.Args...); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, database.JobText, job.Kind, job.Args, job.Queue, job.Priority, job.MaxAttempts)
	})
}

// Unfinished counts the exports and imports that are queued or under way, for the
// metrics.
func (s Imports) Unfinished(ctx context.Context) (exports, imports int64, err error) {
	count := func(name string) (int64, error) {
		n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint) from "+name+" where state in ('queued', 'running')")
		return n, s.db.Classify(err)
	}
	if exports, err = count("exports"); err == nil {
		imports, err = count("imports")
	}
	return exports, imports, err
}

// ImportByID returns an import, or ErrNotFound.
func (s Imports) ImportByID(ctx context.Context, name string) (*Import, error) {
	event, ok := id.EventOf(name, ImportPrefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	m, err := table.One(ctx, s.db.Read, ImportTable.Scan, "select "+ImportTable.Columns+" from imports where event_id = $1 and id = $2", event, name)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &m, nil
}

// ImportsPage returns the imports of an event, the latest first, at most limit.
func (s Imports) ImportsPage(ctx context.Context, event string, limit int) ([]Import, error) {
	list, err := table.All(ctx, s.db.Read, ImportTable.Scan, "select "+ImportTable.Columns+" from imports where event_id = $1 order by created_at desc, id desc limit $2", event, limit)
	return list, s.db.Classify(err)
}

// ImportRefusals returns lines of an import that were refused, in the order of
// the file, those after a line, at most limit.
func (s Imports) ImportRefusals(ctx context.Context, name string, after int64, limit int) ([]ImportRefusal, error) {
	event, ok := id.EventOf(name, ImportPrefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	rows, err := table.All(ctx, s.db.Read, ImportRefusalTable.Scan, ImportRefusalTable.From()+`
		where event_id = $1 and import_id = $2 and line > $3 order by line limit $4`, event, name, after, limit)
	list := make([]ImportRefusal, len(rows))
	for i := range rows {
		list[i] = rows[i].ImportRefusal
	}
	return list, s.db.Classify(err)
}

// BeginImport takes an import to work on, where it was left, and returns it with
// its lines as JSON; nil when it is finished, or nobody wants it any more.
func (s Imports) BeginImport(ctx context.Context, name string) (m *Import, people string, err error) {
	event, ok := id.EventOf(name, ImportPrefix)
	if !ok {
		return nil, "", database.ErrNotFound
	}
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, "update imports set state = 'running' where event_id = $1 and id = $2 and state in ('queued', 'running')", event, name)
		if err != nil || n == 0 {
			return err
		}
		have, err := table.One(ctx, tx, func(r engine.Row, m *Import) error {
			c := table.Scanning()
			ImportTable.Into(c, m)
			c.Add(&people)
			return c.From(r)
		},
			"select "+ImportTable.Columns+", people from imports where event_id = $1 and id = $2", event, name)
		m = &have
		return err
	})
	if err != nil {
		return nil, "", s.db.Classify(err)
	}
	return m, people, nil
}

// AdvanceImport says that the lines behind from were looked at, up to p.Worked,
// and what came of it. Once all are, the import is done and its lines are
// forgotten. false: somebody else has been at it, or nobody wants it any more.
func (s Imports) AdvanceImport(ctx context.Context, name string, from int64, p ImportProgress, refused []ImportRefusal, now inventory.Instant) (bool, error) {
	event, ok := id.EventOf(name, ImportPrefix)
	if !ok {
		return false, database.ErrNotFound
	}
	moved := false
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `update imports set worked = $4, confirmed = $5, waiting = $6, refused = $7, known = $9,
			state = case when $4 >= total then 'done' else state end,
			people = case when $4 >= total then '' else people end,
			finished_at = case when $4 >= total then cast($8 as bigint) else finished_at end
			where event_id = $1 and id = $2 and state = 'running' and worked = $3`,
			event, name, from, p.Worked, p.Confirmed, p.Waiting, p.Refused, int64(now), p.Known)
		if err != nil || n == 0 {
			return err
		}
		moved = true
		for i := range refused {
			if _, err := ImportRefusalTable.InsertIn(ctx, tx, event, &refusalRow{name, refused[i]}, ""); err != nil {
				return err
			}
		}
		return nil
	})
	return moved, err
}

// EndImport ends an import before its time, as failed or cancelled, and forgets
// the lines that are left. Anyone who was registered stays. false: it had ended before.
func (s Imports) EndImport(ctx context.Context, name, state string, now inventory.Instant) (bool, error) {
	event, ok := id.EventOf(name, ImportPrefix)
	if !ok {
		return false, database.ErrNotFound
	}
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, `update imports set state = $3, people = '', finished_at = $4
			where event_id = $1 and id = $2 and state in ('queued', 'running')`, event, name, state, int64(now))
		return err
	})
	return n == 1, err
}

// Imports is guest lists on their way into an event.
type Imports struct{ db *database.DB }

// NewImports returns Imports on a database.
func NewImports(db *database.DB) Imports { return Imports{db} }
