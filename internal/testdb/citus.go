package testdb

import (
	"context"
	"maps"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store/moves"
)

// CitusURL names the environment variable with the address of a Citus coordinator that tests
// may use as they like, or is "start": then each test program starts a cluster of its own. With
// it, tests of both engines run there instead.
const CitusURL = "HOLDFAST_CITUS_URL"

// cluster is the address of the coordinator that the tests of this program use. One that it
// starts ends with it.
var cluster = sync.OnceValues(func() (string, error) {
	if base := os.Getenv(CitusURL); base != "start" {
		return base, nil
	}
	const workers, shards = 2, 2
	c, err := pgserver.StartCitus(context.Background(), os.Getenv(pgserver.CitusVariable), workers, shards)
	if err != nil {
		return "", err
	}
	return c.CreateDB(context.Background(), "base")
})

// Citus returns the URL of a migrated, empty database on the cluster that CitusURL names,
// which is the test's until it ends.
func Citus(t testing.TB) string {
	t.Helper()
	switch os.Getenv(CitusURL) {
	case "":
		t.Skip(CitusURL + " is not set")
	case "start":
		pgserver.SkipWithoutCitus(t)
	}
	base, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	tables := slices.Clone(moves.MovedTables)
	for _, name := range slices.Sorted(maps.Keys(moves.NotMoved)) {
		if name != "river_migration" && name != "goose_db_version" { // which are made with the schema
			tables = append(tables, name)
		}
	}
	return pgserver.LendCitus(t, base, tables, migrate)
}
