package testdb

import (
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
