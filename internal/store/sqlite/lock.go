package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	lib "modernc.org/sqlite/lib"
)

// LockSchema waits until no other program migrates this database. SQLite has no
// lock that outlasts a transaction, and migrations are many transactions, so
// the lock is an open transaction on an empty file beside the database.
func (db *DB) LockSchema(ctx context.Context) (unlock func(done bool) error, err error) {
	path := db.path + "-migrating"
	lock, tx, err := lockFile(ctx, path)
	// A process that waited for a file that was then removed is told about an I/O error, and
	// takes the lock on a new file.
	for ; err != nil && ctx.Err() == nil && gone(err); lock, tx, err = lockFile(ctx, path) {
	}
	if err != nil {
		return nil, err
	}
	return func(done bool) error {
		err := errors.Join(tx.Rollback(), lock.Close())
		// Who still waits for the file that is removed finds the work done. After
		// a failure the file stays, so that all who wait go on one by one.
		if done {
			if gone := os.Remove(path); !errors.Is(gone, os.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
		return err
	}, nil
}

func lockFile(ctx context.Context, path string) (*sql.DB, *sql.Tx, error) {
	name := (&url.URL{Path: path}).EscapedPath()
	lock, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(60000)&_txlock=exclusive")
	if err != nil {
		return nil, nil, fmt.Errorf("sqlite: %w", err)
	}
	tx, err := lock.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	return lock, tx, nil
}

func gone(err error) bool {
	var e coded
	return errors.As(err, &e) && e.Code() == lib.SQLITE_IOERR_FSTAT
}
