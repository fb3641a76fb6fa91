package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strconv"
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

const (
	commitText   = "commit"
	rollbackText = "rollback"
)

// session is a transaction on a native connection, many statements to a round
// trip. BEGIN travels with the first of them: while a rush keeps all processors
// busy, each round trip waits for its turn again.
type session struct {
	db    *DB
	conn  *pgxpool.Conn // nil before begin and after the end
	begun bool
	done  bool
	// entered: it counts towards those that have a connection of their own.
	entered bool
}

// enter waits until one more session may have a connection of its own; leave ends it. The
// rest of the pool is for what is committed together.
func (db *DB) enter(ctx context.Context) error {
	select {
	case db.single <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (db *DB) leave() { <-db.single }

// release gives the connection back.
func (s *session) release() {
	if s.conn != nil {
		s.conn.Release() // one that is not idle is dropped by the pool
	}
	if s.entered {
		s.db.leave()
	}
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
	if err := s.db.enter(ctx); err != nil {
		return err
	}
	s.entered = true
	// After a restart of the server all idle connections are dead: try the next
	// until the pool makes a new one. Nothing was answered, so nothing is read twice. A
	// server that only reads has done nothing either, unless it has answered a step.
	for tries := s.db.writePool.Config().MaxConns; ; tries-- {
		conn, err := s.db.writePool.Acquire(ctx)
		if err != nil {
			return err
		}
		s.conn, s.begun = conn, true
		answered, err := s.send(ctx, steps)
		if isReadOnly(err) && len(steps) == 1 {
			answered, tries = false, min(tries, 1) // the pool has no other connection that is old
		}
		if err == nil || answered || tries == 0 || ctx.Err() != nil || !conn.Conn().IsClosed() {
			return err
		}
		conn.Release() // the pool drops it
		s.conn, s.begun = nil, false
	}
}

// send does the steps, after BEGIN if they are the first. answered reports whether
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
		_, err = read(answers, steps)
	}
	// After an error, closing repeats it, and drains what else was sent.
	if closeErr := answers.Close(); err == nil {
		err = closeErr
	}
	return answered, err
}

// read takes the answers to the steps. failed is the one that an error is of, -1 without one.
func read(answers pgx.BatchResults, steps []engine.Step) (failed int, err error) {
	for i := range steps {
		if err := readOne(answers, &steps[i]); err != nil {
			return i, err
		}
	}
	return -1, nil
}

func readOne(answers pgx.BatchResults, st *engine.Step) error {
	if st.Row == nil {
		tag, err := answers.Exec()
		if err == nil && st.Affected != nil {
			*st.Affected += tag.RowsAffected()
		}
		return err
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
	return rows.Err()
}

// Commit is not bound to the caller's context: an answer that is on its way is
// better than not knowing.
func (s *session) Commit(last []engine.Step) (unknown bool, err error) {
	if s.done {
		return false, sql.ErrTxDone
	}
	s.done = true
	defer s.release()
	if s.conn == nil {
		return false, nil // nothing was begun
	}
	if s.conn.Conn().IsClosed() { // COMMIT was not sent
		return false, driver.ErrBadConn
	}
	ctx, cancel := context.WithTimeout(context.Background(), commitTimeout)
	defer cancel()
	if len(last) > 0 {
		_, err = sendAndCommit(ctx, s.conn, nil, last)
	} else {
		err = committed(s.conn.Exec(ctx, commitText, pgx.QueryExecModeSimpleProtocol))
	}
	return commitUnknown(err), err
}

// committed is what the answer to a COMMIT says.
func committed(tag pgconn.CommandTag, err error) error {
	if err == nil && tag.String() != "COMMIT" {
		return pgx.ErrTxCommitRollback // a statement had failed before
	}
	return err
}

// sendAndCommit sends the steps and COMMIT together, behind first, which begin the
// transaction unless it has begun. When a step fails, the server passes over what is behind
// it and says so; every other error comes when the COMMIT may have been done. failed is the
// step that failed, -1: it was none.
func sendAndCommit(ctx context.Context, conn *pgxpool.Conn, first []string, steps []engine.Step) (failed int, err error) {
	var batch pgx.Batch
	for _, text := range first {
		batch.Queue(text)
	}
	for i := range steps {
		batch.Queue(steps[i].SQL, steps[i].Args...)
	}
	batch.Queue(commitText)
	failed = -1
	answers := conn.Conn().SendBatch(ctx, &batch)
	for i := 0; i < len(first) && err == nil; i++ {
		_, err = answers.Exec()
	}
	if err == nil {
		failed, err = read(answers, steps)
	}
	if err == nil {
		err = committed(answers.Exec())
	}
	if closeErr := answers.Close(); err == nil {
		err = closeErr
	}
	return failed, err
}

// CommitAll leaves what is compared between writing and committing to the server.
// Once it has begun it is not bound to the caller's context, like Commit.
func (s *session) CommitAll(ctx context.Context, key string, steps []engine.Step) (unknown bool, err error) {
	if s.done || s.begun {
		return false, sql.ErrTxDone
	}
	s.done = true
	return s.db.commitWhole(ctx, &whole{key: key, steps: checked(steps)})
}

// checked are the steps, each of which fails unless it changes as many rows as it
// must.
func checked(steps []engine.Step) []engine.Step {
	steps = slices.Clone(steps)
	for i := range steps {
		if st := &steps[i]; st.Must != 0 {
			st.SQL, st.Args = mustText(st.SQL, len(st.Args)+1), append(slices.Clip(st.Args), st.Must)
			st.Affected = nil // the answer is one row of a select
		}
	}
	return steps
}

// mustText is a statement that fails, with a division by zero, unless it changes
// as many rows as its argument n says. There is no other way to take back a
// transaction whose COMMIT has been sent already.
func mustText(update string, n int) string {
	return "with changed as (" + update + " returning 1) select 1 / (count(*) = $" + strconv.Itoa(n) + "::bigint)::int from changed"
}

func isMissed(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "22012" // division_by_zero
}

// commitUnknown is false only when the server said that it rolled back. A FATAL
// error, such as a shutdown, may come after the commit was written. What
// pgconn.SafeToRetry says of a COMMIT is not to be trusted: pgx v5.12 reports a
// connection that ended before the answer came as one that was closed before.
func commitUnknown(err error) bool {
	var e *pgconn.PgError
	var unsent pgx.ErrPreprocessingBatch
	switch {
	case err == nil, errors.Is(err, sql.ErrTxDone), errors.Is(err, pgx.ErrTxCommitRollback):
		return false
	case errors.As(err, &unsent): // a statement could not be prepared, before any was sent
		return false
	case errors.As(err, &e):
		return e.SeverityUnlocalized != "ERROR" || lostNode(e)
	}
	return true
}

// isReadOnly reports whether a server refused to write, because it is a standby.
func isReadOnly(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == readOnlyCode
}

// rollbackTimeout bounds a ROLLBACK; a connection that does not answer is closed.
const rollbackTimeout = 5 * time.Second

func (s *session) Rollback() {
	if s.done {
		return
	}
	s.done = true
	defer s.release()
	if s.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rollbackTimeout)
	defer cancel()
	rollback(ctx, s.conn)
}

func rollback(ctx context.Context, conn *pgxpool.Conn) {
	if !conn.Conn().IsClosed() {
		_, _ = conn.Exec(ctx, rollbackText, pgx.QueryExecModeSimpleProtocol) // its failure closes the connection
	}
}
