package homes

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Home is the lease of a server on an event.
type Home struct {
	EventID string
	Server  string // a new name each time a server starts
	Address string // HOST:PORT at which other servers reach it
	Until   inventory.Instant
}

// HomeTable describes the table event_homes; a row is one Home.
var HomeTable = table.New("event_homes", new(Home), func(c *table.Columns, v *Home) {
	c.Key("event_id", &v.EventID)
	c.Changes(3)
	c.Text("server", &v.Server)
	c.Text("address", &v.Address)
	c.Number("until", (*int64)(&v.Until))
})

// Take leases an event to wanted.Server until wanted.Until, unless another server has it at
// now, and returns who has it then.
func (s Homes) Take(ctx context.Context, wanted Home, now inventory.Instant) (has Home, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, `insert into event_homes (event_id, server, address, until) values ($1, $2, $3, $4)
			on conflict (event_id) do update set server = excluded.server, address = excluded.address, until = excluded.until
			where event_homes.server = excluded.server or event_homes.until < $5`,
			wanted.EventID, wanted.Server, wanted.Address, int64(wanted.Until), int64(now)); err != nil {
			return err
		}
		has, err = table.One(ctx, tx, HomeTable.Scan, HomeTable.From()+" where event_id = $1", wanted.EventID)
		return err
	})
	return has, err
}

// Leave ends all leases of a server.
func (s Homes) Leave(ctx context.Context, server string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from event_homes where server = $1", server)
		return err
	})
}

// Prune deletes at most limit leases that had ended before, and returns how many.
func (s Homes) Prune(ctx context.Context, before inventory.Instant, limit int) (deleted int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		deleted, err = table.Exec(ctx, tx, "delete from event_homes where event_id in (select event_id from event_homes where until < $1 limit $2)", int64(before), limit)
		return err
	})
	return deleted, err
}

// Homes is which server writes events that several are asked about.
type Homes struct{ db *database.DB }

// NewHomes returns Homes on a database.
func NewHomes(db *database.DB) Homes { return Homes{db} }
