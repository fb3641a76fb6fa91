package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// planted are mistakes that could be made, each as a change of one text in one
// file. The simulator is worth as much as it finds of them. Without the fence alone
// nothing goes wrong, because the key of the audit rows refuses what it would have
// refused: guard_test.go of package store takes both away.
var planted = []struct {
	name, file, text, becomes string
	run                       string // the test that must find it
}{
	{"the answer that a batch was written is ignored", "internal/sequencer/writer.go", "case !written:\n", "case written, !written:\n", "TestNodes$"},
	{"a batch that was written is taken for one that was not", "internal/sequencer/writer.go", "case !written:\n", "case written:\n", "TestNodes$"},
	{"an unknown commit is taken for one that was written", "internal/sequencer/writer.go", "case !written:\n", "case written && !written:\n", "TestNodes$"},
	{"a COMMIT on its way is not waited for", "internal/store/batch.go", `"select id from events where id = $1" + s.lockEvent, Args: []any{event}`, `"select id from events where id = $1", Args: []any{event}`, "TestNodes$"},
	{"the state is kept after a failure", "internal/sequencer/writer.go", "\tdelete(w.cache, event)\n\treturn c\n", "\treturn c\n", "TestNodes$"},
	{"a stale state is used under the lock", "internal/store/load.go", "b.exists && b.version == q.Cached.State.Event.Version", "b.exists", "TestNodes$"},
	{"each server has a time of its own", "internal/clock/clock.go", "func (c *Clock) Now() time.Time { return c.base.Load().at(c.cfg.Elapsed()) }", "func (c *Clock) Now() time.Time { return c.cfg.System() }", "TestNodes$"},
	{"clocks that are apart decide", "internal/clock/clock.go", "func (c *Clock) Check() error { return c.within(Bound) }", "func (c *Clock) Check() error { return c.within(1000 * time.Hour) }", "TestNodes$"},
}

// TestPlantedBugs plants each mistake, as an overlay that no other build sees, and
// wants the simulator to fail. HOLDFAST_PLANTED says how many histories it may take;
// without it, because each takes a build of its own, they are only looked for.
func TestPlantedBugs(t *testing.T) {
	histories := os.Getenv("HOLDFAST_PLANTED")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	number := seed.Of(t)
	for _, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			file := filepath.Join(root, p.file)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), p.text) {
				t.Fatalf("%s has no %q any more", p.file, p.text)
			}
			if histories == "" {
				return
			}
			dir := t.TempDir()
			changed := filepath.Join(dir, filepath.Base(p.file))
			overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
			if err != nil {
				t.Fatal(err)
			}
			list := filepath.Join(dir, "overlay.json")
			if err := errors.Join(os.WriteFile(changed, []byte(strings.ReplaceAll(string(text), p.text, p.becomes)), 0o600), os.WriteFile(list, overlay, 0o600)); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
			defer cancel()
			test := filepath.Join(dir, "sim.test")
			if out, err := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", list, "-o", test, ".").CombinedOutput(); err != nil {
				t.Fatalf("it does not build: %v\n%s", err, out)
			}
			cmd := exec.CommandContext(ctx, test, "-test.run", p.run, "-test.timeout", "15m")
			cmd.Env = append(os.Environ(), "HOLDFAST_PLANTED=", "HOLDFAST_SIM_NODES="+histories, "HOLDFAST_SIM_SEQUENCES="+histories, fmt.Sprintf("%s=%d", seed.Variable, number))
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Fatalf("nobody noticed in %s histories:\n%s", histories, out)
			}
			if failed := new(exec.ExitError); !errors.As(err, &failed) {
				t.Fatal(err)
			}
			t.Log(found(string(out)))
		})
	}
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
