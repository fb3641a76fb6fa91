package store_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// notWritable wants a database that answers questions and takes no writes.
func notWritable(t *testing.T, s *store.Store, want error) {
	t.Helper()
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("ping: %v", err)
	}
	if err := s.Writable(t.Context()); !errors.Is(err, want) || !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("writable: %v, want %v", err, want)
	}
}

func TestWritable(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		for range 3 {
			if err := s.Writable(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.ForgetWriteCheck()
		}
		if n := s.CountWriteChecks(t.Context()); n != 0 {
			t.Errorf("%d rows are left behind", n)
		}
	})
}

// TestWritableFull: a database that has no room for one page more says so without
// any command that meets it.
func TestWritableFull(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		s := testdb.Open(t, testdb.SQLite(t))
		if err := s.LimitPages(t.Context()); err != nil {
			t.Fatal(err)
		}
		notWritable(t, s, database.ErrFull)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		s := testdb.Open(t, testdb.Postgres(t))
		storetest.FullDisk(t, s, "write_checks")
		notWritable(t, s, database.ErrFull)
	})
}

// TestWritableDamaged: what a reader met counts, for the check writes elsewhere.
func TestWritableDamaged(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		url := testdb.SQLite(t)
		s := testdb.Open(t, url)
		page, size, err := s.RootPage(t.Context(), "sqlite_autoindex_organizations_1")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil { // nothing is left in the log
			t.Fatal(err)
		}
		f, err := os.OpenFile(strings.TrimPrefix(url, "sqlite:"), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt([]byte(strings.Repeat("\xa5", int(size))), (page-1)*size); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		s = testdb.Open(t, url)
		if err := s.Writable(t.Context()); err != nil {
			t.Fatalf("before anybody met the page: %v", err)
		}
		if _, err := s.Organizations.AllOrganizations(t.Context(), "", 10); !errors.Is(err, database.ErrDamaged) {
			t.Fatalf("a read of the page: %v, want ErrDamaged", err)
		}
		notWritable(t, s, database.ErrDamaged)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		s := testdb.Open(t, testdb.Postgres(t))
		storetest.DamagedPage(t, s, "organizations")
		if err := s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_x", Name: "X", CreatedAt: 1}); !errors.Is(err, database.ErrDamaged) {
			t.Fatalf("a write to the page: %v, want ErrDamaged", err)
		}
		notWritable(t, s, database.ErrDamaged)
	})
}

// TestWritableHangs: a COMMIT that waits for a standby which is gone counts as none,
// and those who ask meanwhile do not begin another.
func TestWritableHangs(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.Postgres(t))
	storetest.HangingCommit(t, s, "write_checks")
	notWritable(t, s, database.ErrUnavailable)
	storetest.DropFault(t, s, "write_checks")
	s.ForgetWriteCheck()
	if err := s.Writable(t.Context()); err != nil {
		t.Errorf("after the standby came back: %v", err)
	}
}
