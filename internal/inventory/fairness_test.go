package inventory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

var fairnessExample = regexp.MustCompile("(?s)```text\n(.*?)```")

// TestFairnessExamples plays the examples of docs/FAIRNESS.md as the tables of
// testdata are played: what strangers are told is what happens.
func TestFairnessExamples(t *testing.T) {
	text, err := os.ReadFile("../../docs/FAIRNESS.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := fairnessExample.FindAllStringSubmatch(string(text), -1)
	if len(examples) < 7 {
		t.Fatalf("%d examples: are they still in blocks of text?", len(examples))
	}
	var table strings.Builder
	for _, e := range examples {
		table.WriteString("case\n" + e[1])
	}
	file := filepath.Join(t.TempDir(), "fairness.txt")
	if err := os.WriteFile(file, []byte(table.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	playFile(t, file, newPlayed())
}

// TestFairnessRuleVersion: when the rules change, their page changes with them.
func TestFairnessRuleVersion(t *testing.T) {
	text, err := os.ReadFile("../../docs/FAIRNESS.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("These are the rules of version %d.", inventory.RuleVersion); !strings.Contains(string(text), want) {
		t.Errorf("docs/FAIRNESS.md does not say %q", want)
	}
}
