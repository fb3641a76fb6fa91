package store

import (
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PublicLog returns the public log of an event, or ErrNotFound.
func (v *Snapshot) PublicLog(event string) (*EventLog, error) {
	l, err := table.One(v.ctx, v.q, logTable.Scan, logTable.From()+" where event_id = $1", event)
	return &l, err
}

// LogTile returns the hashes of a tile of it; none where there is no such tile.
func (v *Snapshot) LogTile(event string, level, n int64) ([]byte, error) {
	return tileHashes(v.ctx, v.q, event, level, n)
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
func (v *Snapshot) Included(event string) ([]InstallationEntry, error) {
	return table.All(v.ctx, v.q, installationEntryTable.Scan, installationEntryTable.From()+" where event_id = $1 order by size", event)
}

// Installation returns the log of the installation; before it has begun, an empty one.
func (v *Snapshot) Installation() (SignedTree, error) { return installationTree(v.ctx, v.q) }

// InstallationTile returns the hashes of a tile of it; none where there is no such tile.
func (v *Snapshot) InstallationTile(level, n int64) ([]byte, error) {
	return installationHashes(v.ctx, v.q, level, n)
}

// InstallationTiles returns how many tiles it has.
func (v *Snapshot) InstallationTiles() (int64, error) {
	return table.One(v.ctx, v.q, table.ScanInt, "select count(*) from installation_tiles")
}

// InstallationEntries streams the entries of the log of the installation in order.
func (v *Snapshot) InstallationEntries(fn func(*KeyedEntry) error) error {
	return stream(func(last *KeyedEntry) ([]KeyedEntry, error) {
		after := int64(-1)
		if last != nil {
			after = last.N
		}
		return table.All(v.ctx, v.q, scanKeyed, keyedEntries+" where i.n > $1 order by i.n limit $2", after, pageRows)
	}, fn)
}

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

// LogBundle returns a bundle of the log of an event, or ErrNotFound.
func (v *Snapshot) LogBundle(event string, n int64) (LogBundle, error) {
	return table.One(v.ctx, v.q, logBundleTable.Scan, logBundleText, event, n)
}
