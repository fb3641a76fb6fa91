package postgres

import (
	"context"
	"errors"
)

// schemaLock is the advisory lock that a program holds while it migrates: the
// letters "holdfast" as a number.
const schemaLock = 0x686f6c6466617374

// LockSchema waits until no other program migrates this database. The lock ends
// with unlock, or with the connection.
func (db *DB) LockSchema(ctx context.Context) (unlock func(done bool) error, err error) {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "select pg_advisory_lock($1)", int64(schemaLock)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return func(bool) error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", int64(schemaLock))
		return errors.Join(err, conn.Close())
	}, nil
}
