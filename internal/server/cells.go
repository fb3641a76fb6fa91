package server

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/api/people"
	"github.com/holdfast-events/holdfast/internal/cells"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Cells says which cell a server belongs to. The zero value: the installation has no cells, and
// nobody asks for any.
type Cells struct {
	// Name is the cell of this server.
	Name string
	// Catalogue is the database of the catalogue; empty: this server's own is.
	Catalogue string
	// Listen is where this server takes what servers of other cells hand on, HOST:PORT.
	Listen string
}

// check refuses settings that cannot work.
func (c Cells) check(db string) error {
	switch {
	case c.Name == "" && (c.Catalogue != "" || c.Listen != ""):
		return errors.New("server: --catalogue and --cell-listen belong to --cell")
	case c.Name == "":
		return nil
	case SQLitePath(db) != "" || SQLitePath(c.Catalogue) != "":
		return errors.New("server: cells are PostgreSQL databases; SQLite has one server")
	case c.Listen == "":
		return errors.New("server: --cell needs --cell-listen, where servers of other cells hand on requests to this one")
	case c.Catalogue == db:
		return errors.New("server: --catalogue is this server's own database: leave it out")
	}
	return nil
}

// cellular is what a server of a cell has; the zero value: it is of none.
type cellular struct {
	catalogue *store.Store
	directory *cells.Directory
	front     *cells.Front
	secure    *tls.Config
	listener  net.Listener
}

// openCells reads where events live. Whoever handles a request asks for callers in the
// catalogue from then on.
func openCells(ctx context.Context, g *ground, l *lifecycle) (c cellular, err error) {
	settings := g.cfg.Cells
	if settings.Name == "" {
		return c, nil
	}
	c.catalogue = g.store
	if settings.Catalogue != "" {
		c.catalogue, err = store.Open(ctx, database.Config{URL: settings.Catalogue, Log: g.log})
		if err := l.made("catalogue", err, func(context.Context) error { return c.catalogue.Close() }); err != nil {
			return c, err
		}
		if err := c.catalogue.Ping(ctx); err != nil {
			return c, fmt.Errorf("server: the catalogue: %w", err)
		}
	}
	c.directory = cells.NewDirectory(settings.Name, g.store, c.catalogue, g.log)
	if err := c.directory.Read(ctx); err != nil {
		return c, fmt.Errorf("server: cells: %w", err)
	}
	if err := sameFiles(ctx, g); err != nil {
		return c, err
	}
	var client *tls.Config
	if c.secure, client, err = peer.TLS(g.links.Derive("cells")); err != nil {
		return c, err
	}
	c.front = cells.NewFront(cells.FrontConfig{Directory: c.directory, Links: g.links, Client: client, Proxies: g.cfg.TrustedProxies, Log: g.log})
	c.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", settings.Listen)
	if err := l.made("listener for other cells", err, func(context.Context) error { return closeListener(c.listener) }); err != nil {
		return c, err
	}
	g.figures.cells(c.front.Figures)
	return c, nil
}

// sameFiles refuses to serve a cell that keeps files elsewhere than the catalogue does: pictures and
// what people answered with would be missing from events that move. Where the files cannot be asked,
// that is for whoever reads one.
func sameFiles(ctx context.Context, g *ground) error {
	const name = "cells/installation"
	is := databaseOf(g.auditKey)
	if g.cfg.Cells.Catalogue == "" {
		if err := g.files.Put(ctx, name, strings.NewReader(is), int64(len(is)), "text/plain"); err != nil {
			g.log.WarnContext(ctx, "server: it is not noted where the catalogue keeps files; a new server of another cell will not start", slog.Any("error", err))
		}
		return nil
	}
	differs, there, err := objectstore.Differs(ctx, g.files, name, int64(len(is)), sumOf(is))
	switch {
	case err != nil:
		g.log.WarnContext(ctx, "server: the files of the catalogue cannot be read", slog.Any("error", err))
	case differs || !there:
		return errors.New("server: --files is not where the catalogue keeps files: the servers of all cells have the same, and one of the catalogue is started first")
	}
	return nil
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// money is the servers of other cells, for what providers tell of payments; nil: there are none.
func (c *cellular) money() settlement.Elsewhere {
	if c.front == nil {
		return nil
	}
	return c.front.Others()
}

// shared is the database of what all cells share: the catalogue's.
func (g *ground) shared() *store.Store {
	if g.cells.catalogue != nil {
		return g.cells.catalogue
	}
	return g.store
}

// forget takes the personal data out of the copies of a contact in other cells; nil: there are none.
func (c *cellular) forget() func(ctx context.Context, org, key string) error {
	if c.front == nil {
		return nil
	}
	return func(ctx context.Context, org, key string) error {
		return people.Forget(ctx, c.front.Others(), org, key)
	}
}

// handler stands before the server's own handler, and lets servers of other cells in.
func (c *cellular) handler(h http.Handler, g *ground, l *lifecycle) http.Handler {
	if c.front == nil {
		return h
	}
	taking := c.front.Listener(c.listener, c.secure, h)
	l.add("other cells", taking.Start, taking.Stop)
	work := []func(context.Context){c.directory.Keep}
	if g.cfg.Cells.Catalogue != "" {
		work = append(work, c.directory.Mirror, c.directory.Follow)
	}
	l.addWork("where events live", work...)
	l.add("requests to other cells", func(context.Context) error { return nil }, quiet(c.front.Close))
	return c.front.Handler(h)
}

// cells adds what servers of cells hand on to each other.
func (m *metrics) cells(of func() cells.Figures) {
	const requests, what = "holdfast_cells_requests_total", "Requests about events of other cells: a server there was asked (handed_on), or did not answer (failed), or the event was on its way (moving)."
	count := func(ended string, is func(cells.Figures) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: requests, Help: what, ConstLabels: prometheus.Labels{"ended": ended}}, func() float64 { return float64(is(of())) })
	}
	m.registry.MustRegister(
		count("handed_on", func(f cells.Figures) uint64 { return f.HandedOn }),
		count("failed", func(f cells.Figures) uint64 { return f.Failed }),
		count("moving", func(f cells.Figures) uint64 { return f.Moving }))
}
