package certs

import (
	"context"
	"log/slog"
	"maps"
	"slices"

	"go.uber.org/zap/zapcore"
)

// zapCore writes what certmagic logs as warnings and worse to the log of the server. Its
// other lines tell each step of a request to the authority.
type zapCore struct {
	log    *slog.Logger
	fields []zapcore.Field
}

var _ zapcore.Core = (*zapCore)(nil)

// Enabled reports whether lines of a level are written.
func (*zapCore) Enabled(level zapcore.Level) bool { return level >= zapcore.WarnLevel }

// With returns one that adds fields to each line.
func (c *zapCore) With(fields []zapcore.Field) zapcore.Core {
	return &zapCore{c.log, slices.Concat(c.fields, fields)}
}

// Check adds this core to a line that it writes.
func (c *zapCore) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(e.Level) {
		return checked.AddCore(e, c)
	}
	return checked
}

// Write writes a line.
func (c *zapCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	text := zapcore.NewMapObjectEncoder()
	var attrs []slog.Attr
	for _, f := range slices.Concat(c.fields, fields) {
		f.AddTo(text)
	}
	for _, name := range slices.Sorted(maps.Keys(text.Fields)) {
		attrs = append(attrs, slog.Any(name, text.Fields[name]))
	}
	// What certmagic calls an error it tries again; that it gave up is told by tell.
	c.log.LogAttrs(context.Background(), slog.LevelWarn, "certs: "+e.Message, attrs...)
	return nil
}

// Sync has nothing to do.
func (*zapCore) Sync() error { return nil }
