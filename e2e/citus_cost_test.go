package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// TestCitusCost measures registrations a second on Citus and on one PostgreSQL of the same version,
// in turns, and logs the medians and their ratio: with one hot event, and with eight that lie on both
// workers. All nodes, the server and the load share the processors of this machine.
func TestCitusCost(t *testing.T) {
	if os.Getenv("HOLDFAST_TEST_ALL") == "" {
		t.Skip("HOLDFAST_TEST_ALL is not set: rounds in turns take a minute")
	}
	// Of one hot event it was 0.4 to 0.8 (docs/CITUS.md); less than this is a plan that names all shards.
	const rounds, least = 5, 0.2
	citus := onCitus(t)
	alone, err := pgserver.Start(t.Context(), pgserver.Options{Bin: os.Getenv(pgserver.CitusVariable)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := alone.Stop(); err != nil {
			t.Error(err)
		}
	})
	if _, err := alone.CreateDB(t.Context(), "hf", ""); err != nil {
		t.Fatal(err)
	}
	// Each is an installation of its own, with a log of its own.
	keys := []string{filepath.Join(t.TempDir(), "log.key"), logKey(t)}
	servers := []*process{serve(t, alone.TCPURL("hf"), "--log-key", keys[0]), serve(t, citus)}
	for _, events := range []int{1, 8} {
		var loads []*load
		for _, s := range servers {
			l := s.load(hammer.Config{Scenario: hammer.Register, Capacity: 10_000_000, Connections: 256, WarmUp: time.Second, Duration: 3 * time.Second})
			l.cfg.Keys = false
			l.events(t, events)
			loads = append(loads, l)
		}
		var rates [2][]float64
		for range rounds {
			for i, l := range loads {
				rates[i] = append(rates[i], l.run(t).PerSecond)
			}
		}
		for i := range rates {
			slices.Sort(rates[i])
		}
		single, spread := rates[0][rounds/2], rates[1][rounds/2]
		t.Logf("%d events: one PostgreSQL %.0f registrations a second (%.0f to %.0f), Citus %.0f (%.0f to %.0f): %.2f of one", events,
			single, rates[0][0], rates[0][rounds-1], spread, rates[1][0], rates[1][rounds-1], spread/single)
		if spread < least*single {
			t.Errorf("%d events: Citus takes %.2f of what one PostgreSQL does, want at least %.2f", events, spread/single, least)
		}
	}
	for i, db := range []string{alone.TCPURL("hf"), citus} {
		servers[i].stop()
		must(t, "verify", "--db", db, "--log-key", keys[i])
	}
}
