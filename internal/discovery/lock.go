package discovery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// errLocked: another process uses the file.
var errLocked = errors.New("discovery: another server uses this index")

// lock keeps other processes from a file of the index. It is the lock of an empty
// database of SQLite's beside it, which the system takes back when the process ends,
// however that happens.
type lock struct {
	db   *sql.DB
	conn *sql.Conn
}

// lockFor takes the lock of a file, or returns errLocked.
func lockFor(ctx context.Context, path string) (*lock, error) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path + ".lock"}).EscapedPath()}).String())
	if err != nil {
		return nil, fmt.Errorf("discovery: lock: %w", err)
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "begin exclusive")
	}
	if err == nil {
		return &lock{db, conn}, nil
	}
	if e := new(sqlite.Error); errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
		err = errLocked
	} else {
		err = fmt.Errorf("discovery: lock: %w", err)
	}
	if conn != nil {
		err = errors.Join(err, conn.Close())
	}
	return nil, errors.Join(err, db.Close())
}

// free gives the lock back. What it is on stays.
func (l *lock) free() error { return errors.Join(l.conn.Close(), l.db.Close()) }
