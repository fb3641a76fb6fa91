package jobs

import (
	"context"
	"log/slog"
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

// riverLog quiets River, which tells at Info about each of its services.
func riverLog(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

// warnings passes records on from the level Warn.
type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && w.Handler.Enabled(ctx, l)
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
