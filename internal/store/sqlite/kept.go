package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"regexp"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Bounds of what a connection keeps.
const (
	keptStatements = 192
	keptLength     = 4096 // bytes of a text; longer ones are rare, and lists of their own
)

// keeper opens connections that keep the statements they have prepared. The
// driver prepares a text anew at each call, which for the short statements that
// make up nearly all of the work costs several times what running them does. The
// driver of PostgreSQL keeps them by itself.
type keeper struct {
	driver driver.Driver
	dsn    string
	pool   pool
	files  *files
	// replica refuses what is written while it has to have it and cannot; nil: there is none.
	replica engine.Replica
}

// Connect opens a connection.
func (k keeper) Connect(context.Context) (driver.Conn, error) {
	// A new connection would make the file anew that was deleted, and see another
	// database than those that are open. So the files are looked at now: what the last
	// look found may be older than the deletion.
	if err := k.files.look(); err != nil {
		return nil, err
	}
	c, err := k.driver.Open(k.dsn)
	if err != nil {
		return nil, err
	}
	return &keptConn{Conn: c, byText: map[string]*kept{}, pool: k.pool, files: k.files, replica: k.replica}, nil
}

// Driver is the driver below.
func (k keeper) Driver() driver.Driver { return k.driver }

// keptConn is a connection, used by one goroutine at a time.
type keptConn struct {
	driver.Conn
	byText map[string]*kept
	pool   pool
	files  *files
	// replica is the keeper's.
	replica engine.Replica
}

// kept is a statement that stays prepared. It is busy while its rows are read:
// then the same text needs another one.
type kept struct {
	stmt driver.Stmt
	busy bool
}

// keeps reports whether a text is worth keeping: one statement that reads or writes
// rows. The rest (pragmas, migrations, scripts) runs once.
func keeps(text string) bool {
	if len(text) > keptLength {
		return false
	}
	body := strings.TrimSpace(text)
	for strings.HasPrefix(body, "--") { // the queue begins its texts with their names
		_, rest, _ := strings.Cut(body, "\n")
		body = strings.TrimSpace(rest)
	}
	end := strings.IndexAny(body, " \t\r\n(")
	if end < 0 || strings.Contains(body, ";") {
		return false
	}
	switch strings.ToLower(body[:end]) {
	case "select", "insert", "update", "delete", "with":
		return true
	}
	return false
}

// limits finds a limit that is an argument.
var limits = regexp.MustCompile(`(?i)\blimit (\$\d+)`)

// steady returns a text whose plan is the same for all arguments. SQLite plans a limit by
// its value, and so prepares the statement anew each time that it gets one, which
// takes longer than most of them run; of a sum it knows no value.
func steady(text string) string { return limits.ReplaceAllString(text, "limit ${1} + 0") }

// get returns the kept statement of a text, nil when it is not available.
func (c *keptConn) get(ctx context.Context, text string) (*kept, error) {
	if k := c.byText[text]; k != nil {
		if k.busy {
			return nil, nil
		}
		return k, nil
	}
	if !keeps(text) {
		return nil, nil
	}
	st, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, steady(text))
	if err != nil {
		return nil, err
	}
	c.makeRoom()
	k := &kept{stmt: st}
	c.byText[text] = k
	return k, nil
}

// makeRoom drops any of the statements when there are too many: which one does
// not matter, for our texts are fewer.
func (c *keptConn) makeRoom() {
	for text, k := range c.byText {
		if len(c.byText) < keptStatements {
			return
		}
		if !k.busy {
			c.drop(text)
		}
	}
}

// drop forgets a statement. One that failed is not used again: the error was
// told already, and to prepare it anew costs little.
func (c *keptConn) drop(text string) {
	if k := c.byText[text]; k != nil {
		_ = k.stmt.Close()
		delete(c.byText, text)
	}
}

// ExecContext runs a text, prepared the first time.
func (c *keptConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	k, err := c.get(ctx, text)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return c.Conn.(driver.ExecerContext).ExecContext(ctx, text, args)
	}
	done, err := k.stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	if err != nil {
		c.drop(text)
	}
	return done, err
}

// QueryContext runs a text, prepared the first time.
func (c *keptConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	k, err := c.get(ctx, text)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return c.Conn.(driver.QueryerContext).QueryContext(ctx, text, args)
	}
	rows, err := k.stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		c.drop(text)
		return nil, err
	}
	k.busy = true
	return &keptRows{Rows: rows, of: k}, nil
}

// keptRows are the rows of a kept statement, which is free again when they are
// closed.
type keptRows struct {
	driver.Rows
	of *kept
}

// Close ends the reading.
func (r *keptRows) Close() error {
	r.of.busy = false
	return r.Rows.Close()
}

// PrepareContext prepares a statement that its caller keeps.
func (c *keptConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	return c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
}

// BeginTx begins a transaction: none that writes, once a file is lost.
func (c *keptConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if c.pool.guard {
		c.files.check(c.Conn)
	}
	if err := c.files.err(); err != nil && !c.pool.readOnly {
		return nil, err
	}
	if c.pool.guard && c.replica != nil {
		if err := c.replica.Refuse(); err != nil {
			return nil, err
		}
	}
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
	if err != nil || !c.pool.guard {
		return tx, err
	}
	return guardedTx{tx, c}, nil
}

// guardedTx is a transaction whose commit counts only in the files of the database.
type guardedTx struct {
	driver.Tx
	conn *keptConn
}

// Commit commits. What went into a file that nobody can open any more is not
// committed, unless it was carried over.
func (t guardedTx) Commit() error {
	if err := t.Tx.Commit(); err != nil {
		return err
	}
	t.conn.files.check(t.conn.Conn)
	if lost := t.conn.files.lost.Load(); lost != nil && !lost.rescued {
		return lost
	}
	return nil
}

// Ping, ResetSession and IsValid are passed on.
func (c *keptConn) Ping(ctx context.Context) error {
	return c.Conn.(driver.Pinger).Ping(ctx)
}

// ResetSession is called before a connection is used again.
func (c *keptConn) ResetSession(ctx context.Context) error {
	return c.Conn.(driver.SessionResetter).ResetSession(ctx)
}

// IsValid is asked before a connection goes back to the pool.
func (c *keptConn) IsValid() bool { return c.Conn.(driver.Validator).IsValid() }

// Close closes what is kept, without which the connection would not close.
func (c *keptConn) Close() error {
	var errs []error
	for _, k := range c.byText {
		errs = append(errs, k.stmt.Close())
	}
	c.byText = nil
	return errors.Join(append(errs, c.Conn.Close())...)
}
