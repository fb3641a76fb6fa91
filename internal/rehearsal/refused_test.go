package rehearsal

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestRoomy: on PostgreSQL a rehearsal leaves connections to others.
func TestRoomy(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		if server.SQLitePath(url) == "" {
			if free, err := waitingrooms.FreeConnections(t.Context(), url); err != nil || free < 0 || free > 10_000 {
				t.Errorf("%d connections are free, %v", free, err)
			}
		}
		// Other tests use the cluster too: it may have none left.
		if err := roomy(t.Context(), url); err != nil && !errors.Is(err, errCrowdedCluster) {
			t.Error(err)
		}
	})
	if err := enough(connections + spare); err != nil {
		t.Error(err)
	}
	if err := enough(connections + spare - 1); !errors.Is(err, errCrowdedCluster) {
		t.Errorf("few connections are enough: %v", err)
	}
	if err := roomy(t.Context(), "postgres://nobody@127.0.0.1:1/none?sslmode=disable"); err == nil {
		t.Error("a cluster that is not there has room")
	}
	if _, err := waitingrooms.FreeConnections(t.Context(), "sqlite:x"); err == nil {
		t.Error("SQLite has a cluster")
	}
}

// TestRefusedBesideOnsale: nothing is rehearsed where an on-sale is near, unless it is forced,
// and nothing is left of the try.
func TestRefusedBesideOnsale(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		event := announced(t, url, 10, nil)
		opens := inventory.At(time.Now().Add(30 * time.Minute))
		other := announced(t, url, 10, nil, func(_ *storetest.Fixture, c *inventory.Create) []inventory.Command {
			c.Tiers[0].SaleStarts = opens
			return nil
		})
		folder := t.TempDir()
		cfg := Config{DB: url, Event: event, Folder: folder, People: 1, Curve: Burst, Duration: time.Second}
		_, err := Run(t.Context(), cfg)
		var refused *runs.ErrNear
		if !errors.As(err, &refused) || refused.Event != other || !refused.At.Equal(opens.Time()) {
			t.Errorf("rehearsed: %v", err)
		}
		if left := names(t, folder); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
		released := announced(t, url, 10, nil, releasing(inventory.At(time.Now().Add(50*time.Minute))))
		later := announced(t, url, 10, nil, releasing(inventory.At(time.Now().Add(5*time.Hour))))
		now := inventory.At(time.Now())
		list, err := testdb.Open(t, url).Rehearsals.Crowded(t.Context(), now, now-inventory.Instant(inventory.Hour), now+inventory.Instant(inventory.Hour), "", 10)
		must(t, err)
		var found []string
		for i := range list {
			found = append(found, list[i].Event.ID)
		}
		if slices.Sort(found); len(found) != 2 || !slices.Contains(found, other) || !slices.Contains(found, released) || slices.Contains(found, later) {
			t.Errorf("%q are crowded", found)
		}
		cfg.Event = "evt_unknown00000"
		cfg.Force = true
		if _, err := Run(t.Context(), cfg); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("an event that is not there: %v", err)
		}
	})
}
