package events

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// WaitlistReturns are how units have come back to those who wait for a tier: Times of them were
// offered or given Units in all, since a time. The zero value: nobody has ever waited.
type WaitlistReturns struct {
	Since        inventory.Instant
	Times, Units int64
}

// lastGone is how many of those who left a waitlist last are looked at.
const lastGone = 100

// gone is somebody who waited, and what became of that.
type gone struct {
	at, units int64
	to        string
}

// Returns returns how units of a tier came back lately, from those who left its waitlist last,
// lastGone of them: what it reads does not grow with the event.
func (s Waitlist) Returns(ctx context.Context, event, tier string) (r WaitlistReturns, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list, err := table.All(ctx, tx, func(r engine.Row, g *gone) error { return r.Scan(&g.at, &g.units, &g.to) }, returnsSQL, event, tier, lastGone)
		if err != nil {
			return err
		}
		r = WaitlistReturns{}
		for _, g := range list {
			if g.to == string(inventory.EntryOffered) || g.to == string(inventory.EntryAccepted) {
				r.Times, r.Units = r.Times+1, r.Units+g.units
			}
		}
		if len(list) == lastGone {
			r.Since = inventory.Instant(list[lastGone-1].at)
			return nil
		}
		first, err := table.One(ctx, tx, table.ScanInt, "select joined_at from waitlist_entries where event_id = $1 and join_no >= 0 order by join_no limit 1", event)
		if errors.Is(err, database.ErrNotFound) {
			return nil
		}
		r.Since = inventory.Instant(first)
		return err
	})
	return r, err
}

var returnsSQL = `select a.at, g.units, a.state_to from (select left_seq, units from waitlist_entries
	where event_id = $1 and tier_id = $2 and left_seq > 0 order by left_seq desc limit $3) g
	cross join audit a where a.event_id = $1 and a.seq = g.left_seq
	order by g.left_seq desc`
