package logs

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ReplaySnapshot has how an event stood after an audit row, as what changed since the
// snapshot before it.
type ReplaySnapshot struct {
	EventID string
	Seq     int64
	Format  int64
	RowHash []byte // of the audit row, in the chain
	Delta   []byte // compressed
	Sum     []byte
}

// SnapshotTable describes the table replay_snapshots; a row is one ReplaySnapshot.
var SnapshotTable = table.New("replay_snapshots", new(ReplaySnapshot), func(c *table.Columns, v *ReplaySnapshot) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("seq", &v.Seq)
	c.Number("format", &v.Format)
	c.Blob("row_hash", &v.RowHash)
	c.Blob("delta", &v.Delta)
	c.Blob("sum", &v.Sum)
})

// BehindSnapshots returns events that have so many audit rows or more since their newest
// stored snapshot, by ID, after one of them.
func (s Logs) BehindSnapshots(ctx context.Context, after string, rows int64, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select e.id from events e where e.id > $1 and e.seq >= $2
		and e.seq - coalesce((select max(r.seq) from replay_snapshots r where r.event_id = e.id), 0) >= $2 order by e.id limit $3`, after, rows, limit)
	return list, s.db.Classify(err)
}

// RowsSinceSnapshot returns how many audit rows an event has since its newest stored
// snapshot; of one that is not there, none.
func (s Logs) RowsSinceSnapshot(ctx context.Context, event string) (int64, error) {
	found, err := table.All(ctx, s.db.Read, table.ScanInt,
		"select e.seq - coalesce((select max(r.seq) from replay_snapshots r where r.event_id = e.id), 0) from events e where e.id = $1", event)
	if err != nil || len(found) == 0 {
		return 0, s.db.Classify(err)
	}
	return found[0], nil
}

// StoreSnapshots deletes the snapshots of an event of rows after one of them, and stores
// others there. Of two that store the same at once, both find it stored.
func (s Logs) StoreSnapshots(ctx context.Context, event string, after int64, list []ReplaySnapshot) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "delete from replay_snapshots where event_id = $1 and seq > $2", event, after); err != nil {
			return err
		}
		for i := range list {
			if _, err := SnapshotTable.InsertUnless(ctx, tx, &list[i], SnapshotTable.Otherwise); err != nil {
				return err
			}
		}
		return nil
	})
}
