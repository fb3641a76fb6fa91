package tidy

import (
	"fmt"
	"go/ast"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing/fstest"
)

// How large a type and a package may grow: a reader holds no more at once. Tests do
// not count, nor what a generator wrote.
const (
	maxMethods = 60
	maxPackage = 5000 // lines
)

// grown are the types and packages that are larger, and how large they may be. Whoever raises a
// number has thought about a split first, and says in the commit why there is none. What becomes smaller by more than a tenth takes its number down
// with it, so that it cannot grow back.
var (
	grownTypes = map[string]int{
		// one method for each rule that verify recomputes
		"internal/verify check": 219,
		// one method for each step of a decision, and the naive model and generator beside it
		"internal/inventory decider":             188,
		"internal/booking/bookingtest Model":     67,
		"internal/inventory/inventorytest Model": 176, "internal/inventory/inventorytest Generator": 109,
		"internal/page Pages":              126,
		"internal/settlement Settler":      123,
		"internal/store/snapshot Snapshot": 117,
		"internal/delivery Dispatcher":     78,
		"internal/replay State":            62, // a fold: one method for each kind of row
		"internal/bench Report":            68,
		"internal/api/events Handlers":     70, "internal/api/venues Handlers": 75,
	}
	grownPackages = map[string]int{
		"internal/discovery":    5200, // the index, and the cities that its events count for
		"internal/store/events": 6740, "internal/store/storetest": 12090,
		"internal/inventory": 12400, "internal/inventory/inventorytest": 8220,
		"internal/page": 10065, "internal/verify": 11890, "internal/bench": 6180, "internal/server": 5310,
	}
)

// checkers are the programs that strangers check us with, and how many lines they have to read.
var checkers = map[string]int{"verify/draw.py": 200, "verify/receipt.py": 100, "verify/log.py": 200, "verify/installation.py": 220}

// sizes finds types with too many methods, and packages and checkers with too many lines.
func sizes(t *tree) []string {
	methods, lines := map[string]int{}, map[string]int{}
	for _, f := range t.goFiles() {
		if f.isTest() || f.isGenerated() {
			continue
		}
		lines[f.dir()] += strings.Count(f.text, "\n")
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				methods[f.dir()+" "+receiver(fn.Recv.List[0].Type)]++
			}
		}
	}
	found := append(tooLarge(methods, grownTypes, maxMethods, "methods"), tooLarge(lines, grownPackages, maxPackage, "lines")...)
	for _, name := range slices.Sorted(maps.Keys(checkers)) {
		text, err := fs.ReadFile(t.fsys, name)
		if err != nil {
			continue // which documents that name it find
		}
		if n := strings.Count(string(text), "\n"); n > checkers[name] {
			found = append(found, fmt.Sprintf("%s: %d lines, more than the %d that a stranger is told to read", name, n, checkers[name]))
		}
	}
	return found
}

// tooLarge compares counts with their bounds.
func tooLarge(counts, grown map[string]int, most int, what string) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n, bound := counts[name], max(most, grown[name])
		switch {
		case n > bound:
			found = append(found, fmt.Sprintf("%s: %d %s, more than %d: it has two nouns in it", name, n, what, bound))
		case grown[name] > most && n < grown[name]*9/10:
			found = append(found, fmt.Sprintf("%s: %d %s, and %d are allowed: take the number down", name, n, what, grown[name]))
		}
	}
	return found
}

// receiver returns the name of the type of a method.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

var badSizes = []fstest.MapFS{
	src("internal/api/x.go", "package api", strings.Repeat("\nfunc (*Handlers) _() {}", maxMethods+1)),
	src("internal/api/x.go", "package api", strings.Repeat("\nfunc (*List[T]) _() {}", maxMethods+1)),
	{"internal/api/x.go": src("internal/api/x.go", "package api", strings.Repeat("\n", maxPackage/2))["internal/api/x.go"],
		"internal/api/y.go": src("internal/api/y.go", "package api", strings.Repeat("\n", maxPackage/2))["internal/api/y.go"]},
	src("internal/bench/x.go", "package bench", strings.Repeat("\n", maxPackage)),
	src("verify/log.py", strings.Repeat("pass\n", checkers["verify/log.py"]+1)),
}
