package pgserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// citusLock is the first half of the key of the advisory locks on the databases that a
// Citus cluster lends: the letters "test" as a number.
const citusLock = 0x74657374

// LendCitus returns the URL of a migrated, empty database on the cluster of a coordinator. It
// is lent until the test ends, to nobody else, and made where all others are lent: to
// migrate takes a hundred times as long as to delete the rows of tables, each of which comes
// behind those that it refers to.
func LendCitus(t testing.TB, coordinator string, tables []string, migrate func(url string) error) string {
	t.Helper()
	ctx := context.Background() // the loan outlasts the context of the test
	conn, err := pgx.Connect(ctx, coordinator)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := conn.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	for n := 1; ; n++ {
		var mine, there bool
		name := fmt.Sprint("lent_", n)
		if err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1, $2), exists (select 1 from pg_database where datname = $3)",
			citusLock, n, name).Scan(&mine, &there); err != nil {
			t.Fatal(err)
		}
		if !mine {
			continue
		}
		c := conn.Config()
		at := fmt.Sprintf("postgres://%s@%s:%d/%s?sslmode=disable", c.User, c.Host, c.Port, name)
		if !there {
			if err = spreadDatabase(ctx, conn, name); err == nil {
				err = migrate(at)
			}
		}
		if err = errors.Join(err, deleteRows(ctx, at, tables)); err != nil {
			t.Fatal(err)
		}
		return at
	}
}

func deleteRows(ctx context.Context, address string, tables []string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	for _, name := range slices.Backward(tables) {
		if _, err := conn.Exec(ctx, "delete from "+name); err != nil {
			return errors.Join(err, conn.Close(ctx))
		}
	}
	return conn.Close(ctx)
}
