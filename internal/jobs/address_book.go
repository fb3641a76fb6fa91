package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// addressBookEvery is how often the address book is brought up to date. Who
// looks into it brings it up to date as well; this keeps that short.
const addressBookEvery = time.Minute

// addressBook writes down which people have which address, behind the
// registrations and not in them.
type addressBook struct{}

// Kind names the job in the database.
func (addressBook) Kind() string { return "address_book" }

type addressWriter struct {
	river.WorkerDefaults[addressBook]
	jobs *Jobs
}

// Work indexes until nothing is left, or until others should have their turn;
// the next run goes on where it was.
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
