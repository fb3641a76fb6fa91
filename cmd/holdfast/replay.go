package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/store"
	storedatabase "github.com/holdfast-events/holdfast/internal/store/database"
)

type replayCommand struct {
	database
	Event string `help:"The event, by its ID." required:"" placeholder:"ID"`
	At    string `help:"A time as 2026-11-27T18:00:00Z, or the number of an audit row. Default: now." placeholder:"WHEN"`
	Rows  bool   `name:"from-rows" help:"Fold all audit rows, without the stored snapshots."`
	Check bool   `help:"Rebuild the event from its log and compare it with the tables."`
	JSON  bool   `help:"Print JSON."`
}

// Run prints how the event stood, or where it differs from its log.
func (c *replayCommand) Run(ctx context.Context, log *slog.Logger) error {
	m, err := c.moment()
	if err != nil {
		return err
	}
	return c.use(ctx, log, func(st *store.Store) error {
		if c.Check {
			return c.check(ctx, st)
		}
		v, err := stored.Replay(ctx, st, c.Event, m, stored.Way{FromRows: c.Rows})
		if errors.Is(err, storedatabase.ErrNotFound) {
			return fmt.Errorf("there is no event %s", c.Event)
		}
		if err != nil {
			return err
		}
		return c.print(v.Document(), v.WriteText)
	})
}

func (c *replayCommand) check(ctx context.Context, st *store.Store) error {
	checked, err := stored.Check(ctx, st, c.Event)
	if errors.Is(err, storedatabase.ErrNotFound) {
		return fmt.Errorf("there is no event %s", c.Event)
	}
	if err != nil {
		return err
	}
	if err := c.print(checked, checked.WriteText); err != nil {
		return err
	}
	if len(checked.Differences) > 0 {
		return errFailed
	}
	return nil
}

func (c *replayCommand) print(document any, text func(io.Writer) error) error {
	if !c.JSON {
		return text(os.Stdout)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(document)
}

// moment reads --at.
func (c *replayCommand) moment() (m stored.Moment, err error) {
	switch {
	case c.Check && c.At != "":
		return m, errors.New("--check compares with the tables as they are now: leave out --at")
	case c.At == "":
		return m, nil
	}
	if seq, err := strconv.ParseInt(c.At, 10, 64); err == nil && seq > 0 {
		return stored.Moment{Seq: seq}, nil
	}
	at, err := time.Parse(time.RFC3339Nano, c.At)
	if err != nil {
		return m, fmt.Errorf("--at is %q: neither a time as 2026-11-27T18:00:00Z nor the number of an audit row", c.At)
	}
	return stored.Moment{At: inventory.At(at)}, nil
}
