package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
)

// maxLines is how long a file may be: what a reader can hold. A longer one has
// two nouns in it.
const maxLines = 600

// sqlStart is how a statement begins.
var sqlStart = regexp.MustCompile(`(?is)^\s*(select\s.+\sfrom\s|select\s+\d|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s*\(|(create|drop|alter)\s+(unique\s+)?(table|index|view)\s|truncate\s+\w|pragma\s+\w|vacuum(\s|$)|lock\s+table\s)`)

// sqlRooms may hold SQL: the store, what compares it with other ways, what starts the
// databases of tests, and the index of public events, which has a file of its own.
var sqlRooms = []string{"internal/store", "internal/bench", "internal/pgserver", "internal/discovery"}

func sqlOutsideStore(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if f.isTest() || slices.ContainsFunc(sqlRooms, func(r string) bool { return under(f.dir(), r) }) {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if s, err := strconv.Unquote(lit.Value); err == nil && sqlStart.MatchString(s) {
				found = append(found, t.at(lit)+": SQL text outside internal/store")
			}
			return true
		})
	}
	return found
}

var badSQL = []fstest.MapFS{
	src("internal/api/x.go", "package api", "const q = `", "  select id from events where id = $1`"),
	src("internal/api/x.go", "package api", `const q = "insert into events values ($1)"`),
	src("internal/api/x.go", "package api", `const q = "UPDATE events SET x = 1"`),
	src("internal/api/x.go", "package api", `const q = "with v(a) as (values (1)) select 1"`),
	src("internal/verify/x.go", "package verify", `const q = "delete from events"`),
}

// vagueNames say nothing about what a package owns.
var vagueNames = []string{"base", "common", "helper", "helpers", "lib", "misc", "model", "models", "service", "services", "shared", "types", "util", "utils"}

func packageNames(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		name := strings.TrimSuffix(f.ast.Name.Name, "_test")
		if slices.Contains(vagueNames, name) {
			found = append(found, fmt.Sprintf("%s: a package named %s owns nothing in particular", f.path, name))
		}
		if base := path.Base(f.dir()); f.dir() != "." && name != base && name != "main" {
			found = append(found, fmt.Sprintf("%s: package %s in a folder %s", f.path, name, base))
		}
	}
	return found
}

var badNames = []fstest.MapFS{
	src("internal/util/x.go", "package util"),
	src("internal/models/x_test.go", "package models_test"),
	src("internal/mail/x.go", "package post"),
}

func fileLength(t *tree) []string {
	var found []string
	for _, f := range t.files {
		if (f.ast == nil && path.Ext(f.path) != ".sql" && path.Ext(f.path) != ".svelte" && path.Ext(f.path) != ".ts") || f.isGenerated() {
			continue
		}
		if n := strings.Count(f.text, "\n"); n > maxLines {
			found = append(found, fmt.Sprintf("%s: %d lines, more than %d: it has two nouns in it", f.path, n, maxLines))
		}
	}
	return found
}

var badLength = []fstest.MapFS{
	src("internal/api/x.go", "package api", strings.Repeat("\n", maxLines)),
}

// sleepInTests finds time.Sleep in tests. It may be a step of the virtual clock
// inside synctest.Test, or the pace of a loop that asks again and leaves when it
// has its answer; alone it is a guess about how fast a machine is.
func sleepInTests(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if !f.isTest() {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if loop, ok := n.(*ast.ForStmt); ok && polls(loop) {
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if isSelector(call.Fun, "synctest", "Test") {
				return false
			}
			if isSelector(call.Fun, "time", "Sleep") {
				found = append(found, t.at(call)+": a test that sleeps is slow or flaky: use testing/synctest, or poll with a deadline")
			}
			return true
		})
	}
	return found
}

// polls reports whether a loop can end otherwise than by counting.
func polls(loop *ast.ForStmt) bool {
	if loop.Init != nil || loop.Post != nil {
		return false
	}
	if loop.Cond != nil {
		return true
	}
	leaves := false
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok == token.BREAK
		case *ast.FuncLit:
			return false
		}
		return true
	})
	return leaves
}

func isSelector(e ast.Expr, pkg, name string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == pkg
}

var badSleep = []fstest.MapFS{
	src("internal/api/x_test.go", "package api", `import "time"`, "func f() { time.Sleep(1) }"),
	src("internal/api/x_test.go", "package api", `import "time"`, "func f() { for range 3 { time.Sleep(1) } }"),
	src("internal/api/x_test.go", "package api", `import "time"`, "func f() { for i := 0; i < 3; i++ { time.Sleep(1) } }"),
}

