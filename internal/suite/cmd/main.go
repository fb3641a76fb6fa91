// Command suite runs `make test` and `make prove`:
//
//	suite test [PHASE …]
//	suite prove [PART …]
//
// HOLDFAST_SEED repeats the random choices of a run, PROVE_MINUTES bounds the
// second, and HOLDFAST_TEST_MEMORY=false leaves the files of the tests on disk.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/suite"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == keepArgument {
		os.Exit(kept(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

// keepArgument has the program be the keeper of a command, which follows it.
const keepArgument = "keep"

// kept keeps a command, and returns what this program ends with.
func kept(command []string) int {
	status, err := keep(command)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		return 1
	}
	return status
}

// keeper is this program as the keeper of each phase, where it can be one.
func keeper() ([]string, error) {
	if !keeps {
		return nil, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return []string{self, keepArgument}, nil
}

// connections is how many the shared cluster takes: several test programs, each
// with servers of several connections.
const connections = "400"

// filled is how much load phases may have for each processor: a phase waits in one
// moment and wants more than its average in the next.
const filled = 1.4

func run(ctx context.Context, args []string) (err error) {
	if len(args) == 0 || args[0] != "test" && args[0] != "prove" {
		return errors.New("usage: suite test [PHASE …] | suite prove [PART …]")
	}
	began := time.Now()
	first, err := seed.Fresh()
	if err != nil {
		return err
	}
	minutes, err := minutesOf(os.Getenv("PROVE_MINUTES"))
	if err != nil {
		return err
	}
	missing, has, err := programs(ctx)
	if err != nil {
		return err
	}
	done, err := inMemory()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	templates, err := os.MkdirTemp("", "holdfast-templates-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(templates)) }()
	env := []string{"GOFLAGS=-buildvcs=false -trimpath", "CGO_ENABLED=0", seed.Templates + "=" + templates}
	cluster, err := pgserver.Start(ctx, pgserver.Options{Settings: map[string]string{"max_connections": connections}})
	switch {
	case err == nil:
		env = append(env, pgserver.SharedVariable+"="+cluster.Address())
		defer func() { err = errors.Join(err, cluster.Stop()) }()
	case !errors.Is(err, pgserver.ErrNotInstalled):
		return err
	}
	if has.Citus != "" {
		env = append(env, pgserver.CitusVariable+"="+has.Citus)
	}
	r := suite.Run{Out: os.Stdout, Processors: filled * float64(runtime.NumCPU()), Env: env}
	if r.Keeper, err = keeper(); err != nil {
		return err
	}
	var phases []suite.Phase
	if args[0] == "test" {
		packages, err := exec.CommandContext(ctx, "go", "list", "./...").Output()
		if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if phases, err = suite.Test(".", strings.Fields(string(packages)), has, first); err != nil {
			return err
		}
		if len(args) > 1 {
			if phases, err = suite.Only(phases, args[1:]); err != nil {
				return err
			}
		}
	} else {
		var left []string
		if phases, left, err = suite.Prove(args[1:], minutes, first, has); err != nil {
			return err
		}
		for _, part := range left {
			missing = append(missing, part+": not drawn for so few minutes; name it to run it")
		}
		if minutes > 0 {
			r.Until = began.Add(time.Duration(minutes) * time.Minute)
		}
	}
	before := processorsNow()
	results := r.Execute(ctx, phases)
	used := processorsNow().since(before)
	if cluster != nil {
		shared, err := ended(cluster, began)
		if err != nil {
			return err
		}
		results = append(results, shared)
	}
	fmt.Println()
	suite.Table(os.Stdout, results, time.Since(began))
	if used >= 0 {
		fmt.Printf("%d processors, busy for %d%% of the time\n", runtime.NumCPU(), used)
	}
	for _, what := range missing {
		fmt.Println("left out:", what)
	}
	suite.Reasons(os.Stdout, results)
	if failed := suite.Failures(results, !r.Until.IsZero()); len(failed) > 0 {
		return fmt.Errorf("%s failed, with %s=%d: %s", args[0], seed.Variable, first, strings.Join(failed, ", "))
	}
	return ctx.Err()
}

// ended stops the shared cluster, and returns what it took since then as a row of the table.
func ended(cluster *pgserver.Server, began time.Time) (suite.Result, error) {
	before, err := childTime()
	if err != nil {
		return suite.Result{}, err
	}
	if err := cluster.Stop(); err != nil {
		return suite.Result{}, err
	}
	after, err := childTime()
	return suite.Result{Phase: "shared PostgreSQL", State: suite.Passed, Wall: time.Since(began), CPU: after - before}, err
}

// childTime is the user and system time of all children that were waited for.
func childTime() (time.Duration, error) {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &all); err != nil {
		return 0, err
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano()), nil
}

func minutesOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("PROVE_MINUTES=%q is not a number of minutes", text)
	}
	return n, nil
}

