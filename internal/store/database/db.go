package database

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	// Events name IANA zones; a server image may have no zone files.
	_ "time/tzdata"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
	"github.com/holdfast-events/holdfast/internal/store/sqlite"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// DB is an open database: what the ledger and the reads of every aggregate share.
type DB struct {
	Eng   engine.Engine
	Log   *slog.Logger
	Read  *sql.DB // queries; on SQLite its connections cannot write
	Write *sql.DB // transactions outside of batches; on SQLite the one writer

	// LockEvent and fence are the two guards of a batch: the lock on the event's
	// row, and the condition that its version is still the one that was read.
	// Only control tests change them, to show that each is needed.
	LockEvent string
	Unfenced  bool
	// ForUpdate locks other rows against everybody, also rows that refer to them.
	ForUpdate string
	// unversioned: the row of a venue is not written by its holder, which would wait like a
	// lock. Only control tests set it.
	Unversioned bool
	// EnterDoor and WatchDoor keep those who come in apart from a batch that asks who
	// did: see engine.Engine.Doors. Control tests take them away.
	EnterDoor, WatchDoor string

	// signing is the key that signs the heads of organizations; see SignWith.
	Signing atomic.Pointer[ed25519.PrivateKey]

	trouble    trouble
	WriteCheck writeCheck
	standbys   standbys

	heldRead, HeldJobs held // of the pools for queries and for jobs, on SQLite
}

// Guards are the words of the engine by which a batch keeps others out.
type Guards struct {
	// LockEvent locks the row of an event, LockRow any other row against everybody.
	LockEvent, LockRow string
	// Unfenced: no version is compared. Only control tests have it so.
	Unfenced bool
	// JobUnlessWaiting inserts a job unless another one still waits: see engine.Engine.
	JobUnlessWaiting string
	// WatchDoor keeps those who come in apart from a batch that asks who did; empty: nothing
	// is needed.
	WatchDoor string
}

// Guards are the guards of batches on this database.
func (s *DB) Guards() Guards {
	return Guards{s.LockEvent, s.ForUpdate, s.Unfenced, s.Eng.JobUnlessWaiting(), s.WatchDoor}
}

// BeginSession begins a transaction on a connection of the engine's own.
func (s *DB) BeginSession(ctx context.Context) (engine.Session, error) { return s.Eng.Begin(ctx) }

// OpenDB opens a database.
func OpenDB(ctx context.Context, c Config) (*DB, error) {
	log := c.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	var eng engine.Engine
	var err error
	switch scheme, rest, _ := strings.Cut(c.URL, ":"); scheme {
	case "sqlite":
		eng, err = sqlite.Open(rest, c.SQLiteDriver, c.Replica)
	case "postgres", "postgresql":
		eng, err = postgres.Open(ctx, c.URL, log)
	default:
		return nil, errors.New("store: the database must be sqlite:PATH or postgres://…")
	}
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	if c.Around != nil {
		eng = c.Around(eng)
	}
	d := NewDB(eng, log)
	if err := d.Read.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store: open: %w", d.Classify(err)), eng.Close())
	}
	return d, nil
}

// NewDB is the database of an engine.
func NewDB(eng engine.Engine, log *slog.Logger) *DB {
	p := eng.Pools()
	d := &DB{Eng: eng, Log: log, Read: p.Read, Write: p.Write, LockEvent: eng.LockEvent(), ForUpdate: eng.ForUpdate()}
	d.EnterDoor, d.WatchDoor = eng.Doors()
	d.heldRead.db, d.HeldJobs.db = d.Read, p.Jobs
	return d
}

// Close closes all connections.
func (s *DB) Close() error { return s.Eng.Close() }

// Engine is "sqlite" or "postgres".
func (s *DB) Engine() string { return s.Eng.Name() }

// OneWriter reports whether a transaction that writes waits for all others that do.
func (s *DB) OneWriter() bool { return s.Eng.ForUpdate() == "" }

