package store_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 4) }

func TestSQLite(t *testing.T)   { storetest.Run(t, onSQLite, 0) }
func TestPostgres(t *testing.T) { storetest.Run(t, onPostgres, 1) }

// TestBookingRace: people race for the time of rooms, on two servers.
func TestBookingRace(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.BookingRace(t, open, seed.Count(t, "HOLDFAST_BOOKERS", 150))
		})
	}
}

// TestBookingsTogether: what is decided of one booking is decided of many, by calendars that
// are kept.
func TestBookingsTogether(t *testing.T) {
	t.Parallel()
	for name, open := range someEngine(t) {
		t.Run(name, func(t *testing.T) {
			storetest.Bookings(t, func(t testing.TB) *store.Store {
				s := open(t)
				s.ReadTogether()
				return s
			})
		})
	}
}

func TestMigrateSQLite(t *testing.T)   { storetest.Migrating(t, on(testdb.Empty)) }
func TestMigratePostgres(t *testing.T) { storetest.Migrating(t, on(pgserver.ForTest)) }

// engines are the ways to open a database that the tests of this package run on.
var engines = map[string]storetest.Open{"sqlite": onSQLite, "postgres": onPostgres}

// TestEachTestHasItsEngine: on few processors a run plays each test of the suite once, and the next
// seed plays it on the other engine.
func TestEachTestHasItsEngine(t *testing.T) {
	t.Parallel()
	for from := range uint64(3) {
		first, second := storetest.Drawn(from, 0), storetest.Drawn(from, 1)
		if len(first)+len(second) < 100 || slices.ContainsFunc(first, func(name string) bool { return slices.Contains(second, name) }) {
			t.Errorf("seed %d: %d tests on one engine, %d on the other, some on both", from, len(first), len(second))
		}
		if !slices.Equal(first, storetest.Drawn(from+1, 1)) {
			t.Errorf("seed %d: the next one plays others on the second engine", from)
		}
	}
}

// someEngine is one of the engines, drawn by the seed, on few processors, and elsewhere both.
func someEngine(t *testing.T) map[string]storetest.Open {
	some := maps.Clone(engines)
	if seed.Few() {
		delete(some, []string{"sqlite", "postgres"}[seed.Draw(t, len(some))])
	}
	return some
}

// urls remembers the database of each test, so that a second store of the same
// test is a second server on the same database.
var urls sync.Map // testing.TB → string

func urlOf(t testing.TB, fresh func() string) string {
	if url, ok := urls.Load(t); ok {
		return url.(string)
	}
	url := fresh()
	urls.Store(t, url)
	t.Cleanup(func() { urls.Delete(t) })
	return url
}

// on opens the databases that fresh makes, one for each test.
func on(fresh func(testing.TB) string) storetest.Open {
	return func(t testing.TB) *store.Store {
		return testdb.Open(t, urlOf(t, func() string { return fresh(t) }))
	}
}

func onSQLite(t testing.TB) *store.Store   { return on(testdb.SQLite)(t) }
func onPostgres(t testing.TB) *store.Store { return on(testdb.Postgres)(t) }

// TestFilesOfSQLite looks at what stands beside the database after it was
// migrated and after it was closed.
func TestFilesOfSQLite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + filepath.Join(dir, "h.db")})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	storetest.OpenEvent(t, s, 1, nil)
	if _, err := os.Stat(filepath.Join(dir, "h.db-migrating")); !os.IsNotExist(err) {
		t.Errorf("the lock of the migration is left behind: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 {
		t.Errorf("after Close there are %v: the log was not folded into the database", files)
	}
}
