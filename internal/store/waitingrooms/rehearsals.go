package waitingrooms

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
	"github.com/holdfast-events/holdfast/internal/store/sqlite"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ErrLocked: another process holds the lock.
var ErrLocked = sqlite.ErrLocked

// Lock takes the lock that a file stands for, or returns ErrLocked. The system takes it
// back when the process ends, however that happens.
func Lock(ctx context.Context, path string) (unlock func() error, err error) {
	return sqlite.Lock(ctx, path)
}

// CreateDatabase creates an empty database in the cluster of a PostgreSQL database, and
// returns its URL.
func CreateDatabase(ctx context.Context, url, name string) (string, error) {
	if err := clustered(url); err != nil {
		return "", err
	}
	return postgres.CreateDatabase(ctx, url, name)
}

// FreeConnections returns how many more connections the cluster of a PostgreSQL database
// takes.
func FreeConnections(ctx context.Context, url string) (int64, error) {
	if err := clustered(url); err != nil {
		return 0, err
	}
	return postgres.FreeConnections(ctx, url)
}

// DropDatabase drops a database in the cluster of a PostgreSQL database, with whatever
// is connected to it. That there is none is not an error.
func DropDatabase(ctx context.Context, url, name string) error {
	if err := clustered(url); err != nil {
		return err
	}
	return postgres.DropDatabase(ctx, url, name)
}

// errNoCluster: the database is none that others can stand beside.
var errNoCluster = errors.New("store: only PostgreSQL has databases beside each other")

func clustered(url string) error {
	if scheme, _, _ := strings.Cut(url, ":"); scheme != "postgres" && scheme != "postgresql" {
		return errNoCluster
	}
	return nil
}

// Crowded returns published events that have not ended at now, with an id greater than
// after: those that have a waiting room, and those of which a tier's sale starts or units
// are released between from and until.
func (s Rehearsals) Crowded(ctx context.Context, now, from, until inventory.Instant, after string, limit int) ([]events.EventView, error) {
	var views []events.EventView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		records, err := table.All(ctx, tx, events.EventTable.Scan, "select "+events.EventTable.Columns+` from events
			where status = 'published' and ends_at > $1 and id > $2
			and (settings like '%"onsale":{"mode":%' or id in (select event_id from tiers where sale_starts_at between $3 and $4)
				or due_at between 1 and $4 and exists (select 1 from holds h where h.event_id = events.id and h.kind = 'block' and h.expires_at > 0
					and h.state = 'held' and h.expires_at between $3 and $4))
			order by id limit $5`, int64(now), after, int64(from), int64(until), limit)
		if err != nil {
			return err
		}
		views, err = events.EventViews(ctx, tx, records)
		return err
	})
	return views, err
}
