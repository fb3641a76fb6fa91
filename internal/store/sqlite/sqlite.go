// Package sqlite holds the words that Holdfast's store needs of SQLite alone:
// how to open it, how to tell its errors apart, and its bulk statements.
package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	// Registers the driver "sqlite".
	_ "modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Sizes of the connection pools and their caches.
const (
	readers       = 4
	jobConns      = 1         // River asks for a single connection on SQLite
	writerCacheKB = 16 * 1024 // page cache of the one writer
	otherCacheKB  = 512       // of each other one, which a commit empties (decision 0040)
	mmapBytes     = 256 << 20 // of the file, read without copying
	walPages      = 4000      // checkpoint when the log has so many pages (16 MB)
	busyMillis    = 5000      // how long a writer waits for another process
	// secureDelete overwrites what is deleted with zeros. FAST leaves pages that are
	// given up as a whole, as long texts have them.
	secureDelete = "ON"
	journalBytes = 64 << 20 // the log is cut back to this after a checkpoint
)

// DB is an open SQLite database.
type DB struct {
	path, driverName  string
	files             *files
	read, write, jobs *sql.DB
	cache             stmtCache
	turns             *batch.Group[struct{}, *turn, outcome]
	writing           chan struct{}  // has whoever writes; whoever waits is served in the order of arrival
	replica           engine.Replica // nil: it is not replicated
	feed              *Feed          // nil: it was not asked for
}

// Open opens the database file at path, creating it when there is none, through
// the database/sql driver of that name; "" means "sqlite". replica, when not nil, is what
// takes the Feed of the database, without which the log is never carried over.
func Open(path, driverName string, replica engine.Replica) (*DB, error) {
	if driverName == "" {
		driverName = "sqlite"
	}
	path = strings.TrimPrefix(path, "//")
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return nil, errors.New("sqlite: a file is needed: an in-memory database would be lost, and its connections would not see each other")
	}
	if strings.ContainsAny(path, "?#") {
		return nil, errors.New("sqlite: the path must have no ? and no #")
	}
	db := &DB{path: path, driverName: driverName, files: &files{path: path}, replica: replica, writing: make(chan struct{}, 1)}
	if err := errors.Join(db.waitForTurns(), db.files.private()); err != nil {
		return nil, err
	}
	var err error
	// The writer comes first: it makes the file and turns on the log.
	if db.write, err = db.openPool(driverName, pool{guard: true, conns: 1, cacheKB: writerCacheKB, txlock: "immediate", sync: "FULL"}); err != nil {
		return nil, err
	}
	// A read opens the log, so that all files are there to be remembered.
	var tables int64
	var version string
	err = db.write.QueryRow("select count(*), sqlite_version() from sqlite_master").Scan(&tables, &version)
	if err == nil {
		err = sound(version)
	}
	if err == nil {
		err = db.files.remember()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sqlite: %w", err), db.Close())
	}
	if db.jobs, err = db.openPool(driverName, pool{conns: jobConns, cacheKB: otherCacheKB, txlock: "immediate", sync: "NORMAL"}); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if db.read, err = db.openPool(driverName, pool{conns: readers, cacheKB: otherCacheKB, txlock: "deferred", sync: "NORMAL", readOnly: true}); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// sound refuses a version of SQLite that can lose a commit: before 3.51.3 a checkpoint that
// begins the log anew could race with a commit (https://sqlite.org/wal.html#walresetbug).
func sound(version string) error {
	var major, minor, patch int
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch); err != nil {
		return fmt.Errorf("the version of SQLite cannot be read: %q", version)
	}
	if slices.Compare([]int{major, minor, patch}, []int{3, 51, 3}) < 0 {
		return fmt.Errorf("this program has SQLite %s, which can lose commits: it has to have 3.51.3 or newer", version)
	}
	return nil
}

// pool says how the connections of one pool are set up.
type pool struct {
	conns, cacheKB int
	// txlock is how a transaction begins. Without immediate, one that reads
	// first and then writes fails with SQLITE_BUSY when another wrote in
	// between, and no timeout helps.
	txlock string
	// sync is FULL where a commit must survive a power cut when it returns: the
	// writer, in whose transactions jobs are inserted too. That a job was taken
	// up or done may be forgotten, for then it runs again; so the queue does not
	// hold the one write lock for the length of an fsync.
	sync     string
	readOnly bool
	// busyMillis is how long it waits for others; 0: busyMillis, the constant.
	busyMillis int
	// guard compares the files before and after each transaction; see files.
	guard bool
}

