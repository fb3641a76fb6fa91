package main

import (
	"context"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/server"
)

// healthCommand has the flags of serve, so that it finds the server that was started with
// them.
type healthCommand struct {
	database
	listening
}

// Run asks the server; an error when it does not answer that it is ready.
func (c *healthCommand) Run(ctx context.Context, log *slog.Logger) error {
	cfg := c.config(c.DB, log)
	return server.Healthy(ctx, &cfg)
}
