package suite

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// raced are the packages whose tests the suite runs under the race detector, some of
// them each time, with -short, which leaves out the sheer counts.
var raced = []string{
	"internal/admission", "internal/batch", "internal/broker", "internal/cache", "internal/captcha", "internal/challenge", "internal/clock",
	"internal/delivery", "internal/discovery", "internal/drand", "internal/export", "internal/jobs",
	"internal/limit", "internal/objectstore", "internal/peers", "internal/rehearsal/runs", "internal/replica", "internal/rush", "internal/sequencer",
	"internal/server", "internal/store/versions", "internal/stream", "internal/tracking", "internal/trending", "internal/turnedaway", "internal/turns", "internal/waitroom/draws", "internal/webhook",
	"internal/witness",
}

// withServer are those of raced whose tests have the store, and with it most of what is ours. Where
// that has changed, to compile it for the race detector takes longer than the tests of all others.
var withServer = []string{
	"internal/admission", "internal/challenge", "internal/delivery", "internal/discovery", "internal/export", "internal/jobs",
	"internal/rehearsal/runs", "internal/replica", "internal/sequencer", "internal/server", "internal/tracking",
	"internal/turnedaway", "internal/waitroom/draws", "internal/webhook",
}

// unwatched are the packages that the suite compiles without the race detector: SQLite
// and the C library that it calls, translated from C to Go. They work on memory that
// they have from the system, of which the detector knows nothing, and to look there
// takes it half of all its time. Their driver is watched, as every place where our code
// hands it something. `make prove` watches these packages too.
var unwatched = []string{"modernc.org/sqlite/lib", "modernc.org/libc/...", "modernc.org/memory"}

// racedEdge is the folder of the packages of which the race detector runs the
// tests in which goroutines meet: most of their tests make one request after another.
const racedEdge = "internal/api"

// racedBy says of the other packages where goroutines meet which raced tests run
// their code. `make prove` runs the race detector over all packages.
var racedBy = map[string]string{
	"internal/challenge/signals":   "none: one lock around what was seen, which requests in internal/api meet",
	"internal/bench":               "none: it measures, and is not part of the server",
	"internal/captcha/captchatest": "internal/captcha asks it",
	"internal/cells":               "none: one lock around where events live, and e2e moves one between servers",
	"internal/certs":               "internal/server gets a certificate by it",
	"internal/certs/certstest":     "none: an authority of tests",
	"internal/erasure":             "internal/server, and requests that meet in internal/api",
	"internal/faultsql":            "none: a driver of tests",
	"internal/hammer":              "none: it loads a server from outside",
	"internal/httpapi":             "requests that meet in internal/api",
	"internal/homes":               "internal/sequencer hands on by it",
	"internal/peer":                "none: a listener has a channel, and internal/sequencer hands on by it",
	"internal/id":                  "internal/sequencer makes IDs for many at once",

	"internal/mail":                  "internal/delivery and internal/jobs send by it",
	"internal/mail/mailtest":         "internal/delivery and internal/jobs send to it",
	"internal/merchant":              "none: one lock around the accounts that were read",
	"internal/message":               "internal/delivery and internal/jobs render by it",
	"internal/move":                  "none: a reader hands pages to a writer over one channel",
	"internal/natsserver":            "none: servers of tests",
	"internal/netguard/netguardtest": "none: a stand-in of tests",
	"internal/oidc":                  "none: one lock around when the provider was last away, and requests that meet in internal/api",
	"internal/oidc/oidctest":         "none: a provider of tests",
	"internal/page":                  "requests that meet in internal/api read previews and the sitemap",
	"internal/payment/bank":          "internal/settlement pays by it: a provider of tests",
	"internal/payment/paypal":        "none: one lock around one token",
	"internal/payment/standin":       "none: a provider of tests",
	"internal/pgserver":              "none: clusters of tests",
	"internal/picture":               "internal/picture/shelf opens pictures by it, one at a time for each processor",
	"internal/upload":                "requests that meet in internal/api send files by it",
	"internal/picture/shelf":         "requests that meet in internal/api store pictures by it",
	"internal/powercut":              "none: a disk of tests",
	"internal/publiclog":             "internal/server grows logs while requests of internal/api read them",
	"internal/publiclog/mirror":      "none: one lock around which logs have grown",
	"internal/redisserver":           "none: servers of tests",
	"internal/rehearsal":             "none: it loads a server from outside",
	"internal/replay/stored":         "none: one lock around which events have changed",
	"internal/saleimport":            "none: each goroutine has elements of a slice of its own, which are read when all are done",
	"internal/sample":                "none: it publishes events on a server from outside",
	"internal/seatchart":             "requests that meet in internal/api read charts",
	"internal/settlement":            "none: each goroutine asks about a payment of its own, and all are waited for",
	"internal/sms/smstest":           "internal/jobs sends to it",
	"internal/vat/vies/viestest":     "none: a register of tests",
	"internal/socket":                "internal/server",
	"internal/statement":             "none: one lock around what was read of the log of an event",
	"internal/store/bookings":        "internal/store runs its races against databases",
	"internal/store/checkins":        "requests that meet in internal/api check in by it",
	"internal/store/database":        "internal/sequencer, internal/jobs and internal/delivery work on it",
	"internal/store/events":          "internal/sequencer, internal/jobs and internal/delivery work on it",
	"internal/store/table":           "none: a pool of visits",
	"internal/store/postgres":        "internal/sequencer, internal/jobs and internal/delivery work on it",
	"internal/store/sqlite":          "internal/sequencer, internal/jobs and internal/delivery work on it",
	"internal/store/storetest":       "none: its goroutines race for rows, and the database is the judge",
	"internal/suite":                 "none: it runs the tests",
	"internal/suite/cmd":             "none: a channel of signals that nobody reads",
	"internal/tlog":                  "none: one lock around the heads that were signed",
	"internal/ticket":                "requests that meet in internal/api check tokens",
	"internal/waitroom/joins":        "requests that meet in internal/api join by it",
	"internal/waitroom/turnstile":    "requests that meet in internal/api come in by it",
	"internal/witness/witnesstest":   "internal/witness asks it",
}

