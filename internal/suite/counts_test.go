package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Where a test asks how often it does something, and where a constant is that says so.
var (
	asksCount = regexp.MustCompile(`\b(?:seed\.Count|count)\(t, "(HOLDFAST_[A-Z_]+)", (\w+)\)`)
	countRow  = regexp.MustCompile("(?m)^\\| `(HOLDFAST_[A-Z_]+)` \\| [^|]+ \\| ([0-9, ]+) \\| ([0-9,]+) \\|$")
)

// TestCountsAreDocumented: CONTRIBUTING.md says of each count what the suite plays and
// what `make prove` plays, which is never less.
func TestCountsAreDocumented(t *testing.T) {
	prove := map[string]int{}
	for _, p := range parts {
		for name, n := range p.counts {
			if name != "HOLDFAST_PLANTED" { // which is a bound, and none of the suite's
				prove[name] = n
			}
		}
	}
	suite := suiteCounts(t)
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, row := range countRow.FindAllStringSubmatch(string(text), -1) {
		rows[row[1]] = row[2:]
	}
	for name := range rows {
		if suite[name] == nil {
			t.Errorf("%s is documented, and no test asks for it", name)
		}
	}
	for name, counts := range suite {
		var said []string
		for _, n := range counts {
			said = append(said, grouped(n))
			if n > prove[name] {
				t.Errorf("%s: %d in the suite, %d in make prove", name, n, prove[name])
			}
		}
		if want := []string{strings.Join(said, ", "), grouped(prove[name])}; !slices.Equal(rows[name], want) {
			t.Errorf("%s: CONTRIBUTING.md says %q, want %q", name, rows[name], want)
		}
	}
}

// suiteCounts returns the counts that tests have where nobody says one, in order.
func suiteCounts(t *testing.T) map[string][]int {
	t.Helper()
	counts := map[string][]int{}
	for _, root := range []string{"../../internal", "../../e2e"} {
		err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, m := range asksCount.FindAllStringSubmatch(string(text), -1) {
				number := m[2]
				if c := regexp.MustCompile(`(?m)^const ` + number + ` = (\d+)$`).FindStringSubmatch(string(text)); c != nil {
					number = c[1]
				}
				n, err := strconv.Atoi(number)
				if err != nil {
					return fmt.Errorf("%s: %s is not a number: %w", name, m[0], err)
				}
				if !slices.Contains(counts[m[1]], n) {
					counts[m[1]] = append(counts[m[1]], n)
					slices.Sort(counts[m[1]])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return counts
}

// grouped writes a number as people read it: 10,000.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
