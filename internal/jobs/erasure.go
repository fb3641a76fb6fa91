package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/erasure"
)

// keepErasuresEvery is how often erasures are added to the list outside of the database.
// Erasing does so at once; this is for when that failed.
const keepErasuresEvery = time.Minute

// keepErasures adds to the list of erasures.
type keepErasures struct{}

// Kind names the job in the database.
func (keepErasures) Kind() string { return "keep_erasures" }

type erasureKeeper struct {
	river.WorkerDefaults[keepErasures]
	keeper  *erasure.Keeper
	uploads func(context.Context) error
}

// Work adds them, and deletes the files of answers that are gone.
func (w *erasureKeeper) Work(ctx context.Context, _ *river.Job[keepErasures]) error {
	err := w.keeper.Work(ctx)
	if w.uploads != nil {
		err = errors.Join(err, w.uploads(ctx))
	}
	return err
}

// addErasures adds the periodic job.
func addErasures(conf *river.Config, keeper *erasure.Keeper, uploads func(context.Context) error) error {
	conf.PeriodicJobs = append(conf.PeriodicJobs, river.NewPeriodicJob(
		river.PeriodicInterval(keepErasuresEvery),
		func() (river.JobArgs, *river.InsertOpts) { return keepErasures{}, &river.InsertOpts{MaxAttempts: 1} },
		nil,
	))
	return river.AddWorkerSafely(conf.Workers, &erasureKeeper{keeper: keeper, uploads: uploads})
}
