package identity

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress returns the address that a request came from. Behind proxies
// that is in X-Forwarded-For, to which each proxy appends the address it was
// called from: with n trusted proxies the n-th from the right was written by a
// machine we trust, and everything left of it by anybody. With trusted == 0
// the header is not read at all.
func ClientAddress(r *http.Request, trusted int) netip.Addr {
	direct := parseAddress(r.RemoteAddr)
	if trusted <= 0 {
		return direct
	}
	var hops []string
	for _, line := range r.Header.Values("X-Forwarded-For") {
		hops = append(hops, strings.Split(line, ",")...)
	}
	if len(hops) < trusted {
		return direct
	}
	if a := parseAddress(strings.TrimSpace(hops[len(hops)-trusted])); a.IsValid() {
		return a
	}
	return direct
}

// parseAddress reads "203.0.113.7", "203.0.113.7:80", "[2001:db8::1]:80" or a
// bare IPv6 address. What is not one of them is the zero Addr.
func parseAddress(s string) netip.Addr {
	if p, err := netip.ParseAddrPort(s); err == nil {
		return p.Addr().Unmap().WithZone("")
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}
