package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	lib "modernc.org/sqlite/lib"
)

// ErrLocked: another process holds the lock.
var ErrLocked = errors.New("sqlite: another process holds the lock")

// Lock takes the lock that a file stands for, or returns ErrLocked. It is a transaction
// on an empty database, which the system takes back when the process ends, however that
// happens.
func Lock(ctx context.Context, path string) (unlock func() error, err error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_txlock=exclusive")
	if err != nil {
		return nil, fmt.Errorf("sqlite: lock: %w", err)
	}
	// The lock outlasts the context of whoever takes it.
	tx, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err == nil {
		return func() error { return errors.Join(tx.Rollback(), db.Close()) }, nil
	}
	var e coded
	if errors.As(err, &e) && e.Code()&0xff == lib.SQLITE_BUSY {
		return nil, errors.Join(ErrLocked, db.Close())
	}
	return nil, errors.Join(fmt.Errorf("sqlite: lock: %w", err), db.Close())
}
