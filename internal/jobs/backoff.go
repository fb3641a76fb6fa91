package jobs

import (
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river/rivertype"
)

// maxBackoff is the longest wait between two tries of a job. What a job does is
// done in this database; when it fails, the database is away.
const maxBackoff = time.Minute

// backoff says when a failed job comes again. River counts the tries, and keeps
// time by the wall clock whatever Config.Now says.
type backoff struct {
	after func(attempt int) time.Duration // nil: defaultBackoff
}

// NextRetry implements river.ClientRetryPolicy.
func (b backoff) NextRetry(job *rivertype.JobRow) time.Time {
	after := b.after
	if after == nil {
		after = defaultBackoff
	}
	return time.Now().UTC().Add(after(len(job.Errors) + 1))
}

// defaultBackoff is attempt² seconds, at most maxBackoff, and up to a tenth more
// or less, so that what failed together does not come back together.
func defaultBackoff(attempt int) time.Duration {
	wait := maxBackoff
	if attempt < 8 {
		wait = min(maxBackoff, time.Duration(attempt*attempt)*time.Second)
	}
	tenth := int64(wait / 10)
	return wait + time.Duration(rand.Int64N(2*tenth+1)-tenth)
}
