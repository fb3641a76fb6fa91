package main

import (
	"context"
	"log/slog"
	"os"

	"github.com/holdfast-events/holdfast/internal/doctor"
)

// doctorCommand has the flags of serve, so that it looks at what the server would do.
type doctorCommand struct {
	database
	listening
	JSON bool `help:"Print what was found as JSON."`
}

// Run prints what was found; errFailed when something does not work.
func (c *doctorCommand) Run(ctx context.Context, log *slog.Logger) error {
	found := doctor.Look(ctx, doctor.Config{Server: c.config(c.DB, log)})
	write := doctor.WriteText
	if c.JSON {
		write = doctor.WriteJSON
	}
	if err := write(os.Stdout, found); err != nil {
		return err
	}
	if !doctor.Sound(found) {
		return errFailed
	}
	return nil
}
