package streams

import (
	"errors"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// Frames reads what the streams of events say. It is apart from the handlers,
// because the hub is made before them: the sequencer publishes to it.
type Frames struct {
	Store  *store.Store
	Charts *seatchart.Charts
}

// NewLive returns the hub that streams read from and the sequencer publishes to.
// hears reports whether other servers tell of their changes; nil: they do not.
func NewLive(s *store.Store, charts *seatchart.Charts, hears func() bool, log *slog.Logger) (*stream.Hub, error) {
	if s == nil || charts == nil {
		return nil, errors.New("api: NewLive: a store and charts are required")
	}
	f := &Frames{Store: s, Charts: charts}
	return stream.New(stream.Config{Source: f.EventFrames, Seqs: s.Events.Seqs, Told: s.Messages.Told, Hears: hears, Log: log})
}
