package jobs

import (
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river/rivertype"
)

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

// defaultBackoff is attempt⁴ seconds, at most maxBackoff, and up to a tenth more
// or less, so that the jobs of a mail server that was down do not all come back
// in the same second.
func defaultBackoff(attempt int) time.Duration {
	wait := maxBackoff
	if attempt < 10 { // 10⁴ s is already longer than maxBackoff
		wait = min(maxBackoff, time.Duration(attempt*attempt*attempt*attempt)*time.Second)
	}
	tenth := int64(wait / 10)
	return wait + time.Duration(rand.Int64N(2*tenth+1)-tenth)
}
