package cells

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/homes"
)

const (
	headFor = 10 * time.Second
	idleFor = 2 * time.Minute
	maxHead = 32 << 10
)

// Listener takes what servers of other cells hand on to this one.
type Listener struct {
	at     net.Listener
	server *http.Server
	done   chan error
}

// NewListener takes it at a listener, once it is started.
func NewListener(at net.Listener, secure *tls.Config, h http.Handler, log *slog.Logger) *Listener {
	var protocols http.Protocols
	protocols.SetHTTP2(true)
	return &Listener{at: at, done: make(chan error, 1), server: &http.Server{
		Handler: h, TLSConfig: secure, Protocols: &protocols, ReadHeaderTimeout: headFor, IdleTimeout: idleFor, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}}
}

// Start begins.
func (l *Listener) Start(context.Context) error {
	go func() { l.done <- l.server.ServeTLS(l.at, "", "") }()
	return nil
}

// Stop takes no more, and waits until what was taken is answered.
func (l *Listener) Stop(ctx context.Context) error {
	err := l.server.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, l.server.Close())
	}
	if served := <-l.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// Secure returns how servers that have a secret take connections of each other, and how they
// make them.
func Secure(secret []byte) (server, client *tls.Config, err error) { return homes.TLS(secret) }
