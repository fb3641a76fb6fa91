package inventory_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// allowed is all that the heart may import: nothing that has a clock, randomness,
// the outside world or another goroutine in it. time is here for its types and
// zones; the test below forbids its clock.
var allowed = []string{"cmp", "errors", "fmt", "maps", "math/bits", "slices", "sort", "strconv", "strings", "time", "crypto/sha256", "encoding/binary", "encoding/hex", "reflect", "github.com/holdfast-events/holdfast/internal/inventory/seatmap", "encoding/json"}

func parseSource(t *testing.T) []*ast.File {
	t.Helper()
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, n := range names {
		if strings.HasSuffix(n.Name(), ".go") && !strings.HasSuffix(n.Name(), "_test.go") {
			f, err := parser.ParseFile(token.NewFileSet(), n.Name(), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	if len(files) < 10 {
		t.Fatalf("found only %d files", len(files))
	}
	return files
}

func TestPure(t *testing.T) {
	for _, f := range parseSource(t) {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(allowed, path) {
				t.Errorf("the heart imports %s", path)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
				t.Errorf("the heart starts or talks to a goroutine: %T", n)
			case *ast.SelectorExpr:
				x, ok := n.X.(*ast.Ident)
				clocks := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "LoadLocation"}
				if ok && x.Name == "time" && slices.Contains(clocks, n.Sel.Name) {
					t.Errorf("the heart calls time.%s", n.Sel.Name)
				}
			}
			return true
		})
	}
}

// constants returns the values of all constants of a string type.
func constants(t *testing.T, typ string) []string {
	t.Helper()
	var values []string
	for _, f := range parseSource(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			if id, ok := v.Type.(*ast.Ident); ok && id.Name == typ {
				if lit, ok := v.Values[0].(*ast.BasicLit); ok {
					s, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					values = append(values, s)
				}
			}
			return true
		})
	}
	return values
}

// TestAll sees to it that AllReasons and AllCodes forget none.
func TestAll(t *testing.T) {
	var reasons, codes []string
	for _, r := range inventory.AllReasons() {
		reasons = append(reasons, string(r))
	}
	for _, c := range inventory.AllCodes() {
		codes = append(codes, string(c))
	}
	if want := constants(t, "Reason"); !slices.Equal(reasons, want) {
		t.Errorf("AllReasons is %v, the constants are %v", reasons, want)
	}
	if codes[0] != "" {
		t.Errorf("AllCodes begins with %q, not with OK", codes[0])
	}
	slices.Sort(codes)
	if want := slices.Sorted(slices.Values(constants(t, "Code"))); !slices.Equal(codes, want) {
		t.Errorf("AllCodes is %v, the constants are %v", codes, want)
	}
}
