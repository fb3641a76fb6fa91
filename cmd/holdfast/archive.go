package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	storedatabase "github.com/holdfast-events/holdfast/internal/store/database"
)

type archiveCommand struct {
	database
	masterKeys
	logKey
	fileStore
	Events  []string `arg:"" optional:"" name:"event" help:"Events to archive, by their IDs. Default: those that have ended as long ago as their organization says."`
	Restore []string `help:"Bring an event back, by its ID. May be repeated." placeholder:"EVENT"`
	DryRun  bool     `help:"Only say what would leave the tables, how large the files would be, and what keeps events from being archived."`
	Shrink  bool     `help:"Give the room that deleted rows took back to the file system in the end. It takes as long as a copy of the database, whose tables are locked meanwhile."`
	JSON    bool     `help:"Print JSON."`
}

// Run archives events, or brings them back.
func (c *archiveCommand) Run(ctx context.Context, log *slog.Logger) error {
	use := c.change
	if c.DryRun {
		use = c.use
	}
	return use(ctx, log, func(st *store.Store) error {
		if err := c.signs(st); err != nil {
			return err
		}
		at := server.Config{DB: c.DB, Files: c.Files}
		files, err := objectstore.Open(at.FilesAt(), objectstore.Credentials{AccessKey: c.S3AccessKey, SecretKey: c.S3SecretKey})
		if err != nil {
			return err
		}
		signer, err := c.signer(ctx, c.DB, log)
		if err != nil {
			return err
		}
		a, err := archive.New(archive.Config{Store: st, Files: files, Logs: &publiclog.Logs{Store: st, Signer: signer, Log: log}, Log: log})
		if err != nil {
			return err
		}
		for _, event := range c.Restore {
			if err := a.Restore(ctx, event); errors.Is(err, storedatabase.ErrNotFound) {
				return fmt.Errorf("%s is not archived", event)
			} else if err != nil {
				return err
			}
		}
		if len(c.Restore) > 0 && len(c.Events) == 0 && !c.Shrink {
			return nil
		}
		return c.archive(ctx, st, a)
	})
}

// signs has the store sign what is sealed with an event. Where the keys are not here nothing is
// sealed, and what a server has not sealed yet keeps an event from being archived.
func (c *archiveCommand) signs(st *store.Store) error {
	at := c.at(c.DB)
	ring, err := at.Read()
	if err != nil || ring == nil {
		return err
	}
	key, err := ring.AuditKey()
	if err == nil {
		st.SignWith(key)
	}
	return err
}

// archived is what the command prints as JSON.
type archived struct {
	Events []archive.Result `json:"events"`
	// Bytes of the database: in use, and of its file or cluster.
	UsedBefore  int64 `json:"used_before"`
	UsedAfter   int64 `json:"used_after"`
	TotalBefore int64 `json:"total_before"`
	TotalAfter  int64 `json:"total_after"`
}

func (c *archiveCommand) archive(ctx context.Context, st *store.Store, a *archive.Archiver) error {
	var out archived
	var err error
	if out.UsedBefore, out.TotalBefore, err = st.Archives.Size(ctx); err != nil {
		return err
	}
	events := c.Events
	if len(events) == 0 && len(c.Restore) == 0 {
		if events, err = a.Due(ctx); err != nil {
			return err
		}
	}
	var failed error
	if c.DryRun {
		for _, event := range events {
			r, err := a.Plan(ctx, event)
			if err != nil {
				return fmt.Errorf("%s: %w", event, err)
			}
			out.Events = append(out.Events, *r)
		}
	} else {
		out.Events, failed = a.Archive(ctx, events...)
		if c.Shrink && failed == nil {
			failed = st.Archives.Shrink(ctx)
		}
	}
	if out.UsedAfter, out.TotalAfter, err = st.Archives.Size(ctx); err != nil {
		return errors.Join(failed, err)
	}
	if err := c.print(&out); err != nil {
		return errors.Join(failed, err)
	}
	for _, r := range out.Events {
		if len(r.Reasons) > 0 && len(c.Events) > 0 && failed == nil && !c.DryRun {
			return errFailed
		}
	}
	return failed
}

func (c *archiveCommand) print(out *archived) error {
	if c.JSON {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(out)
	}
	did := "left the tables"
	if c.DryRun {
		did = "would leave the tables"
	}
	var text strings.Builder
	for _, r := range out.Events {
		fmt.Fprintf(&text, "%s  %s\n", r.Event, r.Title)
		for _, why := range r.Reasons {
			fmt.Fprintf(&text, "  not now: %s\n", archives.UnreadyWords(why))
		}
		if r.Rows > 0 {
			fmt.Fprintf(&text, "  %d of %d rows %s; the file has %d bytes\n", r.Leaving, r.Rows, did, r.Size)
		}
	}
	if len(out.Events) == 0 {
		text.WriteString("No event is due to be archived.\n")
	}
	fmt.Fprintf(&text, "The database has %d bytes in use, and takes %d.\n", out.UsedAfter, out.TotalAfter)
	if !c.DryRun && len(out.Events) > 0 {
		fmt.Fprintf(&text, "Before, it had %d in use, and took %d.\n", out.UsedBefore, out.TotalBefore)
	}
	_, err := os.Stdout.WriteString(text.String())
	return err
}
