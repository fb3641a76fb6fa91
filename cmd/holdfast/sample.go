package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/sample"
)

type sampleCommand struct {
	Target      string    `help:"Base URL of the server." default:"http://127.0.0.1:8080" placeholder:"URL"`
	Key         string    `help:"API key of an organizer." required:"" env:"HOLDFAST_KEY" placeholder:"KEY"`
	Events      int       `help:"Number of events." default:"1000"`
	First       int       `help:"Number of the first event, to go on with what was published before." default:"0"`
	Seed        uint64    `help:"Seed of the random choices. Events of the same seed and number are the same." default:"1"`
	FirstDay    time.Time `help:"Day on which the first events take place. Default: tomorrow." format:"2006-01-02" placeholder:"YYYY-MM-DD"`
	Connections int       `help:"Number of concurrent connections." default:"8"`
}

// Run publishes the events.
func (c *sampleCommand) Run(ctx context.Context, log *slog.Logger) error {
	day := c.FirstDay
	if day.IsZero() {
		day = time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	}
	began := time.Now()
	n, err := sample.Publish(ctx, sample.Config{
		Target: c.Target, Key: c.Key, Seed: c.Seed, First: c.First, Events: c.Events, FirstDay: day, Connections: c.Connections,
	})
	log.InfoContext(ctx, "sample events are published", slog.Int("events", n), slog.Duration("took", time.Since(began).Round(time.Millisecond)))
	return err
}
