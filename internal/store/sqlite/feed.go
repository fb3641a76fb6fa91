package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

const (
	// feedConns are the connections of a feed: one that writes, two of which one reads and
	// the other is about to, and one that carries the log over.
	feedConns = 4
	// maxPending bounds what is kept of commits that were not taken yet. Above it a snapshot
	// is cheaper to keep and to send.
	maxPending = 128 << 20
	// maxLog bounds the log while nobody takes what is in it. Above it what was read of it is
	// given up, so that the disk does not fill because of a target that is away.
	maxLog = 1 << 30
)

// ErrGap: what was committed since the last Take is not all known, so that a snapshot is
// needed.
var ErrGap = errors.New("sqlite: not all that was committed was read: a snapshot is needed")

// Stamp names a state of a database that is replicated. It is a row of the database, and is
// written in the last of the commits that a Take returns.
type Stamp struct {
	Run string `json:"run"` // the server that wrote it
	Seq uint64 `json:"seq"` // the number of the entry that ends with it
}

// Taken is what was committed since the Take before.
type Taken struct {
	Pages
	Stamp Stamp
	End   Position // of the log
}

// Feed reads what is committed to a database, by this process or any other, as pages and in
// whole commits. While it is open nobody else carries the log over into the database file,
// because a log that was carried over is begun anew, whether it was read or not: a
// transaction that reads stands in the way.
//
//	Take, Take, … ─► Seal (the log is carried over, and begun anew) ─► Take, …
//	                   └─► Image (the database file, which stands still)
type Feed struct {
	db   *DB
	pool *sql.DB

	mu      sync.Mutex
	wal     *walFile  // guarded by mu
	hold    *sql.Conn // guarded by mu; reads
	pending Pages     // guarded by mu; read, and not taken yet
	gap     bool      // guarded by mu
	frozen  bool      // guarded by mu; somebody reads the database file
	stamp   Stamp     // guarded by mu; as the database has it
	image   *os.File  // guarded by mu; see Image
	clean   bool      // guarded by mu; all that is in the database is kept
}

const stampTable = "holdfast_replica"

// Feed opens the feed of the database, which was opened to be replicated.
func (db *DB) Feed(ctx context.Context) (f *Feed, err error) {
	if db.replica == nil {
		return nil, errors.New("sqlite: the database was not opened to be replicated")
	}
	f = &Feed{db: db, wal: &walFile{}}
	if f.wal.file, err = os.Open(db.path + "-wal"); err != nil {
		return nil, fmt.Errorf("sqlite: feed: %w", err)
	}
	if f.pool, err = db.openPool(db.driverName, pool{conns: feedConns, cacheKB: otherCacheKB, txlock: "deferred", sync: "FULL"}); err != nil {
		return nil, errors.Join(err, f.wal.file.Close())
	}
	db.feed = f
	if f.hold, err = f.read(ctx); err != nil {
		return nil, fmt.Errorf("sqlite: feed: %w", err)
	}
	return f, nil
}

// read begins a transaction that reads.
func (f *Feed) read(ctx context.Context) (*sql.Conn, error) {
	conn, err := f.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	_, err = conn.ExecContext(ctx, "begin")
	var n int64
	if err == nil {
		err = conn.QueryRowContext(ctx, "select count(*) from sqlite_master").Scan(&n)
	}
	if err != nil {
		return nil, errors.Join(err, discard(conn))
	}
	return conn, nil
}

// release ends the transaction of a connection.
func release(conn *sql.Conn) error {
	if conn == nil {
		return nil
	}
	if _, err := conn.ExecContext(context.Background(), "rollback"); err != nil {
		return errors.Join(err, discard(conn))
	}
	return conn.Close()
}

// discard closes a connection for good.
func discard(conn *sql.Conn) error {
	err := conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) {
		err = nil
	}
	if closed := conn.Close(); !errors.Is(closed, sql.ErrConnDone) {
		err = errors.Join(err, closed)
	}
	return err
}

// Stamped returns the stamp that the database has; the zero Stamp: none.
func (f *Feed) Stamped(ctx context.Context) (s Stamp, err error) {
	var n int64
	if err := f.pool.QueryRowContext(ctx, "select count(*) from sqlite_master where name = '"+stampTable+"'").Scan(&n); err != nil || n == 0 {
		return s, err
	}
	var seq int64
	err = f.pool.QueryRowContext(ctx, "select run, seq from "+stampTable+" where id = 1").Scan(&s.Run, &seq)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	s.Seq = uint64(seq) //nolint:gosec // it was written from one
	return s, err
}

