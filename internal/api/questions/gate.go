package questions

import (
	"net/netip"
	"sync"
	"time"
)

// Limits of the files that are on their way at once: each is in memory, and many come from people of
// whom nothing is known.
const (
	// onTheWay is how many a server reads, and onTheWayFrom those of one network.
	onTheWay, onTheWayFrom = 24, 6
	// sendFor is how long sending one may take: 10 MiB at a megabit a second, and some.
	sendFor = 2 * time.Minute
)

// Gate bounds the files that are being sent. It is safe for concurrent use.
type Gate struct {
	mu   sync.Mutex
	open int                  // guarded by mu
	by   map[netip.Prefix]int // guarded by mu
}

// NewGate returns a gate.
func NewGate() *Gate { return &Gate{by: map[netip.Prefix]int{}} }

// busy reports whether half of what can be on the way is.
func (g *Gate) busy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.open >= onTheWay/2
}

// enter counts a file that a network sends, and reports whether it may. leave ends that.
func (g *Gate) enter(network netip.Prefix) (leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open >= onTheWay || g.by[network] >= onTheWayFrom {
		return nil, false
	}
	g.open++
	g.by[network]++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.open--
		if g.by[network]--; g.by[network] == 0 {
			delete(g.by, network)
		}
	}, true
}
