// Package postgres holds the words that Holdfast's store needs of PostgreSQL
// alone: how to open it, how to lock a row, how to tell its errors apart, and
// its bulk statements.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Sizes of the connection pools, unless the URL has pool_max_conns. Together
// with a second server they stay below PostgreSQL's default of 100.
const (
	writers = 24
	readers = 16
)

// maxIdle is how long a transaction may hold its locks and do nothing. Between
// two statements of a batch lie a decision and some encoding: milliseconds.
const maxIdle = "15s"

// pingWithin is how long a connection that was idle may take to say that it still is one.
const pingWithin = 2 * time.Second

// DB is an open PostgreSQL database.
type DB struct {
	readPool, writePool *pgxpool.Pool
	read, write         *sql.DB
	lanes               *batch.Group[int, *whole, outcome]
	// single has a token for each session that has a connection of its own.
	single chan struct{}
	// servers are those that the URL names, nil: it names one, whatever that is.
	servers *servers
	spread  atomic.Pointer[bool] // see Spread; nil: nobody has asked
	watched sync.WaitGroup
	unwatch context.CancelFunc
}

// Open makes the pools. The first connection is made when it is needed.
func Open(ctx context.Context, url string, log *slog.Logger) (*DB, error) {
	given, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errURL
	}
	return open(ctx, url, newServers(given, log))
}

// open opens a database, whose primary is looked for among servers; nil: it is what the URL
// leads to.
func open(ctx context.Context, url string, of *servers) (_ *DB, err error) {
	db := &DB{servers: of}
	if db.writePool, err = db.openPool(ctx, url, writers, db.forBatches); err != nil {
		return nil, err
	}
	if db.readPool, err = db.openPool(ctx, url, readers, db.forNodes); err != nil {
		db.writePool.Close()
		return nil, err
	}
	if err := db.openLanes(); err != nil {
		return nil, err
	}
	conns := int(db.writePool.Config().MaxConns)
	db.single = make(chan struct{}, max(1, conns/2, conns-lanes))
	db.write = stdlib.OpenDBFromPool(db.writePool)
	db.read = stdlib.OpenDBFromPool(db.readPool)
	watching, unwatch := context.WithCancel(context.WithoutCancel(ctx))
	db.unwatch = unwatch
	if db.servers != nil {
		conns := db.servers.lookAll(ctx)
		db.watched.Go(func() { db.servers.watch(watching, conns) })
	}
	return db, nil
}

// errURL says no more: the error of pgx repeats the URL, and with it the password.
var errURL = errors.New("postgres: the database URL cannot be read")

func (db *DB) openPool(ctx context.Context, url string, conns int32, setup func(context.Context, *pgx.Conn) error) (*pgxpool.Pool, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errURL
	}
	if given, err := pgx.ParseConfig(url); err != nil || given.RuntimeParams["pool_max_conns"] == "" {
		c.MaxConns = conns
	}
	if c.ConnConfig.RuntimeParams["application_name"] == "" {
		c.ConnConfig.RuntimeParams["application_name"] = "holdfast"
	}
	c.AfterConnect = setup
	c.PingTimeout = pingWithin
	db.network(c)
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	return pool, nil
}

// network says how connections of a pool are made, and when they are given up.
func (db *DB) network(c *pgxpool.Config) {
	c.ConnConfig.DialFunc = dial
	if db.servers != nil {
		db.servers.follow(c.ConnConfig)
		c.BeforeConnect = db.servers.nearest
	}
	ends := c.ConnConfig.OnPgError
	c.ConnConfig.OnPgError = func(conn *pgconn.PgConn, e *pgconn.PgError) bool {
		if e.Code == readOnlyCode {
			db.reset()
			return false
		}
		return ends(conn, e)
	}
}

// reset drops all connections once nobody uses them: one of them led to a server that
// does not take writes, as when a name or a proxy has led to a standby.
func (db *DB) reset() {
	for _, pool := range []*pgxpool.Pool{db.writePool, db.readPool} {
		if pool != nil {
			pool.Reset()
		}
	}
}

// forBatches readies a connection of the write pool.
func (db *DB) forBatches(ctx context.Context, c *pgx.Conn) error {
	registerArrays(c.TypeMap())
	// A server that is frozen in the middle of a batch must not keep the event's
	// row from the others: its transaction ends, and it is told so when it wakes.
	if _, err := c.Exec(ctx, "set idle_in_transaction_session_timeout = '"+maxIdle+"'"); err != nil {
		return err
	}
	if err := db.forNodes(ctx, c); err != nil {
		return err
	}
	return byKey(ctx, c)
}

