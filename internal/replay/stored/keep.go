package stored

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

const (
	// roundEvery is how often it is looked at which events have changed.
	roundEvery = 10 * time.Second
	// sweepEvery is how often all events are gone through, for changes that this process was
	// not told of.
	sweepEvery = 10 * time.Minute
	sweepPage  = 100
	// maxMarks is how many changed events are remembered; of more a sweep is made.
	maxMarks = 10_000
	// restShare is how many times as long as making snapshots took the others then have the
	// processor in a rush, up to maxRest.
	restShare = 9
	maxRest   = 20 * time.Second
)

// Keeper makes the stored snapshots of events behind their ledgers.
type Keeper struct {
	Store *store.Store
	Log   *slog.Logger
	// Every is how many audit rows are between two snapshots; 0: SnapshotEvery.
	Every int64
	// Rush, when not nil, reports whether people come so fast that they go first.
	Rush func() bool

	mu    sync.Mutex
	marks map[string]mark // events that have changed (guarded by mu)
	sweep bool            // all events are gone through (guarded by mu)
	told  map[string]bool // events whose rows cannot be folded (guarded by mu)
}

// mark is an event that has changed.
type mark struct {
	doubt bool // its snapshots are in doubt
	// wrong: those after the audit row good are thrown away.
	wrong bool
	good  int64
}

// with is m and another mark of the same event.
func (m mark) with(o mark) mark {
	switch {
	case m.wrong && o.wrong:
		o.good = min(m.good, o.good)
	case m.wrong:
		o.wrong, o.good = true, m.good
	}
	o.doubt = o.doubt || m.doubt
	return o
}

// Changed says that an event has new audit rows. It never waits.
func (k *Keeper) Changed(event string) { k.mark(event, mark{}) }

// Wanted says that a question would have taken more rows than it may: that snapshots are
// missing, or in doubt.
func (k *Keeper) Wanted(event string) { k.mark(event, mark{doubt: true}) }

// Wrong says that the snapshots of an event after an audit row are wrong, though they may be
// whole: the rows do not follow from them, and follow from those before (see View). They are
// thrown away and made again.
func (k *Keeper) Wrong(event string, good int64) {
	k.mark(event, mark{doubt: true, wrong: true, good: good})
}

func (k *Keeper) mark(event string, m mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before, marked := k.marks[event]
	switch {
	case k.marks == nil:
		k.marks = map[string]mark{event: m}
	case marked || len(k.marks) < maxMarks:
		k.marks[event] = before.with(m)
	default:
		k.sweep = true
	}
}

// Keep makes snapshots until ctx ends.
func (k *Keeper) Keep(ctx context.Context) {
	round, all := time.NewTicker(roundEvery), time.NewTicker(sweepEvery)
	defer round.Stop()
	defer all.Stop()
	k.beginSweep()
	for {
		select {
		case <-ctx.Done():
			return
		case <-all.C:
			k.beginSweep()
		case <-round.C:
		}
		if err := k.Round(ctx); err != nil && ctx.Err() == nil {
			k.Log.WarnContext(ctx, "stored: snapshots of events not made; trying again", slog.Any("error", err))
		}
	}
}

func (k *Keeper) beginSweep() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sweep = true
}

func (k *Keeper) every() int64 {
	if k.Every > 0 {
		return k.Every
	}
	return SnapshotEvery
}

// Round makes the snapshots that are due of all events that have changed. What fails for
// one is tried again in the next round, and done for the others.
func (k *Keeper) Round(ctx context.Context) error {
	k.mu.Lock()
	marks, sweep := k.marks, k.sweep
	k.marks, k.sweep = nil, false
	k.mu.Unlock()
	var failed []error
	for last := ""; sweep; {
		found, err := k.Store.Logs.BehindSnapshots(ctx, last, k.every(), sweepPage)
		if err != nil {
			failed = append(failed, err)
			k.beginSweep()
		}
		for _, event := range found {
			k.mark(event, mark{})
			last = event
		}
		sweep = err == nil && len(found) == sweepPage
	}
	k.mu.Lock()
	for event, m := range k.marks {
		if marks == nil {
			marks = map[string]mark{}
		}
		marks[event] = marks[event].with(m)
	}
	k.marks = nil
	k.mu.Unlock()
	for event, m := range marks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := k.keep(ctx, event, m); err != nil {
			failed = append(failed, err)
			k.mark(event, m)
		}
	}
	return errors.Join(failed...)
}

