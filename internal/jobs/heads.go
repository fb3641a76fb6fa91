package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/store"
)

// takeHeadsEvery is how often the heads of events are taken into the chains of their
// organizations: for so long, an event could be replaced by an older state of itself
// that was signed then.
const takeHeadsEvery = 10 * time.Minute

// takeHeads takes them.
type takeHeads struct{}

// Kind names the job in the database.
func (takeHeads) Kind() string { return "take_heads" }

type headTaker struct {
	river.WorkerDefaults[takeHeads]
	jobs *Jobs
}

// Work goes through all organizations. What fails for one is done for the others.
func (h *headTaker) Work(ctx context.Context, _ *river.Job[takeHeads]) error {
	st := h.jobs.store
	orgs, err := st.Organizations.AllOrganizations(ctx)
	if err != nil {
		return fmt.Errorf("take heads: %w", err)
	}
	var failed []error
	for _, o := range orgs {
		for taken := store.MaxHeads; taken == store.MaxHeads && !h.jobs.stopped() && ctx.Err() == nil; {
			if taken, err = st.Organizations.TakeHeads(ctx, o.ID); err != nil {
				failed = append(failed, fmt.Errorf("take heads of %s: %w", o.ID, err))
				break
			}
		}
	}
	return errors.Join(failed...)
}
