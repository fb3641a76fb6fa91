package postgres

import (
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

func TestClassify(t *testing.T) {
	code := func(c string) error {
		return fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: c, Message: "duplicate key"})
	}
	for _, c := range []struct {
		name string
		err  error
		want engine.Class
	}{
		{"unique", code("23505"), engine.Conflict},
		{"check", code("23514"), engine.Constraint},
		{"foreign key", code("23503"), engine.Constraint},
		{"not null", code("23502"), engine.Constraint},
		{"serialization", code("40001"), engine.Retry},
		{"deadlock", code("40P01"), engine.Retry},
		{"shutdown", code("57P01"), engine.Unavailable},
		{"crash of another backend", code("57P02"), engine.Unavailable},
		{"starting up", code("57P03"), engine.Unavailable},
		{"too many connections", code("53300"), engine.Unavailable},
		{"disk full", code("53100"), engine.Full},
		{"damaged page", code("XX001"), engine.Damaged},
		{"damaged index", code("XX002"), engine.Damaged},
		{"idle in transaction", code("25P03"), engine.Unavailable},
		{"no such table", code("42P01"), engine.Other},
		{"end of stream", io.ErrUnexpectedEOF, engine.Unavailable},
		{"network", &net.OpError{Op: "dial", Err: io.EOF}, engine.Unavailable},
		{"no rows", pgx.ErrNoRows, engine.Other},
		{"a node of Citus lost in the commit", fmt.Errorf("wrapped: %w", errLostNode), engine.Unavailable},
		{"a node of Citus that ended", &pgconn.PgError{Code: "XX000", Message: "server closed the connection unexpectedly\n\tThis probably means …", Where: "while executing command on 127.0.0.1:28101"}, engine.Unavailable},
		{"a row that Citus copied and is there", &pgconn.PgError{Code: "XX000", Message: `duplicate key value violates unique constraint "holds_pkey_102014"`}, engine.Conflict},
		{"a deadlock of rows that Citus copied", &pgconn.PgError{Code: "XX000", Message: "deadlock detected"}, engine.Retry},
		{"another error inside of Citus", &pgconn.PgError{Code: "XX000", Message: "unexpected chunk number 1"}, engine.Other},
	} {
		if got := classify(c.err); got != c.want {
			t.Errorf("%s: class %d, want %d", c.name, got, c.want)
		}
	}
}

// errLostNode is what Citus 13 says when a worker is killed while it commits.
var errLostNode = &pgconn.PgError{Code: "XX000", SeverityUnlocalized: "ERROR", Message: "could not commit transaction for shard 102063 on at least one active node"}

// TestCommitUnknown: only the server's own word that it rolled back is certain.
func TestCommitUnknown(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want bool
	}{
		{"committed", nil, false},
		{"rolled back", pgx.ErrTxCommitRollback, false},
		{"refused", &pgconn.PgError{Code: "40001", SeverityUnlocalized: "ERROR"}, false},
		{"a node of Citus lost in the commit", fmt.Errorf("wrapped: %w", errLostNode), true},
		{"shut down", &pgconn.PgError{Code: "57P01", SeverityUnlocalized: "FATAL"}, true},
		{"connection lost", io.ErrUnexpectedEOF, true},
		{"connection lost, as pgx v5.12 reports it", fmt.Errorf("commit: %w", pgconn.ErrConnClosed), true},
	} {
		if got := commitUnknown(c.err); got != c.want {
			t.Errorf("%s: unknown %t, want %t", c.name, got, c.want)
		}
	}
}
