package postgres

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Classify says what an error means, by its SQLSTATE.
func (*DB) Classify(err error) engine.Class { return classify(err) }

func classify(err error) engine.Class {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return classOf(stateOfError(e))
	}
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &connect), errors.As(err, &network),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone),
		errors.Is(err, puddle.ErrClosedPool), pgconn.SafeToRetry(err):
		return engine.Unavailable
	}
	return engine.Other
}

// classOf reads SQLSTATE; see "PostgreSQL Error Codes" in its manual.
func classOf(code string) engine.Class {
	switch code {
	case "23505": // unique_violation
		return engine.Conflict
	case "40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
		return engine.Retry
	case "53100": // disk_full
		return engine.Full
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return engine.Damaged
	case "57014", "25006", "25P03": // query_canceled, read_only_sql_transaction, idle_in_transaction_session_timeout
		return engine.Unavailable
	}
	switch {
	case strings.HasPrefix(code, "23"):
		return engine.Constraint
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "53"), strings.HasPrefix(code, "57"), strings.HasPrefix(code, "58"):
		return engine.Unavailable
	}
	return engine.Other
}
