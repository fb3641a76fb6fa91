package stream

import (
	"net/netip"
	"sync"
)

// Limits of open streams.
const (
	// DefaultTotal is how many a server keeps open; each costs a connection and
	// two goroutines.
	DefaultTotal = 20_000
	// DefaultPerNetwork is how many one network may have. An office or a campus
	// shares one.
	DefaultPerNetwork = 1_000
)

// Gate counts open streams.
type Gate struct {
	total, perNetwork int

	mu   sync.Mutex
	open int                  // guarded by mu
	by   map[netip.Prefix]int // guarded by mu
}

// NewGate returns a gate. 0 means the default.
func NewGate(total, perNetwork int) *Gate {
	if total == 0 {
		total = DefaultTotal
	}
	if perNetwork == 0 {
		perNetwork = DefaultPerNetwork
	}
	return &Gate{total: total, perNetwork: perNetwork, by: map[netip.Prefix]int{}}
}

// Enter counts a stream of a network, and reports whether it may be opened. leave
// ends it.
func (g *Gate) Enter(network netip.Prefix) (leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open >= g.total || g.by[network] >= g.perNetwork {
		return nil, false
	}
	g.open++
	g.by[network]++
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.open--
		if g.by[network]--; g.by[network] == 0 {
			delete(g.by, network)
		}
	}), true
}
