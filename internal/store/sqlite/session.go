package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"

	lib "modernc.org/sqlite/lib"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// session is a transaction on the writer's connection, of its own as far as it can tell:
// see turn. It speaks to the driver below database/sql: statements stay prepared for the
// life of the connection, and arguments and values are passed without a second conversion.
type session struct {
	db     *DB
	turn   *turn // nil before it has begun
	conn   *sql.Conn
	answer <-chan outcome      // of the turn
	args   []driver.NamedValue // reused from statement to statement
	done   bool
}

// stmtCache has the prepared statements of the writer's connection. It is used
// under the connection, of which there is one, and needs no lock.
type stmtCache struct {
	conn  driver.Conn
	stmts map[string]driver.Stmt
}

// Begin waits for nothing yet: the first Run has its turn.
func (db *DB) Begin(context.Context) (engine.Session, error) { return &session{db: db}, nil }

func (s *session) Run(ctx context.Context, steps []engine.Step) error {
	if len(steps) == 0 {
		return nil
	}
	if s.done {
		return sql.ErrTxDone
	}
	if s.turn == nil {
		if err := s.enter(ctx); err != nil {
			return err
		}
	}
	return s.conn.Raw(func(dc any) error {
		for i := range steps {
			if err := s.step(dc.(driver.Conn), &steps[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *session) step(dc driver.Conn, st *engine.Step) error {
	stmt, err := s.db.cache.prepare(dc, st.SQL)
	if err != nil {
		return err
	}
	s.args = s.args[:0]
	for i, a := range st.Args {
		s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	if st.Row == nil {
		res, err := stmt.(driver.StmtExecContext).ExecContext(context.Background(), s.args)
		if err != nil || st.Affected == nil {
			return err
		}
		n, err := res.RowsAffected()
		*st.Affected += n
		return err
	}
	rows, err := stmt.(driver.StmtQueryContext).QueryContext(context.Background(), s.args)
	if err != nil {
		return err
	}
	return errors.Join(eachRow(rows, st.Row), rows.Close())
}

func eachRow(rows driver.Rows, fn func(engine.Row) error) error {
	r := row{make([]driver.Value, len(rows.Columns()))}
	for {
		if err := rows.Next(r.values); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := fn(r); err != nil {
			return err
		}
	}
}

type row struct{ values []driver.Value }

// Scan copies the values; the driver's text and bytes are already Go's own.
func (r row) Scan(dest ...any) error {
	if len(dest) != len(r.values) {
		return fmt.Errorf("sqlite: %d values for %d destinations", len(r.values), len(dest))
	}
	for i, d := range dest {
		if !scan(d, r.values[i]) {
			return fmt.Errorf("sqlite: column %d: cannot scan %T into %T", i, r.values[i], d)
		}
	}
	return nil
}

func scan(dest any, v driver.Value) bool {
	switch d := dest.(type) {
	case *int64:
		n, ok := v.(int64)
		*d = n
		return ok
	case *int:
		n, ok := v.(int64)
		*d = int(n)
		return ok
	case *bool:
		n, ok := v.(int64)
		*d = n != 0
		return ok
	case *string:
		t, ok := v.(string)
		*d = t
		return ok
	case *[]byte:
		if t, ok := v.(string); ok { // text stored in a column without affinity
			*d = []byte(t)
			return true
		}
		b, ok := v.([]byte)
		*d = b
		return ok
	}
	return false
}

func (c *stmtCache) prepare(dc driver.Conn, text string) (driver.Stmt, error) {
	if c.conn != dc {
		// The pool made a new connection; the statements died with the old one.
		c.conn, c.stmts = dc, map[string]driver.Stmt{}
	}
	if st, ok := c.stmts[text]; ok {
		return st, nil
	}
	st, err := dc.(driver.ConnPrepareContext).PrepareContext(context.Background(), text)
	if err != nil {
		return nil, err
	}
	c.stmts[text] = st
	return st, nil
}

// closeWait is how long Close waits for a batch that is still open.
const closeWait = 2 * time.Second

// closeStmts ends the cached statements, without which the connection would
// not close and the log would not be folded into the file.
func (db *DB) closeStmts() error {
	if db.write == nil || db.cache.stmts == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("sqlite: close: a batch is still open: %w", err)
	}
	err = conn.Raw(func(dc any) error { return db.cache.closeAll(dc.(driver.Conn)) })
	return errors.Join(err, conn.Close())
}

// closeAll ends the statements of dc, the writer's connection.
func (c *stmtCache) closeAll(dc driver.Conn) error {
	if c.conn != dc {
		return nil
	}
	var errs []error
	for _, st := range c.stmts {
		errs = append(errs, st.Close())
	}
	*c = stmtCache{}
	return errors.Join(errs...)
}

func (s *session) Commit(last []engine.Step) (unknown bool, err error) {
	if s.done {
		return false, sql.ErrTxDone
	}
	if err := s.Run(context.Background(), last); err != nil {
		return false, err
	}
	s.done = true
	if s.turn == nil {
		return false, nil // nothing was begun
	}
	s.turn.over <- true
	out := <-s.answer
	if out.err != nil {
		return out.unknown, out.err
	}
	// Others have their turns meanwhile, and what they commit is shipped with the next entry.
	_, err = s.db.Shipped(context.Background())
	return err != nil, err
}

// commitUnknown is true for a failed write or fsync: the frames of the
// transaction may be whole in the log, and a later recovery would find them.
func commitUnknown(err error) bool {
	var e coded
	if !errors.As(err, &e) {
		return err != nil && !errors.Is(err, sql.ErrTxDone)
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_CONSTRAINT:
		return false
	}
	return true
}

func (s *session) Rollback() {
	if s.done {
		return
	}
	s.done = true
	if s.turn != nil {
		s.turn.over <- false
		<-s.turn.back
	}
}
