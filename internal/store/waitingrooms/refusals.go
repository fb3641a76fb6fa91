package waitingrooms

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RefusalCount is how often one server has refused people at an event for a reason.
type RefusalCount struct {
	// Server is its name; "": all that have ended, together.
	Server  string
	Code    string // of the problem that they were answered with
	Refused int64
	FirstAt inventory.Instant
	// LatestAt is when the last of them was.
	LatestAt inventory.Instant
	// Additions is the number of the addition by which the server has added last: one that is made
	// again, because nobody knows whether it was committed, adds nothing.
	Additions int64
}

// RefusalCountTable describes the table refusal_counts; a row is one RefusalCount.
var RefusalCountTable = table.NewIn("refusal_counts", "event_id", new(RefusalCount), func(c *table.Columns, v *RefusalCount) {
	c.Key("server", &v.Server)
	c.Key("code", &v.Code)
	c.Number("refused", &v.Refused)
	c.Number("first_at", (*int64)(&v.FirstAt))
	c.Number("latest_at", (*int64)(&v.LatestAt))
	c.Number("additions", &v.Additions)
})

const refusalColumns = "insert into refusal_counts (event_id, server, code, refused, first_at, latest_at, additions) "

// AddRefusals adds to what servers have counted of an event, each count by the number of its
// addition. The error is events.ErrElsewhere of an event that lives in another cell.
func (s WaitingRooms) AddRefusals(ctx context.Context, event string, counts []RefusalCount) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for i := range counts {
			c := &counts[i]
			if _, err := table.Exec(ctx, tx, refusalColumns+`values ($1, $2, $3, $4, $5, $6, $7) on conflict (event_id, server, code) do update set
				refused = refusal_counts.refused + excluded.refused, latest_at = excluded.latest_at, additions = excluded.additions
				where refusal_counts.additions < excluded.additions`,
				event, c.Server, c.Code, c.Refused, int64(c.FirstAt), int64(c.LatestAt), c.Additions); err != nil {
				return err
			}
		}
		return events.Lives(ctx, tx, event)
	})
}

// EndRefusals puts what a server has counted of an event, which has ended, to that of those that ended
// before.
func (s WaitingRooms) EndRefusals(ctx context.Context, event, server string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, refusalColumns+`select event_id, '', code, refused, first_at, latest_at, 0 from refusal_counts where event_id = $1 and server = $2
			on conflict (event_id, server, code) do update set refused = refusal_counts.refused + excluded.refused,
			first_at = case when excluded.first_at < refusal_counts.first_at then excluded.first_at else refusal_counts.first_at end,
			latest_at = case when excluded.latest_at > refusal_counts.latest_at then excluded.latest_at else refusal_counts.latest_at end`, event, server); err != nil {
			return err
		}
		_, err := table.Exec(ctx, tx, "delete from refusal_counts where event_id = $1 and server = $2", event, server)
		return err
	})
}

// Refusals returns what servers have counted of an event, at most limit rows.
func (s WaitingRooms) Refusals(ctx context.Context, event string, limit int) ([]RefusalCount, error) {
	list, err := table.All(ctx, s.db.Read, RefusalCountTable.Scan, RefusalCountTable.From()+" where event_id = $1 order by server, code limit $2", event, limit)
	return list, s.db.Classify(err)
}
