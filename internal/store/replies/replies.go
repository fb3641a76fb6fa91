package replies

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ReplyTo returns what was answered under the name of a key, whatever was asked,
// or ErrNotFound. What it returns is settled.
func (s Replies) ReplyTo(ctx context.Context, k *database.Key) (*database.Reply, error) {
	r, err := table.One(ctx, s.db.Read, func(row engine.Row, r *database.Reply) error {
		r.Key = database.Key{Scope: k.Scope, Caller: k.Caller, Key: k.Key}
		var body []byte
		err := row.Scan(&body, &r.Reply)
		r.Key.BodyHash = table.HashOf(body)
		return err
	}, "select body_hash, reply from idempotency_keys where scope = $1 and caller = $2 and key = $3", k.Scope, k.Caller, k.Key)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &r, s.db.Settled(ctx)
}

// PruneReplies deletes at most limit stored replies from before t, and returns how many.
// The replies of the lines of an unfinished import stay, however old: they keep a line
// from being registered twice when the import continues.
func (s Replies) PruneReplies(ctx context.Context, t inventory.Instant, limit int) (int64, error) {
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		// The condition stands outside too: a reply stored anew in between stays.
		n, err = table.Exec(ctx, tx, `delete from idempotency_keys where (scope, caller, key) in (
			select k.scope, k.caller, k.key from idempotency_keys k where k.created_at < $1 and not exists (
				select 1 from imports i where i.event_id = k.scope and i.id = k.caller and i.state in ('queued', 'running'))
			order by k.created_at limit $2) and created_at < $3`, int64(t), limit, int64(t))
		return err
	})
	return n, err
}

// Replies is what commands with an Idempotency-Key were answered.
type Replies struct{ db *database.DB }

// NewReplies returns Replies on a database.
func NewReplies(db *database.DB) Replies { return Replies{db} }
