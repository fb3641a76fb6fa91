package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
)

type clockCommand struct {
	Check clockCheckCommand `cmd:"" help:"Compare the system clock with the database's, and list events whose clock is ahead. Exits with status 1 if anything would be refused."`
	Mend  clockMendCommand  `cmd:"" help:"Set the clock of an event that is ahead back to the time, with a row in its audit log."`
}

type clockCheckCommand struct{ database }

// Run prints how far clocks are apart.
func (c *clockCheckCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.use(ctx, log, func(st *store.Store) error {
		clocks, err := server.ReadClocks(ctx, st, log)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(os.Stdout, "system clock: %s ahead of the time that counts\n", clocks.Skew.Round(time.Millisecond)); err != nil {
			return err
		}
		for _, event := range slices.Sorted(maps.Keys(clocks.Ahead)) {
			if _, err := fmt.Fprintf(os.Stdout, "%s: its clock stands at %s\n", event, clocks.Ahead[event].Time().Format(time.RFC3339)); err != nil {
				return err
			}
		}
		if clocks.Err != nil || len(clocks.Ahead) > 0 {
			return errFailed
		}
		return nil
	})
}

type clockMendCommand struct {
	database
	masterKeys
	Events []string `arg:"" help:"Events to mend, by ID." name:"event"`
}

// Run mends each event, and says by how much.
func (c *clockMendCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.change(ctx, log, func(st *store.Store) error {
		var failed error
		for _, event := range c.Events {
			by, err := server.MendClock(ctx, st, c.at(c.DB), log, event)
			if err == nil {
				_, err = fmt.Fprintf(os.Stdout, "%s: set back by %s\n", event, by.Round(time.Millisecond))
			}
			failed = errors.Join(failed, err)
		}
		return failed
	})
}
