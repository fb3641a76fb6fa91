package sqlite

import (
	"database/sql"
	"database/sql/driver"
	"errors"

	lib "modernc.org/sqlite/lib"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// coded is an error with a result code of SQLite: the driver's, or that of a
// driver that wraps it.
type coded interface {
	error
	Code() int
}

// Classify says what an error means, by its code.
func (*DB) Classify(err error) engine.Class { return classify(err) }

func classify(err error) engine.Class {
	var lost *lostError
	if errors.As(err, &lost) {
		return engine.Lost
	}
	if errors.Is(err, engine.ErrNotReplicated) {
		return engine.Unavailable
	}
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return engine.Unavailable
	}
	if errors.Is(err, errTakenBack) {
		return engine.Retry
	}
	var e interface {
		error
		Code() int // a *sqlite.Error, or a failure that a test injects
	}
	if !errors.As(err, &e) {
		return engine.Other
	}
	switch e.Code() {
	case lib.SQLITE_CONSTRAINT_UNIQUE, lib.SQLITE_CONSTRAINT_PRIMARYKEY, lib.SQLITE_CONSTRAINT_ROWID:
		return engine.Conflict
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_CONSTRAINT:
		return engine.Constraint
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return engine.Retry
	case lib.SQLITE_FULL:
		return engine.Full
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return engine.Damaged
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY,
		lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL, lib.SQLITE_INTERRUPT:
		return engine.Unavailable
	}
	return engine.Other
}
