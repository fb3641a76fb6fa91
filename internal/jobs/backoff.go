package jobs

import (
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river/rivertype"
)

// maxBackoff is the longest wait between two attempts of a job. Jobs mostly work in this
// database; when one fails, the database is usually away.
const maxBackoff = time.Minute

// backoff is the retry policy. River counts the attempts and uses the wall clock,
// whatever Config.Now returns.
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

// defaultBackoff returns attempt² seconds, at most maxBackoff, plus or minus up to a
// tenth, so that jobs that failed together are not retried together.
func defaultBackoff(attempt int) time.Duration {
	wait := maxBackoff
	if attempt < 8 {
		wait = min(maxBackoff, time.Duration(attempt*attempt)*time.Second)
	}
	tenth := int64(wait / 10)
	return wait + time.Duration(rand.Int64N(2*tenth+1)-tenth)
}
