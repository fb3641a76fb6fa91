package objectstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// mirrored has the copies, in the other store.
	mirrored = "files"
	// mirrorEvery is how often files are looked for that other processes have written or deleted,
	// and how soon those are tried again that could not be copied.
	mirrorEvery, mirrorAgain = 5 * time.Minute, 2 * time.Second
	// mirrorTry and mirrorPerMB bound one call of the other store.
	mirrorTry, mirrorPerMB = 15 * time.Second, 2 * time.Second
	// mirrorAtOnce is how many files are brought back at once.
	mirrorAtOnce = 16
)

// MirrorConfig configures a Mirror.
type MirrorConfig struct {
	Folder string
	Copy   Store
	// Sync answers a Put, a Create or a Delete only when the copy has it too; without, it follows
	// as soon as it can.
	Sync bool
	// Refuse is why the copy may not be changed any more, as when another server has taken it
	// over; nil: it may. It may be nil.
	Refuse func() error
	Log    *slog.Logger
}

// Mirror is a Store in a folder of which another store has a copy: each file under its name, the
// time it was sent and the SHA-256 of its content, so that copying can be cut off anywhere and goes
// on by comparing. A file that is deleted leaves a note in the folder until its copy is deleted
// too; a file that is gone without a note is brought back.
type Mirror struct {
	cfg   MirrorConfig
	local *folder

	wake    chan struct{}
	stop    context.CancelFunc
	stopped chan struct{}

	noting sync.Mutex // orders deleting a file, which leaves a note, and removing its note

	mu       sync.Mutex
	there    map[string][]version     // guarded by mu; of each name, the newest last
	waiting  map[string]waiting       // guarded by mu; names whose copy is to be compared
	busy     map[string]chan struct{} // guarded by mu; names that are being compared
	failures uint64                   // guarded by mu
	failing  string                   // guarded by mu; the error of the last try; "": it succeeded
}

// waiting is since when a copy is to be compared, and how often the file has changed since.
type waiting struct {
	since time.Time
	times int
}

// version is one copy of a file.
type version struct {
	at     int64 // microseconds
	sum    string
	unsure bool  // whether it was stored is not known
	seen   int64 // when it was last compared, in microseconds
}

func (v version) name(of string) (string, error) {
	if strings.Contains(of, "..") {
		return "", fmt.Errorf("objectstore: %q cannot be copied: it has two dots in a row", of)
	}
	return fmt.Sprintf("%s/%s.%016x-%s", mirrored, strings.ReplaceAll(of, "/", ".."), v.at, v.sum), nil
}

// versionOf reads the name of a copy.
func versionOf(name string) (of string, v version, ok bool) {
	name = strings.TrimPrefix(name, mirrored+"/")
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return "", v, false
	}
	at, sum, ok := strings.Cut(name[dot+1:], "-")
	n, err := strconv.ParseInt(at, 16, 64)
	return strings.ReplaceAll(name[:dot], "..", "/"), version{at: n, sum: sum}, ok && err == nil && len(sum) == 2*sha256.Size
}

// OpenMirror opens a folder and reads what the copy has.
func OpenMirror(ctx context.Context, c MirrorConfig) (*Mirror, error) {
	if c.Folder == "" || strings.HasPrefix(c.Folder, "s3://") || c.Copy == nil || c.Log == nil {
		return nil, errors.New("objectstore: MirrorConfig needs a folder, Copy and Log")
	}
	if c.Refuse == nil {
		c.Refuse = func() error { return nil }
	}
	opened, err := newFolder(c.Folder)
	if err != nil {
		return nil, err
	}
	m := &Mirror{cfg: c, local: opened.(*folder), wake: make(chan struct{}, 1), stopped: make(chan struct{}),
		waiting: map[string]waiting{}, busy: map[string]chan struct{}{}}
	if err := m.local.keepNotes(); err != nil {
		return nil, fmt.Errorf("objectstore: %w", err)
	}
	m.there, err = versions(ctx, c.Copy)
	return m, err
}