// Begin sets where the feed goes on: behind at. exact says that the database file is the
// state of at, with nothing of the log, as after a restore. It reports whether all that was
// committed since is known; else the first Take is behind a gap.
func (f *Feed) Begin(ctx context.Context, at Position, exact bool) (joined bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stamp, err = f.Stamped(ctx); err != nil {
		return false, err
	}
	if exact {
		return true, f.wal.begin()
	}
	if at != (Position{}) {
		if joined, err = f.wal.find(at); err != nil || joined {
			return joined, err
		}
	}
	f.gap = true
	return false, f.wal.begin()
}

// scan reads what was committed. It is called with mu held.
func (f *Feed) scan() error { return f.scanCommits(0) }

// scanCommits reads at most so many commits; 0: all.
func (f *Feed) scanCommits(most int) error {
	pages, err := f.wal.read(most)
	switch {
	case errors.Is(err, errGap):
		f.gap = true
		return f.wal.begin()
	case err != nil || pages == nil:
		return err
	}
	f.clean = false
	f.pending.take(pages)
	if f.pending.bytes() > maxPending {
		f.gap, f.pending = true, Pages{}
	}
	return nil
}

// Waiting returns how many bytes of pages were committed and not taken, as far as is known
// without waiting.
func (f *Feed) Waiting() (bytes int64) {
	info, err := f.wal.file.Stat()
	if err != nil || !f.mu.TryLock() {
		return 0
	}
	defer f.mu.Unlock()
	behind := walHeaderBytes + f.wal.at.Frame*int64(walFrameBytes+f.wal.size)
	var begun bool
	if h, ok, err := f.wal.header(); err == nil && ok {
		begun = h.salt1 == f.wal.at.Salt1 && h.salt2 == f.wal.at.Salt2
	}
	if !begun || info.Size() < behind {
		return int64(f.pending.bytes())
	}
	frame := make([]byte, walFrameBytes+f.wal.size)
	at, n := f.wal.at, int64(0)
	for {
		next, _, _, ok, err := f.wal.frame(at, frame)
		if err != nil || !ok {
			break
		}
		at, n = next, n+int64(f.wal.size)
	}
	return n + int64(f.pending.bytes())
}

// New reports whether anything was committed since the last Take.
func (f *Feed) New() (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.scan()
	return f.pending.Page != nil || f.gap, err
}

// Take returns what was committed since the last Take, whole commits in their order, of which
// the last writes the stamp. All of it is on the disk. The error is ErrGap when not all of it is known.
func (f *Feed) Take(ctx context.Context, s Stamp) (*Taken, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.scan(); err != nil {
		return nil, err
	}
	err := f.write(ctx, func(conn *sql.Conn) error {
		// Nobody commits any more, and the commit behind what is there is ours.
		if err := f.scan(); err != nil {
			return err
		}
		return setStamp(ctx, conn, s)
	})
	if err != nil {
		return nil, err
	}
	f.stamp = s
	// Others may have committed since, which is for the next one: the stamp is of what is
	// taken, exactly.
	if err := f.scanCommits(1); err != nil {
		return nil, err
	}
	if err := f.wal.file.Sync(); err != nil {
		return nil, fmt.Errorf("sqlite: feed: %w", err)
	}
	if f.gap {
		return nil, ErrGap
	}
	t := &Taken{Pages: f.pending, Stamp: s, End: f.wal.at}
	f.pending = Pages{}
	return t, nil
}

// Kept says that what was taken last is kept.
func (f *Feed) Kept() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clean = f.pending.Page == nil && !f.gap
}

// write does something in a transaction that writes, and commits it.
func (f *Feed) write(ctx context.Context, do func(*sql.Conn) error) error {
	conn, err := f.pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("sqlite: feed: %w", err)
	}
	if _, err = conn.ExecContext(ctx, "begin immediate"); err == nil {
		if err = do(conn); err == nil {
			_, err = conn.ExecContext(context.WithoutCancel(ctx), "commit")
		}
		if err != nil {
			return errors.Join(fmt.Errorf("sqlite: feed: %w", err), release(conn))
		}
		return conn.Close()
	}
	return errors.Join(fmt.Errorf("sqlite: feed: %w", err), conn.Close())
}

