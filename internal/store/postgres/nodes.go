package postgres

import (
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// internalError is the SQLSTATE of what a program says without one. Citus does so of errors of its
// workers: of those of rows that an INSERT copied there, and where a worker gave no answer.
const internalError = "XX000"

// commitLost begins what Citus says when it lost the worker to which it had sent the COMMIT of a
// transaction of that worker alone. Whether it was done there nobody knows.
const commitLost = "could not commit transaction for shard "

// stateless are words of errors that Citus repeats without their SQLSTATE, and what it was.
var stateless = []struct{ words, state string }{
	{"violates unique constraint", "23505"},
	{"violates exclusion constraint", "23P01"},
	{"violates foreign key constraint", "23503"},
	{"violates check constraint", "23514"},
	{"violates not-null constraint", "23502"},
	{"deadlock detected", "40P01"},
	{"could not serialize access", "40001"},
	{"canceling statement due to lock timeout", "55P03"},
	{"canceling statement due to", "57014"},
	{"terminating connection due to", "57P01"},
	{"No space left on device", "53100"},
	{commitLost, "08006"},
	{"failure on connection marked as essential", "08006"},
}

// stateOfError is the SQLSTATE of an error: the one that it had where it happened.
func stateOfError(e *pgconn.PgError) string {
	if e.Code != internalError {
		return e.Code
	}
	for _, s := range stateless {
		if strings.Contains(e.Message, s.words) {
			return s.state
		}
	}
	if strings.Contains(e.Where, "while executing command on ") { // a worker that gave no answer, so that its client library speaks
		return "08006"
	}
	return e.Code
}

// lostNode reports whether an ERROR leaves open what became of a COMMIT.
func lostNode(e *pgconn.PgError) bool {
	return e.Code == internalError && strings.HasPrefix(e.Message, commitLost)
}
