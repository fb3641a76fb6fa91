package database

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// ErrNoFileCopy: the engine has no single file to copy (PostgreSQL).
var ErrNoFileCopy = errors.New("store: this database is not a file")

// CopyTo writes a consistent copy of an embedded database to a new file while
// the server runs, without holding up writers. The copy is compact, has no
// write-ahead log, and can be opened as it is.
func (s *DB) CopyTo(ctx context.Context, path string) error {
	if s.Eng.Name() != "sqlite" {
		return ErrNoFileCopy
	}
	// The jobs pool, because the read pool may not write and the write pool has
	// one connection, which registrations need.
	if _, err := s.Eng.Pools().Jobs.ExecContext(ctx, "vacuum into $1", path); err != nil {
		return fmt.Errorf("store: copy: %w", s.Classify(err))
	}
	return nil
}

// Feed opens what is committed to a SQLite database that was opened with a Replica.
func (s *DB) Feed(ctx context.Context) (*sqlite.Feed, error) {
	db, ok := s.Eng.(*sqlite.DB)
	if !ok {
		return nil, errors.New("store: only SQLite is replicated by Holdfast; PostgreSQL does that itself")
	}
	f, err := db.Feed(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: feed: %w", s.Classify(err))
	}
	return f, nil
}
