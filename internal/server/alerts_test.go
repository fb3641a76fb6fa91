package server

import (
	"os/exec"
	"testing"
)

// TestAlertsFire: promtool, where it is installed, plays what alerts are for, and what they are not.
func TestAlertsFire(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("there is no promtool")
	}
	for _, args := range [][]string{{"check", "rules", "holdfast.rules.yml"}, {"test", "rules", "holdfast.rules.test.yml"}} {
		c := exec.CommandContext(t.Context(), promtool, args...)
		c.Dir = "../../deploy/prometheus"
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v: %s", args, err, out)
		}
	}
}
