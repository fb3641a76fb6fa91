package replica

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// Defaults and bounds of a Keeper.
const (
	DefaultEvery = time.Second
	DefaultKeep  = 24 * time.Hour
	// patience is how long a commit waits for the target before it is said that it cannot
	// be told whether it will be kept.
	patience = 5 * time.Second
	// lateAfter is how long commits may wait before nothing more is written, in sync mode.
	lateAfter = 3 * time.Second
	// lookEvery is how often an idle server looks whether another one has taken over.
	lookEvery = 5 * time.Second
	// pauses between tries.
	firstPause = 100 * time.Millisecond
	maxPause   = 5 * time.Second
	// logPages is when the log is carried over: 16 MB.
	logPages = 4000
	// A snapshot is taken when what came since the last one is more than it, and more than
	// minSince, or so many entries, or so old.
	minSince   = 16 << 20
	maxEntries = 4000
	maxAge     = 12 * time.Hour
)

// Config says what a Keeper keeps, and where.
type Config struct {
	Target objectstore.Store
	// Where is the name of the target for people.
	Where string
	// Sync lets a commit count only when it is in the target.
	Sync bool
	// Every is how often what was committed is sent without Sync; 0: DefaultEvery.
	Every time.Duration
	// Keep is for how long what was replaced is kept, to restore to an earlier time; 0:
	// DefaultKeep.
	Keep time.Duration
	// Host names this server for people.
	Host string
	Now  func() time.Time
	Log  *slog.Logger
}

// Keeper sends what is committed to a database to a replica. It is the engine.Replica that the
// database is opened with.
type Keeper struct {
	cfg Config
	at  target
	run string

	// Of the goroutine of the Keeper, and of Start before it.
	feed    *sqlite.Feed
	last    *entry // the newest in the target
	unsent  *entry // taken, and perhaps not in the target
	content []byte // of unsent
	base    bool   // a snapshot is needed before anything else can be restored
	pause   time.Duration
	ending  bool      // no snapshot is begun any more
	looked  time.Time // whether another server has taken over

	wake    chan struct{} // somebody waits
	stopped chan struct{} // closed when the goroutine has ended
	lost    chan struct{} // closed when another server has taken over
	stop    context.CancelFunc
	copying sync.WaitGroup // a snapshot

	mu      sync.Mutex
	started bool       // guarded by mu
	waiting []*waiter  // guarded by mu
	failing bool       // guarded by mu; the last try failed
	taken   error      // guarded by mu; another server has taken over
	figures Figures    // guarded by mu
	since   time.Time  // guarded by mu; since when something waits to be sent; zero: nothing does
	copied  copyFigure // guarded by mu
}

// waiter is a commit that waits to be sent.
type waiter struct {
	since time.Time
	done  chan struct{}
}

// copyFigure is what is known of the last snapshot.
type copyFigure struct {
	under   bool // one is being taken
	at      time.Time
	seq     uint64
	bytes   int64 // as it is kept
	since   int64 // bytes of entries behind it
	entries int   // behind it
}

// Figures are how a Keeper is doing.
type Figures struct {
	Lag      time.Duration // how long the oldest commit waits that is not in the target
	Bytes    int64         // of pages that are not
	Failures uint64        // tries that failed
	Failing  bool          // the last did
	Taken    bool          // another server has taken over
	Entries  uint64        // sent by this server
	Sent     uint64        // bytes of them
	Seq      uint64        // the newest entry
	Snapshot time.Time     // when the newest snapshot was complete
	Sync     bool
	Error    string // of the last try, if it failed
}

// New checks the configuration.
func New(cfg Config) (*Keeper, error) {
	if cfg.Target == nil || cfg.Now == nil || cfg.Log == nil {
		return nil, errors.New("replica: Config is not complete")
	}
	if cfg.Every == 0 {
		cfg.Every = DefaultEvery
	}
	if cfg.Keep == 0 {
		cfg.Keep = DefaultKeep
	}
	return &Keeper{
		cfg: cfg, at: target{cfg.Target}, run: rand.Text(), pause: firstPause,
		wake: make(chan struct{}, 1), stopped: make(chan struct{}), lost: make(chan struct{}),
	}, nil
}

// Lost is closed when another server has taken the replica over: this one has to stop.
func (k *Keeper) Lost() <-chan struct{} { return k.lost }

// Taken is the error of that.
func (k *Keeper) Taken() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.taken
}

