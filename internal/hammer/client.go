package hammer

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of what an answer may be.
const (
	maxReplyHead = 16 << 10
	maxReplyBody = 4 << 20
)

// errReply is any answer that is not the HTTP/1.1 expected here.
var errReply = errors.New("hammer: malformed reply")

// Reply is one answer. Body is only valid until the next request.
type Reply struct {
	Status     int
	Body       []byte
	RetryAfter time.Duration // 0: none was given
	closing    bool          // the server will close the connection
}

// OK reports whether the change was acknowledged.
func (r *Reply) OK() bool { return r.Status >= 200 && r.Status < 300 }

// client is one kept-alive connection with a buffer. One goroutine uses it; the
// watchdog may call abort and busySince.
type client struct {
	address string
	started atomic.Int64 // unix ns of the request in flight; 0: none

	mu sync.Mutex
	nc net.Conn // guarded by mu for abort; nil: not connected

	conn net.Conn // the same, for the goroutine that owns the client
	buf  []byte
	r, w int // unread part of buf
	body []byte
}

func newClient(address string) *client {
	return &client{address: address, buf: make([]byte, 4096)}
}

func (c *client) connect() error {
	if c.conn != nil {
		return nil
	}
	nc, err := net.DialTimeout("tcp", c.address, 5*time.Second)
	if err != nil {
		return fmt.Errorf("hammer: connect: %w", err)
	}
	c.conn, c.r, c.w = nc, 0, 0
	c.mu.Lock()
	c.nc = nc
	c.mu.Unlock()
	return nil
}

// close ends the connection; the next request makes a new one.
func (c *client) close() {
	if c.conn == nil {
		return
	}
	c.conn.Close() //nolint:errcheck // what was read is read; a failed close changes nothing
	c.conn = nil
	c.mu.Lock()
	c.nc = nil
	c.mu.Unlock()
}

// abort breaks a request in flight from another goroutine.
func (c *client) abort() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.nc != nil {
		c.nc.Close() //nolint:errcheck // breaking it is the purpose
	}
}

// busyFor is how long the request in flight has been waiting, 0 for none.
func (c *client) busyFor(now time.Time) time.Duration {
	if s := c.started.Load(); s != 0 {
		return time.Duration(now.UnixNano() - s)
	}
	return 0
}

// do sends a request and reads the answer. After an error the connection is
// closed, and whether the server acted on the request is unknown.
func (c *client) do(request []byte, reply *Reply) error {
	if err := c.connect(); err != nil {
		return err
	}
	c.started.Store(time.Now().UnixNano())
	defer c.started.Store(0)
	if _, err := c.conn.Write(request); err != nil {
		c.close()
		return fmt.Errorf("hammer: send: %w", err)
	}
	if err := c.read(reply); err != nil {
		c.close()
		return err
	}
	if reply.closing {
		c.close()
	}
	return nil
}

