// Package suite runs the phases of `make test` and `make prove`: side by side as
// long as processors are idle, each with its output in one piece, and with a table
// of seconds at the end. It starts what the phases share, a PostgreSQL cluster
// and a seed, and leaves nothing running.
package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// Phase is one command of a run.
type Phase struct {
	Name    string
	Command []string
	Env     []string // on top of the run's own
	// After names the phases that must have passed before this one begins.
	After []string
	// Seed is what the phase's random choices come from, printed where it begins
	// and where it failed.
	Seed uint64
	// Load is how many processors the phase keeps busy, on average over its time
	// alone: CPU seconds for each second. Zero is all of them.
	Load float64
	// GivesWay says that the phase only computes, so that its processes have the
	// lower priority: beside it others wait less, and meet their deadlines.
	GivesWay bool
}

// Run says how phases are run.
type Run struct {
	Out io.Writer
	// Processors is how many there are for phases that run at the same time.
	Processors float64
	// Until is when no further phase begins and a running one is cut off; zero: never.
	Until time.Time
	// Env is added to the environment of all phases.
	Env []string
	// Keeper is a program with its arguments that runs the command behind them and takes over
	// what that leaves behind, so that its time is counted; empty: nothing does.
	Keeper []string
}

// State is how a phase ended.
type State string

// The states of a phase.
const (
	Passed  State = "ok"
	Failed  State = "FAILED"
	CutOff  State = "cut off" // the time was up
	Skipped State = "not run" // what it needs failed, or the time was up
)

// Result is what became of a phase.
type Result struct {
	Phase  string
	State  State
	Began  time.Duration // after the run's beginning
	Wall   time.Duration
	CPU    time.Duration // user and system, of the command and the children that it or the keeper has waited for
	output []byte
}

// runner is a run under way.
type runner struct {
	Run
	began time.Time

	mu      sync.Mutex
	changed *sync.Cond
	running int               // guarded by mu
	load    float64           // of those that run, guarded by mu
	done    map[string]Result // guarded by mu
}

// Execute runs the phases and returns a result for each, in their order. A phase
// begins when what it needs has passed and there is room for its load; of several
// the first in the list.
func (r *Run) Execute(ctx context.Context, phases []Phase) []Result {
	run := &runner{Run: *r, began: time.Now(), done: map[string]Result{}}
	run.changed = sync.NewCond(&run.mu)
	var work sync.WaitGroup
	for waiting := slices.Clone(phases); len(waiting) > 0; {
		i := run.next(waiting)
		p := waiting[i]
		waiting = slices.Delete(waiting, i, i+1)
		if !run.mayBegin(ctx, p) {
			run.end(Result{Phase: p.Name, State: Skipped, Began: time.Since(run.began)})
			continue
		}
		run.begin(p)
		work.Go(func() {
			result := run.execute(ctx, p)
			run.leave(p, result)
			run.end(result)
		})
	}
	work.Wait()
	results := make([]Result, len(phases))
	for i, p := range phases {
		results[i] = run.done[p.Name]
	}
	return results
}

// next waits for room and returns the first phase that has it and whose needs are
// decided.
func (r *runner) next(waiting []Phase) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if i := slices.IndexFunc(waiting, func(p Phase) bool { return r.fits(p) && r.decided(p) }); i >= 0 {
			return i
		}
		r.changed.Wait()
	}
}

// fits reports whether there is room for a phase (with mu held). Alone each has it.
func (r *runner) fits(p Phase) bool {
	return r.running == 0 || r.load+r.loadOf(p) <= r.Processors
}

func (r *runner) loadOf(p Phase) float64 {
	if p.Load == 0 {
		return r.Processors
	}
	return p.Load
}

// decided reports whether everything that a phase needs has ended (with mu held).
func (r *runner) decided(p Phase) bool {
	return !slices.ContainsFunc(p.After, func(need string) bool { _, ended := r.done[need]; return !ended })
}

// mayBegin reports whether what the phase needs has passed and there is time.
func (r *runner) mayBegin(ctx context.Context, p Phase) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ctx.Err() == nil && (r.Until.IsZero() || time.Now().Before(r.Until)) &&
		!slices.ContainsFunc(p.After, func(need string) bool { return r.done[need].State != Passed })
}

