package peer

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"time"
)

// Listener takes what other servers send to this one.
type Listener struct {
	at     net.Listener
	server *http.Server
	done   chan error
}

// NewListener has a server take it at a listener, once it is started, over a side of TLS. What else
// the server is set to, its bounds among it, stays.
func NewListener(at net.Listener, secure *tls.Config, server *http.Server) *Listener {
	server.TLSConfig, server.Protocols = secure, overHTTP2()
	return &Listener{at: at, server: server, done: make(chan error, 1)}
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

// Patience is how long another server may take.
type Patience struct {
	Dial      time.Duration // to answer the telephone
	PingAfter time.Duration // to say something, before it is asked whether it is there
	Ping      time.Duration // to say so
	Answer    time.Duration // to begin an answer; 0: that is bounded elsewhere
}

// NewTransport returns how other servers are asked, over a side of TLS.
func NewTransport(secure *tls.Config, p Patience) *http.Transport {
	return &http.Transport{
		DialContext: (&net.Dialer{Timeout: p.Dial}).DialContext, TLSClientConfig: secure, TLSHandshakeTimeout: p.Dial, ResponseHeaderTimeout: p.Answer,
		Protocols: overHTTP2(), HTTP2: &http.HTTP2Config{SendPingTimeout: p.PingAfter, PingTimeout: p.Ping}, DisableCompression: true, IdleConnTimeout: time.Minute,
	}
}

func overHTTP2() *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	return p
}
