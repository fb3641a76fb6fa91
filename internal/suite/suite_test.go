package suite

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func sh(name, script string, after ...string) Phase {
	return Phase{Name: name, Command: []string{"sh", "-c", script}, After: after, Seed: 7}
}

func states(results []Result) (list []State) {
	for _, r := range results {
		list = append(list, r.State)
	}
	return list
}

// TestPhasesWaitForWhatTheyNeed: a phase sees what another made, one that needs a
// failed one is not run, and the output of each stands in one piece.
func TestPhasesWaitForWhatTheyNeed(t *testing.T) {
	var out bytes.Buffer
	made := t.TempDir() + "/made"
	r := Run{Out: &out, Processors: 2}
	phases := []Phase{
		sh("reads", "cat "+made, "writes"),
		sh("writes", "echo first; echo "+"it is there > "+made),
		sh("breaks", "echo seed $HOLDFAST_SEED; exit 3"),
		sh("never", "echo never", "breaks"),
	}
	results := r.Execute(t.Context(), phases)
	if got := states(results); !slices.Equal(got, []State{Passed, Passed, Failed, Skipped}) {
		t.Errorf("%v", got)
	}
	for _, want := range []string{"it is there", "seed 7", "breaks failed with HOLDFAST_SEED=7"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, &out)
		}
	}
	if failed := Failures(results, false); !slices.Equal(failed, []string{"breaks", "never"}) {
		t.Errorf("failed: %v", failed)
	}
	var table bytes.Buffer
	Table(&table, results, time.Minute)
	for _, want := range []string{"writes", "FAILED", "not run", "together", "60.0"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, &table)
		}
	}
}

// TestReasonsComeLast: what a failed phase printed is repeated, in lines that no
// count of packages takes for another; nothing is said of one that passed.
func TestReasonsComeLast(t *testing.T) {
	r := Run{Out: &bytes.Buffer{}, Processors: 2}
	results := r.Execute(t.Context(), []Phase{
		sh("breaks", "seq 1 100; printf 'ok  \\ta\\t1s\\n--- FAIL: TestX\\nFAIL\\tb\\t1s\\n'; exit 1"),
		sh("passes", "echo fine"),
	})
	var out bytes.Buffer
	Reasons(&out, results)
	for _, want := range []string{"breaks said last:", "| 100\n", "| --- FAIL: TestX\n", "| FAIL\tb"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, &out)
		}
	}
	for _, not := range []string{"fine", "ok  ", "| 1\n"} {
		if strings.Contains(out.String(), not) {
			t.Errorf("has %q:\n%s", not, &out)
		}
	}
}

// TestPhasesShareTheProcessors: phases run side by side as long as their loads fit,
// a small one does not wait for a large one, and one without a load runs alone.
func TestPhasesShareTheProcessors(t *testing.T) {
	const processors = 2
	loads := map[string]float64{"half": 0.5, "large": 1.4, "larger": 1.5, "small": 0.1, "alone": 0}
	var phases []Phase
	for _, name := range []string{"half", "large", "larger", "small", "alone"} {
		p := sh(name, "sleep 0.3")
		p.Load = loads[name]
		phases = append(phases, p)
	}
	r := Run{Out: &bytes.Buffer{}, Processors: processors}
	results := r.Execute(t.Context(), phases)
	together := func(a, b Result) bool { return a.Began < b.Began+b.Wall && b.Began < a.Began+a.Wall }
	for _, a := range results {
		load := 0.0
		for _, b := range results {
			// What is under way when this one begins.
			if b.Began <= a.Began && together(a, b) {
				load += loads[b.Phase]
			}
		}
		if load > processors {
			t.Errorf("a load of %.1f on %d processors when %s began", load, processors, a.Phase)
		}
		if a.Phase != "alone" && together(a, results[4]) {
			t.Errorf("%s ran beside the phase that wants all processors", a.Phase)
		}
	}
	if results[3].Began > results[2].Began {
		t.Error("the small phase waited for the larger one before it")
	}
}

// TestGivesWay: a phase that only computes has the lower priority.
func TestGivesWay(t *testing.T) {
	var out bytes.Buffer
	usual, polite := sh("usual", "nice"), sh("polite", "nice")
	polite.GivesWay, polite.After = true, []string{"usual"}
	r := Run{Out: &out, Processors: 1}
	r.Execute(t.Context(), []Phase{usual, polite})
	var priorities []int
	for _, line := range strings.Fields(out.String()) {
		if n, err := strconv.Atoi(line); err == nil {
			priorities = append(priorities, n)
		}
	}
	if len(priorities) != 2 || priorities[1] <= priorities[0] && priorities[0] < 19 {
		t.Errorf("priorities %v\n%s", priorities, &out)
	}
}

