package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
)

func testMigrate(t *testing.T, open Open) {
	s := open(t)
	if err := s.Ping(t.Context()); !errors.Is(err, store.ErrSchemaOld) {
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
	OpenHall(t, s, 10, nil)
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
