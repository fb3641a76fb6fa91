package runs

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

const (
	// toStop is how long a process that is told to stop has for removing its copy.
	toStop = 30 * time.Second
	// longest is how long a line may be.
	longest = 1 << 20
	// saidLast is how much is kept of what a process says on standard error.
	saidLast = 4 << 10
)

// Process rehearses in a process of its own.
type Process struct {
	// Program is this binary.
	Program string
	// DB is the database that has the events.
	DB  string
	Log *slog.Logger
}

// Run starts the process, passes on what it says of its progress, and returns its report. The
// process is stopped when ctx ends, and killed when it does not stop. The error is a *Failure
// when the process says itself why there is no report.
func (p *Process) Run(ctx context.Context, r *waitingrooms.Rehearsal, progress func(Progress)) (report json.RawMessage, err error) {
	cmd := exec.CommandContext(ctx, p.Program, "--log-level", "warn", "rehearse", "--supervised", "--event", r.EventID, //nolint:gosec // this binary, with numbers and words from closed lists
		"--people", strconv.FormatInt(r.People, 10), "--curve", r.Curve, "--inside="+strconv.FormatInt(r.Inside, 10), "--duration", fmt.Sprint(r.Minutes, "m"))
	cmd.Env = environment(p.DB)
	aside(cmd)
	var said tail
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("rehearsal: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("rehearsal: %w", err)
	}
	cmd.Cancel, cmd.WaitDelay = in.Close, toStop
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("rehearsal: start the process: %w", err)
	}
	if err := lower(cmd.Process.Pid); err != nil {
		p.Log.WarnContext(ctx, "rehearsal: its process has the priority of any other", slog.Any("error", err))
	}
	failed := read(bufio.NewScanner(out), progress, &report)
	_, _ = io.Copy(io.Discard, out) // a process that nobody reads from would wait for good
	ended := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case failed != nil:
		err = failed
	case ended != nil && report == nil:
		err = fmt.Errorf("rehearsal: the process: %w", ended)
	case report == nil:
		err = errLine
	}
	if err != nil {
		p.Log.WarnContext(ctx, "rehearsal: the process has ended without a report", slog.Any("error", err), slog.String("said", said.String()))
	}
	return report, err
}

// read reads all lines.
func read(lines *bufio.Scanner, progress func(Progress), report *json.RawMessage) (failed error) {
	lines.Buffer(nil, longest)
	for lines.Scan() {
		l, err := parseLine(lines.Bytes())
		switch {
		case err != nil:
			failed = err
		case l.Progress != nil:
			progress(*l.Progress)
		case l.Report != nil:
			*report = l.Report
		default:
			failed = &Failure{l.Failed}
		}
	}
	if err := lines.Err(); err != nil {
		failed = errors.Join(failed, err)
	}
	return failed
}

// environment is that of this process, without its settings: a rehearsal sends nothing.
func environment(db string) []string {
	var list []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "HOLDFAST_") {
			list = append(list, v)
		}
	}
	// Not as an argument: everybody on the machine may read those.
	return append(list, "HOLDFAST_DB="+db)
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

// Write never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-saidLast):]
	return len(b), nil
}

func (t *tail) String() string { return string(bytes.TrimSpace(t.text)) }
