// Package faultsql is a database/sql driver that fails on demand.
//
// It wraps a real driver (the embedded SQLite) and asks before and after each
// call whether it shall fail there: before, nothing was done; after, it was done
// and reported as failed. That is how disks, networks and power cuts fail. The
// simulator and the fault tests of the sequencer run the real store on it. The
// server never does.
package faultsql

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"sync/atomic"
)

// Op is a call to the database.
type Op string

// The calls that can fail.
const (
	OpBegin    Op = "begin"
	OpPrepare  Op = "prepare"
	OpExec     Op = "exec"
	OpQuery    Op = "query"
	OpCommit   Op = "commit"
	OpRollback Op = "rollback"
)

// When says on which side of a call it fails.
type When string

const (
	Before When = "before" // nothing was done
	After  When = "after"  // it was done, and reported as failed
)

// Decider reports whether a call fails. It is called twice for each call.
type Decider func(op Op, when When) bool

// Error is an injected failure. It looks like an error of SQLite.
type Error struct {
	Op   Op
	When When
	code int
}

func (e *Error) Error() string { return fmt.Sprintf("injected failure %s %s", e.When, e.Op) }

// Code is SQLITE_IOERR, so that the store classifies it as it would a bad disk, or
// what RegisterCode was given.
func (e *Error) Code() int { return e.code }

const ioErr = 10 // SQLITE_IOERR

var registered atomic.Int64

// Register registers a driver that wraps base and returns its name, for
// sql.Open. decide must be safe for concurrent use.
func Register(base driver.Driver, decide Decider) string {
	return RegisterCode(base, ioErr, decide)
}

// RegisterCode is Register for failures with another result code of SQLite.
func RegisterCode(base driver.Driver, code int, decide Decider) string {
	name := fmt.Sprintf("faultsql-%d", registered.Add(1))
	sql.Register(name, &faultDriver{base, faults{decide, code}})
	return name
}

// faults decide which calls fail, and what that looks like.
type faults struct {
	decide Decider
	code   int
}

func (f faults) err(op Op, when When) error { return &Error{op, when, f.code} }

type faultDriver struct {
	base driver.Driver
	faults
}

func (d *faultDriver) Open(name string) (driver.Conn, error) {
	c, err := d.base.Open(name)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, faults: d.faults}, nil
}

// around runs a call with a chance to fail on either side of it.
func around[T any](f faults, op Op, call func() (T, error), undo func(T)) (T, error) {
	var zero T
	if f.decide(op, Before) {
		return zero, f.err(op, Before)
	}
	v, err := call()
	if err != nil {
		return zero, err
	}
	if f.decide(op, After) {
		undo(v)
		return zero, f.err(op, After)
	}
	return v, nil
}

type conn struct {
	driver.Conn
	faults
}

func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	t, err := around(c.faults, OpBegin, func() (driver.Tx, error) {
		return c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
	}, func(t driver.Tx) { _ = t.Rollback() }) // the caller will never have it
	if err != nil {
		return nil, err
	}
	return &tx{t, c.faults}, nil
}

func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	s, err := around(c.faults, OpPrepare, func() (driver.Stmt, error) {
		return c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query)
	}, func(s driver.Stmt) { _ = s.Close() })
	if err != nil {
		return nil, err
	}
	return &stmt{s, c.faults}, nil
}

func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return around(c.faults, OpExec, func() (driver.Result, error) {
		return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
	}, func(driver.Result) {})
}

func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return around(c.faults, OpQuery, func() (driver.Rows, error) {
		return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
	}, func(r driver.Rows) { _ = r.Close() })
}

// Ping, ResetSession and IsValid are passed on when the driver has them.
func (c *conn) Ping(ctx context.Context) error {
	if p, ok := c.Conn.(driver.Pinger); ok {
		return p.Ping(ctx)
	}
	return nil
}

func (c *conn) ResetSession(ctx context.Context) error {
	if r, ok := c.Conn.(driver.SessionResetter); ok {
		return r.ResetSession(ctx)
	}
	return nil
}

func (c *conn) IsValid() bool {
	if v, ok := c.Conn.(driver.Validator); ok {
		return v.IsValid()
	}
	return true
}

type tx struct {
	driver.Tx
	faults
}

// Commit that fails before leaves the transaction rolled back, as SQLite does on
// an I/O error; one that fails after has committed.
func (t *tx) Commit() error {
	if t.decide(OpCommit, Before) {
		_ = t.Tx.Rollback()
		return t.err(OpCommit, Before)
	}
	if err := t.Tx.Commit(); err != nil {
		return err
	}
	if t.decide(OpCommit, After) {
		return t.err(OpCommit, After)
	}
	return nil
}

// Rollback is always done; it can only be reported as failed.
func (t *tx) Rollback() error {
	err := t.Tx.Rollback()
	if err == nil && t.decide(OpRollback, After) {
		return t.err(OpRollback, After)
	}
	return err
}

type stmt struct {
	driver.Stmt
	faults
}

func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return around(s.faults, OpExec, func() (driver.Result, error) {
		return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	}, func(driver.Result) {})
}

func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return around(s.faults, OpQuery, func() (driver.Rows, error) {
		return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	}, func(r driver.Rows) { _ = r.Close() })
}
