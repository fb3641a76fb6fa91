package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/store"
)

// takeHeadsEvery is how often the heads of events, the names in their ledgers and the
// scans of their tickets are taken into the chains of their organizations: for so long,
// an event could be replaced by an older state of itself that was signed then.
const takeHeadsEvery = 10 * time.Minute

// takeHeads takes them.
type takeHeads struct{}

// Kind names the job in the database.
func (takeHeads) Kind() string { return "take_heads" }

type headTaker struct {
	river.WorkerDefaults[takeHeads]
	jobs *Jobs
}

// Work goes through all organizations, for runFor; the next run continues. What fails
// for one is done for the others.
func (h *headTaker) Work(ctx context.Context, _ *river.Job[takeHeads]) error {
	st, until := h.jobs.store, time.Now().Add(runFor)
	orgs, err := st.Organizations.AllOrganizations(ctx)
	if err != nil {
		return fmt.Errorf("take heads: %w", err)
	}
	over := func() bool { return h.jobs.stopped() || ctx.Err() != nil || time.Now().After(until) }
	var failed []error
	left := false
	for _, o := range orgs {
		for _, take := range [...]func() (more bool, err error){
			func() (bool, error) { return st.Organizations.SealScans(ctx, o.ID, h.jobs.instant()) },
			func() (bool, error) { return h.sealNames(ctx, o.ID) },
			func() (bool, error) {
				taken, err := st.Organizations.TakeHeads(ctx, o.ID)
				return taken == store.MaxHeads, err
			},
		} {
			more := true
			for more && err == nil && !over() {
				more, err = take()
			}
			left = left || more
			if err != nil {
				failed, err = append(failed, fmt.Errorf("take heads of %s: %w", o.ID, err)), nil
			}
		}
	}
	if err := errors.Join(failed...); err != nil || !left || h.jobs.stopped() {
		return err
	}
	return river.JobSnooze(time.Second)
}

// sealNames seals some names, and rests while people register.
func (h *headTaker) sealNames(ctx context.Context, org string) (more bool, err error) {
	rush := h.jobs.dispatcher.Yield(ctx) < messagesPerChunk*2
	begun := time.Now()
	more, err = h.jobs.store.Organizations.SealNames(ctx, org)
	if rush && more && !h.jobs.rest(ctx, restShare*time.Since(begun)) {
		return false, err
	}
	return more, err
}
