package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// addressBookEvery is how often the address book is updated. Reading it updates it as
// well; this keeps that short.
const addressBookEvery = time.Minute

// addressBook records which people have which address, after their registration rather
// than in it.
type addressBook struct{}

// Kind names the job in the database.
func (addressBook) Kind() string { return "address_book" }

type addressWriter struct {
	river.WorkerDefaults[addressBook]
	jobs *Jobs
}

// Work indexes addresses until none is left, or for runFor; the next run continues.
func (w *addressWriter) Work(ctx context.Context, _ *river.Job[addressBook]) error {
	j := w.jobs
	until := time.Now().Add(runFor)
	for !j.stopped() && ctx.Err() == nil && time.Now().Before(until) {
		more, err := j.store.People.IndexAddresses(ctx, j.dispatcher.Yield(ctx))
		if err != nil {
			return fmt.Errorf("index addresses: %w", err)
		}
		if !more {
			return nil
		}
	}
	return nil
}
