package server

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/socket"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Limits of the HTTP server.
const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 16 << 10
)

// Server is a running server, as far as those who start it may look inside.
type Server struct {
	Store     *store.Store
	Sequencer *sequencer.Sequencer
	Till      *settlement.Settler
	Keys      *identity.Keys
	IDs       *id.Maker
	BaseURL   string
	Addr      net.Addr

	links   identity.Links
	mail    mail.Sender
	sms     *sms.Twilio // nil: no account is configured
	pushKey string      // what browsers subscribe with
	worker  string      // the name of this process in the table of workers
	live    *stream.Hub
	charts  *seatchart.Charts
	// answering counts the calls of the API that are being answered.
	answering atomic.Int64
}

// Run serves until ctx ends, then drains and returns. ready, when not nil, is
// called once the server answers; an error of it stops the server. A ctx that
// ends before ready has returned is no error either.
func Run(ctx context.Context, cfg Config, ready func(context.Context, *Server) error) error {
	if err := cfg.check(); err != nil {
		return err
	}
	st, err := store.Open(ctx, store.Config{URL: cfg.DB, Log: cfg.Log})
	if err != nil {
		return unlessStopped(ctx, &cfg, err)
	}
	return errors.Join(run(ctx, &cfg, st, ready), st.Close())
}

// run is Run on an open store.
func run(ctx context.Context, cfg *Config, st *store.Store, ready func(context.Context, *Server) error) error {
	if err := st.Migrate(ctx); err != nil {
		return unlessStopped(ctx, cfg, err)
	}
	listener, err := listen(cfg.Listen)
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	s := &Server{Store: st, IDs: &id.Maker{}, Addr: listener.Addr(), BaseURL: cfg.baseURL(listener.Addr())}
	h, stop, err := s.assemble(ctx, cfg)
	if err != nil {
		return errors.Join(unlessStopped(ctx, cfg, err), listener.Close())
	}
	web := &http.Server{
		Handler: h, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:    slog.NewLogLogger(cfg.Log.Handler(), slog.LevelWarn),
		ConnContext: socket.Context,
	}
	// Streams never end by themselves: a stop would wait for them.
	web.RegisterOnShutdown(s.live.Close)
	served := make(chan error, 1)
	go func() { served <- web.Serve(listener) }()
	if ready != nil {
		err = unlessStopped(ctx, cfg, ready(ctx, s))
	}
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-served:
		}
	}
	return errors.Join(err, drain(cfg, web, stop))
}

// unlessStopped is the error of a part of the start: none once the server was
// told to stop, for then what is under way is cut off wherever it is, and each
// database says that in words of its own.
func unlessStopped(ctx context.Context, cfg *Config, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	cfg.Log.Info("stopped before the start was complete", slog.Any("cut_off", err))
	return nil
}

func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return l, nil
	}
	return socket.Listener{TCPListener: tcp}, nil
}

// drain stops in the order in which requests travel: no new ones, then those
// under way, then what they queued, then the jobs.
func drain(cfg *Config, web *http.Server, stop func(context.Context) error) error {
	cfg.Log.Info("stopping: answering pending requests")
	ctx, cancel := context.WithTimeout(context.Background(), cfg.DrainFor)
	defer cancel()
	err := web.Shutdown(ctx)
	return errors.Join(err, stop(ctx))
}

// secret returns this installation's secret for a purpose, making it at first start.
func secret(ctx context.Context, st *store.Store, purpose string) ([]byte, error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	return st.Organizations.ServerKey(ctx, purpose, fresh, inventory.At(time.Now()))
}

