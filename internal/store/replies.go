package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// PruneReplies deletes stored replies made before t, at most limit, and returns how many.
func (s *Store) PruneReplies(ctx context.Context, t inventory.Instant, limit int) (int64, error) {
	var n int64
	err := s.withTx(ctx, func(tx *sql.Tx) (err error) {
		// The condition stands outside too: a reply stored anew in between stays.
		n, err = exec(ctx, tx, `delete from idempotency_keys where (scope, caller, key) in (
			select scope, caller, key from idempotency_keys where created_at < $1 order by created_at limit $2
			) and created_at < $1`, int64(t), limit)
		return err
	})
	return n, err
}
