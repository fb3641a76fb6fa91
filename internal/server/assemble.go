package server

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"time"

	"github.com/holdfast-events/holdfast/internal/busy/fetch"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/saleimport"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// assemble builds the components in the order in which they need each other, and lists in l
// what starts and stops. What it has made by then is in l when it fails.
func assemble(ctx context.Context, cfg *Config, st *store.Store, rep *replicated, l *lifecycle) (s *Server, ended <-chan error, err error) {
	if err := l.made("store", nil, quietly(st.Close)); err != nil {
		return nil, nil, err
	}
	if err := l.made("replica", rep.start(ctx, st), rep.stop); err != nil {
		return nil, nil, err
	}
	if err := st.Migrate(ctx); err != nil {
		return nil, nil, fmt.Errorf("server: migrate: %w", err)
	}
	if err := st.Moves.MayServe(ctx); err != nil {
		return nil, nil, fmt.Errorf("server: %w", err)
	}
	listener, err := listen(ctx, cfg)
	if err := l.made("listener", err, func(context.Context) error { return closeListener(listener) }); err != nil {
		return nil, nil, err
	}
	g, err := newGround(ctx, cfg, st, listener.Addr(), rep, l)
	if err != nil {
		return nil, nil, err
	}
	c, err := newCore(ctx, g, l)
	if err != nil {
		return nil, nil, err
	}
	w, err := newBackground(c, l)
	if err != nil {
		return nil, nil, err
	}
	h, err := handler(w, l)
	if err != nil {
		return nil, nil, err
	}
	h = g.cells.handler(h, g, l)
	secure, err := openTLS(ctx, g, listener.Addr(), l)
	if err != nil {
		return nil, nil, err
	}
	g.figures.connections(listener)
	rep.measure(g.figures)
	if err := addMetrics(cfg, l, g.figures.handler); err != nil {
		return nil, nil, err
	}
	addReserve(cfg, l, listener, h, secure.config)
	s = &Server{
		Store: st, Sequencer: c.sequencer, Settler: c.settler, Keys: g.apiKeys, IDs: g.ids, BaseURL: g.baseURL, Addr: g.addr, PlainAddr: secure.plain, links: g.links, logs: c.logs, rooms: c.rooms, gate: listener, now: g.now, draws: c.draws,
	}
	if cfg.OwnTime {
		s.advance = g.clock.Advance
	}
	return s, addHTTP(cfg, l, listener, h, secure.config, g.drain, c.streams.Close), nil
}

// quietly is a stop that needs no context.
func quietly(stop func() error) func(context.Context) error {
	return func(context.Context) error { return stop() }
}