// versions lists what a copy has of each file, the newest last.
func versions(ctx context.Context, in Store) (there map[string][]version, err error) {
	there = map[string][]version{}
	err = in.List(ctx, mirrored, func(name string) error {
		if of, v, ok := versionOf(name); ok {
			list := append(there[of], v)
			for i := len(list) - 1; i > 0 && list[i-1].at > list[i].at; i-- {
				list[i-1], list[i] = list[i], list[i-1]
			}
			there[of] = list
		}
		return nil
	})
	return there, err
}

// Recover brings files back that are gone from the folder, as all are on an empty disk, and
// returns how many, and the names of those whose copies are damaged.
func (m *Mirror) Recover(ctx context.Context) (files int, damaged []string, err error) {
	type lost struct {
		name string
		v    version
	}
	var gone []lost
	m.mu.Lock()
	for name, list := range m.there {
		gone = append(gone, lost{name, list[len(list)-1]})
	}
	m.mu.Unlock()
	var mu sync.Mutex
	var all sync.WaitGroup
	places := make(chan struct{}, mirrorAtOnce)
	for _, g := range gone {
		if _, statErr := m.local.root.Stat(g.name); !errors.Is(statErr, fs.ErrNotExist) || m.local.noted(g.name) {
			continue
		}
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			failed := m.bringBack(ctx, g.name, g.v)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.Is(failed, errDamaged):
				damaged = append(damaged, g.name)
				m.cfg.Log.ErrorContext(ctx, "objectstore: the copy of a file is damaged", slog.String("file", g.name), slog.Any("error", failed))
			case failed != nil:
				err = errors.Join(err, failed)
			default:
				files++
			}
		})
	}
	all.Wait()
	return files, damaged, err
}

var (
	errDamaged = errors.New("objectstore: the copy of a file is not what was sent")
	emptySum   = hex.EncodeToString(sha256.New().Sum(nil))
)

// bringBack fetches a file.
func (m *Mirror) bringBack(ctx context.Context, name string, v version) (err error) {
	var content io.Reader = strings.NewReader("")
	var size int64
	if v.sum != emptySum {
		from, err := v.name(name)
		if err != nil {
			return err
		}
		r, n, err := m.cfg.Copy.Get(ctx, from)
		if errors.Is(err, ErrNotFound) {
			return fmt.Errorf("%w: %s is missing", errDamaged, from)
		}
		if err != nil {
			return err
		}
		defer r.Close() //nolint:errcheck // only read
		content, size = r, n
	}
	sum := sha256.New()
	checked := &checking{io.TeeReader(content, sum), func() error {
		if hex.EncodeToString(sum.Sum(nil)) != v.sum {
			return fmt.Errorf("%w: %s", errDamaged, name)
		}
		return nil
	}}
	if err := m.local.Put(ctx, name, checked, size, ""); err != nil {
		return err
	}
	// It is older than its copy: it need not be compared again.
	at := time.UnixMicro(v.at)
	return m.local.root.Chtimes(name, at, at)
}

// checking fails at the end of what is not whole, so that it is not given its name.
type checking struct {
	r     io.Reader
	check func() error
}

func (c *checking) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if errors.Is(err, io.EOF) {
		if wrong := c.check(); wrong != nil {
			return n, wrong
		}
	}
	return n, err
}

// Start looks for what is to be copied, and copies it until Stop.
func (m *Mirror) Start(ctx context.Context) error {
	if err := m.look(); err != nil {
		return err
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	m.stop = stop
	if m.cfg.Sync {
		if err := m.round(ctx); err != nil {
			stop()
			return err
		}
	}
	go m.keep(run)
	return nil
}

// Stop copies what is left, and ends.
func (m *Mirror) Stop(ctx context.Context) error {
	if m.stop == nil {
		return nil
	}
	m.stop()
	<-m.stopped
	if m.cfg.Refuse() != nil {
		return nil
	}
	return errors.Join(m.look(), m.round(ctx))
}

func (m *Mirror) keep(ctx context.Context) {
	defer close(m.stopped)
	look := time.NewTicker(mirrorEvery)
	defer look.Stop()
	for {
		var again <-chan time.Time
		if err := m.round(ctx); err != nil {
			again = time.After(mirrorAgain)
		}
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-m.wake:
		case <-look.C:
			if err := m.look(); err != nil {
				m.cfg.Log.ErrorContext(ctx, "objectstore: files that are to be copied cannot be found", slog.Any("error", err))
			}
		}
	}
}

