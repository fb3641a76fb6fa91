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
	const runs = 40
	played := map[string]int{}
	for n := range runs {
		t.Setenv(seed.Variable, strconv.Itoa(n))
		for i, e := range enginesOf(t) {
			if i > 0 {
				t.Errorf("seed %d: another engine, %s", n, e.name)
			}
			played[e.name]++
		}
	}
	if n := played["postgres"]; n == 0 || n > runs/2 || played["sqlite"] != runs-n {
		t.Errorf("in %d runs: %v", runs, played)
	}
	t.Setenv(seed.FewProcessors, "")
	t.Setenv(seed.Prove, "true")
	if all := enginesOf(t); len(all) != len(played) {
		t.Errorf("with more processors and in make prove: %v", all)
	}
}
