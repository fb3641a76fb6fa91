package organizations

import (
	"context"
	"database/sql"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// backup is when a copy of the database was made last, by what it is: where to is nobody's business
// but the operator's.
type backup struct {
	Kind   string
	MadeAt inventory.Instant
}

// BackupTable describes the table backups; a row is one backup.
var BackupTable = table.New("backups", new(backup), func(c *table.Columns, v *backup) {
	c.Key("kind", &v.Kind)
	c.Number("made_at", (*int64)(&v.MadeAt))
})

// Newest is what is known of the newest backup.
type Newest struct {
	// Kind is what it is, sqlite_file or pg_dump, and MadeAt when it was complete; empty and 0: there
	// is none.
	Kind   string
	MadeAt inventory.Instant
	// Began is when the first key of the installation was made; 0: not yet.
	Began inventory.Instant
}

// Age is how old the newest backup is, or the installation, if there is none; 0 before it has begun.
func (n Newest) Age(now time.Time) time.Duration {
	since := n.MadeAt
	if since == 0 {
		since = n.Began
	}
	if since == 0 {
		return 0
	}
	return max(0, now.Sub(since.Time()))
}

// Note notes that a backup of a kind is complete.
func (s Backups) Note(ctx context.Context, kind string, at inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := BackupTable.InsertUnless(ctx, tx, &backup{kind, at}, " on conflict (kind) do update set made_at = excluded.made_at")
		return err
	})
}

// Newest returns what is known of the newest backup. A restored database knows of those that were
// made before the one that it is.
func (s Backups) Newest(ctx context.Context) (Newest, error) {
	n, err := table.One(ctx, s.db.Read, func(r engine.Row, n *Newest) error {
		return r.Scan(&n.Kind, (*int64)(&n.MadeAt), (*int64)(&n.Began))
	}, `select coalesce((select kind from backups order by made_at desc limit 1), ''), coalesce((select max(made_at) from backups), 0), coalesce((select min(created_at) from server_keys), 0)`)
	return n, s.db.Classify(err)
}

// Backups is what is known of copies of the database.
type Backups struct{ db *database.DB }

// NewBackups returns Backups on a database.
func NewBackups(db *database.DB) Backups { return Backups{db} }
