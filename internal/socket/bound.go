package socket

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"
)

// reservePerNetwork is how many of the reserved connections one network has.
const reservePerNetwork = 4

// Bounds says how many connections may be open. Zero means no bound.
type Bounds struct {
	// Total bounds all connections, without those of the reserve.
	Total int
	// PerNetwork bounds those of one network: an address of IPv4, a /64 of IPv6.
	// Connections from this machine itself are bound by Total alone, for they are a
	// proxy's or its operator's.
	PerNetwork int
	// Reserve is how many connections are taken beyond Total, for Reserve.
	Reserve int
}

// Counts are the connections of a Gate.
type Counts struct {
	Open            int    // without those of the reserve
	RefusedTotal    uint64 // sent to the reserve, or closed, because Total were open
	RefusedNetworks uint64 // closed, because their network had PerNetwork
}

// Gate takes connections within bounds. A connection beyond those of its network is
// closed at once, unread: whoever opens thousands gets nothing that costs anything. One
// beyond the total goes to the reserve, where a server with short deadlines says that
// this one is full, and answers who asks for its health.
//
// Each open connection is a descriptor of the process. Without a bound they are used
// up from outside, and then neither the database nor a provider can be reached, and
// nobody learns that.
type Gate struct {
	listener *net.TCPListener
	bounds   Bounds
	reserved chan net.Conn // for the reserve's listener

	mu       sync.Mutex
	counts   Counts             // guarded by mu
	networks map[netip.Addr]int // guarded by mu: open connections, without those of the reserve
	reserve  map[netip.Addr]int // guarded by mu: open connections of the reserve
	spare    int                // guarded by mu: open connections of the reserve, in all
	waiting  int                // guarded by mu: calls of Accept that wait for the kernel
	closing  bool               // guarded by mu
	last     []*net.TCPConn     // guarded by mu: what had begun when the gate was closed
	idle     chan struct{}      // closed when it is closing and nobody waits for the kernel
	closed   chan struct{}      // closed when last is known
}

// Listen listens for a gate. It is plain TCP: a multipath listener, which Go makes
// otherwise, takes no filter, and so could not refuse new connections (RefuseNew).
func Listen(ctx context.Context, address string) (*net.TCPListener, error) {
	var cfg net.ListenConfig
	cfg.SetMultipathTCP(false)
	l, err := cfg.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return l.(*net.TCPListener), nil // what "tcp" is
}

// NewGate takes connections from l.
func NewGate(l *net.TCPListener, b Bounds) *Gate {
	return &Gate{
		listener: l, bounds: b, idle: make(chan struct{}), closed: make(chan struct{}), reserved: make(chan net.Conn, b.Reserve),
		networks: map[netip.Addr]int{}, reserve: map[netip.Addr]int{},
	}
}

// Bounds returns the bounds.
func (g *Gate) Bounds() Bounds { return g.bounds }

// Counts returns what is open now and what was refused so far.
func (g *Gate) Counts() Counts {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.counts
}

// Accept waits for the next connection within the bounds.
func (g *Gate) Accept() (net.Conn, error) {
	for {
		c, err := g.accept()
		if err != nil {
			return nil, err
		}
		from := network(c.RemoteAddr())
		switch g.take(from) {
		case taken:
			return &conn{TCPConn: c, left: sync.OnceFunc(func() { g.left(from) })}, nil
		case spare:
			// There is room: the channel has as many places as the reserve.
			g.reserved <- &conn{TCPConn: c, left: sync.OnceFunc(func() { g.leftReserve(from) })}
		case refused:
			// Nothing that the client sent is read, so the kernel says so by a reset.
			_ = c.SetLinger(0)
			_ = c.Close()
		}
	}
}

// verdict is what becomes of a connection.
type verdict int

const (
	taken verdict = iota
	spare
	refused
)

