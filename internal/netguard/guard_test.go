package netguard

import (
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/netguard/netguardtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCheckURL(t *testing.T) {
	for url, want := range map[string]error{
		"https://example.org/hook":             nil,
		"https://example.org:8443/a?b=c":       nil,
		"https://EXAMPLE.org./":                nil,
		"https://93.184.215.14/":               nil,
		"https://[2606:2800:21f:cb07::1]/":     nil,
		"http://example.org/":                  ErrURL,
		"ftp://example.org/":                   ErrURL,
		"https://ada:pass@example.org/":        ErrURL,
		"https://ada@example.org/":             ErrURL,
		"https://example.org/#x":               ErrURL,
		"https:///x":                           ErrURL,
		"https:example.org":                    ErrURL,
		"":                                     ErrURL,
		"https://exa mple.org/":                ErrURL,
		"https://example.org/" + "\n":          ErrURL,
		"https://localhost/":                   ErrPrivate,
		"https://LOCALHOST./":                  ErrPrivate,
		"https://a.localhost/":                 ErrPrivate,
		"https://db.internal/":                 ErrPrivate,
		"https://metadata.google.internal/":    ErrPrivate,
		"https://printer.local/":               ErrPrivate,
		"https://1.0.0.127.in-addr.arpa/":      ErrPrivate,
		"https://intranet/":                    ErrPrivate,
		"https://2130706433/":                  ErrPrivate,
		"https://" + strings.Repeat("a", 2000): ErrURL,
		"https://127.0.0.1/":                   ErrPrivate,
		"https://127.1/":                       ErrPrivate,
		"https://0x7f.0.0.0x1/":                ErrPrivate,
		"https://10.1.2.3/":                    ErrPrivate,
		"https://172.16.0.1/":                  ErrPrivate,
		"https://192.168.1.1/":                 ErrPrivate,
		"https://169.254.169.254/latest":       ErrPrivate,
		"https://100.64.0.1/":                  ErrPrivate,
		"https://0.0.0.0/":                     ErrPrivate,
		"https://224.0.0.1/":                   ErrPrivate,
		"https://255.255.255.255/":             ErrPrivate,
		"https://[::1]/":                       ErrPrivate,
		"https://[::]/":                        ErrPrivate,
		"https://[::ffff:10.0.0.1]/":           ErrPrivate,
		"https://[::ffff:169.254.169.254]/":    ErrPrivate,
		"https://[64:ff9b::a00:1]/":            ErrPrivate,
		"https://[2002:a00:1::]/":              ErrPrivate,
		"https://[fd00::1]/":                   ErrPrivate,
		"https://[fe80::1%25eth0]/":            ErrPrivate,
	} {
		if got := (Guard{}).CheckURL(url); !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	for url, want := range map[string]error{"http://localhost:9000/hook": nil, "https://10.0.0.1/": nil, "ftp://10.0.0.1/": ErrURL, "http://a:b@10.0.0.1/": ErrURL} {
		if err := (Guard{Private: true}).CheckURL(url); !errors.Is(err, want) {
			t.Errorf("%s with private networks allowed: %v, want %v", url, err, want)
		}
	}
}

// target counts the requests that reach it.
func target(t *testing.T, host string, h http.Handler) (server *httptest.Server, reached *atomic.Int64) {
	t.Helper()
	reached = new(atomic.Int64)
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		h.ServeHTTP(w, r)
	}))
	server.Listener.Close() //nolint:errcheck // another one is put in its place
	server.Listener = l
	server.StartTLS()
	t.Cleanup(server.Close)
	return server, reached
}

func roots(servers ...*httptest.Server) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, s := range servers {
		pool.AddCert(s.Certificate())
	}
	return pool
}

func get(t *testing.T, c *http.Client, url string) (int, error) {
	t.Helper()
	defer c.CloseIdleConnections()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()        //nolint:errcheck // only read
	io.Copy(io.Discard, res.Body) //nolint:errcheck // the status counts
	return res.StatusCode, nil
}

var ok = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})

// named is the address of a server under a name that its certificate has.
func named(t *testing.T, s *httptest.Server) string {
	t.Helper()
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return "https://example.com:" + port + "/"
}