// assemble builds the rooms and the doors between them. stop ends what it started.
func (s *Server) assemble(ctx context.Context, cfg *Config) (h http.Handler, stop func(context.Context) error, err error) {
	seed, err := secret(ctx, s.Store, "audit")
	if err != nil {
		return nil, nil, err
	}
	auditKey := ed25519.NewKeyFromSeed(seed)
	linkKey, err := secret(ctx, s.Store, "link")
	if err != nil {
		return nil, nil, err
	}
	ticketKey, err := secret(ctx, s.Store, "ticket")
	if err != nil {
		return nil, nil, err
	}
	tickets, err := ticket.NewKeys(ticketKey)
	if err != nil {
		return nil, nil, err
	}
	links := identity.Links{Key: linkKey, Base: s.BaseURL}
	s.links = links
	if s.Keys, err = identity.NewKeys(s.Store, time.Now); err != nil {
		return nil, nil, err
	}
	figures := newMetrics(cfg.Version, s.Store.Engine())
	messenger, err := s.courier(cfg, links, tickets, figures)
	if err != nil {
		return nil, nil, err
	}
	sendsAs, err := from(cfg)
	if err != nil {
		return nil, nil, err
	}
	files, err := objectstore.Open(cfg.Files, cfg.FileKeys)
	if err != nil {
		return nil, nil, err
	}
	erasures, err := erasure.New(erasure.Config{Store: s.Store, Files: files, Submit: s.submit, Now: time.Now, Log: cfg.Log,
		PersonKey: func(org, user string) string {
			return delivery.PersonKey(links.Derive(delivery.KeyPurpose), org, user)
		}})
	if err != nil {
		return nil, nil, err
	}
	queue, err := jobs.New(jobs.Config{
		Erasures: erasures,
		Exports:  &export.Maker{Store: s.Store, Files: files, Now: time.Now, Log: cfg.Log, Observe: figures.exported},
		Imports:  &guestlist.Importer{Store: s.Store, IDs: s.IDs, Now: time.Now, Submit: s.submitAll, Observe: figures.imported},
		Store:    s.Store, Courier: messenger, Submit: s.submit, Worker: s.worker, Log: cfg.Log,
		Sender: s.mail, Links: links, OneTime: links, From: sendsAs,
		Till: func() *settlement.Settler { return s.Till },
	})
	if err != nil {
		return nil, nil, err
	}
	if s.charts, err = seatchart.New(seatchart.Config{Store: s.Store}); err != nil {
		return nil, nil, err
	}
	if s.live, err = streams.NewLive(s.Store, s.charts, cfg.Log); err != nil {
		return nil, nil, err
	}
	s.Sequencer, err = sequencer.New(sequencer.Config{
		WriterConfig: sequencer.WriterConfig{Store: s.Store, SigningKey: auditKey, Outbox: queue.Outbox, GiveBack: settlement.GiveBack, Log: cfg.Log},
		Observe:      figures.observe, Published: s.live.Publish,
	})
	if err != nil {
		return nil, nil, err
	}
	hooks := s.webhooks(cfg)
	stopBounces := func() {}
	var stopPump func()
	testPay, err := s.openTill(ctx, cfg)
	if err != nil {
		return nil, nil, errors.Join(err, s.Sequencer.Close(ctx))
	}
	if h, err = s.handler(cfg, testPay, tickets, hooks, files, auditKey.Public().(ed25519.PublicKey), figures, queue, messenger, erasures); err == nil {
		// Before anybody is answered: the database may be one that was restored.
		if err := erasures.Work(ctx); err != nil && ctx.Err() == nil {
			cfg.Log.ErrorContext(ctx, "list of erasures not readable or writable; trying again each minute", slog.Any("error", err))
		}
		stopPump, err = s.pump(cfg, hooks, queue, figures)
	}
	if err == nil {
		if stopBounces, err = s.listenForBounces(cfg, messenger); err == nil {
			err = startAll(ctx, messenger, queue)
		}
		if err != nil {
			stopPump()
		}
	}
	if err != nil {
		s.live.Close()
		return nil, nil, errors.Join(err, s.Sequencer.Close(ctx))
	}
	stop = func(ctx context.Context) error {
		stopBounces()
		stopPump()
		s.live.Close()
		return errors.Join(s.Sequencer.Close(ctx), queue.Stop(ctx), messenger.Stop(ctx))
	}
	return h, stop, nil
}

// startAll starts the courier before the jobs that it works for.
func startAll(ctx context.Context, messenger *delivery.Dispatcher, queue *jobs.Jobs) error {
	if err := messenger.Start(ctx); err != nil {
		return err
	}
	if err := queue.Start(ctx); err != nil {
		return errors.Join(err, messenger.Stop(ctx))
	}
	return nil
}