// source is the parsed Go files of one folder.
type source struct{ files, tests []*ast.File }

// sources parses the packages below a folder of the module at root, by their folders.
func sources(root, below string) (map[string]*source, error) {
	found := map[string]*source{}
	err := filepath.WalkDir(filepath.Join(root, below), func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		s := found[filepath.ToSlash(dir)]
		if s == nil {
			s = &source{}
			found[filepath.ToSlash(dir)] = s
		}
		if strings.HasSuffix(name, "_test.go") {
			s.tests = append(s.tests, file)
		} else {
			s.files = append(s.files, file)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("suite: read the sources: %w", err)
	}
	return found, nil
}

// meet reports whether goroutines meet in a package: it starts some, or has what
// they share. What is made once needs no look.
func (s *source) meet() bool {
	return slices.ContainsFunc(s.files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"sync/atomic"` }) || contains(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok {
				pkg, ok := sel.X.(*ast.Ident)
				return ok && pkg.Name == "sync" && !strings.HasPrefix(sel.Sel.Name, "Once")
			}
			_, ok = n.(*ast.ChanType)
			return ok || starts(n)
		})
	})
}

// starts reports whether a goroutine is started here: by go, or by the method Go
// of a group.
func starts(n ast.Node) bool {
	if call, ok := n.(*ast.CallExpr); ok {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Go"
	}
	_, ok := n.(*ast.GoStmt)
	return ok
}

// receives reports whether something is received from another goroutine here.
func receives(n ast.Node) bool {
	op, ok := n.(*ast.UnaryExpr)
	return ok && op.Op == token.ARROW
}

// contains reports whether any node below one is such.
func contains(root ast.Node, is func(ast.Node) bool) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		found = found || n != nil && is(n)
		return !found
	})
	return found
}

// meetingTests returns the names of the tests in which goroutines meet: they start
// one or wait for one, themselves or by a function of the tests' files.
func (s *source) meetingTests() []string {
	functions := map[string][]*ast.FuncDecl{} // methods of several types may have one name
	for _, f := range s.tests {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				functions[fn.Name.Name] = append(functions[fn.Name.Name], fn)
			}
		}
	}
	meeting := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for name, list := range functions {
			if !meeting[name] && slices.ContainsFunc(list, func(fn *ast.FuncDecl) bool {
				return contains(fn.Body, func(n ast.Node) bool { return starts(n) || receives(n) || meeting[called(n)] })
			}) {
				meeting[name], grown = true, true
			}
		}
	}
	var tests []string
	for name := range meeting {
		if strings.HasPrefix(name, "Test") {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests
}

// called is the name of the function that is called here; "" when none is.
func called(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		return fn.Name
	case *ast.SelectorExpr:
		return fn.Sel.Name
	default:
		return ""
	}
}

// edgeRaces returns the packages below racedEdge with tests in which goroutines
// meet, and the names of these tests.
func edgeRaces(root string) (packages, tests []string, err error) {
	edge, err := sources(root, racedEdge)
	if err != nil {
		return nil, nil, err
	}
	for dir, s := range edge {
		if found := s.meetingTests(); len(found) > 0 {
			packages, tests = append(packages, "./"+dir), append(tests, found...)
		}
	}
	slices.Sort(packages)
	slices.Sort(tests)
	return packages, slices.Compact(tests), nil
}

// forgotten returns the packages where goroutines meet of which nobody has said
// what the race detector sees, and what is said of packages where none do.
func forgotten(root string) ([]string, error) {
	all, err := sources(root, "internal")
	if err != nil {
		return nil, err
	}
	var found []string
	for dir, s := range all {
		listed := slices.Contains(raced, dir) || dir == racedEdge || strings.HasPrefix(dir, racedEdge+"/")
		switch {
		case s.meet() && !listed && racedBy[dir] == "":
			found = append(found, dir+": goroutines meet here: list it among raced, or say in racedBy which raced tests run it")
		case listed && racedBy[dir] != "":
			found = append(found, dir+": is both raced and in racedBy")
		}
	}
	for _, dir := range raced {
		if s := all[dir]; s == nil || len(s.tests) == 0 {
			found = append(found, path.Clean(dir)+": is raced and has no tests")
		}
	}
	for dir := range racedBy {
		if s := all[dir]; s == nil || !s.meet() {
			found = append(found, dir+": is in racedBy, and no goroutines meet there")
		}
	}
	slices.Sort(found)
	return found, nil
}
