package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// guestIndexEvery is how often the index of the guest lists is updated. A search looks
// at whoever came since one by one, so it finds everybody; this keeps them few.
const guestIndexEvery = 20 * time.Second

// messagesPerChunk is how many messages are as much work as a chunk of guests. During a
// rush that leaves one chunk at a time, so that people who register do not wait for it.
const (
	messagesPerChunk = 32
	// restShare is how many times as long as it took the job then rests after a chunk.
	restShare = 4
)

// guestIndex indexes the people of long guest lists, after their registration rather
// than in it.
type guestIndex struct{}

// Kind names the job in the database.
func (guestIndex) Kind() string { return "guest_index" }

type guestIndexer struct {
	river.WorkerDefaults[guestIndex]
	jobs *Jobs
}

// Work indexes guests until none is left, or for runFor; the next run continues.
func (w *guestIndexer) Work(ctx context.Context, _ *river.Job[guestIndex]) error {
	j := w.jobs
	until := time.Now().Add(runFor)
	for !j.stopped() && ctx.Err() == nil && time.Now().Before(until) {
		most := max(1, j.dispatcher.Yield(ctx)/messagesPerChunk)
		begun := time.Now()
		more, err := j.store.People.IndexGuests(ctx, j.instant(), most)
		if most == 1 && !j.rest(ctx, restShare*time.Since(begun)) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("index guests: %w", err)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// rest waits, and reports whether to go on.
func (j *Jobs) rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-j.stopping:
	case <-ctx.Done():
	}
	return false
}
