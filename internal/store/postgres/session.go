package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// commitTimeout bounds the wait for the answer to a COMMIT: then it is unknown.
const commitTimeout = 30 * time.Second

// beginText states the isolation, whatever the server's default is: a statement
// after the lock must see what the batch before has written.
const beginText = "begin isolation level read committed"

const commitText = "commit"

// session is a transaction on a native connection, many statements to a round
// trip. BEGIN travels with the first of them: while a rush keeps all processors
// busy, each round trip waits for its turn again.
type session struct {
	db    *DB
	conn  *pgxpool.Conn // nil before begin and after the end
	begun bool
	done  bool
}

// Begin takes no connection yet: the first Run does.
func (db *DB) Begin(context.Context) (engine.Session, error) { return &session{db: db}, nil }

func (s *session) Run(ctx context.Context, steps []engine.Step) error {
	if len(steps) == 0 {
		return nil
	}
	if s.done {
		return sql.ErrTxDone
	}
	if s.begun {
		_, err := s.send(ctx, steps)
		return err
	}
	// After a restart of the server all idle connections are dead: try the next
	// until the pool makes a new one. Nothing was answered, so nothing is read twice.
	for tries := s.db.writePool.Config().MaxConns; ; tries-- {
		conn, err := s.db.writePool.Acquire(ctx)
		if err != nil {
			return err
		}
		s.conn, s.begun = conn, true
		answered, err := s.send(ctx, steps)
		if err == nil || answered || tries == 0 || ctx.Err() != nil || !conn.Conn().IsClosed() {
			return err
		}
		conn.Release() // the pool drops it
		s.conn, s.begun = nil, false
	}
}

// send does the steps, after BEGIN if they are the first. answered says whether
// the server has answered anything.
func (s *session) send(ctx context.Context, steps []engine.Step) (answered bool, err error) {
	var batch pgx.Batch
	first := s.conn.Conn().PgConn().TxStatus() == 'I'
	if first {
		batch.Queue(beginText)
	}
	for i := range steps {
		batch.Queue(steps[i].SQL, steps[i].Args...)
	}
	answers := s.conn.Conn().SendBatch(ctx, &batch)
	if first {
		_, err = answers.Exec()
		answered = err == nil
	}
	if err == nil {
		err = read(answers, steps)
	}
	// After an error, closing repeats it, and drains what else was sent.
	if closeErr := answers.Close(); err == nil {
		err = closeErr
	}
	return answered, err
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

// Commit is not bound to the caller's context: an answer that is on its way is
// better than not knowing.
func (s *session) Commit(last []engine.Step) (unknown bool, err error) {
	if s.done {
		return false, sql.ErrTxDone
	}
	s.done = true
	if s.conn == nil {
		return false, nil // nothing was begun
	}
	defer s.conn.Release()
	if s.conn.Conn().IsClosed() { // COMMIT was not sent
		return false, driver.ErrBadConn
	}
	ctx, cancel := context.WithTimeout(context.Background(), commitTimeout)
	defer cancel()
	var tag pgconn.CommandTag
	if len(last) > 0 {
		tag, err = s.commitWith(ctx, last)
	} else {
		tag, err = s.conn.Exec(ctx, commitText, pgx.QueryExecModeSimpleProtocol)
	}
	if err == nil && tag.String() != "COMMIT" {
		err = pgx.ErrTxCommitRollback // a statement had failed before
	}
	return commitUnknown(err), err
}

// commitWith sends the steps and COMMIT together. When a step fails, the server
// passes over what is behind it and says so; every other error comes when the
// COMMIT may have been done.
func (s *session) commitWith(ctx context.Context, last []engine.Step) (tag pgconn.CommandTag, err error) {
	var batch pgx.Batch
	for i := range last {
		batch.Queue(last[i].SQL, last[i].Args...)
	}
	batch.Queue(commitText)
	answers := s.conn.Conn().SendBatch(ctx, &batch)
	if err = read(answers, last); err == nil {
		tag, err = answers.Exec()
	}
	if closeErr := answers.Close(); err == nil {
		err = closeErr
	}
	return tag, err
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

// rollbackTimeout bounds a ROLLBACK; a connection that does not answer is closed.
const rollbackTimeout = 5 * time.Second

func (s *session) Rollback() {
	if s.done {
		return
	}
	s.done = true
	if s.conn == nil {
		return
	}
	defer s.conn.Release() // a connection that is not idle is dropped by the pool
	if s.conn.Conn().IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rollbackTimeout)
	defer cancel()
	_, _ = s.conn.Exec(ctx, "rollback", pgx.QueryExecModeSimpleProtocol) // its failure closes the connection
}
