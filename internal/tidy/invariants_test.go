package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// invariantsPage explains what `holdfast verify` checks.
const invariantsPage = "docs/INVARIANTS.md"

var (
	invariantHead = regexp.MustCompile(`(?m)^## (\d+): (.+)$`)
	invariantItem = regexp.MustCompile(`(?m)^- (.+)$`)
	formatVerb    = regexp.MustCompile(`%[-+# 0]*\d*[a-zA-Z]`)
)

// invariants wants docs/INVARIANTS.md to describe each invariant of
// internal/verify under its number and title, to list each sentence that its
// checks can print, and to list no other.
func invariants(t *tree) []string {
	checks := verifyChecks(t)
	if len(checks.titles) == 0 || len(checks.printed) == 0 {
		return []string{"internal/verify: no invariants found"}
	}
	page := t.text(invariantsPage)
	heads := invariantHead.FindAllStringSubmatchIndex(page, -1)
	var found []string
	described := map[int64]bool{}
	for i, at := range heads {
		end := len(page)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		number, err := strconv.ParseInt(page[at[2]:at[3]], 10, 64)
		if err != nil {
			return []string{invariantsPage + ": " + err.Error()}
		}
		title, ok := checks.titles[number]
		described[number] = ok
		if heading := page[at[4]:at[5]]; heading != title {
			found = append(found, fmt.Sprintf("%s: invariant %d is %q, not %q", invariantsPage, number, title, heading))
		}
		found = append(found, comparePrinted(number, checks.printed[number], page[at[0]:end])...)
	}
	for number, title := range checks.titles {
		if !described[number] {
			found = append(found, fmt.Sprintf("%s: no heading \"## %d: %s\"", invariantsPage, number, title))
		}
	}
	slices.Sort(found)
	return found
}

// comparePrinted compares the sentences of an invariant's checks with the list in
// its section.
func comparePrinted(number int64, printed []string, section string) []string {
	var found []string
	listed := map[string]bool{}
	for _, m := range invariantItem.FindAllStringSubmatch(section, -1) {
		listed[m[1]] = true
	}
	for _, p := range printed {
		if !listed[p] {
			found = append(found, fmt.Sprintf("%s: invariant %d lacks the line\n- %s", invariantsPage, number, p))
		}
		delete(listed, p)
	}
	for p := range listed {
		found = append(found, fmt.Sprintf("%s: no check of invariant %d prints %q", invariantsPage, number, p))
	}
	return found
}

// verified are the invariants of internal/verify by number, with what their
// checks can print.
type verified struct {
	titles  map[int64]string
	printed map[int64][]string
}

// verifyChecks reads the invariants out of the code: their list, a literal of
// pairs of number and title, and each call of a method that reports a violation.
func verifyChecks(t *tree) verified {
	v := verified{titles: map[int64]string{}, printed: map[int64][]string{}}
	for _, f := range t.goFiles() {
		if f.dir() != "internal/verify" || f.isTest() {
			continue
		}
		own := ownInvariant(&f)
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if len(n.Elts) == 2 {
					number, isNumber := literal[int64](n.Elts[0])
					if title, isText := literal[string](n.Elts[1]); isNumber && isText {
						v.titles[number] = title
					}
				}
			case *ast.CallExpr:
				v.read(n, own)
			}
			return true
		})
	}
	return v
}

// ownInvariant is the invariant whose number a file leaves out: it has a field
// fail, a function that reports a violation of that one. 0: it has none.
func ownInvariant(f *file) (own int64) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		field, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		if name, ok := field.Key.(*ast.Ident); !ok || name.Name != "fail" {
			return true
		}
		ast.Inspect(field.Value, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				if number, ok := literal[int64](call.Args[0]); ok {
					own = number
				}
			}
			return true
		})
		return false
	})
	return own
}

// reporters are the methods that report a violation, and which argument of each
// is the sentence. The first is the number of the invariant.
var reporters = map[string]int{"fail": 2, "compare": 2, "add": 3}

// read notes what a call can print. own is the invariant of calls of fail that
// name none.
func (v *verified) read(call *ast.CallExpr, own int64) {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	at, reports := reporters[method.Sel.Name]
	number, numbered := literal[int64](call.Args[0])
	if !numbered && method.Sel.Name == "fail" {
		number, at = own, 1
	}
	if !reports || number == 0 || at >= len(call.Args) {
		return
	}
	if format, ok := literal[string](call.Args[at]); ok {
		sentence := formatVerb.ReplaceAllString(format, "…")
		if !slices.Contains(v.printed[number], sentence) {
			v.printed[number] = append(v.printed[number], sentence)
		}
	}
}

// literal returns the value of a literal of an integer or a string.
func literal[T int64 | string](e ast.Expr) (v T, ok bool) {
	lit, isLit := e.(*ast.BasicLit)
	if !isLit {
		return v, false
	}
	switch p := any(&v).(type) {
	case *int64:
		n, err := strconv.ParseInt(lit.Value, 10, 64)
		*p, ok = n, lit.Kind == token.INT && err == nil
	case *string:
		s, err := strconv.Unquote(lit.Value)
		*p, ok = s, lit.Kind == token.STRING && err == nil
	}
	return v, ok
}

// aCheck is a package with one invariant and one check.
const aCheck = "package verify\n\nvar invariants = []struct{n int; t string}{{1, \"a pot is whole\"}}\n\nfunc f(c *check) { c.fail(1, \"x\", \"pot %d is broken\", 1) }\n"

// explained is a tree with that check and a page about it.
func explained(page string) fstest.MapFS {
	return fstest.MapFS{"internal/verify/x.go": {Data: []byte(aCheck)}, invariantsPage: {Data: []byte(page)}}
}

var badInvariants = []fstest.MapFS{
	src("README.md", "no checks"),
	explained(""),
	explained("## 1: a pot is green\n\n- pot … is broken\n"),
	explained("## 1: a pot is whole\n"),
	explained("## 1: a pot is whole\n\n- pot … is broken\n- pot … is lost\n"),
	explained("## 1: a pot is whole\n\n- pot … is broken\n\n## 2: more\n"),
}

func TestInvariantsWithoutFaults(t *testing.T) {
	good, err := load(explained("## 1: a pot is whole\n\nIt matters.\n\n- pot … is broken\n"))
	if err != nil {
		t.Fatal(err)
	}
	if found := invariants(good); len(found) > 0 {
		t.Error(strings.Join(found, "\n"))
	}
}
