package limit

import (
	"net/netip"
	"sync"
)

// AtOnce bounds what is open at the same time, in all and of one network. It is safe for concurrent
// use.
type AtOnce struct {
	total, perNetwork int

	mu   sync.Mutex
	open int                  // guarded by mu
	by   map[netip.Prefix]int // guarded by mu
}

// NewAtOnce returns an AtOnce of these bounds.
func NewAtOnce(total, perNetwork int) *AtOnce {
	return &AtOnce{total: total, perNetwork: perNetwork, by: map[netip.Prefix]int{}}
}

// Open is how many are open.
func (a *AtOnce) Open() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.open
}

// Enter counts one of a network, and reports whether it may be opened. leave ends it.
func (a *AtOnce) Enter(network netip.Prefix) (leave func(), ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open >= a.total || a.by[network] >= a.perNetwork {
		return nil, false
	}
	a.open++
	a.by[network]++
	return sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.open--
		if a.by[network]--; a.by[network] == 0 {
			delete(a.by, network)
		}
	}), true
}
