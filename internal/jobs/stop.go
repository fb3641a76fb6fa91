package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river/rivertype"

	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// idleFor is how long no job may run before Stop no longer waits for River.
	//
	// River v0.31 hangs when it is stopped in the moment in which it becomes the leader:
	// its elector holds a lock while it tells a listener that has left, and the listener
	// waits for that lock to leave. Whoever stopped a server just after its start waited
	// for the whole time that a stop may take, and was told about a failure. What River does
	// within this time after the last job is to store the job's result; a result that is
	// lost has the job run again, as after a crash.
	idleFor = 3 * time.Second
	idleAsk = 50 * time.Millisecond
	// hardFor is how long jobs have to end once they are cancelled.
	hardFor = 5 * time.Second
)

// count counts the jobs that run.
func (j *Jobs) count(ctx context.Context, _ *rivertype.JobRow, work func(context.Context) error) error {
	j.working.Add(1)
	defer j.working.Add(-1)
	return work(ctx)
}

// Stop lets each worker finish its current step and returns when all have ended. If ctx
// ends first, jobs that still run are cancelled.
func (j *Jobs) Stop(ctx context.Context) error {
	j.stopOnce.Do(func() { close(j.stopping) })
	soft, cancel := context.WithCancel(ctx)
	defer cancel()
	wait := j.idleFor(ctx)
	stopped := make(chan error, 1)
	go func() {
		j.watch.Wait() // after which nothing starts again
		err := j.client.Stop(soft)
		if err != nil && ctx.Err() != nil {
			err = j.stopHard(ctx, err)
		}
		stopped <- err
	}()
	select {
	case err := <-stopped:
		return err
	case <-j.idle(soft, wait):
		j.log.WarnContext(ctx, "jobs: no job runs and the queue has not stopped: not waiting for it", slog.Duration("waited", wait))
		return nil
	}
}

// idleFor returns how long no job may run before Stop no longer waits: not at all, where
// the database is lost and no result can be stored any more. A writer that is busy is not
// waited for to find that out.
func (j *Jobs) idleFor(ctx context.Context) time.Duration {
	look, cancel := context.WithTimeout(ctx, idleAsk)
	defer cancel()
	if errors.Is(j.store.CheckFiles(look), database.ErrLost) {
		return 0
	}
	return idleFor
}

// stopHard cancels the jobs that still run after err and waits for them.
func (j *Jobs) stopHard(ctx context.Context, err error) error {
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), hardFor)
	defer cancel()
	if hardErr := j.client.StopAndCancel(hard); hardErr != nil {
		return fmt.Errorf("jobs: stop: %w", errors.Join(err, hardErr))
	}
	return nil
}

// idle is closed once no job has run for some time. It ends with ctx.
func (j *Jobs) idle(ctx context.Context, wait time.Duration) <-chan struct{} {
	idle := make(chan struct{})
	go func() {
		t := time.NewTicker(idleAsk)
		defer t.Stop()
		since := time.Now()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-t.C:
				if j.working.Load() > 0 {
					since = now
				} else if now.Sub(since) >= wait {
					close(idle)
					return
				}
			}
		}
	}()
	return idle
}
