package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// program is a shell script in place of this binary.
func program(t *testing.T, script string) *Process {
	t.Helper()
	path := filepath.Join(t.TempDir(), "holdfast")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil { //nolint:gosec // it is a program
		t.Fatal(err)
	}
	return &Process{Program: path, DB: "sqlite:some.db", Log: slog.New(slog.DiscardHandler)}
}

var asked = waitingrooms.Rehearsal{EventID: "evt_a", People: 20, Minutes: 3, Curve: "burst", Inside: -1}

// TestProcess: the process is told what to rehearse, but none of the settings by which a server
// sends, at a low priority, and its progress and report are passed on.
func TestProcess(t *testing.T) {
	t.Setenv("HOLDFAST_SMTP", "smtp://mail.example")
	p := program(t, `echo '{"progress":{"phase":"copying"}}'
		echo '{"progress":{"phase":"selling","sold":3}}'
		echo "{\"report\":{\"args\":\"$*\",\"db\":\"$HOLDFAST_DB\",\"smtp\":\"$HOLDFAST_SMTP\",\"nice\":$(nice)}}"`)
	var seen []Progress
	text, err := p.Run(t.Context(), &asked, func(p Progress) { seen = append(seen, p) })
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Args, DB, SMTP string
		Nice           int
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if report.Args != "--log-level warn rehearse --supervised --event evt_a --people 20 --curve burst --inside=-1 --duration 3m" || report.DB != "sqlite:some.db" || report.SMTP != "" {
		t.Errorf("it was told %+v", report)
	}
	if len(seen) != 2 || seen[0].Phase != Copying || seen[1].Sold != 3 {
		t.Errorf("its progress: %+v", seen)
	}
}

// TestProcessEnds: what a process says, or does not say, when it ends without a report.
func TestProcessEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, script, want string }{
		{"says why", `echo '{"failed":"no_tickets"}'; exit 1`, "no_tickets"},
		{"says a reason that is none", `echo '{"failed":"bored"}'`, errLine.Error()},
		{"says nothing", `exit 0`, errLine.Error()},
		{"dies", `echo 'panic: at the disco' >&2; exit 2`, "exit status 2"},
		{"says something else", `echo 'hello'`, errLine.Error()},
		{"says no end of it", fmt.Sprintf("head -c %d /dev/zero", longest+1), "token too long"},
	} {
		p := program(t, c.script)
		var log bytes.Buffer
		p.Log = slog.New(slog.NewTextHandler(&log, nil))
		if report, err := p.Run(t.Context(), &asked, func(Progress) {}); err == nil || report != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
		if c.what == "dies" && !strings.Contains(log.String(), "at the disco") {
			t.Errorf("logged %s", log.String())
		}
	}
	p := &Process{Program: filepath.Join(t.TempDir(), "none"), Log: slog.New(slog.DiscardHandler)}
	if _, err := p.Run(t.Context(), &asked, func(Progress) {}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a program that is not there: %v", err)
	}
}

// TestProcessStops: a process that is not wanted any more sees its standard input end, and has
// time to clear up.
func TestProcessStops(t *testing.T) {
	t.Parallel()
	cleared := filepath.Join(t.TempDir(), "cleared")
	p := program(t, `echo '{"progress":{"phase":"selling"}}'; cat > /dev/null; : > `+cleared)
	ctx, stop := context.WithCancelCause(t.Context())
	_, err := p.Run(ctx, &asked, func(Progress) { stop(errOnsale) })
	if !errors.Is(err, errOnsale) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := os.Stat(cleared); err != nil {
		t.Errorf("it was not left to clear up: %v", err)
	}
}

// TestLower: a process in a group of its own gets the lowest priority.
func TestLower(t *testing.T) {
	t.Parallel()
	p := program(t, `i=0; while [ $i -lt 500 ] && [ "$(nice)" -ne 19 ]; do i=$((i+1)); sleep 0.01; done; echo "{\"report\":$(nice)}"`)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	if report, err := p.Run(ctx, &asked, func(Progress) {}); err != nil || string(report) != "19" {
		t.Errorf("its priority is %s, %v", report, err)
	}
}
