package store

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// Close closes all connections.
func (s *Store) Close() error {
	var err error
	if s.replica != nil {
		err = s.replica.Close()
	}
	return errors.Join(err, s.db.Close())
}

// Engine is "sqlite" or "postgres".
func (s *Store) Engine() string { return s.db.Engine() }

// OneWriter reports whether a transaction that writes waits for all others that do.
func (s *Store) OneWriter() bool { return s.db.OneWriter() }

// JobsDB is the connection pool for the job queue.
func (s *Store) JobsDB() *sql.DB { return s.db.JobsDB() }

// Guards are the guards of batches on this database.
func (s *Store) Guards() database.Guards { return s.db.Guards() }

// BeginSession begins a transaction on a connection of the engine's own.
func (s *Store) BeginSession(ctx context.Context) (engine.Session, error) {
	return s.db.BeginSession(ctx)
}

// Classify gives an error of the database the error of this package that it means; errors.Is
// finds both.
func (s *Store) Classify(err error) error { return s.db.Classify(err) }

// Settled waits until all that can be read now is where a COMMIT puts it: on the synchronous
// standbys too, if there are any. The error is ErrUnavailable.
func (s *Store) Settled(ctx context.Context) error { return s.db.Settled(ctx) }

// Cluster says which servers the database has, and how they are doing. With an error what was
// seen before is there, and what the primary says is not.
func (s *Store) Cluster(ctx context.Context) (engine.Cluster, error) {
	c, err := s.db.Eng.Cluster(ctx)
	if err != nil {
		return c, fmt.Errorf("store: servers: %w", s.db.Classify(err))
	}
	return c, nil
}

// Writable reports whether the database takes what is written: ErrUnavailable, or what says it
// better (ErrFull, ErrDamaged, ErrLost), when it does not, or does not in time.
func (s *Store) Writable(ctx context.Context) error { return s.db.Writable(ctx) }

// CheckFiles looks whether the files of an embedded database are still those that were opened:
// else it is ErrLost, and nothing is written any more.
func (s *Store) CheckFiles(ctx context.Context) error { return s.db.CheckFiles(ctx) }

// Clock returns what asks the database for its time, or nil where the database has no clock of
// its own.
func (s *Store) Clock() func(context.Context) (time.Time, error) { return s.db.Clock() }

// CopyTo copies the database to a file, while it is in use.
func (s *Store) CopyTo(ctx context.Context, path string) error { return s.db.CopyTo(ctx, path) }

// SignWith gives the key that signs the heads of organizations from now on. Without one they
// are not signed, of which verify tells.
func (s *Store) SignWith(key ed25519.PrivateKey) { s.db.SignWith(key) }

// Signs reports whether there is such a key.
func (s *Store) Signs() bool { return s.db.Signing.Load() != nil }

// Snapshot calls fn with one read-only snapshot of the database. It may call fn
// again from the start when the database ended the first snapshot.
func (s *Store) Snapshot(ctx context.Context, fn func(*snapshot.Snapshot) error) error {
	return snapshot.ReadSnapshot(ctx, s.db, fn)
}

// Feed opens what is committed to a SQLite database that was opened with a Replica.
func (s *Store) Feed(ctx context.Context) (*sqlite.Feed, error) { return s.db.Feed(ctx) }
