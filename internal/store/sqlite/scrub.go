package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// scrubBusyMillis is how long the log waits to be emptied. Nobody can write meanwhile.
const scrubBusyMillis = 50

// Scrub carries the log over into the database file and cuts it to nothing. What was
// deleted is overwritten in the database file by then, because the connections are told
// so (secure_delete); in the log it stands until it is written over, which can take for
// ever.
//
// The greater part is carried over without keeping anybody waiting. The rest, and the
// cut, need a moment in which nobody reads what was before.
func (db *DB) Scrub(ctx context.Context) (clean bool, err error) {
	if err := db.files.err(); err != nil {
		return false, err
	}
	if db.feed != nil {
		return db.feed.Seal(ctx, true)
	}
	pool, err := db.openPool(db.driverName, pool{conns: 1, cacheKB: otherCacheKB, txlock: "deferred", sync: "FULL", busyMillis: scrubBusyMillis})
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if _, err := checkpoint(ctx, pool, "passive"); err != nil {
		return false, err
	}
	return checkpoint(ctx, pool, "truncate")
}

// checkpoint carries over the log, and reports whether it did all of it.
func checkpoint(ctx context.Context, pool *sql.DB, mode string) (all bool, err error) {
	var busy, frames, moved int64
	if err := pool.QueryRowContext(ctx, "pragma wal_checkpoint("+mode+")").Scan(&busy, &frames, &moved); err != nil {
		return false, fmt.Errorf("sqlite: carry the log over: %w", err)
	}
	return busy == 0 && frames == moved, nil
}

// Size counts pages: those that are free are written again before the file grows.
func (*DB) Size() string {
	return "select (p.page_count - f.freelist_count) * z.page_size, p.page_count * z.page_size from pragma_page_count p, pragma_freelist_count f, pragma_page_size z"
}

// Shrink writes the database anew, and then the log into it, which has all of it.
func (*DB) Shrink([]string) []string { return []string{"vacuum", "pragma wal_checkpoint(truncate)"} }
