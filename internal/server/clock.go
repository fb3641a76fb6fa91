package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// addClock lists the part that compares the clocks.
func addClock(l *lifecycle, c *clock.Clock) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	l.add("clock", func(context.Context) error {
		go func() { defer close(ended); c.Keep(ctx) }()
		return nil
	}, func(context.Context) error {
		cancel()
		<-ended
		return nil
	})
}

// Clocks are the clocks of an installation, for the command line.
type Clocks struct {
	Skew  time.Duration                // of the system clock, ahead of the time that counts
	Err   error                        // why nothing would be decided now
	Ahead map[string]inventory.Instant // events that are refused, with where their clocks stand
}

// Now is the time that counts, for the command line.
func Now(ctx context.Context, st *store.Store) (inventory.Instant, error) {
	ask := st.Clock()
	if ask == nil {
		return inventory.At(time.Now()), nil
	}
	now, err := ask(ctx)
	return inventory.At(now), err
}

// maxAhead is how many events whose clock is ahead are named at once.
const maxAhead = 1000

// ReadClocks compares the clocks.
func ReadClocks(ctx context.Context, st *store.Store, log *slog.Logger) (*Clocks, error) {
	c, err := clock.New(ctx, clock.Config{Ask: st.Clock(), Log: log})
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	ahead, err := st.Events.EventsAhead(ctx, inventory.At(c.Now().Add(clock.Bound)), maxAhead)
	if err != nil {
		return nil, err
	}
	return &Clocks{Skew: c.Skew(), Err: c.Check(), Ahead: ahead}, nil
}

// MendClock sets the clock of an event that stands ahead back to the time that
// counts, and returns by how much; 0: it was not ahead. Servers may run meanwhile.
func MendClock(ctx context.Context, st *store.Store, keys MasterKeys, log *slog.Logger, event string) (time.Duration, error) {
	c, err := clock.New(ctx, clock.Config{Ask: st.Clock(), Log: log})
	if err != nil {
		return 0, fmt.Errorf("server: %w", err)
	}
	key, err := keys.AuditKey(ctx, st, log)
	if err != nil {
		return 0, err
	}
	w, err := sequencer.NewWriter(sequencer.WriterConfig{
		Store: st, SigningKey: key, Log: log, Now: c.Now, CheckClock: c.Check,
	})
	if err != nil {
		return 0, err
	}
	return w.MendClock(ctx, event, "system")
}
