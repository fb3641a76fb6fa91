// Package database is an open database of either engine, with what every package that reads
// and writes an aggregate shares: transactions and snapshots, errors by their meaning, jobs in
// the transaction of what they are for, and the guards of batches.
package database

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Errors of the store, found with errors.Is. They are told apart by error
// code, never by message text.
var (
	ErrNotFound    = table.ErrNone
	ErrConflict    = errors.New("store: a unique key is taken")       // unique violation
	ErrConstraint  = errors.New("store: a constraint was violated")   // check, foreign key, not null
	ErrUnavailable = errors.New("store: the database cannot be used") // connection lost, shut down, busy too long
	// ErrRaced is an ErrUnavailable: the transaction lost a race with another one (a
	// deadlock, a serialization failure, a lock that was held too long), and may
	// succeed when it is tried again.
	ErrRaced = fmt.Errorf("%w: it lost a race", ErrUnavailable)
	// ErrFull, ErrDamaged and ErrLost are ErrUnavailable, and need somebody who looks:
	// the disk is full, a page is damaged, a file was deleted under the server.
	ErrFull    = fmt.Errorf("%w: its disk is full", ErrUnavailable)
	ErrDamaged = fmt.Errorf("%w: it is damaged", ErrUnavailable)
	ErrLost    = fmt.Errorf("%w: a file of it was deleted or replaced", ErrUnavailable)

	// ErrNotReplicated comes with an ErrUnavailable: the replica does not have what was
	// committed, or takes nothing.
	ErrNotReplicated = engine.ErrNotReplicated

	ErrStale = errors.New("store: what was read has changed since")
	// ErrCommitUnknown: the commit failed and may have been written. Committed tells.
	ErrCommitUnknown = errors.New("store: unknown whether the commit was written")
)

// Config says which database to open.
type Config struct {
	// URL is sqlite:PATH, or postgres://… as pgx understands it.
	URL string
	Log *slog.Logger
	// Read is a standby of a PostgreSQL, which is read where Reading says so; empty: none is.
	Read string
	// ReadLag is how far it may be behind to be used; 0: DefaultReadLag.
	ReadLag time.Duration
	// SQLiteDriver is the name of the database/sql driver for SQLite; "" means
	// the real one. The simulator gives one that fails on demand.
	SQLiteDriver string
	// Replica, when not nil, is where a SQLite database is replicated to, which has to take
	// the Feed: without it the log of the database only grows.
	Replica engine.Replica
	// Around, when not nil, puts something around the engine: the simulator says
	// when each of its calls is made, and which fail. The server never does.
	Around func(engine.Engine) engine.Engine
}

// Key names a stored reply: who called with which Idempotency-Key.
type Key struct {
	Scope    string // the event, or the organization for what creates an event
	Caller   string // id of the API key or person, or the network of a public caller
	Key      string
	BodyHash [32]byte // SHA-256 of method, path and body
}

// Reply is what a command with a Key was answered.
type Reply struct {
	Key   Key
	Reply string // JSON
}

// Job is a row for the job queue. It is data, and not a call into the queue's
// library, so that it travels in the same round trip as all else that a batch
// writes: a call of its own made each batch wait once more for its turn.
type Job struct {
	Kind        string
	Args        []byte // JSON
	Queue       string
	Priority    int64 // 1 (first) to 4
	MaxAttempts int64
	// At is when the job may begin; zero: at once. Not read of a batch's job.
	At inventory.Instant
	// Covers, of a batch's job, is up to which seq of the event it does what later batches
	// would want a job like it for, as long as nobody has begun it; 0: it is for its own alone.
	Covers int64
}

// JobText inserts a job as the queue's own library does: what is not named here
// has a default in its schema, which rivermigrate makes for the pinned version.
const JobText = "insert into river_job (kind, args, queue, priority, max_attempts) values ($1, $2, $3, $4, $5)"

// JobIDText is JobText and answers the id.
const JobIDText = JobText + " returning id"

// ErrLimit says that there are as many of a kind as there may be.
var ErrLimit = errors.New("store: as many as there may be")

// ErrSchemaOld says that the database was not migrated to this program's schema.
var ErrSchemaOld = errors.New("store: the schema is not up to date: run holdfast migrate")