// programs finds what the tests need beside Go, installing it where the machine
// allows it, and returns what is left out for want of it. In CI that is an error.
func programs(ctx context.Context) (missing []string, has suite.Machine, err error) {
	for _, p := range []struct {
		find, what string
		args       []string
	}{
		{"scripts/postgres", "no PostgreSQL: its half of the store, and what runs on it", nil},
		{"scripts/redis", "no Redis: what several servers do with one between them", nil},
		{"scripts/poppler", "no poppler: what another program reads in a printed ticket", nil},
		{"scripts/python", "no Python with its packages: the checkers in another language", nil},
		{"scripts/python", "no Python with icalendar: what another program reads in calendars", []string{"internal/calendar/testdata/requirements.txt"}},
		{"scripts/chromium", "no Chromium: the journeys in a browser", nil},
	} {
		cmd := exec.CommandContext(ctx, p.find, p.args...)
		cmd.Stderr = os.Stderr
		if out, err := cmd.Output(); err != nil || strings.TrimSpace(string(out)) == "" {
			missing = append(missing, p.what)
		}
	}
	if cc, err := exec.CommandContext(ctx, "go", "env", "CC").Output(); err == nil {
		_, err = exec.LookPath(strings.TrimSpace(string(cc)))
		has.C = err == nil
	}
	if !has.C {
		missing = append(missing, "no C compiler: the race detector")
	}
	if _, err := exec.LookPath("node"); err == nil {
		has.Node = true
	} else {
		missing = append(missing, "no Node.js: the web app")
	}
	has.Processors = runtime.GOMAXPROCS(0)
	if len(missing) > 0 && os.Getenv("CI") == "true" {
		return nil, has, fmt.Errorf("CI leaves nothing out: %s", strings.Join(missing, "; "))
	}
	if has.Citus, err = citus(ctx); err != nil {
		return nil, has, err
	}
	if has.Citus == "" {
		missing = append(missing, "no Citus, which is not installed here: what runs on it")
	}
	return missing, has, nil
}

// citus returns the folder of a PostgreSQL with Citus, or "". Unlike the other programs nothing
// installs it, so CI does without, unless it is told that it has it: then that there is none is an error.
func citus(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "scripts/citus")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("scripts/citus: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// inMemory keeps the files of the tests in memory where there is room, because
// thousands of databases are made, killed and thrown away, each with its fsyncs:
// on a disk that stalls that takes ten times as long, and a killed process loses
// nothing that it has written either way. Go links where it always does, for such
// a file system may forbid to start programs.
func inMemory() (done func() error, err error) {
	nothing := func() error { return nil }
	if os.Getenv("HOLDFAST_TEST_MEMORY") == "false" {
		return nothing, nil
	}
	out, err := exec.Command("scripts/memory-dir", strconv.Itoa(os.Getpid())).Output()
	if err != nil {
		return nothing, nil // there is no room
	}
	dir := strings.TrimSpace(string(out))
	fmt.Println("-- files of the tests are in memory:", dir)
	gotmp := os.Getenv("GOTMPDIR")
	if gotmp == "" {
		gotmp = os.TempDir()
	}
	if err := errors.Join(os.Setenv("GOTMPDIR", gotmp), os.Setenv("TMPDIR", dir)); err != nil {
		return nothing, err
	}
	return func() error { return os.RemoveAll(dir) }, nil
}