// Refuse is why nothing may be written now; nil: it may.
func (k *Keeper) Refuse() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.taken != nil:
		return fmt.Errorf("%w: %w", engine.ErrNotReplicated, k.taken)
	case !k.cfg.Sync || !k.started:
		return nil
	case k.failing, len(k.waiting) > 0 && k.cfg.Now().Sub(k.waiting[0].since) > lateAfter:
		return fmt.Errorf("%w: %s does not answer", engine.ErrNotReplicated, k.cfg.Where)
	}
	return nil
}

// Shipped waits until all that is committed by now is in the target.
func (k *Keeper) Shipped(ctx context.Context) (waits bool, err error) {
	k.mu.Lock()
	if !k.cfg.Sync || !k.started {
		k.mu.Unlock()
		return false, nil
	}
	w := &waiter{since: k.cfg.Now(), done: make(chan struct{})}
	k.waiting = append(k.waiting, w)
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default: // it will be looked at
	}
	enough := time.NewTimer(patience)
	defer enough.Stop()
	select {
	case <-w.done:
		return true, nil
	case <-k.lost:
		return true, fmt.Errorf("%w: %w", engine.ErrNotReplicated, k.Taken())
	case <-k.stopped:
		return true, fmt.Errorf("%w: the server stops", engine.ErrNotReplicated)
	case <-enough.C:
		return true, fmt.Errorf("%w: %s did not answer in time", engine.ErrNotReplicated, k.cfg.Where)
	case <-ctx.Done():
		return true, fmt.Errorf("%w: %w", engine.ErrNotReplicated, ctx.Err())
	}
}

// Figures returns how the Keeper is doing.
func (k *Keeper) Figures() Figures {
	k.mu.Lock()
	f, since, feed := k.figures, k.since, k.feed
	f.Failing, f.Taken, f.Sync, f.Snapshot = k.failing, k.taken != nil, k.cfg.Sync, k.copied.at
	k.mu.Unlock()
	if !since.IsZero() {
		f.Lag = k.cfg.Now().Sub(since)
	}
	if feed != nil {
		f.Bytes = feed.Waiting()
	}
	return f
}

// keep sends what is committed until ctx ends, and what is there then.
func (k *Keeper) keep(ctx context.Context) {
	defer close(k.stopped)
	timer := time.NewTimer(k.cfg.Every)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-k.wake:
		case <-ctx.Done():
			k.copying.Wait()
			return
		}
		if k.round(ctx) == nil {
			timer.Reset(k.cfg.Every)
			continue
		}
		if k.Taken() != nil {
			k.copying.Wait()
			return
		}
		select { // and nobody who waits wakes it before
		case <-time.After(k.pause):
		case <-ctx.Done():
		}
		k.pause = min(2*k.pause, maxPause)
		timer.Reset(0)
	}
}

// round sends what is committed, and tells those who wait for it.
func (k *Keeper) round(ctx context.Context) error {
	k.mu.Lock()
	waiting := len(k.waiting)
	k.mu.Unlock()
	err := k.send(ctx)
	if err != nil && ctx.Err() != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil {
		if errors.Is(err, ErrTaken) && k.taken == nil {
			k.taken = err
			close(k.lost)
		}
		if !k.failing {
			k.cfg.Log.ErrorContext(ctx, "replica: the replica is not kept up to date", slog.String("where", k.cfg.Where), slog.Any("error", err))
		}
		k.failing, k.figures.Error = true, err.Error()
		k.figures.Failures++
		return err
	}
	if k.failing {
		k.cfg.Log.InfoContext(ctx, "replica: the replica is up to date again", slog.String("where", k.cfg.Where))
	}
	k.failing, k.figures.Error, k.since, k.pause = false, "", time.Time{}, firstPause
	for _, w := range k.waiting[:waiting] {
		close(w.done)
	}
	k.waiting = append([]*waiter(nil), k.waiting[waiting:]...)
	return nil
}

// send brings the target up to date.
func (k *Keeper) send(ctx context.Context) error {
	if k.unsent != nil {
		if err := k.create(ctx); err != nil {
			return errors.Join(err, k.feed.GiveUp(ctx))
		}
	}
	if k.base {
		return k.anew(ctx)
	}
	fresh, err := k.feed.New()
	if err != nil {
		return err
	}
	if fresh {
		k.behind()
		err = k.take(ctx)
	} else {
		err = k.look(ctx)
	}
	if err != nil {
		return errors.Join(err, k.feed.GiveUp(ctx))
	}
	if k.ending {
		return nil
	}
	return k.tidy(ctx)
}

// behind notes that something waits to be sent.
func (k *Keeper) behind() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.since.IsZero() {
		k.since = k.cfg.Now()
	}
}