// take counts a connection of a network.
func (g *Gate) take(from netip.Addr) verdict {
	g.mu.Lock()
	defer g.mu.Unlock()
	here := from.IsLoopback()
	if g.bounds.PerNetwork > 0 && g.networks[from] >= g.bounds.PerNetwork && !here {
		g.counts.RefusedNetworks++
		return refused
	}
	if g.bounds.Total == 0 || g.counts.Open < g.bounds.Total {
		g.counts.Open++
		g.networks[from]++
		return taken
	}
	g.counts.RefusedTotal++
	if g.spare >= g.bounds.Reserve || g.reserve[from] >= reservePerNetwork && !here {
		return refused
	}
	g.spare++
	g.reserve[from]++
	return spare
}

func (g *Gate) left(from netip.Addr) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.counts.Open--
	fewer(g.networks, from)
}

func (g *Gate) leftReserve(from netip.Addr) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.spare--
	fewer(g.reserve, from)
}

func fewer(of map[netip.Addr]int, from netip.Addr) {
	if of[from]--; of[from] <= 0 {
		delete(of, from)
	}
}

// network is what bounds are counted by: one household has a /64 of IPv6.
func network(a net.Addr) netip.Addr {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	addr := tcp.AddrPort().Addr().Unmap().WithZone("")
	if addr.Is6() && !addr.IsLoopback() {
		if p, err := addr.Prefix(64); err == nil {
			return p.Masked().Addr()
		}
	}
	return addr
}

// RefuseNew has the system take no new connection any more, and leaves those alone that
// have begun, also where the client has not yet heard so. Some time after it, as long as
// packets are under way, Close cuts nobody off: a client that comes by then asks once
// more, and learns that nobody listens. Without it, whoever comes between the last look
// and the close of the listener is reset.
func (g *Gate) RefuseNew() error { return refuseNew(g.listener) }

// Close ends Accept, once that has returned the connections that had begun: else the
// kernel resets them. Nobody waits for the kernel by then, because the listener is open
// until the last of them has gone, and takes connections that nobody will serve.
func (g *Gate) Close() error {
	g.mu.Lock()
	if g.closing {
		g.mu.Unlock()
		return net.ErrClosed
	}
	g.closing = true
	busy := g.waiting > 0
	g.mu.Unlock()
	var failed error
	if busy {
		if failed = g.listener.SetDeadline(time.Now()); failed == nil {
			<-g.idle
		}
	}
	last, err := takeLast(g.listener)
	failed = errors.Join(failed, err, g.listener.Close())
	g.mu.Lock()
	g.last = last()
	g.mu.Unlock()
	close(g.closed)
	return failed
}

// accept is the next connection, or one of those that had begun when the gate was closed.
func (g *Gate) accept() (*net.TCPConn, error) {
	if g.enter() {
		c, err := g.listener.AcceptTCP()
		if closing := g.leave(); !closing || err == nil {
			return c, err
		}
	}
	<-g.closed
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.last) == 0 {
		return nil, net.ErrClosed
	}
	c := g.last[0]
	g.last = g.last[1:]
	return c, nil
}

// enter counts who waits for the kernel, unless the gate is closing.
func (g *Gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closing {
		g.waiting++
	}
	return !g.closing
}

func (g *Gate) leave() (closing bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting--; g.closing && g.waiting == 0 {
		close(g.idle)
	}
	return g.closing
}

// Addr is the address that is listened on.
func (g *Gate) Addr() net.Addr { return g.listener.Addr() }

// Reserve returns the listener of the connections beyond the total. Close it after the
// gate.
func (g *Gate) Reserve() net.Listener {
	return &reserveListener{gate: g, closed: make(chan struct{})}
}

type reserveListener struct {
	gate    *Gate
	closed  chan struct{}
	closing sync.Once
}

// Accept waits for the next connection beyond the total.
func (r *reserveListener) Accept() (net.Conn, error) {
	select {
	case c := <-r.gate.reserved:
		return c, nil
	case <-r.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept, and the connections that nobody has accepted.
func (r *reserveListener) Close() error {
	r.closing.Do(func() { close(r.closed) })
	for {
		select {
		case c := <-r.gate.reserved:
			_ = c.Close()
		default:
			return nil
		}
	}
}

// Addr is the gate's.
func (r *reserveListener) Addr() net.Addr { return r.gate.Addr() }
