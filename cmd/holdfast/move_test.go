package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/move"
)

// TestBar: a terminal has one line for each phase, which is drawn again; elsewhere there is
// a line now and then, so that a log does not fill.
func TestBar(t *testing.T) {
	now := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	steps := []move.Progress{
		{Phase: move.Copying, Total: 200},
		{Phase: move.Copying, Table: "people", Done: 50, Here: 50, Total: 200, Seconds: 1},
		{Phase: move.Copying, Table: "holds", Done: 100, Here: 100, Total: 200, Seconds: 2},
		{Phase: move.Copying, Table: "audit", Done: 200, Here: 200, Total: 200, Seconds: 3},
		{Phase: move.Copying, Table: "log_tiles", Done: 200, Here: 200, Total: 200, Seconds: 3},
		{Phase: move.Comparing, Table: "people", Done: 0, Total: 200},
		{Phase: move.Verifying, Done: 1, Total: 2},
	}
	shown := func(terminal bool) string {
		var out bytes.Buffer
		tell := drawn(&out, terminal, clock)
		for _, s := range steps {
			now = now.Add(time.Second)
			tell(s)
		}
		return out.String()
	}
	screen := shown(true)
	if n := strings.Count(screen, "\r"); n != 5 {
		t.Errorf("drawn %d times: %q", n, screen)
	}
	if !strings.Contains(screen, "copying   [#######                       ]  25%  50 of 200 rows  50/s, 3s left  people\x1b[K\r") ||
		strings.Count(screen, "\n") != 1 || !strings.Contains(screen, "100%  200 of 200 rows  67/s, 0s left\x1b[K\n") {
		t.Errorf("%q", screen)
	}
	if lines := shown(false); strings.Count(lines, "\n") != 4 || strings.ContainsAny(lines, "\r\x1b") || !strings.Contains(lines, "verifying [###############               ]  50%  1 of 2 databases\n") {
		t.Errorf("%q", lines)
	}
}
