package testdb

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// TestMigratedAndApart opens two databases of each engine: both have the schema,
// and what is written to one is not in the other.
func TestMigratedAndApart(t *testing.T) {
	for engine, fresh := range map[string]func(testing.TB) string{"sqlite": SQLite, "postgres": Postgres} {
		t.Run(engine, func(t *testing.T) {
			var stores [2]*store.Store
			for i := range stores {
				began := time.Now()
				s, err := store.Open(t.Context(), database.Config{URL: fresh(t)})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close() //nolint:errcheck // only read
				t.Logf("database %d in %s", i+1, time.Since(began))
				if err := s.Ping(t.Context()); err != nil {
					t.Errorf("database %d: %v", i+1, err)
				}
				stores[i] = s
			}
			if err := stores[0].Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_1", Name: "One", CreatedAt: 1}); err != nil {
				t.Fatal(err)
			}
			for i, want := range []int{1, 0} {
				if list, err := stores[i].Organizations.AllOrganizations(t.Context(), "", 10); err != nil || len(list) != want {
					t.Errorf("database %d has %d organizations, want %d: %v", i+1, len(list), want, err)
				}
			}
		})
	}
}

// TestTemplateIsShared: what one program has migrated is what the next one copies, and nothing is
// left beside it.
func TestTemplateIsShared(t *testing.T) {
	folder := t.TempDir()
	made, err := templateIn(folder)
	if err != nil {
		t.Fatal(err)
	}
	// Another program would have made another: its stamps have other times.
	for range 2 {
		if again, err := templateIn(folder); err != nil || !bytes.Equal(again, made) {
			t.Errorf("the second program has another database, %v", err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 || left[0].Name() != fileName {
		t.Errorf("the folder has %v, %v", left, err)
	}
	file := filepath.Join(t.TempDir(), fileName)
	if err := os.WriteFile(file, made, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Open(t, "sqlite:"+file).Ping(t.Context()); err != nil {
		t.Errorf("a copy is not migrated: %v", err)
	}
	if _, err := templateIn(filepath.Join(folder, "not there")); err == nil {
		t.Error("a folder that is not there was taken")
	}
}
