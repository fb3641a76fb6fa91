package database

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// InsertJobs inserts jobs in a transaction that is not a batch.
func (s *DB) InsertJobs(ctx context.Context, q table.Querier, jobs ...Job) error {
	for _, j := range jobs {
		step := s.JobStep(j)
		if _, err := table.Exec(ctx, q, step.SQL, step.Args...); err != nil {
			return err
		}
	}
	return nil
}

// SomeJob is a job as a list; nil is none.
func SomeJob(j *Job) []Job {
	if j == nil {
		return nil
	}
	return []Job{*j}
}

// JobStep inserts a job as River itself would. A job for later is available from then on:
// River's own state for that is looked at every five seconds only.
func (s *DB) JobStep(j Job) engine.Step {
	if j.At == 0 {
		return engine.Step{SQL: JobText, Args: []any{j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts}}
	}
	var at any = j.At.Time()
	if s.Eng.Name() == "sqlite" {
		at = RiverTime(j.At)
	}
	return engine.Step{
		SQL:  "insert into river_job (kind, args, queue, priority, max_attempts, scheduled_at) values ($1, $2, $3, $4, $5, $6)",
		Args: []any{j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts, at},
	}
}

// RiverTime is a time as River's driver for SQLite writes and compares it.
func RiverTime(at inventory.Instant) string { return at.Time().Format("2006-01-02 15:04:05.999") }
