package testdb

import (
	"strconv"
	"testing"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestFewProcessorsPlayOneEngine: a test plays both engines, and on few processors one of
// them, which depends on the seed.
func TestFewProcessorsPlayOneEngine(t *testing.T) {
	t.Setenv(CitusURL, "")
	t.Setenv(seed.FewProcessors, "true")
	played := map[string]bool{}
	for n := range 40 {
		t.Setenv(seed.Variable, strconv.Itoa(n))
		for i, e := range enginesOf(t) {
			if i > 0 {
				t.Errorf("seed %d: another engine, %s", n, e.name)
			}
			played[e.name] = true
		}
	}
	if !played["sqlite"] || !played["postgres"] {
		t.Errorf("in 40 runs: %v", played)
	}
	t.Setenv(seed.FewProcessors, "")
	t.Setenv(seed.Prove, "true")
	if all := enginesOf(t); len(all) != len(played) {
		t.Errorf("with more processors and in make prove: %v", all)
	}
}
