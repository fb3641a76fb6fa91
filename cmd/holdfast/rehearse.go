package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/rehearsal"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/server"
)

type rehearseCommand struct {
	database
	Event       string        `help:"ID of the event whose on-sale to rehearse. It is only read." placeholder:"ID"`
	People      int           `help:"How many people come." default:"1000"`
	Curve       string        `help:"How they come: emf (evenly for 13 seconds, as to the on-sale of EMF Camp), burst (within a second), minute (evenly for a minute)." enum:"emf,burst,minute" default:"emf"`
	Inside      int64         `help:"How many are let in from the waiting room at once. 0: as the event says. -1: without a waiting room." default:"0"`
	Think       time.Duration `help:"How long people think on average before they take tickets, and before they pay." default:"2s"`
	Connections int           `help:"Number of connections that those who join share, and as many those inside." default:"256"`
	Duration    time.Duration `help:"When to end, if the sale has not ended by then." default:"5m"`
	Seed        uint64        `help:"Seed of what people do." default:"1"`
	Folder      string        `help:"Folder for copies. Default: the folder rehearsals beside the database." placeholder:"PATH"`
	Keep        bool          `help:"Keep the copy, which can be served and verified like any database."`
	Force       bool          `help:"Rehearse although an on-sale is under way or begins within an hour, or although PostgreSQL has few connections left."`
	Remove      bool          `help:"Rehearse nothing; remove the copies that were kept, and those of rehearsals that were interrupted."`
	JSON        bool          `help:"Print the report as JSON."`
	Supervised  bool          `help:"Print how far it is and the report as lines of JSON, and stop when standard input ends. This is how a server rehearses."`
}

// Run prints the report; errFailed when something was found that an on-sale must not have.
func (c *rehearseCommand) Run(ctx context.Context, log *slog.Logger) error {
	folder := server.RehearsalsAt(c.DB, c.Folder)
	if c.Remove {
		return c.remove(ctx, folder)
	}
	server.Tune()
	cfg := rehearsal.Config{
		DB: c.DB, Event: c.Event, Folder: folder, People: c.People, Curve: rehearsal.Curve(c.Curve), Inside: c.Inside, Think: c.Think,
		Connections: c.Connections, Duration: c.Duration, Seed: c.Seed, Keep: c.Keep, Force: c.Force, Version: version(), Log: log,
	}
	if c.Supervised {
		return supervised(ctx, cfg, os.Stdin, os.Stdout)
	}
	r, err := rehearsal.Run(ctx, cfg)
	var near *runs.ErrNear
	switch {
	case errors.As(err, &near):
		return fmt.Errorf("%w. --force rehearses all the same", err)
	case err != nil:
		return err
	}
	write := r.WriteText
	if c.JSON {
		write = r.WriteJSON
	}
	if err := write(os.Stdout); err != nil {
		return err
	}
	if !r.Sound() {
		return errFailed
	}
	return nil
}

// errAlone: whoever started the process is gone, or wants it to stop.
var errAlone = errors.New("rehearse: standard input has ended")

// supervised rehearses for a process that reads lines of JSON, until in ends.
func supervised(ctx context.Context, cfg rehearsal.Config, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		_, _ = io.Copy(io.Discard, in) // however it ends
		stop(errAlone)
	}()
	lines := json.NewEncoder(out)
	cfg.Progress = func(p runs.Progress) {
		if err := lines.Encode(runs.Line{Progress: &p}); err != nil {
			stop(fmt.Errorf("rehearse: say how far it is: %w", err))
		}
	}
	r, err := rehearsal.Run(ctx, cfg)
	if err != nil {
		return errors.Join(err, lines.Encode(runs.Line{Failed: rehearsal.ReasonOf(err)}))
	}
	report, err := r.Summary()
	if err != nil {
		return err
	}
	return lines.Encode(runs.Line{Report: report})
}

func (c *rehearseCommand) remove(ctx context.Context, folder string) error {
	removed, err := rehearsal.Remove(ctx, c.DB, folder, true)
	for _, path := range removed {
		if _, err := fmt.Println("removed", path); err != nil {
			return err
		}
	}
	return err
}
