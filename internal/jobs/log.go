package jobs

import (
	"context"
	"log/slog"
)

// riverLog quiets River: it tells at Info about each of its services, and when
// it is stopped it logs as errors the questions that it was just asking.
func (j *Jobs) riverLog() *slog.Logger {
	return slog.New(quiet{j.log.Handler(), j.stopped})
}

// quiet passes records on from the level Warn, and none while stopping.
type quiet struct {
	slog.Handler
	stopping func() bool
}

func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && !q.stopping() && q.Handler.Enabled(ctx, l)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quiet{q.Handler.WithAttrs(attrs), q.stopping}
}

func (q quiet) WithGroup(name string) slog.Handler {
	return quiet{q.Handler.WithGroup(name), q.stopping}
}
