package discovery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	// behind them now. ErrForeign: the cursor is of a source that knew other things.
	Changes(ctx context.Context, cursor string, limit int) (changes []Change, next string, err error)
}

// ErrForeign says that a cursor is of another source, or of a later state of this one: its
// database was restored from a backup.
var ErrForeign = errors.New("discovery: the index is of another state of the database")

// Config says where the index is and what it follows.
type Config struct {
	// Path of the file; "", and while another process uses it: a folder of its own, which
	// goes when the index is closed.
	Path   string
	Source Source
	// Of names the source: a file that was filled from one of another name is not used.
	Of  string
	Log *slog.Logger
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
	folder string // "": the path is used that was given
	locked *lock  // of that
	sizes  sizes

	use   sync.RWMutex // Figures reads file; whoever opens, closes or exchanges it writes
	file  *file
	doubt atomic.Bool // it is to be thrown away

	memory *memory                  // nil until all is in the file; owned by the follower
	live   atomic.Pointer[snapshot] // what is searched; nil: the file is being filled

	filled  atomic.Int64 // when all was taken in last; microseconds since 1970, 0: never
	renewed atomic.Int64 // how often it was filled from nothing

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
	return &Index{cfg: cfg, sizes: sizes{window, segmentSize, freshSize, fewEvents}}, nil
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

// path is where the file is that this process alone uses. Its folder is there then. While
// another server has the path that was given, or it cannot be written, that is a folder
// which goes at the end.
func (x *Index) path(ctx context.Context) (string, error) {
	if x.cfg.Path != "" && x.folder == "" {
		err := os.MkdirAll(filepath.Dir(x.cfg.Path), 0o700)
		if err == nil && x.locked == nil {
			x.locked, err = lockFor(ctx, x.cfg.Path)
		}
		if err == nil {
			return x.cfg.Path, nil
		}
		if ctx.Err() != nil {
			return "", err
		}
		x.cfg.Log.InfoContext(ctx, "discovery: this index is not kept; the next start fills it anew", slog.String("path", x.cfg.Path), slog.Any("reason", err))
	}
	if x.folder == "" {
		folder, err := os.MkdirTemp("", "holdfast-discovery-")
		if err != nil {
			return "", fmt.Errorf("discovery: %w", err)
		}
		x.folder = folder
	}
	if err := os.MkdirAll(x.folder, 0o700); err != nil {
		return "", fmt.Errorf("discovery: %w", err)
	}
	return filepath.Join(x.folder, "events.db"), nil
}

// open opens the file of the last process, or a new one.
func (x *Index) open(ctx context.Context) error {
	path, err := x.path(ctx)
	if err != nil {
		return err
	}
	x.use.Lock()
	defer x.use.Unlock()
	x.file, err = openFile(ctx, path, x.cfg.Of)
	if errors.Is(err, errDoubt) {
		if !errors.Is(err, fs.ErrNotExist) { // as at the first start
			x.cfg.Log.InfoContext(ctx, "discovery: the index is filled anew", slog.Any("reason", err))
		}
		x.renewed.Add(1)
		x.file, err = createFile(ctx, path, x.cfg.Of)
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
	x.live.Store(nil)
	x.memory = nil
	var err error
	switch {
	case x.file == nil:
	case x.doubt.Load():
		err = x.file.abandon()
	default:
		err = x.file.close(ctx)
	}
	x.file = nil
	if x.locked != nil {
		err = errors.Join(err, x.locked.free())
		x.locked = nil
	}
	if x.folder != "" {
		err = errors.Join(err, os.RemoveAll(x.folder))
		x.folder = ""
	}
	return err
}

// Figures say how an index is doing.
type Figures struct {
	Events int64 // that are found
	// Behind is how long ago all that had changed was taken in; -1: never yet.
	Behind time.Duration
	// Rebuilds is how often the index was filled from nothing since it was made.
	Rebuilds int64
	Bytes    int64 // of its files
	Memory   int64 // bytes that what is searched takes, about
}

// Figures returns how the index is doing at a time.
func (x *Index) Figures(now time.Time) Figures {
	f := Figures{Behind: -1, Rebuilds: x.renewed.Load()}
	if at := x.filled.Load(); at != 0 {
		f.Behind = max(0, now.Sub(time.UnixMicro(at)))
	}
	if now := x.live.Load(); now != nil {
		f.Memory = now.bytes()
	}
	x.use.RLock()
	defer x.use.RUnlock()
	if x.file != nil {
		f.Events, f.Bytes = x.file.events.Load(), x.file.size()
	}
	return f
}

// Ready reports whether a search is answered.
func (x *Index) Ready() bool { return x.live.Load() != nil && !x.doubt.Load() }

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
		asked := time.Now()
		var changes []Change
		var next string
		if changes, next, err = x.cfg.Source.Changes(ctx, cursor, batch); errors.Is(err, ErrForeign) {
			break
		} else if err != nil {
			return fmt.Errorf("discovery: read changes: %w", err) // the file is none the worse
		}
		if len(changes) > 0 || next != cursor {
			err = x.write(ctx, changes, next)
		}
		if err == nil && len(changes) < batch && x.memory == nil {
			err = x.load(ctx)
		}
		if err == nil && len(changes) < batch {
			x.filled.Store(asked.UnixMicro())
			return nil
		}
		cursor = next
	}
	if ctx.Err() == nil {
		x.distrust(ctx, err)
	}
	return err
}

// write writes changes into the file, and has what is in it searched.
func (x *Index) write(ctx context.Context, changes []Change, cursor string) error {
	w, err := x.file.apply(ctx, changes, cursor)
	if err != nil || x.memory == nil || len(w.gone)+len(w.put) == 0 {
		return err
	}
	m := x.memory
	put := make([]entry, 0, len(w.put))
	for _, r := range w.put {
		e, err := m.entry(r)
		if err != nil {
			return err
		}
		put = append(put, e)
	}
	for word, shown := range w.words {
		m.now.speller.add(word, shown)
	}
	m.replace(w.gone, put)
	x.live.Store(m.snapshot())
	return nil
}

// load reads the file into memory, when all is in it, and has that searched.
func (x *Index) load(ctx context.Context) error {
	m := newMemory(x.sizes)
	var list []entry
	err := x.file.load(ctx, func(r *record) error {
		e, err := m.entry(r)
		if list = append(list, e); len(list) == x.sizes.segment {
			m.add(list)
			list = list[:0]
		}
		return err
	}, m.now.speller.add)
	if err != nil {
		return fmt.Errorf("discovery: read the file: %w", err)
	}
	if len(list) > 0 {
		m.add(list)
	}
	x.memory = m
	x.live.Store(m.snapshot())
	return nil
}

// beginAgain exchanges the file for an empty one.
func (x *Index) beginAgain(ctx context.Context) error {
	path, err := x.path(ctx)
	if err != nil {
		return err
	}
	x.use.Lock()
	defer x.use.Unlock()
	x.live.Store(nil)
	x.memory = nil
	x.renewed.Add(1)
	if x.file != nil {
		if err := x.file.abandon(); err != nil {
			x.cfg.Log.InfoContext(ctx, "discovery: a file in doubt did not close", slog.Any("error", err))
		}
		x.file = nil
	}
	if x.file, err = createFile(ctx, path, x.cfg.Of); err != nil {
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
