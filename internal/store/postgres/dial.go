package postgres

import (
	"context"
	"crypto/tls"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// How long it takes to notice that a machine is gone which says nothing: what was sent to
// it is not taken (unacknowledged), or nothing was sent and it does not answer probes.
const (
	unacknowledged = 10 * time.Second
	probeAfter     = 5 * time.Second
	probeEvery     = 2 * time.Second
	probes         = 3
)

// dial connects to a server, and lets the system notice when it is gone.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: probeAfter, Interval: probeEvery, Count: probes},
		Control:         giveUpAfter(unacknowledged),
	}
	return d.DialContext(ctx, network, address)
}

// conn is a connection that is known to those that follow the primary.
type conn struct {
	net.Conn
	of *servers
}

// Close ends it.
func (c *conn) Close() error {
	c.of.mu.Lock()
	delete(c.of.conns, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// dial makes a connection that is known.
func (s *servers) dial(ctx context.Context, network, address string) (net.Conn, error) {
	plain, err := dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c := &conn{plain, s}
	s.mu.Lock()
	s.conns[c] = true
	s.mu.Unlock()
	return c, nil
}

// connOf is the connection below one of pgx.
func connOf(c *pgconn.PgConn) *conn {
	below := c.Conn()
	if secure, ok := below.(*tls.Conn); ok {
		below = secure.NetConn()
	}
	known, _ := below.(*conn) // nil: not one of ours
	return known
}
