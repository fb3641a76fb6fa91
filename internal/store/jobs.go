package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// insertJob stores a job in a transaction that is not a batch; nil is none.
func insertJob(ctx context.Context, q table.Querier, j *Job) error {
	if j == nil {
		return nil
	}
	return table.ExecOne(ctx, q, JobText, j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts)
}

// insertJob inserts a job in a transaction of ours.
func (s *db) insertJob(ctx context.Context, tx *sql.Tx, j Job) error {
	step := s.jobStep(j)
	_, err := table.Exec(ctx, tx, step.SQL, step.Args...)
	return err
}

// jobStep inserts a job as River itself would. A job for later is available from then on:
// River's own state for that is looked at every five seconds only.
func (s *db) jobStep(j Job) engine.Step {
	if j.At == 0 {
		return engine.Step{SQL: JobText, Args: []any{j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts}}
	}
	var at any = j.At.Time()
	if s.eng.Name() == "sqlite" {
		at = riverTime(j.At)
	}
	return engine.Step{
		SQL:  "insert into river_job (kind, args, queue, priority, max_attempts, scheduled_at) values ($1, $2, $3, $4, $5, $6)",
		Args: []any{j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts, at},
	}
}

func insertJobs(ctx context.Context, q table.Querier, jobs []Job) error {
	for _, j := range jobs {
		if _, err := table.Exec(ctx, q, JobText, j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts); err != nil {
			return err
		}
	}
	return nil
}

// riverTime is a time as River's driver for SQLite writes and compares it.
func riverTime(at inventory.Instant) string { return at.Time().Format("2006-01-02 15:04:05.999") }
