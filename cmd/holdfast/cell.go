package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/holdfast-events/holdfast/internal/cells"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	storecells "github.com/holdfast-events/holdfast/internal/store/cells"
	storedatabase "github.com/holdfast-events/holdfast/internal/store/database"
)

type cellCommand struct {
	Add    cellAddCommand    `cmd:"" help:"Add a cell, or change how its servers are reached. The first one is the catalogue itself."`
	List   cellListCommand   `cmd:"" help:"Show the cells, and which events were moved."`
	Move   cellMoveCommand   `cmd:"" help:"Move an event to a cell, while servers run. A move that was cut off is gone on with; moving an event to the cell where it lives undoes one."`
	Verify cellVerifyCommand `cmd:"" help:"Check that each event lives in exactly one cell. Exits with status 1 if one does not. What is in each cell is checked by holdfast verify."`
}

// cellName is what a cell can be called.
var cellName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`)

type cellAddCommand struct {
	database
	Name     string `arg:"" help:"What the cell is called: lower-case letters, digits and hyphens."`
	Region   string `help:"Where it is, for people."`
	Database string `help:"Its database, postgres://… without a password, which is read from PGPASSFILE or PGPASSWORD. Default: it is the catalogue." placeholder:"URL"`
	Address  string `help:"Where its servers take what others hand on: --cell-listen of one of them, or of what is in front of them." required:"" placeholder:"HOST:PORT"`
}

// Run adds the cell, and makes its database one of this installation.
func (c *cellAddCommand) Run(ctx context.Context, log *slog.Logger) error {
	if !cellName.MatchString(c.Name) {
		return fmt.Errorf("%q is no name of a cell: lower-case letters, digits and hyphens, 31 at most", c.Name)
	}
	if _, port, err := net.SplitHostPort(c.Address); err != nil || port == "" || port == "0" {
		return fmt.Errorf("--address %q is not HOST:PORT", c.Address)
	}
	if server.SQLitePath(c.DB) != "" {
		return errors.New("cells are PostgreSQL databases: move the catalogue first (holdfast move)")
	}
	if c.Database != "" {
		u, err := url.Parse(c.Database)
		if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
			return fmt.Errorf("--database is not the URL of a PostgreSQL database")
		}
		if _, secret := u.User.Password(); secret || u.Query().Has("password") {
			return errors.New("--database has a password, and is stored as it is: leave it out, and put it into PGPASSFILE or PGPASSWORD")
		}
		if c.Database == c.DB {
			return errors.New("--database is the catalogue: leave it out")
		}
	}
	return c.change(ctx, log, func(catalogue *store.Store) error {
		now, err := server.Now(ctx, catalogue)
		if err != nil {
			return err
		}
		cell := storecells.Cell{Name: c.Name, Region: c.Region, Database: c.Database, Address: c.Address, AddedAt: now}
		open := func(ctx context.Context, cell *storecells.Cell) (*store.Store, error) {
			return openCell(ctx, cell, log)
		}
		return cells.Add(ctx, catalogue, cell, open)
	})
}

// openCell opens the database of a cell.
func openCell(ctx context.Context, cell *storecells.Cell, log *slog.Logger) (*store.Store, error) {
	return store.Open(ctx, storedatabase.Config{URL: cell.Database, Log: log})
}

type cellListCommand struct {
	database
	JSON bool `help:"Print JSON."`
}

// Run prints the cells, and where the events are that were moved.
func (c *cellListCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.use(ctx, log, func(catalogue *store.Store) error {
		overview, err := cells.List(ctx, catalogue)
		if err != nil {
			return err
		}
		if c.JSON {
			out := json.NewEncoder(os.Stdout)
			out.SetIndent("", "  ")
			return out.Encode(overview)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, o := range overview.Cells {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.Name, o.Region, o.Address, o.Database)
		}
		for _, e := range overview.Events {
			where := e.Cell
			if e.Target != "" {
				where += " (" + e.State + ", " + e.Target + ")"
			}
			_, _ = fmt.Fprintf(w, "%s\t%s\n", e.Event, where)
		}
		return w.Flush()
	})
}

type cellMoveCommand struct {
	database
	Event string `arg:"" help:"The event, by its ID."`
	Cell  string `arg:"" help:"The cell that it is to live in."`
	masterKeys
	JSON bool `help:"Print JSON."`
}

// Run moves the event.
func (c *cellMoveCommand) Run(ctx context.Context, log *slog.Logger) error {
	if !id.Valid(c.Event, id.Event) {
		return fmt.Errorf("%q is not the ID of an event", c.Event)
	}
	at := c.at(c.DB)
	ring, err := at.Read()
	if err != nil {
		return err
	}
	if ring == nil {
		return errors.New("the master keys are not here (--master-key-file): what the chains of organizations say of the event cannot be signed")
	}
	key, err := ring.AuditKey()
	if err != nil {
		return err
	}
	return c.change(ctx, log, func(catalogue *store.Store) error {
		catalogue.SignWith(key)
		clock := func(ctx context.Context) (inventory.Instant, error) { return server.Now(ctx, catalogue) }
		r, err := cells.Run(ctx, cells.Config{Catalogue: catalogue, Now: clock, Open: func(ctx context.Context, cell *storecells.Cell) (*store.Store, error) {
			st, err := openCell(ctx, cell, log)
			if err == nil {
				st.SignWith(key)
			}
			return st, err
		}}, c.Event, c.Cell)
		switch {
		case err != nil:
			return err
		case c.JSON:
			return json.NewEncoder(os.Stdout).Encode(r)
		case r.Already:
			_, err = fmt.Printf("%s lives in %s already.\n", r.Event, r.To)
		default:
			_, err = fmt.Printf("%s lives in %s: %d rows, its requests were answered 503 for %.1f s.\n", r.Event, r.To, r.Rows, r.Closed)
		}
		return err
	})
}

type cellVerifyCommand struct {
	database
	JSON bool `help:"Print JSON."`
}

// Run prints what does not hold.
func (c *cellVerifyCommand) Run(ctx context.Context, log *slog.Logger) error {
	return c.use(ctx, log, func(catalogue *store.Store) error {
		report, err := cells.Check(ctx, catalogue, func(ctx context.Context, cell *storecells.Cell) (*store.Store, error) {
			return openCell(ctx, cell, log)
		})
		if err != nil {
			return err
		}
		if c.JSON {
			err = json.NewEncoder(os.Stdout).Encode(report)
		} else {
			_, err = fmt.Printf("%d cells, %d events that were moved.\n%s", report.Cells, report.Moved, strings.Join(append(report.Violations, ""), "\n"))
		}
		if err == nil && len(report.Violations) > 0 {
			return errFailed
		}
		return err
	})
}
