package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/suite"
)

// TestMain lets the test program keep a command, as the suite does for each phase.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == keepArgument {
		os.Exit(kept(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// TestTimeOfOrphansIsCounted: what a process took that nobody waited for is in the time of its
// phase, as that of a browser, also of one in a session of its own.
func TestTimeOfOrphansIsCounted(t *testing.T) {
	const busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	done := t.TempDir() + "/done"
	orphan := fmt.Sprintf("setsid sh -c '%s; touch %s' & true", busy, done)
	script := fmt.Sprintf("(%s); while ! [ -e %s ]; do sleep 0.05; done", orphan, done)
	measure := func(keeper []string) time.Duration {
		t.Helper()
		if err := os.RemoveAll(done); err != nil {
			t.Fatal(err)
		}
		r := suite.Run{Out: &bytes.Buffer{}, Processors: 1, Keeper: keeper}
		got := r.Execute(t.Context(), []suite.Phase{{Name: "leaves", Command: []string{"sh", "-c", script}}})
		if got[0].State != suite.Passed {
			t.Fatalf("%+v", got)
		}
		return got[0].CPU
	}
	alone := suite.Run{Out: &bytes.Buffer{}, Processors: 1}
	want := alone.Execute(t.Context(), []suite.Phase{{Name: "busy", Command: []string{"sh", "-c", busy}}})[0].CPU
	if got := measure([]string{self, keepArgument}); got < want/2 {
		t.Errorf("%s were counted, and the orphan took about %s", got, want)
	}
}

// TestNothingOutlivesAPhase: what a command left running has ended when its keeper has, and
// the keeper ends as the command did.
func TestNothingOutlivesAPhase(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]int{"exit 3": 3, "true": 0, "kill -TERM $$": 128 + int(syscall.SIGTERM)} {
		dir := t.TempDir()
		leave := "(setsid sh -c 'sleep 600 & echo $! > " + dir + "/pid; wait' & true); while ! [ -s " + dir + "/pid ]; do sleep 0.05; done; "
		cmd := exec.CommandContext(t.Context(), self, keepArgument, "sh", "-c", leave+script)
		err := cmd.Run()
		var ended *exec.ExitError
		if err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: ended with %d, want %d", script, got, want)
		}
		text, err := os.ReadFile(dir + "/pid")
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("%s: process %d still runs: %v", script, pid, err)
		}
	}
}

// TestKeeperSaysWhatIsMissing: a command that is not there is said to be, and fails.
func TestKeeperSaysWhatIsMissing(t *testing.T) {
	if _, err := keep([]string{"holdfast-is-not-there"}); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("%v", err)
	}
}
