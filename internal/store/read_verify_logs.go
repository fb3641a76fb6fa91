package store

// PublicLog returns the public log of an event, or ErrNotFound.
func (v *Snapshot) PublicLog(event string) (*EventLog, error) {
	l, err := one(v.ctx, v.q, logTable.scan, logTable.from()+" where event_id = $1", event)
	return &l, err
}

// LogTile returns the hashes of a tile of it; none where there is no such tile.
func (v *Snapshot) LogTile(event string, level, n int64) ([]byte, error) {
	return tileHashes(v.ctx, v.q, event, level, n)
}

// LogTiles returns how many tiles it has.
func (v *Snapshot) LogTiles(event string) (int64, error) {
	return one(v.ctx, v.q, scanInt, "select count(*) from log_tiles where event_id = $1", event)
}
