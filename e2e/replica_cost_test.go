package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// TestReplicaCost measures registrations a second with a replica and without, in turns, and
// logs the medians as ratios: on a folder, in a bucket beside it, and in one that is 20 ms away.
func TestReplicaCost(t *testing.T) {
	if os.Getenv("HOLDFAST_TEST_ALL") == "" {
		t.Skip("HOLDFAST_TEST_ALL is not set: rounds in turns take a minute")
	}
	far := newBucket(t)
	far.delay = 20 * time.Millisecond
	folder := "file://" + filepath.Join(t.TempDir(), "replica")
	kinds := []struct {
		name  string
		flags []string
	}{
		{"none", nil},
		{"bucket", newBucket(t).flags()},
		{"folder, sync", []string{"--replicate", folder, "--replicate-sync"}},
		{"bucket, sync", newBucket(t).flags("--replicate-sync")},
		{"bucket 20 ms away, sync", far.flags("--replicate-sync")},
	}
	var loads []*load
	for _, k := range kinds {
		s := serve(t, sqlite(t), k.flags...)
		l := s.load(hammer.Config{Scenario: hammer.Register, Capacity: 10_000_000, Connections: 256, WarmUp: 500 * time.Millisecond, Duration: 2 * time.Second})
		l.cfg.Keys = false
		l.events(t, 1)
		loads = append(loads, l)
	}
	rates, p99 := make([][]float64, len(kinds)), make([][]time.Duration, len(kinds))
	for range count(t, "HOLDFAST_ROUNDS", 3) {
		for i, l := range loads {
			r := l.run(t)
			rates[i] = append(rates[i], r.PerSecond)
			p99[i] = append(p99[i], time.Duration(r.Latency.P99)*time.Microsecond)
		}
	}
	median := func(v []float64) float64 { slices.Sort(v); return v[len(v)/2] }
	base := median(rates[0])
	for i, k := range kinds {
		slices.Sort(p99[i])
		t.Logf("%-24s %6.0f a second, %.2f of none, p99 %s", k.name, median(rates[i]), median(rates[i])/base, p99[i][len(p99[i])/2].Round(time.Millisecond))
	}
}