// byKey keeps the planner from joining a bulk statement's rows to a whole table.
// On a fresh table without statistics it takes a hash join to be cheaper than
// an index lookup per row, and reads all rows of the event for a few.
func byKey(ctx context.Context, c *pgx.Conn) error {
	_, err := c.Exec(ctx, "set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set jit = off",
		pgx.QueryExecModeSimpleProtocol)
	return err
}

// Name is "postgres".
func (*DB) Name() string { return "postgres" }

// Pools are the connections. The job queue reads and writes in the pool of the
// queries, so that it takes no connection from the batches.
func (db *DB) Pools() engine.Pools {
	return engine.Pools{Read: db.read, Write: db.write, Jobs: db.read}
}

// ForUpdate locks the selected row until the end of the transaction.
func (*DB) ForUpdate() string { return " for update" }

// Turn does not wait: there are as many transactions at once as connections.
func (*DB) Turn(context.Context) (done func(), err error) { return func() {}, nil }

// JobUnlessWaiting locks the job that waits, so that the queue passes it over. One that the
// queue is just taking does not wait any more.
func (*DB) JobUnlessWaiting() string {
	return `insert into river_job (kind, args, queue, priority, max_attempts) select $1::text, $2::jsonb, $3::text, $4::smallint, $5::smallint
		where not exists (select 1 from river_job where id = $6 and state = 'available' and args = $7::jsonb for share skip locked) returning id`
}

// Replicated asks for synchronous standbys. When one is gone and the wait of a COMMIT
// ends with its connection, the commit stays on this server and can be read.
func (*DB) Replicated() string { return "select current_setting('synchronous_standby_names') <> ''" }

// Shipped waits for nobody: a COMMIT does by itself, see Replicated.
func (*DB) Shipped(context.Context) (waits bool, err error) { return false, nil }

// Wrote asks whether the transaction was given an ID: those that change nothing are not,
// and their COMMIT waits for nobody.
func (*DB) Wrote() string { return "select pg_current_xact_id_if_assigned() is not null" }

// LockEvent locks the selected row against everybody who changes it. FOR UPDATE
// would make whoever inserts a row that refers to the event wait as well, with the
// locks that they hold: those who tell guests of a change met a batch that way.
func (*DB) LockEvent() string { return " for no key update" }

// Share locks the selected row against everybody who changes it. FOR KEY SHARE would let
// them.
func (*DB) Share() string { return " for share" }

// doors is the first half of the key of the locks of Doors: the letters "door" as a
// number. The other is of the event.
const doors = "1685024626"

// Doors are an advisory lock of the event. A lock on rows would be written for everybody
// who comes in; this one is in the memory of the server alone.
func (*DB) Doors() (enter, watch string) {
	return "select pg_advisory_xact_lock_shared(" + doors + ", hashtext($1))", "select pg_advisory_xact_lock(" + doors + ", hashtext($1))"
}

// CheckFiles does nothing: the files are the database server's, which notices.
func (*DB) CheckFiles(context.Context) error { return nil }

// Scrub does nothing: the log is the database server's, and so is what becomes of rows
// that were deleted (VACUUM).
func (*DB) Scrub(context.Context) (clean bool, err error) { return true, nil }

// Size counts no free room inside of tables: PostgreSQL knows of it after a VACUUM alone.
func (*DB) Size() string {
	return "select pg_database_size(current_database()), pg_database_size(current_database())"
}

// Shrink writes the tables anew, one after another, each locked while that lasts. VACUUM alone
// would keep the room for rows to come.
func (*DB) Shrink(tables []string) []string {
	texts := make([]string, len(tables))
	for i, name := range tables {
		texts[i] = "vacuum (full, analyze) " + name
	}
	return texts
}

// Clock reads the clock of the database's machine, not that of the transaction.
func (*DB) Clock() string {
	return "select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)"
}

// Close closes all connections.
func (db *DB) Close() error {
	db.unwatch()
	db.watched.Wait()
	err := errors.Join(db.read.Close(), db.write.Close())
	db.readPool.Close()
	db.writePool.Close()
	return err
}