// keep makes what is due of an event, and rests in between while there is a rush.
func (k *Keeper) keep(ctx context.Context, event string, m mark) error {
	if m.wrong {
		k.Log.WarnContext(ctx, "stored: snapshots of an event were wrong; making them again", slog.String("event", event), slog.Int64("after_row", m.good))
		if err := k.Store.Logs.StoreSnapshots(ctx, event, m.good, nil); err != nil {
			return err
		}
	}
	for {
		if !m.doubt {
			rows, err := k.Store.Logs.RowsSinceSnapshot(ctx, event)
			if err != nil || rows < k.every() {
				return err
			}
		}
		begun := time.Now()
		more, err := k.Make(ctx, event)
		if err != nil || !more {
			return err
		}
		if k.Rush != nil && k.Rush() {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(min(restShare*time.Since(begun), maxRest)):
			}
		}
	}
}

// Make makes the next snapshots of an event, and reports whether there are more to be made.
// Those that are in doubt are thrown away first. Rows that cannot be folded are not an error:
// they are said once, and have no snapshots.
func (k *Keeper) Make(ctx context.Context, event string) (more bool, err error) {
	from, list, more, err := k.make(ctx, event)
	if cannotFold(err) {
		return k.giveUp(ctx, event, from, err)
	}
	if err != nil || len(list) == 0 && !more {
		return false, err
	}
	if err := k.Store.Logs.StoreSnapshots(ctx, event, from, list); err != nil {
		return false, err
	}
	k.mu.Lock()
	delete(k.told, event)
	k.mu.Unlock()
	return more, nil
}

// make returns the next snapshots behind the last one that can be trusted. When some are to
// be thrown away, more is true.
func (k *Keeper) make(ctx context.Context, event string) (from int64, list []logs.ReplaySnapshot, more bool, err error) {
	err = k.Store.Snapshot(ctx, func(snap *snapshot.Snapshot) error {
		e, err := snap.Event(event)
		if errors.Is(err, database.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		last, err := snap.NewestSnapshot(event, 1<<62)
		if err != nil {
			return err
		}
		from = min(last, e.Event.Seq)
		for {
			var at []int64
			for seq := from + k.every(); seq <= e.Event.Seq && len(at) < together; seq += k.every() {
				at = append(at, seq)
			}
			if len(at) > 0 {
				list, _, err = next(snap, e, from, at)
			} else {
				list = nil
				_, err = walk(snap, event, from, func(*logs.ReplaySnapshot, []byte) error { return nil })
			}
			more = from < last || len(at) == together
			var d *doubt
			if !errors.As(err, &d) {
				return err
			}
			from = d.good
		}
	})
	return from, list, more, err
}

// giveUp throws away all snapshots of an event of which the next one cannot be made: either
// they are wrong, and it is begun again from the first row, or the rows are.
func (k *Keeper) giveUp(ctx context.Context, event string, from int64, why error) (more bool, err error) {
	k.mu.Lock()
	told := k.told[event]
	if k.told == nil {
		k.told = map[string]bool{}
	}
	k.told[event] = true
	k.mu.Unlock()
	if !told {
		k.Log.ErrorContext(ctx, "stored: the audit rows of an event cannot be replayed; `holdfast replay --check` and `holdfast verify` say more",
			slog.String("event", event), slog.Any("error", why))
	}
	if err := k.Store.Logs.StoreSnapshots(ctx, event, 0, nil); err != nil {
		return false, err
	}
	return from > 0 && !told, nil
}
