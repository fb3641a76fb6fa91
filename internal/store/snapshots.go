package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/store/engine"
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

var snapshotTable = table.New("replay_snapshots", new(ReplaySnapshot), func(c *table.Columns, v *ReplaySnapshot) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("seq", &v.Seq)
	c.Number("format", &v.Format)
	c.Blob("row_hash", &v.RowHash)
	c.Blob("delta", &v.Delta)
	c.Blob("sum", &v.Sum)
})

// Snapshots returns the stored snapshots of an event with its audit row up to seq, oldest
// first, after one of them.
func (v *Snapshot) Snapshots(event string, after, seq int64, limit int) ([]ReplaySnapshot, error) {
	return table.All(v.ctx, v.q, snapshotTable.Scan, snapshotTable.From()+" where event_id = $1 and seq > $2 and seq <= $3 order by seq limit $4", event, after, seq, limit)
}

// NewestSnapshot returns the audit row of the newest stored snapshot of an event that is not
// after a row; 0: there is none.
func (v *Snapshot) NewestSnapshot(event string, seq int64) (int64, error) {
	return table.One(v.ctx, v.q, table.ScanInt, "select coalesce(max(seq), 0) from replay_snapshots where event_id = $1 and seq <= $2", event, seq)
}

// RowHash returns the hash of an audit row in the chain of its event; none where there is
// no such row.
func (v *Snapshot) RowHash(event string, seq int64) ([]byte, error) {
	rows, err := auditPage(v.ctx, v.q, event, seq-1, 1)
	if err != nil || len(rows) == 0 || rows[0].Seq != seq {
		return nil, err
	}
	return rows[0].Hash[:], nil
}

// Mentioned calls fn with what audit rows are about, and with what they name beside it, from
// after a row to another; with the same more than once.
func (v *Snapshot) Mentioned(event string, after, to int64, fn func(id string)) error {
	type mention struct {
		seq              int64
		subject, related string
	}
	for after < to {
		rows, err := table.All(v.ctx, v.q, func(r engine.Row, m *mention) error { return r.Scan(&m.seq, &m.subject, &m.related) },
			"select seq, subject, related from audit where event_id = $1 and seq > $2 and seq <= $3 order by seq limit $4", event, after, to, pageRows)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, m := range rows {
			fn(m.subject)
			if m.related != "" {
				fn(m.related)
			}
			after = m.seq
		}
	}
	return nil
}

// BehindSnapshots returns events that have so many audit rows or more since their newest
// stored snapshot, by ID, after one of them.
func (s Logs) BehindSnapshots(ctx context.Context, after string, rows int64, limit int) ([]string, error) {
	list, err := table.All(ctx, s.read, table.ScanText, `select e.id from events e where e.id > $1 and e.seq >= $2
		and e.seq - coalesce((select max(r.seq) from replay_snapshots r where r.event_id = e.id), 0) >= $2 order by e.id limit $3`, after, rows, limit)
	return list, s.Classify(err)
}

// RowsSinceSnapshot returns how many audit rows an event has since its newest stored
// snapshot; of one that is not there, none.
func (s Logs) RowsSinceSnapshot(ctx context.Context, event string) (int64, error) {
	found, err := table.All(ctx, s.read, table.ScanInt,
		"select e.seq - coalesce((select max(r.seq) from replay_snapshots r where r.event_id = e.id), 0) from events e where e.id = $1", event)
	if err != nil || len(found) == 0 {
		return 0, s.Classify(err)
	}
	return found[0], nil
}

// StoreSnapshots deletes the snapshots of an event of rows after one of them, and stores
// others there. Of two that store the same at once, both find it stored.
func (s Logs) StoreSnapshots(ctx context.Context, event string, after int64, list []ReplaySnapshot) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "delete from replay_snapshots where event_id = $1 and seq > $2", event, after); err != nil {
			return err
		}
		for i := range list {
			if _, err := snapshotTable.InsertUnless(ctx, tx, &list[i], snapshotTable.Otherwise); err != nil {
				return err
			}
		}
		return nil
	})
}
