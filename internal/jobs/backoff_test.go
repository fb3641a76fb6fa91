package jobs_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/jobs"
)

// The tries of a message span GiveUpAfter, and the job that makes them has more
// attempts than that takes.
func TestBackoff(t *testing.T) {
	var total time.Duration
	attempt := 1
	for ; total < jobs.GiveUpAfter; attempt++ {
		wait := jobs.DefaultBackoff(attempt)
		if wait <= 0 || wait > 2*time.Hour+12*time.Minute {
			t.Fatalf("attempt %d waits %s", attempt, wait)
		}
		total += wait
	}
	if attempt < 35 || attempt > 60 {
		t.Errorf("it takes %d attempts to get past %s", attempt, jobs.GiveUpAfter)
	}
	if first := jobs.DefaultBackoff(1); first > 2*time.Second {
		t.Errorf("the first wait is %s", first)
	}
	if far := jobs.DefaultBackoff(1 << 40); far > 3*time.Hour {
		t.Errorf("a huge attempt waits %s", far)
	}
}
