package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// How long a server must have had next to nothing to do, what that is, and how
// long one waits for it.
const (
	calmFor    = 500 * time.Millisecond
	calmBelow  = 0.1              // of a processor
	calmWithin = 20 * time.Minute // a million messages
	logsPoll   = 50 * time.Millisecond
)

// settle waits until the servers of a turn have finished what they were left with:
// until no job waits, and there is nothing else that they do. To look at their time
// alone would not do, for jobs are fetched a few at a time, with a pause between.
func settle(ctx context.Context, run *running) error {
	for deadline := time.Now().Add(calmWithin); ; {
		before, since := run.serverCPU(), time.Now()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(calmFor):
		}
		share := (run.serverCPU() - before).Seconds() / time.Since(since).Seconds()
		jobs, err := jobsLeft(ctx, run.db)
		if err != nil {
			return err
		}
		if share < calmBelow && jobs == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("bench: the servers do not come to rest: %d jobs are left, and %.2f processors busy", jobs, share)
		}
	}
}

// jobsLeft is how many jobs could be done now, or are under way.
func jobsLeft(ctx context.Context, url string) (n int64, err error) {
	s, err := store.Open(ctx, database.Config{URL: url})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var now any = time.Now()
	if s.Engine() == "sqlite" {
		now = time.Now().UTC().Format("2006-01-02 15:04:05.999") // as River's driver writes and compares it
	}
	err = s.JobsDB().QueryRowContext(ctx, "select count(*) from river_job where state = 'running' or state = 'available' and scheduled_at <= $1", now).Scan(&n)
	return n, err
}

// logsKept waits until the public logs of all events of a database have what happened.
func logsKept(ctx context.Context, url string) (err error) {
	s, err := store.Open(ctx, database.Config{URL: url})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for deadline := time.Now().Add(calmWithin); ; {
		behind, err := s.Logs.Behind(ctx, "", 1)
		switch {
		case err != nil || len(behind) == 0:
			return err
		case time.Now().After(deadline):
			return fmt.Errorf("bench: the public log of %s does not come to its end", behind[0])
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(logsPoll):
		}
	}
}
