package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/socket"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
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
	Settler   *settlement.Settler
	Keys      *identity.Keys
	IDs       *id.Maker
	BaseURL   string
	Addr      net.Addr
	PlainAddr net.Addr // where it listens without TLS, when Addr is with TLS; nil: nowhere

	links identity.Links
	logs  *publiclog.Logs
	rooms waitingRooms
	gate  *socket.Gate
	now   func() time.Time
	draws *draws.Keeper
	// advance moves the time on; nil: the server has none of its own.
	advance func(time.Duration)
}

// Load is how much of its bounds a server uses.
type Load struct {
	// Queued is how full the queue of the event's writer is, from 0 to 1, Joining that of
	// those who join its waiting room.
	Queued, Joining float64
	// Connections are open, of at most MaxConnections.
	Connections, MaxConnections int
}

// Load returns how much of its bounds the server uses, in one event.
func (s *Server) Load(event string) Load {
	return Load{
		Queued: s.Sequencer.Queued(event), Joining: s.rooms.joining(event),
		Connections: s.gate.Counts().Open, MaxConnections: s.gate.Bounds().Total,
	}
}

// Run serves until ctx ends, then drains and returns. ready, when not nil, is
// called once the server answers; an error of it stops the server. A ctx that
// ends before ready has returned is not an error either.
func Run(ctx context.Context, cfg Config, ready func(context.Context, *Server) error) error {
	if err := cfg.check(); err != nil {
		return err
	}
	rep, err := prepareReplica(ctx, &cfg)
	if err != nil {
		return unlessStopped(ctx, &cfg, err)
	}
	st, err := store.Open(ctx, database.Config{URL: cfg.DB, Read: cfg.DBRead, ReadLag: cfg.DBReadLag, Log: cfg.Log, Replica: rep.engine()})
	if err != nil {
		return unlessStopped(ctx, &cfg, err)
	}
	return run(ctx, &cfg, st, rep, ready)
}

// run is Run on an open store, which it closes.
func run(ctx context.Context, cfg *Config, st *store.Store, rep *replicated, ready func(context.Context, *Server) error) error {
	l := &lifecycle{log: cfg.Log, before: cfg.beforePart}
	s, ended, err := assemble(ctx, cfg, st, rep, l)
	if err == nil {
		err = l.start(ctx)
	}
	if err == nil && ready != nil {
		err = ready(ctx, s)
	}
	if err = unlessStopped(ctx, cfg, err); err == nil {
		select {
		case <-ctx.Done():
		case err = <-ended:
		case <-rep.lost():
			err = rep.keeper.Taken()
			cfg.Log.Error("server: it stops, because another server goes on with the replica", slog.Any("error", err))
		}
	}
	cfg.Log.Info("server: stopping: answering pending requests")
	within, cancel := context.WithTimeout(context.Background(), cfg.Drain+handshakes+cfg.DrainFor)
	defer cancel()
	return errors.Join(err, l.stop(within))
}

// addHTTP lists the HTTP server as the last part: it answers when all else works, and
// stops before all else. secure is how it speaks TLS, nil: not. ended gets the error that ends it early.
func addHTTP(cfg *Config, l *lifecycle, listener *socket.Gate, h http.Handler, secure *tls.Config, d *drain, closeStreams func()) (ended <-chan error) {
	server := newHTTPServer(cfg, d.handler(h))
	server.TLSConfig = secure.Clone()
	// Streams never end by themselves: a stop would wait for them.
	server.RegisterOnShutdown(closeStreams)
	return serve(l, "http", server, listener, d.before(listener.RefuseNew, server.Shutdown))
}

func newHTTPServer(cfg *Config, h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:    log.New(&faults{cfg.Log}, "", 0),
		ConnContext: socket.Context,
	}
}

// faults are what net/http has to say of connections. That clients do not speak TLS as we
// do is said of each port scanner, so it is not a warning.
type faults struct{ log *slog.Logger }

// Write logs a line.
func (f *faults) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.Contains(line, []byte("TLS handshake error")) {
		level = slog.LevelDebug
	}
	f.log.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}

// serve lists a server that answers on a listener until stop, with TLS if it has a
// configuration for that. ended gets the error that
// ends it early.
func serve(l *lifecycle, name string, server *http.Server, listener net.Listener, stop func(context.Context) error) (ended <-chan error) {
	served := make(chan error, 1)
	l.add(name, func(context.Context) error {
		go func() {
			if server.TLSConfig != nil {
				served <- server.ServeTLS(listener, "", "")
				return
			}
			served <- server.Serve(listener)
		}()
		return nil
	}, stop)
	return served
}

// unlessStopped is the error of a part of the start: none once the server was
// told to stop, for then what is under way is cut off wherever it is, and each
// database says that in words of its own.
func unlessStopped(ctx context.Context, cfg *Config, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	cfg.Log.Info("server: stopped before the start was complete", slog.Any("cut_off", err))
	return nil
}

// listen takes connections within the bounds.
func listen(ctx context.Context, cfg *Config) (*socket.Gate, error) {
	wanted := max(cfg.Connections, DefaultConnections) + ownDescriptors + spareConnections
	bounds, err := cfg.bounds(descriptors(wanted))
	if err != nil {
		return nil, err
	}
	l, err := socket.Listen(ctx, cfg.Listen)
	if err != nil {
		return nil, err
	}
	return socket.NewGate(l, bounds), nil
}
