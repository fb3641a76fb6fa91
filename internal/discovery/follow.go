package discovery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// ErrNotReady: the index is being filled.
var ErrNotReady = errors.New("discovery: the index is being filled")

// Change is an event that changed: as it is now, or that it is no longer public.
type Change struct {
	Event
	Gone bool // only the ID is told
}

// Source tells what changed.
type Source interface {
	// Changes returns at most limit changes behind a cursor, and the cursor behind them;
	// "" is the beginning. A change may be told again. Fewer than limit: nothing is
	// behind them now.
	Changes(ctx context.Context, cursor string, limit int) (changes []Change, next string, err error)
}

// Config says where the index is and what it follows.
type Config struct {
	// Path of the file, which no other process may use; "": a folder of its own, which
	// goes when the index is closed.
	Path   string
	Source Source
	Log    *slog.Logger
	// Every is how often the source is asked; 0: DefaultEvery.
	Every time.Duration
}

// DefaultEvery keeps what was changed on any server less than a second from being found.
const DefaultEvery = 400 * time.Millisecond

// batch is how many changes are written in one transaction.
const batch = 500

// Index finds events. It is filled and follows its source between Start and Stop.
type Index struct {
	cfg    Config
	folder string // "": the path was given
	window int

	use   sync.RWMutex // searches read file; who opens, closes or exchanges it writes
	file  *file
	ready atomic.Bool // it was filled once
	doubt atomic.Bool // it is to be thrown away

	stop   context.CancelFunc
	ended  chan struct{}
	failed bool // the source did not answer; owned by the follower
}

// New makes an index, of which nothing is open yet.
func New(cfg Config) (*Index, error) {
	if cfg.Source == nil || cfg.Log == nil || cfg.Every < 0 {
		return nil, errors.New("discovery: a source and a log are needed, and no negative pause")
	}
	cfg.Every = cmp.Or(cfg.Every, DefaultEvery)
	return &Index{cfg: cfg, window: window}, nil
}

// Start opens the file and begins to follow the source. It does not wait until the
// index is filled, and without a file either: the index is a cache, and a server that
// cannot have one sells all the same.
func (x *Index) Start(ctx context.Context) error {
	if err := x.open(ctx); err != nil {
		x.failed = true
		x.cfg.Log.WarnContext(ctx, "discovery: there is no index; trying again", slog.Any("error", err))
	}
	ctx, x.stop = context.WithCancel(context.WithoutCancel(ctx))
	x.ended = make(chan struct{})
	go x.follow(ctx)
	return nil
}

// path is where the file is. Its folder is there then.
func (x *Index) path() (_ string, err error) {
	path := x.cfg.Path
	if path == "" {
		if x.folder == "" {
			x.folder, err = os.MkdirTemp("", "holdfast-discovery-")
		}
		path = filepath.Join(x.folder, "events.db")
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("discovery: %w", err)
	}
	return path, nil
}

// open opens the file of the last process, or a new one.
func (x *Index) open(ctx context.Context) error {
	path, err := x.path()
	if err != nil {
		return err
	}
	x.use.Lock()
	defer x.use.Unlock()
	x.file, err = openFile(ctx, path)
	if errors.Is(err, errDoubt) {
		x.cfg.Log.InfoContext(ctx, "discovery: the index is filled anew", slog.Any("reason", err))
		x.file, err = createFile(ctx, path)
	}
	return err
}

// Stop ends the work and closes the file, so that the next start can go on with it.
func (x *Index) Stop(ctx context.Context) error {
	if x.stop == nil {
		return nil
	}
	x.stop()
	select {
	case <-x.ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	x.use.Lock()
	defer x.use.Unlock()
	x.ready.Store(false)
	var err error
	switch {
	case x.file == nil:
	case x.doubt.Load():
		err = x.file.abandon()
	default:
		err = x.file.close(ctx)
	}
	x.file = nil
	if x.folder != "" {
		err = errors.Join(err, os.RemoveAll(x.folder))
	}
	return err
}

// Ready reports whether a search is answered.
func (x *Index) Ready() bool { return x.ready.Load() && !x.doubt.Load() }

func (x *Index) follow(ctx context.Context) {
	defer close(x.ended)
	tick := time.NewTicker(x.cfg.Every)
	defer tick.Stop()
	for {
		if err := x.turn(ctx); err != nil && ctx.Err() == nil && !x.failed {
			x.failed = true
			x.cfg.Log.WarnContext(ctx, "discovery: what changed is not found; trying again", slog.Any("error", err))
		} else if err == nil {
			x.failed = false
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// turn throws a file away that is in doubt, and takes in all that has changed.
func (x *Index) turn(ctx context.Context) error {
	if x.file != nil && x.file.moved() {
		x.distrust(ctx, errors.New("the file was exchanged"))
	}
	if x.doubt.Load() || x.file == nil {
		if err := x.beginAgain(ctx); err != nil {
			return err
		}
	}
	cursor, err := x.file.cursor(ctx)
	for err == nil {
		var changes []Change
		var next string
		if changes, next, err = x.cfg.Source.Changes(ctx, cursor, batch); err != nil {
			return fmt.Errorf("discovery: read changes: %w", err) // the file is none the worse
		}
		if len(changes) > 0 || next != cursor {
			err = x.file.apply(ctx, changes, next)
		}
		if err == nil && len(changes) < batch {
			x.ready.Store(true)
			return nil
		}
		cursor = next
	}
	if ctx.Err() == nil {
		x.distrust(ctx, err)
	}
	return err
}

// beginAgain exchanges the file for an empty one. Searches that run have ended then.
func (x *Index) beginAgain(ctx context.Context) error {
	path, err := x.path()
	if err != nil {
		return err
	}
	x.use.Lock()
	defer x.use.Unlock()
	x.ready.Store(false)
	if x.file != nil {
		if err := x.file.abandon(); err != nil {
			x.cfg.Log.InfoContext(ctx, "discovery: a file in doubt did not close", slog.Any("error", err))
		}
		x.file = nil
	}
	if x.file, err = createFile(ctx, path); err != nil {
		return err
	}
	x.doubt.Store(false)
	return nil
}

// distrust has the file thrown away at the next turn.
func (x *Index) distrust(ctx context.Context, why error) {
	if !x.doubt.Swap(true) {
		x.cfg.Log.WarnContext(ctx, "discovery: the index is thrown away and filled anew", slog.Any("reason", why))
	}
}
