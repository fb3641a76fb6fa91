package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

const (
	// keepPassesEvery is how often passes of series are looked after.
	keepPassesEvery = time.Minute
	// passesAtOnce bounds how many are in one go.
	passesAtOnce = 50
)

// Passes looks after passes of series: it sets places aside where that was left, and brings
// what sells passes to where their dates are. The error is about those that it cannot.
type Passes interface {
	Keep(ctx context.Context, limit int) error
}

// keepPasses looks after passes of series.
type keepPasses struct{}

// Kind names the job in the database.
func (keepPasses) Kind() string { return "keep_passes" }

type passKeeper struct {
	river.WorkerDefaults[keepPasses]
	passes Passes
}

// Work looks after each pass by itself: one that fails holds no other up.
func (w *passKeeper) Work(ctx context.Context, _ *river.Job[keepPasses]) error {
	if err := w.passes.Keep(ctx, passesAtOnce); err != nil {
		return fmt.Errorf("jobs: passes of series: %w", err)
	}
	return nil
}

// addPasses adds the job that looks after passes of series.
func addPasses(conf *river.Config, passes Passes) error {
	if passes == nil {
		return nil
	}
	conf.PeriodicJobs = append(conf.PeriodicJobs, river.NewPeriodicJob(river.PeriodicInterval(keepPassesEvery),
		func() (river.JobArgs, *river.InsertOpts) { return keepPasses{}, &river.InsertOpts{MaxAttempts: 1} }, // it runs periodically anyway
		&river.PeriodicJobOpts{RunOnStart: true}))
	return river.AddWorkerSafely(conf.Workers, &passKeeper{passes: passes})
}