// fill reads more bytes behind those that are buffered.
func (c *client) fill() error {
	if c.r > 0 && c.r == c.w {
		c.r, c.w = 0, 0
	}
	if c.w == len(c.buf) {
		if c.r > 0 {
			c.w = copy(c.buf, c.buf[c.r:c.w])
			c.r = 0
		} else {
			c.buf = append(c.buf, make([]byte, len(c.buf))...)
		}
	}
	n, err := c.conn.Read(c.buf[c.w:])
	c.w += n
	if n > 0 {
		return nil
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("hammer: read reply: %w", err)
}

var headEnd = []byte("\r\n\r\n")

// read reads one answer, passing over interim ones (1xx).
func (c *client) read(reply *Reply) error {
	for {
		head, err := c.readHead()
		if err != nil {
			return err
		}
		length, chunked, err := parseHead(head, reply)
		if err != nil {
			return err
		}
		switch {
		case reply.Status < 200:
			continue
		case reply.Status == 204 || reply.Status == 304:
			reply.Body = nil
			return nil
		case chunked:
			return c.readChunks(reply)
		case length < 0 || length > maxReplyBody:
			return fmt.Errorf("%w: length %d", errReply, length)
		}
		reply.Body, err = c.take(length)
		return err
	}
}

// readHead returns the status line and headers, with the last line's end.
func (c *client) readHead() ([]byte, error) {
	for {
		if i := bytes.Index(c.buf[c.r:c.w], headEnd); i >= 0 {
			head := c.buf[c.r : c.r+i+2]
			c.r += i + len(headEnd)
			return head, nil
		}
		if c.w-c.r > maxReplyHead {
			return nil, fmt.Errorf("%w: head too long", errReply)
		}
		if err := c.fill(); err != nil {
			return nil, err
		}
	}
}

// take returns the next n bytes, valid until the next read.
func (c *client) take(n int) ([]byte, error) {
	for c.w-c.r < n {
		if err := c.fill(); err != nil {
			return nil, err
		}
	}
	b := c.buf[c.r : c.r+n]
	c.r += n
	return b, nil
}

func (c *client) readChunks(reply *Reply) error {
	c.body = c.body[:0]
	for {
		size, err := c.chunkSize()
		if err != nil {
			return err
		}
		if size > maxReplyBody-len(c.body) {
			return fmt.Errorf("%w: body too long", errReply)
		}
		b, err := c.take(size + 2)
		if err != nil {
			return err
		}
		if size == 0 {
			reply.Body = c.body
			return nil
		}
		c.body = append(c.body, b[:size]...)
	}
}

// chunkSize reads the line before a chunk. Trailers are not expected.
func (c *client) chunkSize() (int, error) {
	for {
		if i := bytes.IndexByte(c.buf[c.r:c.w], '\n'); i >= 0 {
			line := bytes.TrimRight(c.buf[c.r:c.r+i], "\r")
			c.r += i + 1
			n, err := strconv.ParseUint(string(line), 16, 31)
			if err != nil {
				return 0, fmt.Errorf("%w: chunk size", errReply)
			}
			return int(n), nil
		}
		if c.w-c.r > maxReplyHead {
			return 0, fmt.Errorf("%w: chunk line too long", errReply)
		}
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
}

// parseHead fills the reply from status line and headers. length is -1 when
// none is given.
func parseHead(head []byte, reply *Reply) (length int, chunked bool, err error) {
	*reply = Reply{}
	if len(head) < 14 || !bytes.HasPrefix(head, []byte("HTTP/1.")) {
		return 0, false, fmt.Errorf("%w: status line", errReply)
	}
	reply.Status, err = strconv.Atoi(string(head[9:12]))
	if err != nil || reply.Status < 100 {
		return 0, false, fmt.Errorf("%w: status code", errReply)
	}
	reply.closing = head[7] == '0'
	length = -1
	for line := range bytes.Lines(head[bytes.IndexByte(head, '\n')+1:]) {
		name, value, ok := bytes.Cut(line, []byte{':'})
		if !ok {
			return 0, false, fmt.Errorf("%w: header line", errReply)
		}
		value = bytes.TrimSpace(value)
		switch {
		case isHeader(name, "Content-Length"):
			n, err := strconv.ParseUint(string(value), 10, 31)
			if err != nil {
				return 0, false, fmt.Errorf("%w: content length", errReply)
			}
			length = int(n)
		case isHeader(name, "Transfer-Encoding"):
			chunked = bytes.EqualFold(value, []byte("chunked"))
		case isHeader(name, "Connection"):
			reply.closing = bytes.EqualFold(value, []byte("close"))
		case isHeader(name, "Retry-After"):
			// The other form, a date, is not sent by Holdfast: it reads as none.
			if s, err := strconv.ParseUint(string(value), 10, 16); err == nil {
				reply.RetryAfter = time.Duration(s) * time.Second
			}
		}
	}
	return length, chunked, nil
}

func isHeader(name []byte, want string) bool {
	return len(name) == len(want) && name[0]|0x20 == want[0]|0x20 && bytes.EqualFold(name, []byte(want))
}
