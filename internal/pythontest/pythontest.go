// Package pythontest finds the Python that tests run programs with which check from outside
// what this one makes.
package pythontest

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Find returns the path of a Python that has what a list of requirements names, without one
// what the checkers need (verify/requirements.txt). The list is named from the root of the
// repository. Where there is none the test is skipped, which CI never does. It is called by
// packages two folders below the root.
func Find(t testing.TB, list ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "../../scripts/python", list...).Output() //nolint:gosec // our own script and files
	python := strings.TrimSpace(string(out))
	switch {
	case err == nil && python != "":
	case os.Getenv("CI") == "true":
		t.Fatal("scripts/python found none: ", err)
	default:
		t.Skip("scripts/python found none: ", err)
	}
	return python
}