// closeListener closes a listener, which the HTTP server has closed when it served.
func closeListener(l net.Listener) error {
	if err := l.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// ground has what every component uses: settings, secrets, and clients that connect
// when they are used. Nothing in it runs.
type ground struct {
	cfg     *Config
	store   *store.Store
	addr    net.Addr
	baseURL string
	host    string // the name that people reach the server by
	worker  string // the name of this process in the table of workers
	ids     *id.Maker
	drain   *drain
	clock   *clock.Clock
	now     func() time.Time // of the clock: nothing in the server takes the time elsewhere
	log     *slog.Logger

	masterKeys *keyring.Ring
	auditKey   ed25519.PrivateKey
	links      identity.Links
	tickets    *ticket.Keys
	apiKeys    *identity.Keys

	files    objectstore.Store
	figures  *metrics
	charts   *seatchart.Charts
	oidc     *oidc.Provider // nil: there is none
	channels channels
	hooks    *webhook.Sender
	cells    cellular
}

func newGround(ctx context.Context, cfg *Config, st *store.Store, addr net.Addr, rep *replicated, l *lifecycle) (*ground, error) {
	g := &ground{cfg: cfg, store: st, addr: addr, baseURL: cfg.baseURL(addr), log: cfg.Log}
	var err error
	if g.clock, err = clock.New(ctx, clock.Config{Ask: st.Clock(), System: cfg.system, Log: cfg.Log}); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	if cfg.OwnTime {
		g.clock.Advance(cfg.Ahead)
	}
	addClock(l, g.clock)
	addFiles(l, st, cfg.Log)
	g.drain = &drain{lasts: cfg.Drain, log: cfg.Log}
	g.now, g.ids = g.clock.Now, &id.Maker{Now: g.clock.Now}
	g.host = hostOf(g.baseURL)
	name := make([]byte, 8)
	if _, err := rand.Read(name); err != nil {
		return nil, fmt.Errorf("server: name of the worker: %w", err)
	}
	g.worker = "w" + hex.EncodeToString(name)
	if err := g.readSecrets(ctx); err != nil {
		return nil, err
	}
	if g.apiKeys, err = identity.NewKeys(st, g.now); err != nil {
		return nil, err
	}
	if g.files, err = rep.open(cfg); err != nil {
		return nil, err
	}
	if g.charts, err = seatchart.New(seatchart.Config{Store: st}); err != nil {
		return nil, err
	}
	if g.oidc, err = openOIDC(ctx, g); err != nil {
		return nil, err
	}
	if g.channels, err = openChannels(g); err != nil {
		return nil, err
	}
	g.figures = newMetrics(cfg.Version, st.Engine())
	g.figures.waiting(st, g.now)
	g.figures.writable(st)
	g.figures.backups(st, g.now)
	g.figures.disks(cfg)
	if st.Engine() == "postgres" {
		g.figures.servers(st.Cluster)
	}
	if _, ok := st.ReadReplica(); ok {
		g.figures.readReplica(st.ReadReplica)
	}
	if g.cells, err = openCells(ctx, g, l); err != nil {
		return nil, err
	}
	g.figures.clock(g.clock)
	g.figures.unfinished(st)
	g.hooks = webhook.NewSender(webhook.Secrets{Key: g.links.Derive("webhook")}, netguard.Guard{Private: cfg.PrivateWebhooks}, nil, g.now, cfg.Version)
	return g, nil
}

// readSecrets reads the keys and secrets of this installation, which the first start
// makes.
func (g *ground) readSecrets(ctx context.Context) error {
	var err error
	if g.masterKeys, err = g.cfg.MasterKeys.open(ctx, g.store, g.log); err != nil {
		return err
	}
	if g.auditKey, err = g.masterKeys.AuditKey(); err != nil {
		return err
	}
	g.store.SignWith(g.auditKey)
	linkKey, err := g.secret(ctx, "link")
	if err != nil {
		return err
	}
	ticketKey, err := g.secret(ctx, "ticket")
	if err != nil {
		return err
	}
	g.links = identity.Links{Key: linkKey, Base: g.baseURL, Now: g.now}
	g.tickets, err = ticket.NewKeys(ticketKey)
	return err
}

// hostOf is the name in the address of a server.
func hostOf(baseURL string) string {
	if u, err := url.Parse(baseURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "localhost"
}

// background is what happens after a commit.
type background struct {
	*core
	dispatcher *delivery.Dispatcher
	jobs       *jobs.Jobs
}

func newBackground(c *core, l *lifecycle) (*background, error) {
	w := &background{core: c}
	var err error
	if w.dispatcher, err = newDispatcher(c); err != nil {
		return nil, err
	}
	sales := &saleimport.Importer{IDs: c.ids, Now: c.now, Submit: c.sequencer.SubmitAll, Paid: c.settler.MarkImported}
	keeper, err := passes.NewKeeper(passes.Config{Store: c.store, Sequencer: c.sequencer, Now: c.now})
	if err != nil {
		return nil, err
	}
	calendars, err := fetch.New(fetch.Config{Guard: netguard.Guard{Private: c.cfg.PrivateWebhooks}, Version: c.cfg.Version, Host: c.host, Address: c.calendarAddress})
	if err != nil {
		return nil, err
	}
	if w.jobs, err = jobs.New(jobs.Config{
		Store: c.store, Dispatcher: w.dispatcher, Submit: submitTo(c.sequencer), Settler: c.settler, Erasures: c.erasures, Archives: c.archives, CloseAccounts: c.merchants.Close, PrunePictures: c.pictures.Prune, PruneUploads: c.uploads.Prune, EraseUploads: c.uploads.Erase,
		Exports: &export.Maker{Store: c.store, Files: c.files, Now: c.now, Log: c.log, Observe: c.figures.exported},
		Imports: &guestlist.Importer{Store: c.store, IDs: c.ids, Now: c.now, Submit: c.sequencer.SubmitAll, Observe: c.figures.imported, Sales: sales.Work},
		Worker:  c.worker, Now: c.now, CheckClock: c.clock.Check, Log: c.log, Sender: c.channels.mail, Links: c.links, OneTime: c.links, Withdraw: c.links, CampaignMails: c.cfg.CampaignMails, From: c.channels.from, Post: c.hooks.Post, Ask: c.hooks.Ask, ResourceWatch: c.figures.offered,
		Passes:    keeper,
		Calendars: calendars,
	}); err != nil {
		return nil, err
	}
	pump, err := webhook.NewPump(webhook.Config{
		Store: c.store, Owner: c.shared(), Sender: c.hooks, ReadAudit: c.archives.Audit, Marks: c.changed, Process: c.ids.Top("prc_"), Now: c.now, Log: c.log,
		Tell: w.jobs.EndpointDisabled, Observe: c.figures.told,
	})
	if err != nil {
		return nil, err
	}
	if connections, ok := c.channels.mail.(io.Closer); ok {
		if err := l.made("mail", nil, quietly(connections.Close)); err != nil {
			return nil, err
		}
	}
	// Jobs work for the dispatcher, so it is there before them and after them.
	l.add("delivery", w.dispatcher.Start, w.dispatcher.Stop)
	l.add("jobs", w.jobs.Start, w.jobs.Stop)
	addPump(l, c.log, pump)
	if err := addBroker(c, l); err != nil {
		return nil, err
	}
	l.addWork("logs", c.logs.Keep)
	l.addWork("snapshots", c.snapshots.Keep)
	if c.cfg.Cells.Catalogue == "" { // of the installation there is one, which the catalogue has
		l.addWork("installation log", c.logs.KeepInstallation)
	}
	if c.copies != nil {
		l.addWork("log copies", c.copies.Keep)
	}
	return w, addBounces(l, c.cfg, w.dispatcher)
}
