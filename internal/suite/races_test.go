package suite

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNoRaceIsForgotten: each package where goroutines meet is run by the race
// detector, or somebody has said what runs it.
func TestNoRaceIsForgotten(t *testing.T) {
	found, err := forgotten("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// TestForgottenRacesAreFound: the look at the sources finds every way in which
// goroutines meet, and none where there are none.
func TestForgottenRacesAreFound(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"lock":   `import "sync"; type T struct{ mu sync.RWMutex }`,
		"count":  `import "sync/atomic"; var N atomic.Int64`,
		"start":  `func F() { go F() }`,
		"group":  `func F(g interface{ Go(func()) }) { g.Go(func() {}) }`,
		"pass":   `func F(c chan int) int { return <-c }`,
		"once":   `import "sync"; var V = sync.OnceValue(func() int { return 1 })`,
		"nobody": `func F() {}`,
	} {
		write(t, filepath.Join(root, "internal", name, name+".go"), "package "+name+"\n"+text)
		write(t, filepath.Join(root, "internal", name, name+"_test.go"), "package "+name+"\nfunc G() { go G() }")
	}
	found, err := forgotten(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"lock": true, "count": true, "start": true, "group": true, "pass": true, "once": false, "nobody": false} {
		if got := slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, "internal/"+name+":") }); got != want {
			t.Errorf("internal/%s is missed in the lists: %t, want %t", name, got, want)
		}
	}
	if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, "internal/jobs:") }) {
		t.Error("a package of the list that has no tests is not found")
	}
}

// TestMeetingTestsAreFound: of the API the race detector runs the tests that start
// goroutines or wait for some, also by a function.
func TestMeetingTestsAreFound(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, racedEdge, "orders", "orders_test.go"), `package orders
func TestAlone(t *T) { send() }
func TestTwo(t *T) { go send() }
func TestGroup(t *T) { t.Run("x", func() { all.Go(send) }) }
func TestWaits(t *T) { select { case <-t.sent: case t.go_ <- 1: } }
func TestStream(t *T) { t.server.follow() }
func (s *server) follow() { s.open() }
func (s *server) open() { go s.read() }
func send() {}
`)
	packages, tests, err := edgeRaces(root)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(packages, []string{"./" + racedEdge + "/orders"}) || !slices.Equal(tests, []string{"TestGroup", "TestStream", "TestTwo", "TestWaits"}) {
		t.Errorf("%v of %v", tests, packages)
	}
	_, tests, err = edgeRaces("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"TestLastOwnerRace", "TestManyScannersOneTicket", "TestLastUseOfCode", "TestMyStreamWarns", "TestStreamOfAnotherServer"} {
		if !slices.Contains(tests, want) {
			t.Errorf("%s is not among the raced tests of the API: %v", want, tests)
		}
	}
}

// TestOurCodeIsWatched: what the race detector does not see is not ours, is not the
// driver that our code calls, and is in the program, so that no name is an old one.
func TestOurCodeIsWatched(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "../store/sqlite").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(out))
	for _, pattern := range unwatched {
		prefix, wide := strings.CutSuffix(pattern, "...")
		matches := func(pkg string) bool { return pkg == pattern || wide && strings.HasPrefix(pkg+"/", prefix) }
		if !slices.ContainsFunc(all, matches) {
			t.Errorf("%s: SQLite has no such package", pattern)
		}
		for _, pkg := range all {
			if matches(pkg) && (strings.HasPrefix(pkg, "github.com/holdfast-events/") || pkg == "modernc.org/sqlite" || !strings.Contains(strings.Split(pkg, "/")[0], ".")) {
				t.Errorf("%s: the race detector does not see %s", pattern, pkg)
			}
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEachPackageIsRaced: a run races a third of the packages, on few processors a sixth and one of
// those with the whole server, and which they are depends on its seed, so that some runs have
// raced them all.
func TestEachPackageIsRaced(t *testing.T) {
	edge := []string{"./" + racedEdge, "./" + racedEdge + "/streams"}
	heavy := slices.Concat(folders(withServer), edge)
	for _, many := range []bool{true, false} {
		seen := map[string]bool{}
		for seed := range uint64(200) {
			whole, someEdge := drawnRaces(edge, many, seed)
			again, edgeAgain := drawnRaces(edge, many, seed)
			some := slices.Concat(whole, someEdge)
			if !slices.Equal(some, slices.Concat(again, edgeAgain)) {
				t.Fatalf("seed %d: %v, and then others", seed, some)
			}
			servers, all := 0, len(raced)/3+1+1
			for _, dir := range some {
				seen[dir] = true
				if slices.Contains(heavy, dir) {
					servers++
				}
			}
			if !many {
				all = (len(raced)-len(withServer)+5)/6 + 1
			}
			if len(some) != all || !many && servers != 1 {
				t.Fatalf("seed %d, %t: %v, %d with the server", seed, many, some, servers)
			}
		}
		for _, dir := range slices.Concat(folders(raced), edge) {
			if !seen[dir] {
				t.Errorf("%s is not drawn in 200 runs, %t", dir, many)
			}
		}
	}
	found, _, err := edgeRaces("../..")
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	// On few processors there are runs with tests of the API and runs without.
	for processors, seeds := range map[int][]uint64{2: {seedWith(found, true), seedWith(found, false)}, allAtOnce: {1}} {
		for _, seed := range seeds {
			plan, err := Test("../..", nil, Machine{C: true, Processors: processors}, seed)
			if err != nil {
				t.Fatal(err)
			}
			whole, someEdge := drawnRaces(found, processors >= allAtOnce, seed)
			for name, want := range map[string][]string{"race detector": whole, "race detector, API": someEdge} {
				i := slices.IndexFunc(plan, func(p Phase) bool { return p.Name == name })
				if (i >= 0) != (len(want) > 0) || i >= 0 && !slices.Equal(plan[i].Command[len(plan[i].Command)-len(want):], want) {
					t.Errorf("on %d processors, seed %d: %s is not of %v", processors, seed, name, want)
				}
			}
		}
	}
}

// seedWith returns the first seed that draws tests of the API on few processors, or the first that draws none.
func seedWith(edge []string, some bool) uint64 {
	for seed := uint64(0); ; seed++ {
		if _, drawn := drawnRaces(edge, false, seed); (len(drawn) > 0) == some {
			return seed
		}
	}
}

// TestServersAreKnown: withServer has those of the raced packages whose tests have the store, and no
// others.
func TestServersAreKnown(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"list", "-test", "-f", `{{if .ForTest}}{{.ForTest}}{{range .Deps}} {{.}}{{end}}{{end}}`}, inRoot(raced)...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/holdfast-events/holdfast/"
	var with []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) > 0 && slices.ContainsFunc(words, func(dep string) bool { return dep == module+"internal/store" }) {
			with = append(with, strings.TrimPrefix(words[0], module))
		}
	}
	slices.Sort(with)
	if with = slices.Compact(with); !slices.Equal(with, withServer) {
		t.Errorf("the tests of these have the store: %v, want %v", with, withServer)
	}
}

// inRoot returns packages as they are named to the go command from the folder of this one.
func inRoot(packages []string) []string {
	named := make([]string, len(packages))
	for i, dir := range packages {
		named[i] = "../../" + dir
	}
	return named
}
