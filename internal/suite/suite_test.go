package suite

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	r := Run{Out: &out, Lanes: 2}
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

// TestTimeIsUp: a phase that runs is cut off with what it has started, and the
// next does not begin; neither is a failure.
func TestTimeIsUp(t *testing.T) {
	var out bytes.Buffer
	r := Run{Out: &out, Lanes: 1, Until: time.Now().Add(200 * time.Millisecond)}
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
	prove, err := Prove(nil, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	packages := []string{"m/internal/api", "m/e2e"}
	for name, plan := range map[string][]Phase{
		"test": Test(packages, Machine{C: true, Node: true}, 1), "bare": Test(packages, Machine{}, 1), "prove": prove,
	} {
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
	some, err := Only(Test(packages, Machine{C: true, Node: true}, 1), []string{"end to end"})
	if err != nil || len(some) != 3 || some[2].Name != "end to end" {
		t.Errorf("the end-to-end tests alone: %v, %v", some, err)
	}
	if _, err := Only(prove, []string{"nothing"}); err == nil {
		t.Error("a phase that does not exist was accepted")
	}
	if _, err := Prove([]string{"nothing"}, 0, 1); err == nil {
		t.Error("a part that does not exist was accepted")
	}
}

// TestLimitShrinksCounts: with half of the minutes a part does half as much, and
// never nothing.
func TestLimitShrinksCounts(t *testing.T) {
	whole, err := Prove([]string{"server kills"}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	half, err := Prove([]string{"server kills"}, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	for plan, want := range map[string][]Phase{"HOLDFAST_KILLS=100": whole, "HOLDFAST_KILLS=50": half} {
		if last := want[len(want)-1]; !slices.Contains(last.Env, plan) {
			t.Errorf("%v, want %s", last.Env, plan)
		}
	}
}

// TestRacedTestsExist: a test that was renamed does not drop out of the race
// detector unseen.
func TestRacedTestsExist(t *testing.T) {
	var tests strings.Builder
	err := filepath.WalkDir("../api", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path) //nolint:gosec // a file of this module
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range racedEdge {
		if !strings.Contains(tests.String(), "\nfunc "+name) {
			t.Errorf("internal/api has no test that begins with %s", name)
		}
	}
}