// setStamp writes the stamp. The turn makes it another row each time: SQLite writes nothing
// where nothing changes, and a commit of nothing begins no log anew.
func setStamp(ctx context.Context, conn *sql.Conn, s Stamp) error {
	_, err := conn.ExecContext(ctx, "create table if not exists "+stampTable+" (id integer primary key check (id = 1), run text not null, seq integer not null, turn integer not null)")
	if err == nil {
		_, err = conn.ExecContext(ctx, "insert into "+stampTable+" (id, run, seq, turn) values (1, $1, $2, 0) on conflict (id) do update set run = excluded.run, seq = excluded.seq, turn = turn + 1", s.Run, int64(s.Seq)) //nolint:gosec // entries are counted
	}
	return err
}

// LogPages returns how long the log is that was read, in pages.
func (f *Feed) LogPages() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.wal.at.Frame
}

// Seal carries the log over into the database file and begins it anew, once all of it was
// read. truncate cuts it, too: nothing of what it had is in it any more. It reports whether it
// did so: not while somebody reads an older state.
func (f *Feed) Seal(ctx context.Context, truncate bool) (done bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seal(ctx, truncate, false)
}

// seal is Seal with mu held. image says that the database file itself is read next, so that
// what is missing up to then is in it.
func (f *Feed) seal(ctx context.Context, truncate, image bool) (done bool, err error) {
	if f.frozen {
		return false, nil
	}
	if err := f.scan(); err != nil {
		return false, err
	}
	// The greater part is carried over without keeping anybody waiting: up to where the
	// next transaction that reads stands, in whose way it is then to begin the log anew.
	next, err := f.read(ctx)
	if err != nil {
		return false, err
	}
	err = release(f.hold)
	f.hold = next
	if err == nil {
		_, err = checkpoint(ctx, f.pool, "passive")
	}
	if err != nil {
		return false, err
	}
	all := false
	err = f.write(ctx, func(*sql.Conn) (err error) {
		if err := f.scan(); err != nil {
			return err
		}
		if err := f.letGo(); err != nil {
			return err
		}
		all, err = checkpoint(ctx, f.pool, "passive")
		return err
	})
	if err == nil && all {
		done, err = f.anew(ctx, truncate, image)
	}
	if f.hold == nil {
		var again error
		f.hold, again = f.read(ctx)
		err = errors.Join(err, again, f.scan())
	}
	return done, err
}

// letGo ends the transaction that reads. It is called with mu held.
func (f *Feed) letGo() error {
	err := release(f.hold)
	f.hold = nil
	return err
}

// anew writes a commit with which the log begins anew, unless somebody else has written
// meanwhile. It is called with mu held.
func (f *Feed) anew(ctx context.Context, truncate, image bool) (done bool, err error) {
	was, filled := f.wal.at, false
	err = f.write(ctx, func(conn *sql.Conn) error {
		if err := f.scan(); err != nil {
			return err
		}
		if f.wal.at != was {
			return nil // of another process
		}
		done = true
		limit := journalBytes
		if truncate {
			limit = 0
		}
		if _, err := conn.ExecContext(ctx, fmt.Sprintf("pragma journal_size_limit = %d", limit)); err != nil {
			return err
		}
		// It reads the database file alone: nobody writes to that any more.
		if f.hold, err = f.read(ctx); err != nil {
			return err
		}
		f.wal.follows = true
		if err := setStamp(ctx, conn, f.stamp); err != nil {
			return err
		}
		if image && f.gap {
			f.gap, f.pending = false, Pages{} // what comes from here on is known again
			filled = true
		}
		return nil
	})
	defer func() {
		if filled && (err != nil || !done) {
			f.gap, f.pending = true, Pages{}
		}
	}()
	if err != nil || !done {
		return false, err
	}
	if err := f.scan(); err != nil {
		return false, err
	}
	return f.wal.at.Salt1 != was.Salt1 || f.wal.at.Salt2 != was.Salt2, nil
}

// GiveUp carries the log over when it is too long although it was not taken: then a snapshot
// is needed.
func (f *Feed) GiveUp(ctx context.Context) error {
	f.mu.Lock()
	long := f.wal.at.Frame*int64(f.wal.size) > maxLog
	if long {
		f.gap, f.pending = true, Pages{}
	}
	f.mu.Unlock()
	if !long {
		return nil
	}
	_, err := f.Seal(ctx, false)
	return err
}

