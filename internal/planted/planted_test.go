package planted

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// The switch is a package that only the overlay has.
const (
	variable     = "HOLDFAST_PLANTING"
	switchFolder = "internal/planted/planting"
	switchText   = `// Package planting says which mistake is switched on.
package planting

import "os"

var name = os.Getenv("` + variable + `")

func On(mistake string) bool { return mistake == name }
`
)

// TestMistakesApply: each text that a mistake changes is in its file, once. Otherwise
// the code has gone on, and the mistake has to follow.
func TestMistakesApply(t *testing.T) {
	named := map[string]bool{}
	for _, m := range mistakes {
		if named[m.name] || len(m.found) == 0 {
			t.Errorf("%s: there are two of the name, or nobody must find it", m.name)
		}
		named[m.name] = true
		for _, e := range m.edits {
			if n := strings.Count(read(t, e.file), e.text); n != 1 {
				t.Errorf("%s: %s has %d times, and not once:\n%s", m.name, e.file, n, e.text)
			}
		}
	}
	for name, found := range map[string]func(finder) bool{
		"the simulator": func(f finder) bool { return f == histories || f == nodes },
		"the load tool": func(f finder) bool { return f == load || f == rooms },
	} {
		n := 0
		for _, m := range mistakes {
			if slices.ContainsFunc(m.found, found) {
				n++
			}
		}
		if n < 12 {
			t.Errorf("%s has to find %d mistakes, and no longer a dozen", name, n)
		}
	}
}

// TestPlantedBugs switches on one mistake after the other, and wants each of its
// finders to fail. HOLDFAST_PLANTED says how many histories that may take; without it
// the test is not run, because it builds the finders once more. What holds without any
// mistake is the control.
func TestPlantedBugs(t *testing.T) {
	bound := os.Getenv("HOLDFAST_PLANTED")
	if bound == "" {
		t.Skip("HOLDFAST_PLANTED is not set")
	}
	tests := build(t)
	number := seed.Of(t)
	try := func(t *testing.T, f finder, mistake string) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, tests[f.pkg], "-test.run", f.run, "-test.timeout", "15m")
		cmd.Dir = filepath.Join(root, f.pkg)
		cmd.Env = append(os.Environ(), variable+"="+mistake, "HOLDFAST_PLANTED=", "HOLDFAST_SIM_NODES="+bound, "HOLDFAST_SIM_SEQUENCES="+bound, fmt.Sprintf("%s=%d", seed.Variable, number))
		out, err := cmd.CombinedOutput()
		if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		return string(out), err
	}
	for _, f := range []finder{histories, nodes, load, rooms} {
		t.Run("control "+f.run, func(t *testing.T) {
			if out, err := try(t, f, ""); err != nil {
				t.Fatalf("without any mistake: %v\n%s", err, out)
			}
		})
	}
	if t.Failed() {
		return // what is found then says nothing
	}
	for _, m := range mistakes {
		for _, f := range m.found {
			t.Run(m.name+", "+f.run, func(t *testing.T) {
				began := time.Now()
				out, err := try(t, f, m.name)
				if err == nil {
					t.Fatalf("nobody noticed in %s histories:\n%s", bound, out)
				}
				t.Logf("after %s: %s", time.Since(began).Round(time.Second), found(out))
			})
		}
	}
}

// root is the folder of the module.
var root = func() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return dir
}()

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// build builds the finders with all mistakes in them, none of which is switched on,
// and returns their files by package.
func build(t *testing.T) map[string]string {
	t.Helper()
	module, err := exec.CommandContext(t.Context(), "go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	imported := fmt.Sprintf("\n\nimport planting %q\n", path.Join(strings.TrimSpace(string(module)), switchFolder))
	changed := map[string]string{switchFolder + "/planting.go": switchText}
	for _, m := range mistakes {
		for _, e := range m.edits {
			text, ok := changed[e.file]
			if !ok {
				text = read(t, e.file)
				at := strings.Index(text, "\npackage ") + 1 // in doc comments it does not begin a line
				end := at + strings.IndexByte(text[at:], '\n')
				text = text[:end] + imported + text[end:]
			}
			changed[e.file] = strings.Replace(text, e.text, strings.ReplaceAll(e.becomes, "PLANTED", fmt.Sprintf("planting.On(%q)", m.name)), 1)
		}
	}
	dir, replace := t.TempDir(), map[string]string{}
	for file, text := range changed {
		at := filepath.Join(dir, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, file)] = at
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]string{}
	for _, f := range []finder{histories, load} {
		tests[f.pkg] = filepath.Join(dir, path.Base(f.pkg)+".test")
		cmd := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-overlay", list, "-o", tests[f.pkg], f.pkg)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("it does not build: %v\n%s", err, out)
		}
	}
	return tests
}

// found is the line that says what was found.
func found(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, "_test.go:") && !strings.Contains(line, seed.Variable) {
			return line
		}
	}
	return out
}