// TestNameThatChanges is DNS rebinding: a name stands for a public address when it
// is checked, and for one of this machine when it is dialed.
func TestNameThatChanges(t *testing.T) {
	server, reached := target(t, "127.0.0.1", ok)
	options := Options{Timeout: 5 * time.Second, Roots: roots(server)}
	for name, then := range map[string][]string{
		"loopback":               {"127.0.0.1"},
		"private behind another": {"10.0.0.1", "127.0.0.1"},
		"unspecified":            {"0.0.0.0"},
		"mapped":                 {"::ffff:127.0.0.1"},
		"NAT64":                  {"64:ff9b::7f00:1"},
		"6to4":                   {"2002:7f00:1::"},
		"IPv6 loopback":          {"::1"},
	} {
		g := Guard{Resolver: netguardtest.NewResolver(netguardtest.Addrs("93.184.215.14", "2606:2800:21f:cb07::1"), netguardtest.Addrs(then...)).Net()}
		if err := g.CheckURL(named(t, server)); err != nil {
			t.Fatal(err)
		}
		if first, err := g.Resolver.LookupNetIP(t.Context(), "ip", "example.com"); err != nil || len(first) != 2 || !Public(first[0]) || !Public(first[1]) {
			t.Fatalf("%s: at first it is %v, %v", name, first, err)
		}
		if status, err := get(t, g.Client(options), named(t, server)); !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %d, %v", name, status, err)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("the server was called %d times", n)
	}
	// With the guard taken out, the same call gets through.
	resolver := netguardtest.NewResolver(netguardtest.Addrs("127.0.0.1"))
	open := Guard{Private: true, Resolver: resolver.Net()}
	if status, err := get(t, open.Client(options), named(t, server)); status != http.StatusOK || reached.Load() != 1 || resolver.Asked() != 1 {
		t.Errorf("without the guard: %d, %v, reached %d, asked %d", status, err, reached.Load(), resolver.Asked())
	}
}

// TestRedirects follows redirects from a server that may be called, and fails on
// those that lead inside.
func TestRedirects(t *testing.T) {
	inside, reached := target(t, "127.0.0.2", ok)
	last, public := target(t, "127.0.0.1", ok)
	var to string
	first, _ := target(t, "127.0.0.1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	}))
	// The first and the last server count as public, the other one does not.
	g := Guard{
		Resolver: netguardtest.NewResolver(netguardtest.Addrs("127.0.0.2")).Net(),
		exempt:   []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
	}
	options := Options{Timeout: 5 * time.Second, Roots: roots(first, last, inside), Redirects: 2}
	for name, c := range map[string]struct {
		to   string
		want error
	}{
		"a public address":      {last.URL, nil},
		"a private address":     {inside.URL, ErrPrivate},
		"metadata":              {"https://169.254.169.254/latest/meta-data", ErrPrivate},
		"a name of this host":   {"https://localhost/", ErrPrivate},
		"a mapped address":      {"https://[::ffff:127.0.0.2]/", ErrPrivate},
		"plain http":            {"http://93.184.215.14/", ErrURL},
		"another scheme":        {"file:///etc/passwd", ErrURL},
		"with a user":           {"https://a:b@example.com/", ErrURL},
		"a name that is inside": {named(t, inside), ErrPrivate},
	} {
		to = c.to
		status, err := get(t, g.Client(options), first.URL)
		if !errors.Is(err, c.want) || (err == nil) != (status == http.StatusOK) {
			t.Errorf("to %s: %d, %v, want %v", name, status, err, c.want)
		}
	}
	if reached.Load() != 0 || public.Load() != 1 {
		t.Errorf("the private server was called %d times, the public one %d times", reached.Load(), public.Load())
	}
	// A redirect too many is the answer, and so is any without leave to follow.
	to = first.URL
	for _, o := range []Options{options, {Timeout: options.Timeout, Roots: options.Roots}} {
		if status, err := get(t, g.Client(o), first.URL); status != http.StatusTemporaryRedirect || err != nil {
			t.Errorf("after %d redirects: %d, %v", o.Redirects, status, err)
		}
	}
}

// TestNoProxy calls with a proxy in the environment, which would connect in place
// of the guarded dialer.
func TestNoProxy(t *testing.T) {
	proxy, reached := target(t, "127.0.0.1", ok)
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("HTTP_PROXY", proxy.URL)
	_, err := get(t, Guard{}.Client(Options{Timeout: 5 * time.Second}), "https://10.0.0.1/")
	if !errors.Is(err, ErrPrivate) || reached.Load() != 0 {
		t.Errorf("%v, the proxy was called %d times", err, reached.Load())
	}
}

func TestControl(t *testing.T) {
	for _, c := range []struct {
		network, address string
		refused          bool
	}{
		{"tcp4", "93.184.215.14:443", false},
		{"tcp6", "[2606:2800:21f:cb07::1]:443", false},
		{"tcp4", "127.0.0.1:443", true},
		{"tcp6", "[::ffff:10.0.0.1]:443", true},
		{"tcp6", "[fe80::1%eth0]:443", true},
		{"tcp6", "[2606:2800:21f:cb07::1%eth0]:443", true},
		{"udp4", "93.184.215.14:443", true},
		{"unix", "/run/docker.sock", true},
		{"tcp4", "nonsense", true},
	} {
		if err := (Guard{}).control(c.network, c.address, nil); (err != nil) != c.refused {
			t.Errorf("%s %s: %v", c.network, c.address, err)
		}
	}
}
