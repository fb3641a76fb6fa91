package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// takeHeadsEvery is how often the heads of events, the names in their ledgers and the
// scans of their tickets are taken into the chains of their organizations: for so long,
// an event could be replaced by an older state of itself that was signed then.
const takeHeadsEvery = 10 * time.Minute

// organizationsPage is how many organizations are read at once.
const organizationsPage = 500

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
	over := func() bool { return h.jobs.stopped() || ctx.Err() != nil || time.Now().After(until) }
	var failed []error
	left, last := false, ""
	for page := organizationsPage; page == organizationsPage; {
		orgs, err := st.Organizations.AllOrganizations(ctx, last, organizationsPage)
		if err != nil {
			return fmt.Errorf("take heads: %w", err)
		}
		page = len(orgs)
		for _, o := range orgs {
			last = o.ID
			more, err := h.take(ctx, o.ID, over)
			left = left || more
			if err != nil {
				failed = append(failed, fmt.Errorf("take heads of %s: %w", o.ID, err))
			}
		}
	}
	if err := errors.Join(failed...); err != nil || !left || h.jobs.stopped() {
		return err
	}
	return river.JobSnooze(time.Second)
}

// take takes what there is of one organization until over, and reports whether it has left
// something.
func (h *headTaker) take(ctx context.Context, org string, over func() bool) (left bool, failed error) {
	st := h.jobs.store.Organizations
	for _, take := range [...]func() (more bool, err error){
		func() (bool, error) { return h.jobs.store.Erasures.SealScans(ctx, org, h.jobs.instant()) },
		func() (bool, error) { return h.sealNames(ctx, org) },
		func() (bool, error) {
			taken, err := st.TakeHeads(ctx, org)
			return taken == organizations.MaxHeads, err
		},
	} {
		more, err := true, error(nil)
		for more && err == nil && !over() {
			more, err = take()
		}
		left, failed = left || more, errors.Join(failed, err)
	}
	return left, failed
}

// sealNames seals some names, and rests while people register.
func (h *headTaker) sealNames(ctx context.Context, org string) (more bool, err error) {
	rush := h.jobs.dispatcher.Yield(ctx) < messagesPerChunk*2
	begun := time.Now()
	more, err = h.jobs.store.Erasures.SealNames(ctx, org)
	if rush && more && !h.jobs.rest(ctx, restShare*time.Since(begun)) {
		return false, err
	}
	return more, err
}