// TestTimeIsUp: a phase that runs is cut off with what it has started, and the
// next does not begin; neither is a failure.
func TestTimeIsUp(t *testing.T) {
	var out bytes.Buffer
	r := Run{Out: &out, Processors: 1, Until: time.Now().Add(200 * time.Millisecond)}
	began := time.Now()
	results := r.Execute(t.Context(), []Phase{sh("long", "sleep 60 & wait"), sh("next", "true")})
	if got := states(results); !slices.Equal(got, []State{CutOff, Skipped}) {
		t.Errorf("%v\n%s", got, &out)
	}
	if took := time.Since(began); took > grace {
		t.Errorf("it took %s to cut a phase off", took)
	}
	if failed := Failures(results, true); len(failed) > 0 {
		t.Errorf("failed: %v", failed)
	}
}

// TestPlansAreClosed: what a phase needs is in the plan, whatever is installed,
// and every command is there.
func TestPlansAreClosed(t *testing.T) {
	prove, _, err := Prove(nil, 30, 1, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	packages := []string{"m/internal/api", "m/e2e"}
	test, err := Test("../..", packages, Machine{C: true, Node: true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	bare, err := Test("../..", packages, Machine{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	large, err := Test("../..", packages, Machine{C: true, Node: true, Processors: allAtOnce}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"journeys", "end to end", "unit"} {
		for few, plan := range map[bool][]Phase{true: test, false: large} {
			p := plan[slices.IndexFunc(plan, func(p Phase) bool { return p.Name == name })]
			if slices.Contains(p.Env, "HOLDFAST_FEW_PROCESSORS=true") != few {
				t.Errorf("on few processors: %v; %s has %q", few, name, p.Env)
			}
		}
	}
	for name, plan := range map[string][]Phase{"test": test, "bare": bare, "large": large, "prove": prove} {
		for _, p := range plan {
			for _, need := range p.After {
				if !slices.ContainsFunc(plan, func(o Phase) bool { return o.Name == need }) {
					t.Errorf("%s: %s needs %s, which is not in the plan", name, p.Name, need)
				}
			}
			if slices.Contains(p.Command, "m/e2e") {
				t.Errorf("%s: %s runs the end-to-end tests among the unit tests", name, p.Name)
			}
		}
	}
	some, err := Only(test, []string{"end to end"})
	if err != nil || len(some) != 3 || some[2].Name != "end to end" {
		t.Errorf("the end-to-end tests alone: %v, %v", some, err)
	}
	if _, err := Only(prove, []string{"nothing"}); err == nil {
		t.Error("a phase that does not exist was accepted")
	}
	if _, _, err := Prove([]string{"nothing"}, 0, 1, Machine{}); err == nil {
		t.Error("a part that does not exist was accepted")
	}
}

// TestLimitShrinksCounts: with half of the minutes a part does half as much, and
// never nothing.
func TestLimitShrinksCounts(t *testing.T) {
	whole, _, err := Prove([]string{"server kills"}, 0, 1, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	half, _, err := Prove([]string{"server kills"}, 3, 1, Machine{})
	if err != nil {
		t.Fatal(err)
	}
	for plan, want := range map[string][]Phase{"HOLDFAST_KILLS=100": whole, "HOLDFAST_KILLS=50": half} {
		if last := want[len(want)-1]; !slices.Contains(last.Env, plan) {
			t.Errorf("%v, want %s", last.Env, plan)
		}
	}
}

// TestLimitIsKept: whatever is drawn, the parts of a limited run fit in its minutes by their own
// figures; over some seeds each part has its turn, and each is the first to run.
func TestLimitIsKept(t *testing.T) {
	const minutes, seeds = 60, 1000
	ran, first := map[string]bool{}, map[string]bool{}
	for s := range uint64(seeds) {
		phases, left, err := Prove(nil, minutes, s, Machine{Citus: "there"})
		if err != nil {
			t.Fatal(err)
		}
		fixed, counted := 0, 0
		for _, p := range parts {
			switch {
			case slices.Contains(left, p.name):
				if slices.ContainsFunc(phases, func(ph Phase) bool { return ph.Name == p.name }) {
					t.Errorf("%s is left out and runs", p.name)
				}
				continue
			case len(p.counts) == 0:
				fixed += p.minutes
			default:
				counted += p.minutes
			}
			ran[p.name] = true
		}
		if fixed > minutes/2 || counted == 0 {
			t.Fatalf("seed %d: %d of %d minutes are taken by parts that do not shrink, %d by others", s, fixed, minutes, counted)
		}
		begins := slices.IndexFunc(phases, func(p Phase) bool { return p.Name != "web app" && p.Name != "binary" })
		first[phases[begins].Name] = true
	}
	for _, p := range parts {
		if !ran[p.name] || !first[p.name] {
			t.Errorf("%s: ran %v, was the first %v", p.name, ran[p.name], first[p.name])
		}
	}
}

// TestCitusIsProven: what is promised of Citus is played where it is installed, all of it by one
// name; elsewhere it is left out of the whole, and nobody who asks for it is told that it passed.
func TestCitusIsProven(t *testing.T) {
	names := func(phases []Phase) (list []string) {
		for _, p := range phases {
			if strings.HasPrefix(p.Name, "citus") {
				list = append(list, p.Name)
			}
		}
		return list
	}
	all := []string{"citus stories", "citus faults", "citus store", "citus cost"}
	for what, c := range map[string]struct {
		asked []string
		has   Machine
		want  []string
	}{
		"all parts, with Citus":    {nil, Machine{Citus: "there"}, all},
		"all parts, without Citus": {nil, Machine{}, nil},
		"the group":                {[]string{"citus"}, Machine{Citus: "there"}, all},
		"one of them":              {[]string{"citus store"}, Machine{Citus: "there"}, all[2:3]},
	} {
		phases, _, err := Prove(c.asked, 0, 1, c.has)
		if got := names(phases); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", what, got, err, c.want)
		}
	}
	if _, _, err := Prove([]string{"citus"}, 0, 1, Machine{}); err == nil || !strings.Contains(err.Error(), "no Citus") {
		t.Errorf("asked for where there is none: %v", err)
	}
	// A name that a part has is that part's alone.
	phases, _, err := Prove([]string{"archive"}, 0, 1, Machine{})
	if err != nil || slices.ContainsFunc(phases, func(p Phase) bool { return p.Name == "archive under kills" }) {
		t.Errorf("%v, %v", phases, err)
	}
}

// TestCitusIsFound: scripts/citus says where it is, that there is none where none is, and fails where
// it is required or is not where it was said to be.
func TestCitusIsFound(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "bin")
	for _, file := range []string{"bin/initdb", "bin/postgres", "lib/citus.so"} {
		path := filepath.Join(filepath.Dir(bin), file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // as it is installed
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o755); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
	}
	find := func(env ...string) (out, said string, err error) {
		cmd := exec.CommandContext(t.Context(), "../../scripts/citus")
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "HOLDFAST_CITUS") }), env...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err = cmd.Run()
		return strings.TrimSpace(stdout.String()), stderr.String(), err
	}
	if out, said, err := find("HOLDFAST_CITUS=" + bin); out != bin || err != nil {
		t.Errorf("where it was said to be: %q %q %v", out, said, err)
	}
	if out, said, err := find("HOLDFAST_CITUS=" + t.TempDir()); out != "" || err == nil || !strings.Contains(said, "has no initdb") {
		t.Errorf("not where it was said to be: %q %q %v", out, said, err)
	}
	out, said, err := find()
	if out != "" {
		return // it is installed, and was found
	}
	if err != nil || !strings.Contains(said, "left out") {
		t.Errorf("where there is none: %q %v", said, err)
	}
	if _, said, err := find("HOLDFAST_CITUS_REQUIRED=true"); err == nil || !strings.Contains(said, "left out") {
		t.Errorf("where there is none and it is required: %q %v", said, err)
	}
}

// TestPackagesAreProven: what is installed from, the packages and the chart, is among the parts of
// `make prove`, by scripts that are there.
func TestPackagesAreProven(t *testing.T) {
	for name, script := range map[string]string{"packages": "scripts/dist check", "chart": "scripts/chart", "fresh": "scripts/fresh"} {
		phases, _, err := Prove([]string{name}, 0, 1, Machine{})
		if err != nil {
			t.Fatal(err)
		}
		last := phases[len(phases)-1]
		if info, err := os.Stat(filepath.Join("../..", last.Command[0])); strings.Join(last.Command, " ") != script || err != nil || info.Mode()&0o100 == 0 {
			t.Errorf("%s: %q, %v", name, last.Command, err)
		}
	}
}
