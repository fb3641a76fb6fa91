// Package testdb gives tests databases that are migrated already.
//
// Migrating takes many times as long as copying its result. So each engine has a
// template: for SQLite the bytes of a migrated file, for PostgreSQL a database on
// the shared cluster that the databases of the tests are created from.
// Tests of the migrations themselves begin with an empty database (Empty, or
// pgserver.ForTest).
package testdb

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// fileName is what a test's SQLite database is called in its folder.
const fileName = "holdfast.db"

// sqliteTemplate returns the bytes of a migrated SQLite database, which is made
// once per run, or once per test program where seed.Templates names no folder.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) { return templateIn(os.Getenv(seed.Templates)) })

// templateIn returns the migrated database that a folder keeps, and keeps one there when it has
// none; "" keeps none. Of two programs that make one at the same time each has its own, whole.
func templateIn(folder string) (template []byte, err error) {
	kept := filepath.Join(folder, fileName)
	if folder != "" {
		if template, err = os.ReadFile(kept); !errors.Is(err, os.ErrNotExist) {
			return template, err
		}
	}
	dir, err := os.MkdirTemp(folder, "holdfast-template-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, fileName)
	if err := migrate("sqlite:" + file); err != nil {
		return nil, err
	}
	if template, err = os.ReadFile(file); err != nil || folder == "" {
		return template, err
	}
	return template, os.Rename(file, kept)
}

// migrate brings the database at url to the schema of this program.
func migrate(url string) error {
	s, err := store.Open(context.Background(), database.Config{URL: url})
	if err != nil {
		return err
	}
	return errors.Join(s.Migrate(context.Background()), s.Close())
}

// Open opens a database until the test ends. Opened once more, it is that of a second
// server. change says what of the configuration is other than that of a store which logs as
// all do.
func Open(t testing.TB, url string, change ...func(*database.Config)) *store.Store {
	t.Helper()
	cfg := database.Config{URL: url}
	for _, c := range change {
		c(&cfg)
	}
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// SQLite returns the URL of a fresh, migrated SQLite database in a folder that
// is removed when the test ends.
func SQLite(t testing.TB) string {
	t.Helper()
	template, err := sqliteTemplate()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), fileName)
	if err := os.WriteFile(file, template, 0o644); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + file
}

// Empty returns the URL of an SQLite database that nobody has made yet.
func Empty(t testing.TB) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), fileName)
}

// postgresTemplate is the name of the migrated database on the shared cluster,
// which lives no longer than one run of one version of the migrations.
const postgresTemplate = "holdfast_template"

// Quiet has a store log nothing.
func Quiet(c *database.Config) { c.Log = slog.New(slog.DiscardHandler) }

// Postgres returns the URL of a fresh, migrated database on the shared cluster,
// dropped when the test ends. Without PostgreSQL it skips as pgserver.ForTest does.
func Postgres(t testing.TB) string {
	t.Helper()
	if err := pgserver.RequireShared(t).Template(t.Context(), postgresTemplate, migrate); err != nil {
		t.Fatal(err)
	}
	return pgserver.CopyForTest(t, postgresTemplate)
}

// engine is a way to a fresh, migrated database.
type engine struct {
	name  string
	fresh func(testing.TB) string
}

// enginesOf returns the engines that a test plays: both, and one that is drawn where it
// is brief and on few processors, SQLite in three of four runs; or Citus alone, where there is a cluster for it.
func enginesOf(t *testing.T) []engine {
	if os.Getenv(CitusURL) != "" {
		return []engine{{"citus", Citus}}
	}
	both := []engine{{"sqlite", SQLite}, {"postgres", Postgres}}
	if !seed.Brief() && !seed.Few() {
		return both
	}
	if seed.Draw(t, seldom) == 0 {
		return both[1:]
	}
	return both[:1]
}

// seldom is in how many runs that play one engine a test plays PostgreSQL once: what it takes there,
// with a database and connections of its own, is several times what it takes on SQLite.
const seldom = 4

// EnginesAtOnce is Engines with both engines at the same time, for tests that
// measure nothing: while one waits for its database, the other goes on.
func EnginesAtOnce(t *testing.T, test func(t *testing.T, url string)) {
	for _, e := range enginesOf(t) {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			test(t, e.fresh(t))
		})
	}
}

// Engines runs a test on a fresh, migrated database of each engine, and on one of them
// where seed.Brief or seed.Few says so.
func Engines(t *testing.T, test func(t *testing.T, url string)) {
	for _, e := range enginesOf(t) {
		t.Run(e.name, func(t *testing.T) { test(t, e.fresh(t)) })
	}
}
