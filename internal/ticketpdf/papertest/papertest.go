// Package papertest reads printed tickets with other programs than the one that
// printed them, for tests.
package papertest

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// Tool returns the path of a program of poppler, or skips, which CI never does.
func Tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
		return path
	case os.Getenv("CI") == "true":
		t.Fatal(name + " is not installed")
	default:
		t.Skip(name + " is not installed")
	}
	return ""
}

// Run is what a program says that is given some input.
func Run(t *testing.T, input []byte, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), Tool(t, name), args...)
	c.Stdin = bytes.NewReader(input)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(out)
}
