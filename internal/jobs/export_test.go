package jobs

import (
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Pending counts the deliveries that are not done.
func (j *Jobs) Pending(t testing.TB) int {
	t.Helper()
	list, err := j.client.JobList(t.Context(), river.NewJobListParams().Kinds(deliverMessages{}.Kind()).
		States(rivertype.JobStateAvailable, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled))
	if err != nil {
		t.Fatal(err)
	}
	return len(list.Jobs)
}

// Stopping is closed when Stop begins.
func (j *Jobs) Stopping() <-chan struct{} { return j.stopping }

var DefaultBackoff = defaultBackoff
