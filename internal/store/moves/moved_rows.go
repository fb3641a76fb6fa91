package moves

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MovedPage is rows of a table on their way.
type MovedPage struct {
	Rows    [][]any
	LastKey string // of the last of them
	Bytes   int    // about how many they take
}

// Page returns at most limit rows of a table, in the order of its primary key, behind
// those up to a key; "": from the first.
func (s Moves) Page(ctx context.Context, t *MovedTable, behind string, limit int) (*MovedPage, error) {
	text, args := t.first, []any{limit}
	if behind != "" {
		keys, err := t.behind(behind)
		if err != nil {
			return nil, err
		}
		text, args = t.next, append(keys, limit)
	}
	p := &MovedPage{LastKey: behind}
	var err error
	p.Rows, err = table.All(ctx, s.db.Read, func(r engine.Row, row *[]any) error {
		values := make([]any, len(t.Columns))
		dest := make([]any, len(values))
		for i := range values {
			dest[i] = &values[i]
		}
		if err := r.Scan(dest...); err != nil {
			return err
		}
		size, err := t.PlainRow(values)
		*row, p.Bytes = values, p.Bytes+size
		return err
	}, text, args...)
	if err != nil {
		return nil, fmt.Errorf("store: move: read %s: %w", t.Name, s.db.Classify(err))
	}
	if n := len(p.Rows); n > 0 {
		if p.LastKey, err = t.keyOf(p.Rows[n-1]); err != nil {
			return nil, fmt.Errorf("store: move: %w", err)
		}
	}
	return p, nil
}

// Fill writes rows of a table, and with them how much of it has arrived: a, of which
// before rows had arrived so far. It is done or not, as a whole.
func (s Moves) Fill(ctx context.Context, t *MovedTable, a *Arrival, before int64, rows [][]any) error {
	return s.fill(ctx, a, before, t.Names(), rows)
}

// MovedJob is a job of the queue that is still to be done.
type MovedJob struct {
	database.Job
	ID      int64
	Attempt int64 // how often it was tried
}

// Jobs returns at most limit jobs that are still to be done, behind the one with an id.
func (s Moves) Jobs(ctx context.Context, behind int64, limit int) ([]MovedJob, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, j *MovedJob) error {
		var args string
		var at time.Time
		err := r.Scan(&j.ID, &j.Kind, &args, &j.Queue, &j.Priority, &j.MaxAttempts, &j.Attempt, &at)
		j.Args, j.At = []byte(args), inventory.At(at)
		return err
	}, `select id, kind, cast(args as text), queue, priority, max_attempts, attempt, scheduled_at from river_job
		where state in ('available', 'pending', 'retryable', 'running', 'scheduled') and id > $1 order by id limit $2`, behind, limit)
	if err != nil {
		return nil, fmt.Errorf("store: move: read jobs: %w", s.db.Classify(err))
	}
	return list, nil
}

// FillJobs is Fill for jobs. Those of a server that was stopped in the middle of them are
// done again, as after a crash. They are numbered anew, in their order.
func (s Moves) FillJobs(ctx context.Context, jobs []MovedJob, arrived int64, complete bool) error {
	a := Arrival{Name: JobsTable, Arrived: arrived + int64(len(jobs)), Complete: complete}
	rows := make([][]any, len(jobs))
	for i, j := range jobs {
		var args, at any = string(j.Args), j.At.Time()
		if s.db.Eng.Name() == "sqlite" {
			args, at = j.Args, database.RiverTime(j.At)
		}
		rows[i] = []any{j.Kind, args, j.Queue, j.Priority, j.MaxAttempts, j.Attempt, at}
		a.LastKey = strconv.FormatInt(j.ID, 10)
	}
	if len(jobs) == 0 { // the last page was full, or there are none
		a.LastKey = ""
	}
	return s.fill(ctx, &a, arrived, []string{"kind", "args", "queue", "priority", "max_attempts", "attempt", "scheduled_at"}, rows)
}

// CountJobs returns how many jobs are still to be done.
func (s Moves) CountJobs(ctx context.Context) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, `select cast(count(*) as bigint) from river_job where state in ('available', 'pending', 'retryable', 'running', 'scheduled')`)
	if err != nil {
		return 0, fmt.Errorf("store: move: count jobs: %w", s.db.Classify(err))
	}
	return n, nil
}
