package sqlite

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/store/placement"
)

// Distribute does nothing: the database is one file.
func (*DB) Distribute(context.Context, []placement.Table) error { return nil }

// Spread is false.
func (*DB) Spread(context.Context) (bool, error) { return false, nil }
