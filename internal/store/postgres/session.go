package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// commitTimeout bounds the wait for the answer to a COMMIT: then it is unknown.
const commitTimeout = 30 * time.Second

// session is a transaction begun by database/sql, whose statements go to the
// native connection below it, many to a round trip. The job queue writes in the
// same transaction through Tx.
type session struct {
	conn   *sql.Conn
	tx     *sql.Tx
	cancel context.CancelFunc // of the transaction's context
	done   bool
}

// Begin takes a connection and begins. After a restart of the server all idle
// connections are dead; it tries the next until the pool makes a new one.
func (db *DB) Begin(ctx context.Context) (engine.Session, error) {
	for tries := db.writePool.Config().MaxConns; ; tries-- {
		s, err := db.begin(ctx)
		if err == nil || tries == 0 || ctx.Err() != nil || !errors.Is(err, errBegin) || classify(err) != engine.Unavailable {
			return s, err
		}
	}
}

// errBegin: there was a connection, but it could not begin.
var errBegin = errors.New("postgres: begin")

func (db *DB) begin(ctx context.Context) (engine.Session, error) {
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return nil, err
	}
	// The transaction outlives ctx: database/sql would roll it back on its own,
	// also in the middle of a COMMIT. Each statement still has its ctx.
	long, cancel := context.WithCancel(context.WithoutCancel(ctx))
	// Read committed, whatever the server's default is: a statement after the
	// lock must see what the batch before has written.
	tx, err := conn.BeginTx(long, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		cancel()
		return nil, errors.Join(fmt.Errorf("%w: %w", errBegin, err), conn.Close())
	}
	return &session{conn: conn, tx: tx, cancel: cancel}, nil
}

func (s *session) Tx() *sql.Tx { return s.tx }

func (s *session) Run(ctx context.Context, steps []engine.Step) error {
	if len(steps) == 0 {
		return nil
	}
	return s.conn.Raw(func(dc any) error {
		var batch pgx.Batch
		for i := range steps {
			batch.Queue(steps[i].SQL, steps[i].Args...)
		}
		answers := dc.(*stdlib.Conn).Conn().SendBatch(ctx, &batch)
		err := read(answers, steps)
		// After an error, closing repeats it, and drains what else was sent.
		if closeErr := answers.Close(); err == nil {
			err = closeErr
		}
		return err
	})
}

func read(answers pgx.BatchResults, steps []engine.Step) error {
	for i := range steps {
		st := &steps[i]
		if st.Row == nil {
			tag, err := answers.Exec()
			if err != nil {
				return err
			}
			if st.Affected != nil {
				*st.Affected += tag.RowsAffected()
			}
			continue
		}
		rows, err := answers.Query()
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := st.Row(rows); err != nil {
				rows.Close()
				return err
			}
		}
		rows.Close()
		if err := rows.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) Commit() (unknown bool, err error) {
	if s.done {
		return false, sql.ErrTxDone
	}
	s.done = true
	defer s.cancel()
	if s.closed() { // COMMIT was not sent
		return false, errors.Join(driver.ErrBadConn, s.conn.Close())
	}
	timer := time.AfterFunc(commitTimeout, s.cancel)
	defer timer.Stop()
	err = s.tx.Commit()
	return commitUnknown(err), errors.Join(err, s.conn.Close())
}

func (s *session) closed() (closed bool) {
	err := s.conn.Raw(func(dc any) error {
		closed = dc.(*stdlib.Conn).Conn().IsClosed()
		return nil
	})
	return closed || err != nil
}

// commitUnknown is false only when the server said that it rolled back. A FATAL
// error, such as a shutdown, may come after the commit was written. What
// pgconn.SafeToRetry says of a COMMIT is not to be trusted: pgx v5.12 reports a
// connection that ended before the answer came as one that was closed before.
func commitUnknown(err error) bool {
	var e *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, sql.ErrTxDone), errors.Is(err, pgx.ErrTxCommitRollback):
		return false
	case errors.As(err, &e):
		return e.SeverityUnlocalized != "ERROR"
	}
	return true
}

func (s *session) Rollback() {
	if s.done {
		return
	}
	s.done = true
	_ = s.tx.Rollback() // a connection that cannot roll back is dropped by the pool
	s.cancel()
	_ = s.conn.Close() // returns the connection to the pool; fails only when it is gone
}
