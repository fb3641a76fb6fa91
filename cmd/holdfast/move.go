package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/move"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
)

type moveCommand struct {
	From string `help:"Database to move: sqlite:PATH or postgres://… Stop its servers before." required:"" placeholder:"URL"`
	To   string `help:"Database to fill: a file that is not there yet, or an empty PostgreSQL database." placeholder:"URL"`
	masterKeys
	logKey
	Release bool `help:"Move nothing; let servers open the database at --from again, after a move that is given up or taken back. What happened in the other one is not in it."`
	JSON    bool `help:"Print progress and report as JSON, one object per line."`
}

// Run moves, and says what to do next; errFailed when the two are not the same.
func (c *moveCommand) Run(ctx context.Context, log *slog.Logger) error {
	from := database{DB: c.From}
	switch {
	case c.Release && c.To != "":
		return errors.New("--release moves nothing: leave out --to")
	case c.Release:
		return from.use(ctx, log, func(st *store.Store) error { return move.Release(ctx, st) })
	case c.To == "":
		return errors.New("--to is missing: the database to fill")
	case c.To == c.From:
		return errors.New("--from and --to are the same database")
	}
	if path := server.SQLitePath(c.From); path != "" { // opening it would make it
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("the database to move: %w", err)
		}
	}
	to := database{DB: c.To}
	if err := makeFolder(c.To); err != nil {
		return err
	}
	keys, err := c.auditKeys(ctx, c.From, log)
	if err != nil {
		return err
	}
	signer, err := c.signer(ctx, c.From, log)
	if err != nil {
		return err
	}
	cfg := move.Config{From: c.From, To: c.To, AuditKeys: keys, Logs: signer, Log: log, Progress: bar(os.Stderr, time.Now)}
	if c.JSON {
		cfg.Progress = lines(os.Stdout)
	}
	var r *move.Report
	err = from.use(ctx, log, func(source *store.Store) error {
		return to.open(ctx, log, func(*store.Store, context.Context) error { return nil }, func(target *store.Store) error {
			cfg.Source, cfg.Target = source, target
			r, err = move.Run(ctx, cfg)
			return err
		})
	})
	if err != nil {
		return err
	}
	if err := c.print(r); err != nil {
		return err
	}
	if !r.Finished {
		return errFailed
	}
	return nil
}

func (c *moveCommand) print(r *move.Report) error {
	if c.JSON {
		return r.WriteJSON(os.Stdout)
	}
	if err := r.WriteText(os.Stdout); err != nil || !r.Finished {
		return err
	}
	serve := "holdfast serve --db " + move.Shown(c.To)
	if at := c.at(c.From); at.Text == "" {
		serve += " --master-key-file " + at.File
	}
	files := server.Config{DB: c.From, Files: os.Getenv("HOLDFAST_FILES")}
	_, err := fmt.Printf("\nKeys and files have not moved, and belong to the new database now. Serve it with the earlier settings, and these:\n\n  %s --log-key %s --files %s\n\n",
		serve, server.LogKeyAt(c.From, c.LogKey), files.FilesAt())
	return err
}

// lines prints progress for machines, at most once a second for each table.
func lines(w io.Writer) func(move.Progress) {
	out := json.NewEncoder(w)
	var last time.Time
	var of string
	return func(p move.Progress) {
		if key := string(p.Phase) + p.Table; key != of || time.Since(last) >= time.Second {
			of, last = key, time.Now()
			_ = out.Encode(p) // the report at the end tells of a closed output
		}
	}
}

const (
	barWidth = 30
	// barEvery is how often a terminal is told, logEvery how often anything else is.
	barEvery = 100 * time.Millisecond
	logEvery = 10 * time.Second
)

// bar shows progress to people: as a bar on a terminal, and in lines elsewhere.
func bar(w *os.File, now func() time.Time) func(move.Progress) {
	info, err := w.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return drawn(w, terminal, now)
}

func drawn(w io.Writer, terminal bool, now func() time.Time) func(move.Progress) {
	var last time.Time
	var phase move.Phase
	var told bool // that the phase is full
	return func(p move.Progress) {
		every, end := logEvery, "\n"
		if terminal {
			every, end = barEvery, "\x1b[K\r"
		}
		full := p.Done >= p.Total
		if p.Phase == phase && (told || !full && now().Sub(last) < every) {
			return
		}
		if full && terminal {
			end = "\x1b[K\n"
		}
		phase, last, told = p.Phase, now(), full
		_, _ = io.WriteString(w, line(p)+end) // what it cannot show is not a reason to stop
	}
}

// names of the phases, for people.
var phases = map[move.Phase]string{move.Copying: "copying", move.Comparing: "comparing", move.Verifying: "verifying"}

// line is how far a move is, in one line.
func line(p move.Progress) string {
	share := 1.0
	if p.Total > 0 {
		share = min(1, float64(p.Done)/float64(p.Total))
	}
	filled := int(share * barWidth)
	text := fmt.Sprintf("%-9s [%s%s] %3.0f%%", phases[p.Phase], strings.Repeat("#", filled), strings.Repeat(" ", barWidth-filled), 100*share)
	if p.Phase == move.Verifying {
		return text + fmt.Sprintf("  %d of %d databases", p.Done, p.Total)
	}
	text += fmt.Sprintf("  %d of %d rows", p.Done, p.Total)
	if p.Here > 0 && p.Seconds > 0 {
		rate := float64(p.Here) / p.Seconds
		left := time.Duration(float64(p.Total-p.Done) / rate * float64(time.Second))
		text += fmt.Sprintf("  %.0f/s, %s left", rate, left.Round(time.Second))
	}
	if p.Done < p.Total && p.Table != "" {
		text += "  " + p.Table
	}
	return text
}
