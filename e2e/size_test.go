package e2e

import (
	"os"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

// TestSizeIsSaid: the binary is as large as OPERATIONS.md says, within a twentieth.
func TestSizeIsSaid(t *testing.T) {
	t.Parallel()
	if app, err := os.ReadDir("../web/dist"); err != nil || len(app) < 2 || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Log("it is said of a binary for linux/amd64 with the web app in it")
		return
	}
	text, err := os.ReadFile("../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`and the web app: ([0-9.]+) MB`).FindSubmatch(text)
	parts := regexp.MustCompile(`(?m)^\| [^|]*\b(?:machine code|tables for stack|read-only data|initialized data)[^|]*\| ([0-9.]+) \|$`).FindAllSubmatch(text, -1)
	if whole == nil || len(parts) != 4 {
		t.Fatalf("OPERATIONS.md says %q, and %d parts of it", whole, len(parts))
	}
	number := func(s []byte) float64 {
		t.Helper()
		v, err := strconv.ParseFloat(string(s), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	sum := 0.0
	for _, p := range parts {
		sum += number(p[1])
	}
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	is := float64(info.Size()) / 1e6
	for what, said := range map[string]float64{"the binary": number(whole[1]), "its parts together": sum} {
		if is < said*0.95 || is > said*1.05 {
			t.Errorf("%s: OPERATIONS.md says %.1f MB, it is %.1f", what, said, is)
		}
	}
}
