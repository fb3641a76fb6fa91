package identity_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/limit"
)

func TestRatePerAddressAndNetwork(t *testing.T) {
	limits := limit.New(limit.Config{Rates: map[limit.Kind]limit.Rate{limit.Address: {PerSecond: 1, Burst: 2}, limit.Network: {PerSecond: 1, Burst: 3}}})
	take := func(a string, now time.Time) bool {
		checks := identity.Calls(netip.MustParseAddr(a))
		refused, ok := limits.Take(now, checks[:]...)
		if !ok && refused.Wait <= 0 {
			t.Errorf("%s: refused without a wait", a)
		}
		return ok
	}
	for range 2 {
		if !take("203.0.113.7", noon) {
			t.Fatal("refused within the burst")
		}
	}
	if take("203.0.113.7", noon) {
		t.Error("third call of one address passed a burst of 2")
	}
	if !take("203.0.113.8", noon) {
		t.Error("a refused call counted against the network")
	}
	if take("203.0.113.9", noon) {
		t.Error("fourth call of one network passed a burst of 3")
	}
	if !take("203.0.114.9", noon) {
		t.Error("another network was refused")
	}
	if !take("203.0.113.7", noon.Add(time.Second)) {
		t.Error("refused after waiting")
	}
	// One household holds a whole /64: its addresses count as one.
	if !take("2001:db8:1:1::1", noon) || !take("2001:db8:1:1::2", noon) || take("2001:db8:1:1::3", noon) {
		t.Error("the addresses of one /64 do not count as one")
	}
}

func TestClientAddress(t *testing.T) {
	for _, c := range []struct {
		name, remote string
		forwarded    []string
		trusted      int
		want         string
	}{
		{"direct", "203.0.113.7:4711", nil, 0, "203.0.113.7"},
		{"not trusted", "203.0.113.7:4711", []string{"198.51.100.1"}, 0, "203.0.113.7"},
		{"one proxy", "10.0.0.1:4711", []string{"198.51.100.1"}, 1, "198.51.100.1"},
		{"forged before it", "10.0.0.1:4711", []string{"192.0.2.9, 198.51.100.1"}, 1, "198.51.100.1"},
		{"forged in a line of its own", "10.0.0.1:4711", []string{"192.0.2.9", "198.51.100.1"}, 1, "198.51.100.1"},
		{"two proxies", "10.0.0.1:4711", []string{"192.0.2.9, 198.51.100.1, 10.0.0.2"}, 2, "198.51.100.1"},
		{"fewer hops than proxies", "10.0.0.1:4711", []string{"192.0.2.9"}, 2, "10.0.0.1"},
		{"not an address", "10.0.0.1:4711", []string{"unknown"}, 1, "10.0.0.1"},
		{"IPv6", "[2001:db8::1%eth0]:80", nil, 0, "2001:db8::1"},
		{"IPv4 in IPv6", "[::ffff:203.0.113.7]:80", nil, 0, "203.0.113.7"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		for _, f := range c.forwarded {
			r.Header.Add("X-Forwarded-For", f)
		}
		if got := identity.ClientAddress(r, c.trusted); got != netip.MustParseAddr(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
