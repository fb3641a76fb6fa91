package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// Limits of an SMTP.
const (
	DefaultTimeout = 20 * time.Second // to connect, and again for each mail
	DefaultConns   = 8                // connections at once
	// mailsPerConn is how many mails one connection is used for: servers close
	// connections that are used for too long.
	mailsPerConn = 100
	// idleFor is how long a connection is kept for the next mail.
	idleFor = 15 * time.Second
)

// Config configures an SMTP.
type Config struct {
	// URL is smtp://user:password@host:port?starttls=required|auto|never or
	// smtps://user:password@host:port.
	URL string
	// Host is this server's name in HELO and Message-ID: the host of the base URL.
	Host    string
	Timeout time.Duration // zero: DefaultTimeout
	Conns   int           // zero: DefaultConns
	TLS     *tls.Config   // nil: the system's certificates
	// Sign, if not nil, signs each mail (DKIM).
	Sign *Signer
}

// SMTP is a Sender that uses an SMTP server over a few reused connections. Send waits
// while all of them are busy.
type SMTP struct {
	at      endpoint
	host    string
	timeout time.Duration
	tls     *tls.Config
	sign    *Signer
	slots   chan struct{} // one for each connection that is open for a mail

	mu     sync.Mutex
	idle   []*conn // newest last (guarded by mu)
	closed bool    // (guarded by mu)
}

// NewSMTP checks the configuration. It does not connect: a mail server that is down must
// not keep this one from starting.
func NewSMTP(c Config) (*SMTP, error) {
	at, err := parseURL(c.URL)
	if err != nil {
		return nil, err
	}
	switch ip := net.ParseIP(c.Host); {
	case c.Host == "":
		c.Host = "localhost"
	case ip != nil && ip.To4() == nil:
		c.Host = "[IPv6:" + c.Host + "]" // an address is written as a literal (RFC 5321, 4.1.3)
	case ip != nil:
		c.Host = "[" + c.Host + "]"
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Conns == 0 {
		c.Conns = DefaultConns
	}
	if c.Timeout < 0 || c.Conns < 0 {
		return nil, errors.New("mail: timeout and connections must be positive")
	}
	conf := &tls.Config{}
	if c.TLS != nil {
		conf = c.TLS.Clone()
	}
	if conf.ServerName == "" {
		conf.ServerName = at.host
	}
	conf.MinVersion = max(conf.MinVersion, tls.VersionTLS12)
	return &SMTP{at: at, host: c.Host, sign: c.Sign, timeout: c.Timeout, tls: conf, slots: make(chan struct{}, c.Conns)}, nil
}

// Send sends a mail. A connection that breaks after the text was sent and before the
// server answered is a temporary failure, although the server may have accepted the mail:
// the retry has the same Message-ID.
func (s *SMTP) Send(ctx context.Context, m Mail) error {
	from, to, body, refusal := compose(m, s.host)
	if refusal == nil && s.sign != nil {
		body, refusal = s.sign.sign(body)
	}
	if refusal != nil {
		return refusal
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return failure(phaseConnect, ctx.Err())
	}
	for {
		c, used := s.pop()
		if c == nil {
			var err *provider.Error
			if c, err = dial(ctx, s); err != nil {
				return err
			}
		}
		err := c.send(ctx, from, to, body)
		if err == nil {
			if ctx.Err() != nil { // its end may have touched the deadline of c
				c.close()
			} else {
				s.push(c)
			}
			return nil
		}
		if err.Code != 0 && err.Code != 421 && c.reset() {
			s.push(c)
			return err
		}
		c.close()
		// The server may have closed a connection that was idle. Nothing of this mail was
		// sent yet: try another connection.
		if used && err.Phase == phaseMail && err.Outage && ctx.Err() == nil {
			continue
		}
		return err
	}
}

// Check connects, encrypts and logs in as for a mail, and sends none.
func (s *SMTP) Check(ctx context.Context) error {
	c, err := dial(ctx, s)
	if err != nil {
		return err
	}
	c.quit()
	return nil
}

// Close closes the idle connections. Later mails open new ones.
func (s *SMTP) Close() error {
	s.mu.Lock()
	idle := s.idle
	s.idle, s.closed = nil, true
	s.mu.Unlock()
	for _, c := range idle {
		c.expire.Stop()
		c.quit()
	}
	return nil
}

// pop takes the connection that was used last; used is false when there is none.
func (s *SMTP) pop() (c *conn, used bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 {
		c = s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if c.expire.Stop() {
			return c, true
		}
	}
	return nil, false
}

// push keeps a connection for the next mail, for idleFor.
func (s *SMTP) push(c *conn) {
	s.mu.Lock()
	keep := !s.closed && c.mails < mailsPerConn
	if keep {
		s.idle = append(s.idle, c)
		c.expire = time.AfterFunc(idleFor, func() { s.drop(c) })
	}
	s.mu.Unlock()
	if !keep {
		c.quit()
	}
}

// drop closes a connection that waited too long.
func (s *SMTP) drop(c *conn) {
	s.mu.Lock()
	for i := range s.idle {
		if s.idle[i] == c {
			s.idle = append(s.idle[:i], s.idle[i+1:]...)
			break
		}
	}
	s.mu.Unlock()
	c.quit()
}

// dialer opens the network connection, encrypted for smtps.
func (s *SMTP) dialer(ctx context.Context) (net.Conn, error) {
	if s.at.implicitTLS {
		d := tls.Dialer{Config: s.tls}
		return d.DialContext(ctx, "tcp", s.at.address())
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", s.at.address())
}
