package faultsql_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
)

// TestFailures fails each kind of call on each side of it and looks at what the
// database then holds.
func TestFailures(t *testing.T) {
	insert := func(db *sql.DB) error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.Exec("insert into t values ($1)", 1); err != nil {
			return err
		}
		return tx.Commit()
	}
	for _, c := range []struct {
		op     faultsql.Op
		when   faultsql.When
		stored int
	}{
		{faultsql.OpBegin, faultsql.Before, 0},
		{faultsql.OpBegin, faultsql.After, 0},
		{faultsql.OpExec, faultsql.Before, 0},
		{faultsql.OpExec, faultsql.After, 0},
		{faultsql.OpCommit, faultsql.Before, 0},
		{faultsql.OpCommit, faultsql.After, 1},
	} {
		t.Run(string(c.op)+" "+string(c.when), func(t *testing.T) {
			var armed atomic.Bool
			name := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, when faultsql.When) bool {
				return armed.Load() && op == c.op && when == c.when
			})
			db, err := sql.Open(name, filepath.Join(t.TempDir(), "x.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close() //nolint:errcheck // the file goes with the test
			db.SetMaxOpenConns(1)
			if _, err := db.Exec("create table t (v bigint)"); err != nil {
				t.Fatal(err)
			}
			armed.Store(true)
			var fault *faultsql.Error
			if err := insert(db); !errors.As(err, &fault) || fault.Op != c.op || fault.When != c.when {
				t.Fatalf("insert: %v, want a failure %s %s", err, c.when, c.op)
			}
			armed.Store(false)
			var n int
			if err := db.QueryRow("select count(*) from t").Scan(&n); err != nil {
				t.Fatal(err)
			}
			if n != c.stored {
				t.Fatalf("%d rows stored, want %d", n, c.stored)
			}
			if err := insert(db); err != nil {
				t.Fatalf("the connection is not usable afterwards: %v", err)
			}
		})
	}
}
