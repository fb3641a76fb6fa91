package storetest

import (
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

func testMigrate(t *testing.T, open Open) {
	s := open(t)
	if err := s.Ping(t.Context()); !errors.Is(err, database.ErrSchemaOld) {
		t.Fatalf("Ping of an empty database: %v, want ErrSchemaOld", err)
	}
	for range 2 {
		if err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	// The jobs of River are there too.
	var n int64
	if err := s.JobsDB().QueryRowContext(t.Context(), "select count(*) from river_job").Scan(&n); err != nil || n != 0 {
		t.Errorf("river_job: %d rows, %v", n, err)
	}
	OpenEvent(t, s, 10, nil)
}

func testMigrateAtOnce(t *testing.T, open Open) {
	const servers = 4
	errs := make(chan error, servers)
	for range servers {
		s := open(t)
		go func() { errs <- errors.Join(s.Migrate(t.Context()), s.Ping(t.Context())) }()
	}
	for range servers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// testMigrateUnreleased opens a database as the last version before the first
// release left it. It is refused in words that say what to do, and not touched.
func testMigrateUnreleased(t *testing.T, open Open) {
	s := open(t)
	for _, text := range []string{
		"create table goose_db_version (id bigint primary key, version_id bigint not null, is_applied boolean not null, tstamp timestamp)",
		"insert into goose_db_version (id, version_id, is_applied) values (1, 0, true), (2, 1, true), (3, 29, true)",
		"create table events (id text primary key, line_no bigint not null)",
	} {
		if _, err := s.JobsDB().ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	for name, err := range map[string]error{"Ping": s.Ping(t.Context()), "Migrate": s.Migrate(t.Context())} {
		if !errors.Is(err, store.ErrSchemaUnreleased) || errors.Is(err, database.ErrSchemaOld) || !strings.Contains(err.Error(), "start with a new database") {
			t.Errorf("%s: %v, want ErrSchemaUnreleased", name, err)
		}
	}
	var versions int64
	if err := s.JobsDB().QueryRowContext(t.Context(), "select count(*) from goose_db_version").Scan(&versions); err != nil || versions != 3 {
		t.Errorf("%d versions, %v: the database was changed", versions, err)
	}
	var jobs int64
	if err := s.JobsDB().QueryRowContext(t.Context(), "select count(*) from river_job").Scan(&jobs); err == nil {
		t.Error("the tables of the job queue were made")
	}
}
