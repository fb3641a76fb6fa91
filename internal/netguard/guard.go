package netguard

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// MaxURL bounds the length of a URL, in bytes.
const MaxURL = 2000

// Limits of a connection.
const (
	dialTimeout      = 5 * time.Second
	handshakeTimeout = 5 * time.Second
	keepAlive        = 30 * time.Second
	idleTimeout      = time.Minute
	maxHeaderBytes   = 16 << 10
)

var (
	// ErrURL means that a text is not a URL that can be called.
	ErrURL = errors.New("netguard: not an https address without a user, a password or a fragment")
	// ErrPrivate means that an address is not on the public Internet.
	ErrPrivate = errors.New("netguard: the address is inside a private network")
)

// Guard decides what may be called. The zero Guard allows the public Internet,
// with TLS.
type Guard struct {
	// Private also allows private networks, and http without TLS: for tests, for
	// trying things out, and for a network that is the organizer's own.
	Private bool
	// Resolver resolves names; nil: net.DefaultResolver. Its answers are not
	// trusted: each address is checked before it is dialed.
	Resolver *net.Resolver

	// exempt are prefixes that count as public. Only tests of this package set
	// it: what they can reach is on this machine.
	exempt []netip.Prefix
}

// reservedNames are top-level domains that never lead to anybody on the public
// Internet (RFC 6761, RFC 8375, and ICANN's for private use).
var reservedNames = []string{"localhost", "local", "internal", "arpa", "invalid", "test"}

// CheckURL checks a URL before it is stored; the error is ErrURL or ErrPrivate.
// A name is not resolved: what it stands for is checked when it is dialed.
func (g Guard) CheckURL(raw string) error {
	if len(raw) > MaxURL {
		return ErrURL
	}
	u, err := url.Parse(raw)
	if err != nil {
		return ErrURL
	}
	return g.check(u)
}

func (g Guard) check(u *url.URL) error {
	if u.Opaque != "" || u.User != nil || u.Hostname() == "" || u.Fragment != "" {
		return ErrURL
	}
	if u.Scheme != "https" && (!g.Private || u.Scheme != "http") {
		return ErrURL
	}
	if g.Private {
		return nil
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		if !g.allows(addr) {
			return ErrPrivate
		}
		return nil
	}
	// A name without a dot is one of this network, and some resolvers read
	// numbers such as 127.1, 0x7f000001 and 2130706433 as an IPv4 address.
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	if len(labels) == 1 || slices.Contains(reservedNames, last) || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return ErrPrivate
	}
	return nil
}

// allows reports whether an address may be dialed.
func (g Guard) allows(addr netip.Addr) bool {
	return g.Private || Public(addr) || slices.ContainsFunc(g.exempt, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// control refuses a connection. The dialer calls it for each address that a name
// was resolved to, right before connecting, so that a name which stands for
// something else by now is refused too.
func (g Guard) control(network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("netguard: dial %s: %w", network, ErrPrivate)
	}
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("netguard: dial: %w", err)
	}
	if !g.allows(at.Addr()) {
		return ErrPrivate
	}
	return nil
}

// Options says how a client calls.
type Options struct {
	// Timeout bounds a call from connecting to the end of its answer. Required.
	Timeout time.Duration
	// Roots are the certificate authorities; nil: those of the system.
	Roots *x509.CertPool
	// IdleConns is how many connections per host are kept for later calls; 0: 2.
	IdleConns int
	// Redirects is how many redirects are followed, each to a URL that CheckURL
	// allows. At 0 a redirect is an answer like any other.
	Redirects int
}

// Client returns an HTTP client that reaches only what the guard allows. It uses
// no proxy of the environment: that would connect in its place, unchecked.
func (g Guard) Client(o Options) *http.Client {
	dialer := &net.Dialer{Timeout: dialTimeout, KeepAlive: keepAlive, Resolver: g.Resolver, Control: g.control}
	return &http.Client{
		Timeout: o.Timeout,
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
			TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.Roots},
			TLSHandshakeTimeout: handshakeTimeout, IdleConnTimeout: idleTimeout, MaxIdleConnsPerHost: o.IdleConns,
			ResponseHeaderTimeout: o.Timeout, MaxResponseHeaderBytes: maxHeaderBytes,
		},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) > o.Redirects {
				return http.ErrUseLastResponse
			}
			return g.check(req.URL)
		},
	}
}
