package webhook

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
)

// MaxURL bounds the address of an endpoint.
const MaxURL = 2000

// Errors of CheckURL.
var (
	ErrNoURL      = errors.New("is not an https address without a user, a password or a fragment")
	ErrForbidden  = errors.New("is an address inside a private network")
	errNotAllowed = errors.New("webhook: the address that the name stands for is inside a private network")
)

// CheckURL checks the address of an endpoint before it is stored: ErrNoURL or
// ErrForbidden. A name is not resolved: what it stands for is checked each time
// somebody connects. inside allows private networks and plain http.
func CheckURL(raw string, inside bool) error {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > MaxURL || u.Opaque != "" || u.User != nil || u.Hostname() == "" || u.Fragment != "" {
		return ErrNoURL
	}
	if u.Scheme != "https" && (!inside || u.Scheme != "http") {
		return ErrNoURL
	}
	if inside {
		return nil
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		if !public(addr) {
			return ErrForbidden
		}
		return nil
	}
	// Names that never mean anybody else (RFC 6761, RFC 8375), and numbers,
	// which some resolvers read as an IPv4 address.
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	if len(labels) == 1 || slices.Contains([]string{"localhost", "local", "internal", "arpa", "invalid", "test"}, last) || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return ErrForbidden
	}
	return nil
}

// reserved are the networks that the Internet does not route, beside those that
// netip knows: IANA's special-purpose registries (RFC 6890). Those that carry
// an IPv4 address inside are among them, since it may be a private one.
var reserved = func() (list []netip.Prefix) {
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
	} {
		list = append(list, netip.MustParsePrefix(s))
	}
	return list
}()

// public says whether an address is one of the Internet at large.
func public(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	if !addr.IsGlobalUnicast() || addr.IsPrivate() || addr.IsLoopback() || addr.IsLinkLocalUnicast() {
		return false
	}
	return !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// onlyPublic refuses a connection to an address that is not public. It is
// called with the address that a name was resolved to, right before connecting,
// so a name that changes what it stands for cannot slip through.
func onlyPublic(_, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	addr, err := netip.ParseAddr(host)
	if err != nil || !public(addr) {
		return errNotAllowed
	}
	return nil
}