// markWords are put together here so that this file does not hold them.
var markWords = regexp.MustCompile(`\b(` + strings.Join([]string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK", "being" + " built", "not " + "implemented"}, "|") + `)\b`)

func marks(t *tree) []string {
	var found []string
	for _, f := range t.files {
		if path.Base(f.path) == "go.sum" || path.Ext(f.path) == ".json" {
			continue
		}
		for i, line := range strings.Split(f.text, "\n") {
			if m := markWords.FindString(line); m != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s: finish it, or file an issue", f.path, i+1, m))
			}
		}
	}
	return found
}

var badMarks = []fstest.MapFS{
	src("internal/api/x.go", "package api", "// TO"+"DO: later"),
	src("docs/x.md", "FIX"+"ME"),
}

// packageComments wants one comment per package that says what it owns. revive
// says it too, but not of packages that are tests only.
func packageComments(t *tree) []string {
	has := map[string]bool{}
	for _, f := range t.goFiles() {
		has[f.dir()] = has[f.dir()] || f.ast.Doc != nil
	}
	var found []string
	for dir, ok := range has {
		if !ok {
			found = append(found, dir+": no file of the package has a package comment")
		}
	}
	slices.Sort(found)
	return found
}

var badComments = []fstest.MapFS{
	src("internal/api/x.go", "package api"),
}

// skipsAllowed are files whose tests may skip, and why.
var skipsAllowed = map[string]string{
	"e2e/container_linux_test.go":               "the root of a container is made by chroot, which only root may call",
	"internal/api/log_test.go":                  "where there is no Python the checker of public logs is not run; it fails when CI=true",
	"internal/pythontest/pythontest.go":         "where no Python with its packages is available what it checks is not tested; it fails when CI=true",
	"internal/ticketpdf/papertest/papertest.go": "where poppler is not installed nobody else reads the PDF; it fails when CI=true",
	"e2e/fresh_linux_test.go":                   "scripts/fresh plays it, which makes a Debian for it, for `make prove`",
	"e2e/citus_fault_test.go":                   "to move shards and to add a worker takes a minute, which is for `make prove`; without Citus nothing of it is run",
	"e2e/citus_cost_test.go":                    "it measures in turns for minutes, which is for `make prove`",
	"e2e/clock_test.go":                         "it compiles the server with another package time for minutes, which is for `make prove`",
	"e2e/full_disk_linux_test.go":               "a disk that can be full is mounted, which only root may do",
	"e2e/clients_test.go":                       "it compiles clients for minutes, which is for `make prove`; without Node.js or pip a language is skipped, and fails when CI=true",
	"e2e/replica_cost_test.go":                  "it measures in turns for a minute, which is for `make prove`",
	"e2e/room_test.go":                          "a waiting room that 200,000 join takes minutes, which is for `make prove`; a small one is killed in every run",
	"e2e/draw_kill_test.go":                     "the command that plays a draw waits two minutes for it by the clock, which is for `make prove`; draws are killed in every run, without waiting",
	"internal/rehearsal/emf_test.go":            "a hundred times EMF Camp takes minutes, which is for `make prove`; a small crowd is rehearsed in every run",
	"internal/server/standby_test.go":           "it waits for minutes for a standby that is gone, which is for `make prove`",
	"internal/saleimport/pretix_test.go":        "it installs pretix for minutes, which is for `make prove`",
	"internal/planted/planted_test.go":          "it builds the simulator and the load tool once more, which is for `make prove`",
	"internal/sim/power_postgres_test.go":       "where there is no C compiler PostgreSQL loses no power; it fails when CI=true",
	"internal/seed/seed.go":                     "tests that take turns are all played by three runs of the suite, and by `make prove`",
	"internal/pgserver/testing.go":              "where PostgreSQL is not installed its half is skipped, and fails when CI=true",
	"internal/pgserver/citus.go":                "where there is no PostgreSQL with Citus its tests are skipped: no distribution has one, so CI says where it is",
	"internal/testdb/citus.go":                  "a suite on Citus is asked for by name, and by `make prove`",
	"internal/store/citus_test.go":              "to distribute a database again and again takes a while, which is for `make prove`; an evening on Citus distributes once",
	"internal/picture/confined_linux_test.go":   "a kernel before Linux 6.3 cannot deny a process memory that is both written and run",
	"internal/server/alerts_test.go":            "where there is no promtool, which comes with Prometheus, what alerts do is not tried; their names and labels are",
	"internal/redisserver/redisserver.go":       "where Redis is not installed the tests with it are skipped, and fail when CI=true",
	"internal/payment/stripe/mock_test.go":      "where stripe-mock cannot be installed the test against it is skipped, and fails when CI=true",
}

// skips finds tests that may leave themselves out. Guarded by testing.Short or seed.Brief
// they may: the suite runs everything without -short too.
func skips(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if skipsAllowed[f.path] != "" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if s, ok := n.(*ast.IfStmt); ok {
				if call, ok := s.Cond.(*ast.CallExpr); ok && (isSelector(call.Fun, "testing", "Short") || isSelector(call.Fun, "seed", "Brief")) {
					return false
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, recv := range []string{"t", "b", "f", "tb"} {
				for _, name := range []string{"Skip", "Skipf", "SkipNow"} {
					if isSelector(call.Fun, recv, name) {
						found = append(found, t.at(call)+": a test that skips itself is not run; give its file a reason in skipsAllowed")
					}
				}
			}
			return true
		})
	}
	return found
}

var badSkips = []fstest.MapFS{
	src("internal/api/x_test.go", "package api", `import "testing"`, `func TestX(t *testing.T) { t.Skip("later") }`),
}

// machineWords are the beginnings of paths that exist on one machine only.
var machineWords = regexp.MustCompile(`(^|[^A-Za-z0-9_.$}])(/ho` + `me/[a-z]|/Us` + `ers/[A-Za-z]|/ro` + `ot/|/` + `work/|[A-Z]:\\Users\\)`)

func machinePaths(t *tree) []string {
	var found []string
	for _, f := range t.files {
		for i, line := range strings.Split(f.text, "\n") {
			if m := machineWords.FindString(line); m != "" {
				found = append(found, fmt.Sprintf("%s:%d: %q is a path of one machine", f.path, i+1, strings.TrimSpace(m)))
			}
		}
	}
	return found
}

var badMachines = []fstest.MapFS{
	src("docs/x.md", "see /ho"+"me/anna/holdfast"),
	src("scripts/x", "cd /ro"+"ot/go"),
}