// JobsDB is the connection pool for the job queue.
func (s *DB) JobsDB() *sql.DB { return s.Eng.Pools().Jobs }

// Classify gives an error of the database the error of this package that it
// means; errors.Is finds both.
func (s *DB) Classify(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	}
	var kind error
	switch s.Eng.Classify(err) {
	case engine.Conflict:
		kind = ErrConflict
	case engine.Constraint:
		kind = ErrConstraint
	case engine.Retry:
		kind = ErrRaced
	case engine.Unavailable:
		kind = ErrUnavailable
	case engine.Full:
		kind = ErrFull
		s.trouble.met(kind)
	case engine.Damaged:
		kind = ErrDamaged
		s.trouble.met(kind)
	case engine.Lost:
		kind = ErrLost
	default:
		return err
	}
	if errors.Is(err, kind) {
		return err
	}
	return fmt.Errorf("%w: %w", kind, err)
}

// txAttempts bounds how often WithTx tries a transaction that lost a race.
const txAttempts = 5

// WithSnapshot runs fn in a read-only transaction in which all queries see the
// same moment. The error is classified.
func (s *DB) WithSnapshot(ctx context.Context, fn func(*sql.Tx) error) error {
	return s.InTx(ctx, s.Read, &sql.TxOptions{Isolation: s.snapshotLevel(), ReadOnly: true}, fn)
}

// snapshotLevel is the isolation at which a transaction sees one moment. Any
// SQLite transaction does, and its driver takes no other level than the default.
func (s *DB) snapshotLevel() sql.IsolationLevel {
	if s.Eng.Name() == "sqlite" {
		return sql.LevelDefault
	}
	return sql.LevelRepeatableRead
}

// InTx runs fn in a transaction of the pool, again when it lost a race. The error is
// classified.
func (s *DB) InTx(ctx context.Context, db *sql.DB, opts *sql.TxOptions, fn func(*sql.Tx) error) error {
	return s.Again(ctx, func() error {
		if db == s.Write {
			done, err := s.Eng.Turn(ctx)
			if err != nil {
				return err
			}
			defer done()
		}
		return once(ctx, db, opts, fn)
	})
}

// InSession is WithTx on a connection of the engine's own, whose statements stay
// prepared and travel together.
func (s *DB) InSession(ctx context.Context, fn func(engine.Session) error) error {
	return s.Again(ctx, func() error {
		session, err := s.Eng.Begin(ctx)
		if err != nil {
			return err
		}
		defer session.Rollback()
		if err := fn(session); err != nil {
			return err
		}
		_, err = session.Commit(nil)
		return err
	})
}

// Again tries a transaction again when it lost a race. The error is classified.
func (s *DB) Again(ctx context.Context, try func() error) error {
	for attempt := 1; ; attempt++ {
		err := try()
		if err == nil {
			return nil
		}
		if s.Eng.Classify(err) != engine.Retry || attempt == txAttempts {
			return s.Classify(err)
		}
		// Two that lost to each other must not meet again at the same moment.
		pause := time.Duration(1+rand.IntN(10*attempt)) * time.Millisecond
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func once(ctx context.Context, db *sql.DB, opts *sql.TxOptions, fn func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		if rb := tx.Rollback(); rb != nil && !errors.Is(rb, sql.ErrTxDone) {
			return errors.Join(err, rb)
		}
		return cutOff(ctx, err)
	}
	return cutOff(ctx, tx.Commit())
}

// cutOff is the error of a transaction that database/sql took back because ctx
// ended between two of its calls: sql.ErrTxDone alone does not say why.
func cutOff(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil && errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("%w: %w", ended, err)
	}
	return err
}

// Reader reads by q with the words of the engine.
func (s *DB) Reader(q table.Querier) table.Reader { return table.NewReader(q, s.Eng) }

// SignWith gives the key that signs the heads of organizations from now on. Without one
// they are not signed, of which verify tells.
func (s *DB) SignWith(key ed25519.PrivateKey) { s.Signing.Store(&key) }
