package server

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/certs/certstest"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

const ticketsName = "tickets.example.test"

// forwarder leads connections to an address that is known later, as a router does.
type forwarder struct {
	port  int
	to    string
	known chan struct{} // closed when to is known
}

func forward(t *testing.T) *forwarder {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &forwarder{port: portOf(l.Addr()), known: make(chan struct{})}
	var running sync.WaitGroup
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		running.Wait()
	})
	running.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return // it is closed
			}
			running.Go(func() { f.lead(t, from) })
		}
	})
	return f
}

func (f *forwarder) lead(t *testing.T, from net.Conn) {
	defer from.Close() //nolint:errcheck // the other end has what it needs
	select {
	case <-f.known:
	case <-t.Context().Done():
		return
	}
	to, err := net.Dial("tcp", f.to)
	if err != nil {
		return // as a router whose machine is down
	}
	defer to.Close() //nolint:errcheck // as above
	go func() {
		_, _ = io.Copy(to, from)
		_ = to.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(from, to)
}

func (f *forwarder) leadTo(addr net.Addr) {
	f.to = addr.String()
	close(f.known)
}

// visitor is a client for which each name is the server, and who trusts some roots.
func visitor(t *testing.T, n *node, roots *x509.CertPool) *http.Client {
	t.Helper()
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", n.Addr.String())
		},
		TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// get returns the status, the protocol and the body of an answer, or an error.
func get(t *testing.T, c *http.Client, url string) (*http.Response, string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer res.Body.Close() //nolint:errcheck // it is read
	body, err := io.ReadAll(res.Body)
	return res, string(body), err
}

// TestCertificateFromAuthority: a server gets its certificate by itself from an authority
// that validates as Let's Encrypt does, a second server of the installation has the same
// without asking, and a restart asks for none.
func TestCertificateFromAuthority(t *testing.T) {
	for _, way := range []string{"in the handshake", "without TLS"} {
		t.Run(way, func(t *testing.T) {
			viaTLS, plain := forward(t), forward(t)
			ca := certstest.Start(t, viaTLS.port, plain.port)
			db := testdb.SQLite(t)
			settings := func(c *Config) {
				c.TLS = TLS{Domains: []string{ticketsName}, Email: "ops@example.test", Directory: ca.Directory, Roots: ca.Roots, HTTPListen: "127.0.0.1:0"}
			}
			n := startNode(t, db, 0, settings)
			if n.BaseURL != "https://"+ticketsName+":"+portText(n.Addr) {
				t.Errorf("the address is %s", n.BaseURL)
			}
			if way == "in the handshake" {
				viaTLS.leadTo(n.Addr)
				plain.leadTo(nobody(t))
			} else {
				viaTLS.leadTo(nobody(t))
				plain.leadTo(n.PlainAddr)
			}
			client := visitor(t, n, ca.Issued)
			var leaf *x509.Certificate
			poll.Until(t, "the certificate", func() bool {
				res, body, err := get(t, client, "https://"+ticketsName+"/healthz")
				if err != nil {
					return false
				}
				leaf = res.TLS.PeerCertificates[0]
				if res.ProtoMajor != 2 || !strings.Contains(body, `"ok"`) || res.Header.Get("Strict-Transport-Security") == "" {
					t.Errorf("%s %s %v", res.Proto, body, res.Header)
				}
				return true
			})
			if len(leaf.DNSNames) != 1 || leaf.DNSNames[0] != ticketsName {
				t.Errorf("the certificate is for %q", leaf.DNSNames)
			}
			orders := ca.Orders.Load()

			// Neither asks the authority: both have what the first one got.
			another := startNode(t, db, 0, settings)
			poll.Until(t, "the other server", func() bool {
				res, _, err := get(t, visitor(t, another, ca.Issued), "https://"+ticketsName+"/healthz")
				return err == nil && res.TLS.PeerCertificates[0].Equal(leaf)
			})
			if got := ca.Orders.Load(); got != orders {
				t.Errorf("the authority was asked %d times, and %d times by the first server", got, orders)
			}
		})
	}
}

// nobody is an address where nobody listens.
func nobody(t *testing.T) net.Addr {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return l.Addr()
}

func portText(addr net.Addr) string {
	_, port, _ := net.SplitHostPort(addr.String())
	return port
}

// TestTLSFromFiles: a server with a certificate in files speaks TLS only, sends readers to
// it from the address without, and streams and metrics work.
func TestTLSFromFiles(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certstest.Pair(t, cert, key, 30*24*time.Hour, ticketsName)
	text, err := os.ReadFile(cert)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	n := startNode(t, testdb.SQLite(t), 0, func(c *Config) {
		c.TLS = TLS{Cert: cert, Key: key, HTTPListen: "127.0.0.1:0"}
		c.BaseURL, c.MetricsToken = "https://"+ticketsName, "figures"
	})
	client := visitor(t, n, roots)
	if res, _, err := get(t, client, "https://"+ticketsName+"/readyz"); err != nil || res.StatusCode != 200 || res.TLS.Version != tls.VersionTLS13 {
		t.Fatalf("%v %v", res, err)
	}
	if err := Healthy(t.Context(), &Config{Listen: n.Addr.String(), BaseURL: "https://" + ticketsName, TLS: TLS{Cert: cert, Key: key}}); err != nil {
		t.Error(err)
	}
	old := visitor(t, n, roots)
	old.Transport.(*http.Transport).TLSClientConfig.MaxVersion = tls.VersionTLS11
	if _, _, err := get(t, old, "https://"+ticketsName+"/healthz"); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	if res, _, err := get(t, http.DefaultClient, "http://"+n.Addr.String()+"/healthz"); err == nil && res.StatusCode != 400 {
		t.Errorf("without TLS at the address with it: %d", res.StatusCode)
	}

	// The address without TLS.
	direct := &http.Client{CheckRedirect: client.CheckRedirect}
	ask := func(method, path, key string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+n.PlainAddr.String()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "attacker.example"
		if key != "" {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		res, err := direct.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		res.Body.Close() //nolint:errcheck // it is read
		return res
	}
	for path, to := range map[string]string{
		"/":                       "/",
		"/events/evt_1%2F2?a=b+c": "/events/evt_1%2F2?a=b+c",
		"//attacker.example/x":    "//attacker.example/x",
	} {
		if res := ask("GET", path, ""); res.StatusCode != 308 || res.Header.Get("Location") != "https://"+ticketsName+to {
			t.Errorf("%s: %d, to %q", path, res.StatusCode, res.Header.Get("Location"))
		}
	}
	if res := ask("POST", "/v1/events", ""); res.StatusCode != 403 {
		t.Errorf("what changes something: %d", res.StatusCode)
	}
	if res := ask("GET", "/v1/events", "hf_secret"); res.StatusCode != 403 {
		t.Errorf("what has a key: %d", res.StatusCode)
	}

	// The end of the certificate is a figure.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+ticketsName+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer figures")
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // it is read
	found := false
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		found = found || strings.HasPrefix(lines.Text(), `holdfast_certificate_ends_timestamp_seconds{name="`+ticketsName+`"}`)
	}
	if !found {
		t.Error("the figures do not say when the certificate ends")
	}
}

// TestTLSSettings: settings that contradict each other are refused, and the rest is
// completed.
func TestTLSSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tls  TLS
		base string
		says string
	}{
		{TLS{Cert: "c.pem"}, "", "--tls-cert and --tls-key"},
		{TLS{Cert: "c.pem", Key: "k.pem", Domains: []string{"a.org"}}, "", "exclude each other"},
		{TLS{HTTPListen: ":80"}, "", "--http-listen"},
		{TLS{Email: "ops@example.org"}, "", "--tls-email"},
		{TLS{Domains: []string{"a.org"}}, "http://a.org", "by https"},
	} {
		cfg := Config{DB: "sqlite:x.db", TLS: c.tls, BaseURL: c.base}
		if err := cfg.check(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.tls, err)
		}
	}
	at := func(text string) net.Addr {
		addr, err := net.ResolveTCPAddr("tcp", text)
		if err != nil {
			t.Fatal(err)
		}
		return addr
	}
	for _, c := range []struct {
		tls                   TLS
		listen, plain, at, is string
	}{
		{TLS{}, "127.0.0.1:8080", "", "127.0.0.1:8080", "http://127.0.0.1:8080"},
		{TLS{Domains: []string{"a.org", "b.org"}}, ":443", ":80", "[::]:443", "https://a.org"},
		{TLS{Domains: []string{"a.org"}, HTTPListen: NoHTTP}, ":443", "", "[::]:8443", "https://a.org:8443"},
		{TLS{Cert: "c", Key: "k"}, "127.0.0.1:8080", "", "127.0.0.1:8443", "https://127.0.0.1:8443"},
		{TLS{Cert: "c", Key: "k"}, "127.0.0.1:8080", "", "[::1]:443", "https://[::1]"},
	} {
		cfg := Config{DB: "sqlite:x.db", TLS: c.tls}
		if err := cfg.check(); err != nil {
			t.Errorf("%+v: %v", c.tls, err)
		}
		if got := cfg.baseURL(at(c.at)); cfg.Listen != c.listen || cfg.TLS.HTTPListen != c.plain || got != c.is {
			t.Errorf("%+v: listens at %s and %q, and is %s", c.tls, cfg.Listen, cfg.TLS.HTTPListen, got)
		}
	}
}