// Image is the database file as it stands still: with all that was taken when it was begun.
type Image struct {
	feed  *Feed
	Size  int    // of a page
	Total uint32 // pages
}

// Image carries the log over and lets the database file stand still until the image is
// closed. It is nil while somebody reads an older state. Whatever gap there was is none
// behind it.
func (f *Feed) Image(ctx context.Context) (*Image, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	done, err := f.seal(ctx, false, true)
	if err != nil || !done || f.gap {
		return nil, err
	}
	if f.image == nil {
		// It stays open as long as the database: closing it would end the locks of the
		// connections (POSIX).
		if f.image, err = os.Open(f.db.path); err != nil {
			return nil, fmt.Errorf("sqlite: image: %w", err)
		}
	}
	info, err := f.image.Stat()
	if err != nil {
		return nil, fmt.Errorf("sqlite: image: %w", err)
	}
	if f.wal.size == 0 || info.Size()%int64(f.wal.size) != 0 {
		return nil, fmt.Errorf("sqlite: image: the file has %d bytes with pages of %d", info.Size(), f.wal.size)
	}
	f.frozen = true
	return &Image{feed: f, Size: f.wal.size, Total: uint32(info.Size() / int64(f.wal.size))}, nil //nolint:gosec // a database has fewer pages than 2^32
}

// ReadAt reads of the file.
func (i *Image) ReadAt(b []byte, at int64) (int, error) { return i.feed.image.ReadAt(b, at) }

// Reader reads all of it.
func (i *Image) Reader() io.Reader {
	return io.NewSectionReader(i, 0, int64(i.Total)*int64(i.Size))
}

// Close lets the database file be written to again.
func (i *Image) Close() {
	i.feed.mu.Lock()
	defer i.feed.mu.Unlock()
	i.feed.frozen = false
}

// mark is what is kept beside a database that was closed when all of it had been taken: the
// file as it was then.
type mark struct {
	Stamp
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds
	Inode    uint64 `json:"inode"`
}

// markOf is the mark of a database file.
func markOf(path string, s Stamp) (m mark, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return m, err
	}
	m = mark{Stamp: s, Size: info.Size(), Modified: info.ModTime().UnixNano()}
	if of, ok := info.Sys().(*syscall.Stat_t); ok {
		m.Inode = of.Ino
	}
	return m, nil
}

const markSuffix = "-replicated"

// Unchanged returns the stamp of a database that is not open, if it is as it was when it was
// closed and all of it had been taken. It says so once: the mark goes.
func Unchanged(path string) (s Stamp, ok bool, err error) {
	text, err := os.ReadFile(path + markSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return s, false, nil
	}
	if err == nil {
		err = os.Remove(path + markSuffix)
	}
	if err != nil {
		return s, false, fmt.Errorf("sqlite: %w", err)
	}
	var was mark
	if json.Unmarshal(text, &was) != nil {
		return s, false, nil // half of it was written
	}
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return s, false, nil
	}
	is, err := markOf(path, was.Stamp)
	if err != nil {
		return s, false, nil // there is no file any more
	}
	return was.Stamp, is == was, nil
}

// close closes the feed as the last of a database, and marks the file if all of it was taken.
func (f *Feed) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.scan()
	clean := err == nil && f.clean && f.pending.Page == nil && !f.gap
	err = errors.Join(err, f.letGo(), f.pool.Close(), f.wal.file.Close())
	if f.image != nil {
		err = errors.Join(err, f.image.Close())
	}
	if err != nil || !clean {
		return err
	}
	if info, err := os.Stat(f.db.path + "-wal"); err == nil && info.Size() > 0 {
		return nil // another process has it open
	}
	return MarkUnchanged(f.db.path, f.stamp)
}

// MarkUnchanged marks a database that is not open: all of it is kept, with that stamp.
func MarkUnchanged(path string, s Stamp) error {
	m, err := markOf(path, s)
	if err != nil {
		return fmt.Errorf("sqlite: mark: %w", err)
	}
	text, err := json.Marshal(m)
	if err == nil {
		err = os.WriteFile(path+markSuffix, text, privateMode)
	}
	if err != nil {
		return fmt.Errorf("sqlite: mark: %w", err)
	}
	return nil
}

// logPages is when connections carry the log over: never where the feed does.
func (db *DB) logPages() int {
	if db.replica != nil {
		return 0
	}
	return walPages
}
