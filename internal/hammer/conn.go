package hammer

import "time"

// Conn is a kept-alive connection for callers that have requests of their own to send:
// whole ones, as HTTP/1.1 writes them. One goroutine uses it.
type Conn struct {
	client  *client
	timeout time.Duration
}

// NewConn returns a connection to the base URL of a server, under the rules of Run. It
// connects with the first request. A request that takes longer than the timeout breaks.
func NewConn(target string, remote bool, timeout time.Duration) (*Conn, error) {
	to, err := hostPort(target, remote)
	if err != nil {
		return nil, err
	}
	return &Conn{newClient(to), timeout}, nil
}

// Do sends a request and reads the answer, which is valid until the next one. After an
// error the next request connects again, and whether the server acted on this one is
// unknown.
func (c *Conn) Do(request []byte, reply *Reply) error {
	if err := c.client.connect(); err != nil {
		return err
	}
	if err := c.client.conn.SetDeadline(time.Now().Add(c.timeout)); err != nil {
		c.client.close()
		return err
	}
	return c.client.do(request, reply)
}

// Close ends the connection.
func (c *Conn) Close() { c.client.close() }
