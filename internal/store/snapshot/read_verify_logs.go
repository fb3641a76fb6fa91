package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PublicLog returns the public log of an event, or ErrNotFound.
func (v *Snapshot) PublicLog(event string) (*logs.EventLog, error) {
	l, err := table.One(v.ctx, v.q, logs.LogTable.Scan, logs.LogTable.From()+" where event_id = $1", event)
	return &l, err
}

// LogTile returns the hashes of a tile of it; none where there is no such tile.
func (v *Snapshot) LogTile(event string, level, n int64) ([]byte, error) {
	return logs.TileHashes(v.ctx, v.q, event, level, n)
}

// LogTiles returns how many tiles it has, and how many bundles of entries.
func (v *Snapshot) LogTiles(event string) (tiles, bundles int64, err error) {
	for _, n := range []struct {
		of   string
		into *int64
	}{{"log_tiles", &tiles}, {"log_bundles", &bundles}} {
		if *n.into, err = table.One(v.ctx, v.q, table.ScanInt, "select count(*) from "+n.of+" where event_id = $1", event); err != nil {
			return 0, 0, err
		}
	}
	return tiles, bundles, nil
}

// Included returns the checkpoints of an event that the log of the installation has, by
// their size.
func (v *Snapshot) Included(event string) ([]logs.InstallationEntry, error) {
	return table.All(v.ctx, v.q, logs.InstallationEntryTable.Scan, logs.InstallationEntryTable.From()+" where event_id = $1 order by size", event)
}

// Installation returns the log of the installation; before it has begun, an empty one.
func (v *Snapshot) Installation() (logs.SignedTree, error) { return logs.InstallationTree(v.ctx, v.q) }

// InstallationTile returns the hashes of a tile of it; none where there is no such tile.
func (v *Snapshot) InstallationTile(level, n int64) ([]byte, error) {
	return logs.InstallationHashes(v.ctx, v.q, level, n)
}

// InstallationTiles returns how many tiles it has.
func (v *Snapshot) InstallationTiles() (int64, error) {
	return table.One(v.ctx, v.q, table.ScanInt, "select count(*) from installation_tiles")
}

// InstallationEntries streams the entries of the log of the installation in order.
func (v *Snapshot) InstallationEntries(fn func(*logs.KeyedEntry) error) error {
	return database.Stream(func(last *logs.KeyedEntry) ([]logs.KeyedEntry, error) {
		after := int64(-1)
		if last != nil {
			after = last.N
		}
		return table.All(v.ctx, v.q, logs.ScanKeyed, logs.KeyedEntries+" where i.n > $1 order by i.n limit $2", after, database.PageRows)
	}, fn)
}

// Snapshots returns the stored snapshots of an event with its audit row up to seq, oldest
// first, after one of them.
func (v *Snapshot) Snapshots(event string, after, seq int64, limit int) ([]logs.ReplaySnapshot, error) {
	return table.All(v.ctx, v.q, logs.SnapshotTable.Scan, logs.SnapshotTable.From()+" where event_id = $1 and seq > $2 and seq <= $3 order by seq limit $4", event, after, seq, limit)
}

// NewestSnapshot returns the audit row of the newest stored snapshot of an event that is not
// after a row; 0: there is none.
func (v *Snapshot) NewestSnapshot(event string, seq int64) (int64, error) {
	return table.One(v.ctx, v.q, table.ScanInt, "select coalesce(max(seq), 0) from replay_snapshots where event_id = $1 and seq <= $2", event, seq)
}

// RowHash returns the hash of an audit row in the chain of its event; none where there is
// no such row.
func (v *Snapshot) RowHash(event string, seq int64) ([]byte, error) {
	rows, err := events.AuditPage(v.ctx, v.q, event, seq-1, 1)
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
			"select seq, subject, related from audit where event_id = $1 and seq > $2 and seq <= $3 order by seq limit $4", event, after, to, database.PageRows)
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

// LogBundle returns a bundle of the log of an event, or ErrNotFound.
func (v *Snapshot) LogBundle(event string, n int64) (logs.LogBundle, error) {
	return table.One(v.ctx, v.q, logs.LogBundleTable.Scan, logs.LogBundleText, event, n)
}
