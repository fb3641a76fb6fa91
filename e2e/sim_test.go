package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestSimCommand: the command plays the same histories again from a seed, step by step, and
// others from another.
func TestSimCommand(t *testing.T) {
	t.Parallel()
	took := regexp.MustCompile(` violations in \S+`)
	play := func(seed string) string {
		return took.ReplaceAllString(must(t, "sim", "--seed", seed, "--sequences", "3"), " violations")
	}
	first := play("1")
	if !strings.HasPrefix(first, "seed 1\n") || !regexp.MustCompile(`\n3 sequences, [1-9]\d* commands answered .*, 0 violations\ntrace [0-9a-f]{64}\n$`).MatchString(first) {
		t.Fatalf("it says\n%s", first)
	}
	if again := play("1"); again != first {
		t.Errorf("from one seed\n%s\nand\n%s", first, again)
	}
	if other := play("2"); other[strings.Index(other, "trace "):] == first[strings.Index(first, "trace "):] {
		t.Errorf("two seeds have one trace: %s", other)
	}
	if _, err := holdfast(t, "sim", "--sequences", "0"); err == nil || !strings.Contains(err.Error(), "at least one sequence") {
		t.Errorf("no history at all: %v", err)
	}
}
