package identity

import (
	"cmp"
	"container/list"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits of what callers without credentials may do.
const (
	// DefaultAddressRate and DefaultAddressBurst bound one address, per second.
	DefaultAddressRate  = 5.0
	DefaultAddressBurst = 20
	// DefaultNetworkRate and DefaultNetworkBurst bound one network: a /24 of
	// IPv4 or a /48 of IPv6, the least that one customer of a provider holds.
	// It is higher, because an office or a campus shares it.
	DefaultNetworkRate  = 50.0
	DefaultNetworkBurst = 200
	// DefaultStreamRate and DefaultStreamBurst bound the streams that are opened from one
	// address and from one network: all that one network may have open come back at once
	// after a restart, and often from the one address that they share.
	DefaultStreamRate  = 50.0
	DefaultStreamBurst = 1000
	// rateLimit is how many addresses and networks are remembered. When it is
	// full the one seen longest ago is forgotten, so it takes as many addresses
	// to make the server forget one as it remembers.
	rateLimit = 100_000

	networkBits4, networkBits6 = 24, 48
	// hostBits6: one household has a /64, so an IPv6 "address" is one of these.
	hostBits6 = 64
)

// RateConfig says how often the public may call. Zero fields mean the defaults;
// a negative rate means no bound.
type RateConfig struct {
	AddressRate  float64 // calls per second from one address
	AddressBurst int
	NetworkRate  float64 // calls per second from one network
	NetworkBurst int
}

// Rate bounds how often the public may call. It is safe for concurrent use.
type Rate struct {
	cfg RateConfig

	mu     sync.Mutex
	byKey  map[netip.Prefix]*list.Element // guarded by mu
	recent *list.List                     // guarded by mu: *bucket, the latest used first
}

type bucket struct {
	key     netip.Prefix
	limiter *rate.Limiter
}

// NewStreamRate returns a Rate of opening streams, whose defaults are higher.
func NewStreamRate(c RateConfig) *Rate {
	return NewRate(RateConfig{
		AddressRate: cmp.Or(c.AddressRate, DefaultStreamRate), AddressBurst: cmp.Or(c.AddressBurst, DefaultStreamBurst),
		NetworkRate: cmp.Or(c.NetworkRate, DefaultStreamRate), NetworkBurst: cmp.Or(c.NetworkBurst, DefaultStreamBurst),
	})
}

// NewRate returns a Rate.
func NewRate(c RateConfig) *Rate {
	if c.AddressRate == 0 {
		c.AddressRate = DefaultAddressRate
	}
	if c.AddressBurst == 0 {
		c.AddressBurst = DefaultAddressBurst
	}
	if c.NetworkRate == 0 {
		c.NetworkRate = DefaultNetworkRate
	}
	if c.NetworkBurst == 0 {
		c.NetworkBurst = DefaultNetworkBurst
	}
	return &Rate{cfg: c, byKey: map[netip.Prefix]*list.Element{}, recent: list.New()}
}

// Network is the network that an address belongs to.
func Network(a netip.Addr) netip.Prefix {
	bits := networkBits4
	if a = a.Unmap(); a.Is6() {
		bits = networkBits6
	}
	p, err := a.Prefix(bits)
	if err != nil { // only the zero Addr, which then shares one bucket
		return netip.Prefix{}
	}
	return p
}

// Host is what one household or office has of a network: an IPv4 address or an IPv6 /64.
func Host(a netip.Addr) netip.Prefix {
	bits := 32
	if a = a.Unmap(); a.Is6() {
		bits = hostBits6
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// Take counts a call from an address at now. When it comes too soon, ok is
// false and retry is how long to wait.
func (r *Rate) Take(a netip.Addr, now time.Time) (retry time.Duration, ok bool) {
	r.mu.Lock()
	one := r.limiter(Host(a), r.cfg.AddressRate, r.cfg.AddressBurst)
	all := r.limiter(Network(a), r.cfg.NetworkRate, r.cfg.NetworkBurst)
	r.mu.Unlock()
	first := one.ReserveN(now, 1)
	if wait := first.DelayFrom(now); wait > 0 {
		first.CancelAt(now)
		return wait, false
	}
	second := all.ReserveN(now, 1)
	if wait := second.DelayFrom(now); wait > 0 {
		second.CancelAt(now)
		first.CancelAt(now)
		return wait, false
	}
	return 0, true
}

// limiter returns the bucket of a key. The caller holds mu.
func (r *Rate) limiter(key netip.Prefix, perSecond float64, burst int) *rate.Limiter {
	if e, ok := r.byKey[key]; ok {
		r.recent.MoveToFront(e)
		return e.Value.(*bucket).limiter
	}
	limit := rate.Limit(perSecond)
	if perSecond < 0 {
		limit = rate.Inf
	}
	if r.recent.Len() >= rateLimit {
		oldest := r.recent.Back()
		delete(r.byKey, r.recent.Remove(oldest).(*bucket).key)
	}
	b := &bucket{key: key, limiter: rate.NewLimiter(limit, burst)}
	r.byKey[key] = r.recent.PushFront(b)
	return b.limiter
}