// look finds files that are newer than their copies or have none, and notes of those that were
// deleted.
func (m *Mirror) look() error {
	found := map[string]time.Time{}
	err := m.local.walk(func(name string, changed time.Time) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		if list := m.there[name]; len(list) != 1 || list[0].unsure || changed.UnixMicro() > max(list[0].at, list[0].seen) {
			found[name] = changed
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	deleted, err := m.local.notesLeft()
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	for _, name := range deleted {
		found[name] = time.Now()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, since := range found {
		if _, known := m.waiting[name]; !known {
			m.waiting[name] = waiting{since: since}
		}
	}
	return nil
}

// round brings the copies of all that waits up to date.
func (m *Mirror) round(ctx context.Context) error {
	m.mu.Lock()
	names := make([]string, 0, len(m.waiting))
	for name := range m.waiting {
		names = append(names, name)
	}
	m.mu.Unlock()
	for _, name := range names {
		if err := m.settle(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// changed has the copy of a file follow.
func (m *Mirror) changed(ctx context.Context, name string) error {
	m.mu.Lock()
	w, known := m.waiting[name]
	if !known {
		w.since = time.Now()
	}
	w.times++
	m.waiting[name] = w
	m.mu.Unlock()
	if m.cfg.Sync {
		err := m.settle(ctx, name)
		if err == nil {
			return nil
		}
		m.poke()
		return fmt.Errorf("%w: %w", ErrNotCopied, err)
	}
	m.poke()
	return nil
}

func (m *Mirror) poke() {
	select {
	case m.wake <- struct{}{}:
	default: // it will be looked at
	}
}

// settle makes the copy of a file what the file is.
func (m *Mirror) settle(ctx context.Context, name string) error {
	if err := m.hold(ctx, name); err != nil {
		return err
	}
	m.mu.Lock()
	then := m.waiting[name]
	m.mu.Unlock()
	err := m.cfg.Refuse()
	if err == nil {
		err = m.compare(ctx, name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	close(m.busy[name])
	delete(m.busy, name)
	if err == nil {
		if m.failing != "" {
			m.cfg.Log.InfoContext(ctx, "objectstore: files are copied again")
		}
		m.failing = ""
		if m.waiting[name] == then {
			delete(m.waiting, name)
		}
		return nil
	}
	if ctx.Err() == nil {
		if m.failing == "" {
			m.cfg.Log.ErrorContext(ctx, "objectstore: a file is not copied", slog.String("file", name), slog.Any("error", err))
		}
		m.failing = err.Error()
		m.failures++
	}
	return err
}

// hold waits until nobody else compares a file.
func (m *Mirror) hold(ctx context.Context, name string) error {
	for {
		m.mu.Lock()
		other := m.busy[name]
		if other == nil {
			m.busy[name] = make(chan struct{})
			m.mu.Unlock()
			return nil
		}
		m.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (m *Mirror) compare(ctx context.Context, name string) error {
	file, err := m.local.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return m.forget(ctx, name)
	}
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	defer file.Close() //nolint:errcheck // only read
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("objectstore: %w", err)
	}
	m.mu.Lock()
	list := slices.Clone(m.there[name])
	m.mu.Unlock()
	v := version{at: time.Now().UnixMicro(), sum: hex.EncodeToString(hash.Sum(nil))}
	if n := len(list); n > 0 {
		v.at = max(v.at, list[n-1].at+1)
	}
	if len(list) != 1 || list[0].sum != v.sum || list[0].unsure {
		if err := m.send(ctx, name, v, file, size); err != nil {
			return err
		}
		if err := m.drop(ctx, name, list); err != nil {
			return err
		}
		list = []version{v}
	}
	list[0].seen = v.at // what was compared need not be compared again
	m.mu.Lock()
	m.there[name] = list
	m.mu.Unlock()
	if there, err := m.stands(name); err != nil || there {
		return err
	}
	return m.forget(ctx, name) // it was deleted meanwhile
}

// stands reports whether a file is there still, and removes the note of an earlier one of its name
// then: that of a file that was deleted while it was compared stays.
func (m *Mirror) stands(name string) (bool, error) {
	m.noting.Lock()
	defer m.noting.Unlock()
	if _, err := m.local.root.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("objectstore: %w", err)
	}
	return true, m.local.unnote(name)
}

// send stores a copy.
func (m *Mirror) send(ctx context.Context, name string, v version, file *os.File, size int64) error {
	to, err := v.name(name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, mirrorTry+time.Duration(size>>20)*mirrorPerMB)
	defer cancel()
	maybe := v
	maybe.unsure = true // it may be there, whatever the answer
	m.mu.Lock()
	m.there[name] = append(m.there[name], maybe)
	m.mu.Unlock()
	return m.cfg.Copy.Put(ctx, to, file, size, "application/octet-stream")
}

// drop deletes copies.
func (m *Mirror) drop(ctx context.Context, name string, list []version) error {
	for _, v := range list {
		at, err := v.name(name)
		if err != nil {
			return err
		}
		try, cancel := context.WithTimeout(ctx, mirrorTry)
		err = m.cfg.Copy.Delete(try, at)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// forget deletes the copies of a file that was deleted.
func (m *Mirror) forget(ctx context.Context, name string) error {
	if !m.local.noted(name) {
		return nil // it is gone, and nobody has deleted it: the next start brings it back
	}
	m.mu.Lock()
	list := m.there[name]
	m.mu.Unlock()
	if err := m.drop(ctx, name, list); err != nil {
		return err
	}
	m.mu.Lock()
	delete(m.there, name)
	m.mu.Unlock()
	return m.local.unnote(name)
}

// Put stores a file, and its copy.
func (m *Mirror) Put(ctx context.Context, name string, r io.Reader, size int64, mediaType string) error {
	if err := m.local.Put(ctx, name, r, size, mediaType); err != nil {
		return err
	}
	return m.changed(ctx, name)
}

// Create is Put for a name that nobody has used.
func (m *Mirror) Create(ctx context.Context, name string, content []byte, mediaType string) error {
	if err := m.local.Create(ctx, name, content, mediaType); err != nil {
		return err
	}
	return m.changed(ctx, name)
}

// Get opens a file of the folder.
func (m *Mirror) Get(ctx context.Context, name string) (io.ReadCloser, int64, error) {
	return m.local.Get(ctx, name)
}

// Delete removes a file, and its copy.
func (m *Mirror) Delete(ctx context.Context, name string) error {
	m.noting.Lock()
	err := m.local.Delete(ctx, name)
	m.noting.Unlock()
	if err != nil {
		return err
	}
	return m.changed(ctx, name)
}

// List lists a folder.
func (m *Mirror) List(ctx context.Context, folder string, each func(name string) error) error {
	return m.local.List(ctx, folder, each)
}

// MirrorFigures are how a Mirror is doing.
type MirrorFigures struct {
	Waiting  int           // files whose copies are not what they are
	Lag      time.Duration // how long the oldest of them has waited
	Failures uint64        // tries that failed
	Error    string        // of the last try, if it failed
}

// Figures returns how the Mirror is doing.
func (m *Mirror) Figures() MirrorFigures {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := MirrorFigures{Waiting: len(m.waiting), Failures: m.failures, Error: m.failing}
	for _, w := range m.waiting {
		f.Lag = max(f.Lag, time.Since(w.since))
	}
	return f
}
