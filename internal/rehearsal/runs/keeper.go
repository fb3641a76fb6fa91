package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

const (
	tick = time.Second
	// looks is how often it looks for an on-sale that has come near, in such turns.
	looks = 5
	// around is how long a rehearsal may take beside the time in which people come: for making
	// its copy, and for checking it.
	around = 5 * time.Minute
)

// Errors of Start, beside *ErrNear and those of waitingrooms.Rehearsals.StartRehearsal.
var (
	// ErrOff: this server rehearses nothing for organizers.
	ErrOff = errors.New("rehearsal: organizers may not rehearse on this server")
	// ErrClosed: the server stops.
	ErrClosed = errors.New("rehearsal: the server stops")
)

// Why a rehearsal is stopped.
var (
	errAsked    = &Failure{waitingrooms.RehearsalAsked}
	errOnsale   = &Failure{waitingrooms.RehearsalOnsale}
	errShutdown = &Failure{waitingrooms.RehearsalShutdown}
	errTooLong  = &Failure{waitingrooms.RehearsalError}
)

// Config configures a Keeper.
type Config struct {
	Store *store.Store // required
	// Run rehearses until ctx ends, as Process.Run does; nil: nothing is rehearsed.
	Run func(ctx context.Context, r *waitingrooms.Rehearsal, progress func(Progress)) (report json.RawMessage, err error)
	Now func() inventory.Instant // required
	Log *slog.Logger             // required
	// Tick is how often a server says that a rehearsal goes on; default one second.
	Tick time.Duration
}

// Keeper starts rehearsals and keeps in the database how far they are. It is safe for
// concurrent use.
type Keeper struct {
	cfg     Config
	ctx     context.Context //nolint:containedctx // what it starts outlasts the request that asked for it
	stop    context.CancelCauseFunc
	running sync.WaitGroup
	mu      sync.Mutex
	closed  bool // guarded by mu
}

// New returns a keeper, to be closed.
func New(c Config) (*Keeper, error) {
	if c.Store == nil || c.Now == nil || c.Log == nil {
		return nil, errors.New("runs: Config.Store, Now and Log are required")
	}
	if c.Tick == 0 {
		c.Tick = tick
	}
	k := &Keeper{cfg: c}
	k.ctx, k.stop = context.WithCancelCause(context.Background())
	return k, nil
}

// On reports whether organizers may rehearse on this server.
func (k *Keeper) On() bool { return k.cfg.Run != nil }

// Start starts a rehearsal, and returns once it is stored: it goes on until it is done, asked
// to stop, an on-sale comes near, or the server stops.
func (k *Keeper) Start(ctx context.Context, r waitingrooms.Rehearsal) error {
	if !k.On() {
		return ErrOff
	}
	if err := Alone(ctx, k.cfg.Store, k.cfg.Now()); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return ErrClosed
	}
	if err := k.cfg.Store.Rehearsals.StartRehearsal(ctx, r); err != nil {
		return err
	}
	k.running.Go(func() { k.run(&r) })
	return nil
}

// Close stops what is running, and waits for it.
func (k *Keeper) Close(ctx context.Context) error {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	k.stop(errShutdown)
	ended := make(chan struct{})
	go func() {
		k.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("runs: a rehearsal has not stopped: %w", context.Cause(ctx))
	}
}

// run rehearses, and stores how that ended.
func (k *Keeper) run(r *waitingrooms.Rehearsal) {
	ctx, cancel := context.WithCancelCause(k.ctx)
	defer cancel(nil)
	ctx, late := context.WithTimeoutCause(ctx, time.Duration(r.Minutes)*time.Minute+around, errTooLong)
	defer late()
	p := &told{}
	var watching sync.WaitGroup
	watching.Go(func() { k.watch(ctx, cancel, r, p) })
	report, err := k.cfg.Run(ctx, r, p.set)
	cancel(nil)
	watching.Wait()
	r.FinishedAt = k.cfg.Now()
	var failure *Failure
	switch {
	case err == nil:
		r.State, r.Report = waitingrooms.RehearsalDone, string(report)
	case errors.As(err, &failure):
		r.State, r.Reason = waitingrooms.RehearsalFailed, failure.Reason
		if failure == errAsked || failure == errOnsale || failure == errShutdown {
			r.State = waitingrooms.RehearsalStopped
		}
	default:
		r.State, r.Reason = waitingrooms.RehearsalFailed, waitingrooms.RehearsalError
	}
	// The server may be stopping: that it ended is stored all the same.
	if err := k.cfg.Store.Rehearsals.EndRehearsal(context.WithoutCancel(k.ctx), r); err != nil {
		k.cfg.Log.Error("rehearsal: not stored that it ended", slog.String("rehearsal", r.ID), slog.Any("error", err))
	}
}

// watch says that a rehearsal goes on, and stops it when it should not.
func (k *Keeper) watch(ctx context.Context, stop context.CancelCauseFunc, r *waitingrooms.Rehearsal, p *told) {
	ticker := time.NewTicker(k.cfg.Tick)
	defer ticker.Stop()
	for turn := 1; ; turn++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		// A database that does not answer for a while stops nothing: if that lasts, another
		// server takes the rehearsal for interrupted, and this one hears of it here.
		unwanted, err := k.cfg.Store.Rehearsals.SeeRehearsal(ctx, r, k.cfg.Now(), p.text())
		if err == nil && unwanted {
			stop(errAsked)
			return
		}
		if err == nil && turn%looks == 0 {
			err = Alone(ctx, k.cfg.Store, k.cfg.Now())
			var near *ErrNear
			if errors.As(err, &near) {
				stop(errOnsale)
				return
			}
		}
		if err != nil && ctx.Err() == nil {
			k.cfg.Log.WarnContext(ctx, "rehearsal: not stored that it goes on", slog.Any("error", err))
		}
	}
}

// told is the progress that was told last.
type told struct {
	mu   sync.Mutex
	last Progress // guarded by mu
}

func (t *told) set(p Progress) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = p
}

// text is the progress as it is stored.
func (t *told) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last.Phase == "" {
		return ""
	}
	text, err := json.Marshal(t.last)
	if err != nil {
		return "" // numbers and a word
	}
	return string(text)
}
