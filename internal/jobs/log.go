package jobs

import (
	"context"
	"log/slog"
)

// riverLog returns a quieter logger for River, which logs each of its services at Info,
// and its cancelled queries as errors when it is stopped.
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
