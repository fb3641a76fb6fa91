package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrNoFileCopy: the engine has no single file to copy (PostgreSQL).
var ErrNoFileCopy = errors.New("store: this database is not a file")

// CopyTo writes a consistent copy of an embedded database to a new file while
// the server runs, without holding up writers. The copy is compact, has no
// write-ahead log, and can be opened as it is.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	if s.eng.Name() != "sqlite" {
		return ErrNoFileCopy
	}
	// The jobs pool, because the read pool may not write and the write pool has
	// one connection, which registrations need.
	if _, err := s.eng.Pools().Jobs.ExecContext(ctx, "vacuum into $1", path); err != nil {
		return fmt.Errorf("store: copy: %w", s.Classify(err))
	}
	return nil
}