// take takes what was committed and sends it.
func (k *Keeper) take(ctx context.Context) error {
	next := k.next()
	taken, err := k.feed.Take(ctx, sqlite.Stamp{Run: k.run, Seq: next.Seq})
	if errors.Is(err, sqlite.ErrGap) {
		k.cfg.Log.WarnContext(ctx, "replica: not all that was committed is known; the database is copied anew")
		return k.begin(ctx, next)
	}
	if err != nil {
		return err
	}
	next.Joined, next.Stamp, next.End = true, taken.Stamp, taken.End
	next.Size, next.Total, next.pages = taken.Size, taken.Total, taken.Page
	if err := k.prepare(next); err != nil {
		return err
	}
	if err := k.create(ctx); err != nil {
		return err
	}
	k.feed.Kept()
	return nil
}

// next is the entry behind the last, with nothing in it.
func (k *Keeper) next() *entry {
	e := &entry{Seq: 1, Run: k.run, Host: k.cfg.Host, At: k.cfg.Now().UnixMicro()}
	if k.last != nil {
		e.Seq, e.Prev, e.Stamp, e.End = k.last.Seq+1, k.last.hash, k.last.Stamp, k.last.End
	}
	return e
}

// begin sends an entry with which a snapshot begins anew.
func (k *Keeper) begin(ctx context.Context, next *entry) error {
	next.Joined, next.End = false, sqlite.Position{}
	if err := k.prepare(next); err != nil {
		return err
	}
	if err := k.create(ctx); err != nil {
		return err
	}
	return k.anew(ctx)
}

// prepare makes an entry the one to be sent.
func (k *Keeper) prepare(next *entry) (err error) {
	if k.content, err = next.encode(); err == nil {
		k.unsent = next
	}
	return err
}

// create sends the entry that was prepared, the same bytes at each try: whether an earlier one
// succeeded may not be known.
func (k *Keeper) create(ctx context.Context) error {
	if err := k.at.create(ctx, k.unsent, k.content); err != nil {
		return err
	}
	n := len(k.content)
	k.last, k.base = k.unsent, !k.unsent.Joined
	k.last.pages, k.unsent, k.content = nil, nil, nil
	k.looked = k.cfg.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.figures.Entries++
	k.figures.Sent += uint64(n) //nolint:gosec // a length
	k.figures.Seq = k.last.Seq
	k.copied.since += int64(n)
	k.copied.entries++
	return nil
}

// look finds out now and then whether another server has taken over.
func (k *Keeper) look(ctx context.Context) error {
	if k.cfg.Now().Sub(k.looked) < lookEvery {
		return nil
	}
	err := k.at.heldBack(ctx, k.last.Seq+1)
	if err == nil {
		k.looked = k.cfg.Now()
	}
	return err
}

// tidy carries the log over when it is long, and takes a snapshot when it is time.
func (k *Keeper) tidy(ctx context.Context) error {
	if k.feed.LogPages() > logPages {
		if _, err := k.feed.Seal(ctx, false); err != nil {
			return err
		}
	}
	k.mu.Lock()
	c := k.copied
	due := !c.under && (c.since > max(c.bytes, minSince) || c.entries > maxEntries || c.entries > 1 && k.cfg.Now().Sub(c.at) > maxAge)
	k.mu.Unlock()
	if !due {
		return nil
	}
	image, err := k.feed.Image(ctx)
	if err != nil || image == nil {
		return err // somebody reads: the next round may have more luck
	}
	of := *k.last
	k.mu.Lock()
	k.copied.under, k.copied.since, k.copied.entries = true, 0, 0
	k.mu.Unlock()
	k.copying.Go(func() {
		if err := k.copyOut(ctx, &of, image); err != nil && ctx.Err() == nil {
			k.cfg.Log.ErrorContext(ctx, "replica: no snapshot was taken", slog.Any("error", err))
		}
	})
	return nil
}

// anew takes the snapshot without which nothing later can be restored.
func (k *Keeper) anew(ctx context.Context) error {
	k.copying.Wait()
	k.behind()
	image, err := k.feed.Image(ctx)
	if err == nil && image == nil {
		err = errors.New("replica: somebody reads an older state of the database; it is copied behind that")
	}
	if err != nil {
		return err
	}
	of := *k.last
	k.mu.Lock()
	k.copied.under, k.copied.since, k.copied.entries = true, 0, 0
	k.mu.Unlock()
	if err := k.copyOut(ctx, &of, image); err != nil {
		return err
	}
	k.base = false
	return nil
}
