package socket

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
)

// Piece is how much of an answer is kept at most until the rest comes: what
// net/http collects. A shorter body needs nobody's help.
const Piece = 4 << 10

// Listener accepts TCP connections for an http.Server whose ConnContext is
// Context.
type Listener struct{ *net.TCPListener }

// Accept waits for the next connection.
func (l Listener) Accept() (net.Conn, error) {
	c, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	return &conn{TCPConn: c}, nil
}

// conn is a connection to which one goroutine writes at a time.
type conn struct {
	*net.TCPConn
	expected int         // a write of fewer bytes is surely followed by another
	kept     *[]byte     // sent with the next write; nil: none
	parts    [2][]byte   // that and what comes, for one call
	pieces   net.Buffers // the same, while it is sent
	left     func()      // tells the Gate that it is closed; nil: nobody counts
}

// Close closes the connection.
func (c *conn) Close() error {
	err := c.TCPConn.Close()
	if c.left != nil {
		c.left()
	}
	return err
}

type connKey struct{}

// Context is the ConnContext of a server with a Listener.
func Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// Write writes a body, or a part of one, as w does. The context is that of the
// request; where it is of no Listener's connection nothing is kept.
func Write(ctx context.Context, w http.ResponseWriter, body []byte) (int, error) {
	if len(body) <= Piece {
		return w.Write(body)
	}
	c, ok := ctx.Value(connKey{}).(*conn)
	if !ok {
		return w.Write(body)
	}
	c.expected = len(body)
	n, err := w.Write(body)
	c.expected = 0 // w may not have sent anything, for HEAD for one
	if err != nil && c.kept != nil {
		_, _ = c.writeKept(nil) // the rest may never come; the first error is told
	}
	return n, err
}

var kept = sync.Pool{New: func() any { b := make([]byte, 0, Piece); return &b }}

// Write sends p, behind what was kept. While a body is written, a piece that is
// smaller than the body is kept: the rest of the body is still to come, in
// whatever pieces net/http cuts it.
func (c *conn) Write(p []byte) (int, error) {
	expected := c.expected
	c.expected = 0
	switch {
	case c.kept != nil:
		return c.writeKept(p)
	case len(p) < expected && len(p) <= Piece:
		c.kept = kept.Get().(*[]byte)
		*c.kept = append((*c.kept)[:0], p...)
		return len(p), nil
	}
	return c.TCPConn.Write(p)
}

// writeKept sends what was kept and p, and returns how much of p was sent.
func (c *conn) writeKept(p []byte) (int, error) {
	first := len(*c.kept)
	c.parts = [2][]byte{*c.kept, p}
	c.pieces = c.parts[:]
	n, err := c.pieces.WriteTo(c.TCPConn)
	c.parts, c.pieces = [2][]byte{}, nil
	kept.Put(c.kept)
	c.kept = nil
	return max(0, int(n)-first), err
}

// ReadFrom sends what was kept, and then what r has.
func (c *conn) ReadFrom(r io.Reader) (int64, error) {
	if c.kept != nil {
		if _, err := c.writeKept(nil); err != nil {
			return 0, err
		}
	}
	return c.TCPConn.ReadFrom(r)
}
