package sequencer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
)

// remindAhead is how often the log is told about an event whose clock is ahead.
const remindAhead = time.Minute

// checkAhead refuses to decide at a time that has not come yet. Within an event time
// never runs backwards, so its batches are decided at its clock when that is ahead
// of now: a little is two clocks that differ a little, and more would let holds
// lapse early.
func checkAhead(st *inventory.State, now inventory.Instant) error {
	ahead := st.Event.Clock - now
	if st.Event.ID == "" || ahead <= inventory.Instant(clock.Bound.Microseconds()) {
		return nil
	}
	return fmt.Errorf("%w: the event's clock is %s ahead; mend it with: holdfast clock mend %s", ErrClock, duration(ahead), st.Event.ID)
}

func duration(i inventory.Instant) time.Duration { return time.Duration(i) * time.Microsecond }

// clockRefused tells the log of a refused batch, and the log is not told again of
// the same event for a while: the ticker alone would do so four times a second.
func (w *Writer) clockRefused(event string, err error) {
	w.cfg.ClockRefused()
	now := time.Now()
	w.mu.Lock()
	if len(w.told) >= w.cfg.CacheEvents {
		clear(w.told)
	}
	tell := now.Sub(w.told[event]) >= remindAhead
	if tell {
		w.told[event] = now
	}
	w.mu.Unlock()
	if tell {
		w.cfg.Log.Error("nothing is decided while the clocks do not agree", "event", event, "error", err)
	}
}

// MendClock sets the clock of an event that stands ahead of the time back to it,
// with an audit row of actor. It returns by how much; 0: it was not ahead.
// The error is database.ErrNotFound when there is no such event.
func (w *Writer) MendClock(ctx context.Context, event, actor string) (by time.Duration, err error) {
	for n := 1; ; n++ {
		by, err = w.mendClock(ctx, event, actor)
		if n == maxAttempts || !errors.Is(err, database.ErrStale) && !errors.Is(err, errDecideAgain) {
			return by, err
		}
	}
}

func (w *Writer) mendClock(ctx context.Context, event, actor string) (time.Duration, error) {
	if err := w.cfg.CheckClock(); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrClock, err)
	}
	now := inventory.At(w.cfg.Now())
	w.take(event)
	tx, err := ledger.Begin(ctx, w.cfg.Store, ledger.BatchQuery{EventID: event, Batch: inventory.Batch{Now: now}})
	if err != nil {
		return 0, fmt.Errorf("sequencer: mend clock: %w", err)
	}
	defer tx.Rollback()
	st := tx.Cached.State
	if st.Event.ID == "" {
		return 0, fmt.Errorf("sequencer: mend clock: event %s: %w", event, database.ErrNotFound)
	}
	stood := st.Event.Clock
	changes, ahead := inventory.MendClock(st, now, actor)
	if !ahead {
		return 0, nil
	}
	hashes := audit.Chain(tx.Cached.Head, event, changes.Audit)
	last := len(hashes) - 1
	if err := w.commit(ctx, event, tx, ledger.Write{
		Changes: &changes, Now: now, Hashes: hashes,
		HeadSig: audit.SignHead(w.cfg.SigningKey, event, changes.Audit[last].Seq, hashes[last]),
	}); err != nil {
		return 0, fmt.Errorf("sequencer: mend clock: %w", err)
	}
	return duration(stood - now), nil
}