func (db *DB) openPool(driverName string, p pool) (*sql.DB, error) {
	v := url.Values{}
	pragma := func(name, value string) { v.Add("_pragma", name+"("+value+")") }
	pragma("busy_timeout", strconv.Itoa(cmp.Or(p.busyMillis, busyMillis)))
	pragma("journal_mode", "WAL")
	pragma("synchronous", p.sync)
	pragma("foreign_keys", "1")
	pragma("cache_size", strconv.Itoa(-p.cacheKB))
	pragma("mmap_size", strconv.Itoa(mmapBytes))
	pragma("wal_autocheckpoint", strconv.Itoa(db.logPages()))
	pragma("journal_size_limit", strconv.Itoa(journalBytes))
	pragma("temp_store", "MEMORY")
	pragma("secure_delete", secureDelete)
	if p.readOnly {
		pragma("query_only", "1")
	}
	v.Set("_txlock", p.txlock)
	v.Set("_dqs", "0")
	name := (&url.URL{Path: db.path}).EscapedPath()
	dsn := "file:" + name + "?" + v.Encode()
	plain, err := sql.Open(driverName, dsn) // opens nothing; it knows the driver of that name
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	below := plain.Driver()
	if err := plain.Close(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	conns := sql.OpenDB(keeper{driver: below, dsn: dsn, pool: p, files: db.files, replica: db.replica})
	conns.SetMaxOpenConns(p.conns)
	conns.SetMaxIdleConns(p.conns)
	return conns, nil
}

// Name is "sqlite".
func (*DB) Name() string { return "sqlite" }

// Pools are the connections: one that writes, several that only read, and one
// for the job queue, so that a worker never waits for a connection that its own
// transaction holds.
func (db *DB) Pools() engine.Pools {
	return engine.Pools{Read: db.read, Write: db.write, Jobs: db.jobs}
}

// Turn waits for the writer. Its pool has one connection, and database/sql gives one that is free to
// any of those who wait: under load some would wait for a second while others come and go.
func (db *DB) Turn(ctx context.Context) (done func(), err error) {
	select {
	case db.writing <- struct{}{}:
		return func() { <-db.writing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ForUpdate is empty: a transaction that begins immediate holds the only write lock.
func (*DB) ForUpdate() string { return "" }

// JobUnlessWaiting needs no lock: there is one writer at a time.
func (*DB) JobUnlessWaiting() string {
	return `insert into river_job (kind, args, queue, priority, max_attempts) select $1, $2, $3, $4, $5
		where not exists (select 1 from river_job where id = $6 and state = 'available' and args = $7) returning id`
}

// Replicated is empty: no other server has the database. See Shipped.
func (*DB) Replicated() string { return "" }

// Cluster is of one server, of which there is nothing to say.
func (*DB) Cluster(context.Context) (engine.Cluster, error) { return engine.Cluster{}, nil }

// Shipped waits until all that is committed by now is where the database is replicated to.
func (db *DB) Shipped(ctx context.Context) (waits bool, err error) {
	if db.replica == nil {
		return false, nil
	}
	return db.replica.Shipped(ctx)
}

// Wrote is empty: nobody has to know.
func (*DB) Wrote() string { return "" }

// LockEvent is empty, as ForUpdate is.
func (*DB) LockEvent() string { return "" }

// Share is empty, as ForUpdate is.
func (*DB) Share() string { return "" }

// Doors are empty: there is one writer at a time.
func (*DB) Doors() (enter, watch string) { return "", "" }

// Clock is empty: the database is in the process that asks.
func (*DB) Clock() string { return "" }

// Close closes all connections.
func (db *DB) Close() error {
	var errs []error
	errs = append(errs, db.closeStmts())
	for _, pool := range []*sql.DB{db.read, db.jobs, db.write} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	if db.feed != nil {
		errs = append(errs, db.feed.close())
	}
	return errors.Join(errs...)
}