// begin takes room for a phase and says so.
func (r *runner) begin(p Phase) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running++
	r.load += r.loadOf(p)
	fmt.Fprintf(r.Out, "-- %s begins, %s=%d\n", p.Name, seed.Variable, p.Seed)
}

// leave gives the room of a phase back and prints its output.
func (r *runner) leave(p Phase, result Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running--
	r.load -= r.loadOf(p)
	fmt.Fprintf(r.Out, "== %s: %s, %s\n%s", result.Phase, result.State, result.Wall.Round(100*time.Millisecond), result.output)
}

// end records how a phase ended and lets the next one begin.
func (r *runner) end(result Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done[result.Phase] = result
	r.changed.Broadcast()
}

// grace is how long a phase that was told to stop may take to end.
const grace = 20 * time.Second

// execute runs the command of a phase to its end.
func (r *runner) execute(ctx context.Context, p Phase) Result {
	if !r.Until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.Until)
		defer cancel()
	}
	var output lockedBuffer
	command := p.Command
	if p.GivesWay {
		command = append([]string{"nice", "-n", "10"}, command...)
	}
	command = slices.Concat(r.Keeper, command)
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(append(os.Environ(), r.Env...), p.Env...)
	cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", seed.Variable, p.Seed))
	cmd.Stdout, cmd.Stderr = &output, &output
	// A group of its own: what the command has started ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = grace
	result := Result{Phase: p.Name, State: Passed, Began: time.Since(r.began)}
	begin := time.Now()
	err := cmd.Run()
	result.Wall = time.Since(begin)
	if cmd.Process != nil {
		// Nothing that the phase has started outlives it.
		if kill := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); kill != nil && !errors.Is(kill, syscall.ESRCH) {
			err = errors.Join(err, kill)
		}
	}
	if state := cmd.ProcessState; state != nil {
		result.CPU = state.UserTime() + state.SystemTime()
	}
	switch {
	case err == nil:
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		result.State = CutOff
	default:
		result.State = Failed
		fmt.Fprintf(&output, "%s failed with %s=%d: %v\n", p.Name, seed.Variable, p.Seed, err)
	}
	result.output = output.text
	return result
}

// lockedBuffer takes what a command and its children print.
type lockedBuffer struct {
	mu   sync.Mutex
	text []byte // guarded by mu while the command runs
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, p...)
	return len(p), nil
}

// Table prints the phases with their seconds, and what they took together.
func Table(w io.Writer, results []Result, wall time.Duration) {
	width := len("together")
	for _, r := range results {
		width = max(width, len(r.Phase))
	}
	line := func(name, state string, began, took, cpu string) {
		fmt.Fprintf(w, "%-*s  %8s  %8s  %8s  %s\n", width, name, began, took, cpu, state)
	}
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }
	line("phase", "", "began", "seconds", "cpu")
	line(strings.Repeat("-", width), "", "", "", "")
	var cpu time.Duration
	for _, r := range results {
		line(r.Phase, string(r.State), seconds(r.Began), seconds(r.Wall), seconds(r.CPU))
		cpu += r.CPU
	}
	line("together", "", "", seconds(wall), seconds(cpu))
}

// toldAgain is how many lines of a failed phase are repeated at the end.
const toldAgain = 60

// Reasons repeats, below the table, what failed phases printed last, without the
// packages that passed: the end of a long output is what people read, and all
// that is kept of some.
func Reasons(w io.Writer, results []Result) {
	for _, r := range results {
		if r.State != Failed {
			continue
		}
		lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(r.output)), "\n"), func(line string) bool {
			return strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "?   \t")
		})
		fmt.Fprintf(w, "\n%s said last:\n", r.Phase)
		for _, line := range lines[max(0, len(lines)-toldAgain):] {
			fmt.Fprintln(w, "|", line) // so that nobody counts it twice
		}
	}
}

// Failures returns the names of the phases that failed, or that could not begin
// because of one that did. What a limit of time left out is not a failure.
func Failures(results []Result, limited bool) []string {
	var failed []string
	for _, r := range results {
		if r.State == Failed || !limited && r.State != Passed {
			failed = append(failed, r.Phase)
		}
	}
	return failed
}
