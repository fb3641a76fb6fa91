package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
)

// LockSchema waits until no other program migrates this database. SQLite has no
// lock that outlasts a transaction, and migrations are many transactions, so
// the lock is an open transaction on an empty file beside the database.
func (db *DB) LockSchema(ctx context.Context) (unlock func(done bool) error, err error) {
	path := db.path + "-migrating"
	name := (&url.URL{Path: path}).EscapedPath()
	lock, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(60000)&_txlock=exclusive")
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	tx, err := lock.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
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
