package store

import "github.com/holdfast-events/holdfast/internal/store/table"

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
