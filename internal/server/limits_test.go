package server

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestBounds: the bounds leave what the server itself needs, and no network fills it
// alone.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name                 string
		cfg                  Config
		descriptors          int
		total, network, rest int
	}{
		{"plenty", Config{}, 1 << 20, DefaultConnections, DefaultConnectionsPerNetwork, 64},
		{"unknown", Config{}, 0, DefaultConnections, DefaultConnectionsPerNetwork, 64},
		{"1024", Config{}, 1024, 704, 352, 64},
		{"very few", Config{}, 64, 40, 20, 8},
		{"given", Config{Connections: 100, ConnectionsPerNetwork: 90}, 1024, 100, 90, 64},
		{"given in all", Config{Connections: 100}, 1024, 100, 50, 64},
		{"unbound per network", Config{ConnectionsPerNetwork: -1}, 1024, 704, 0, 64},
		{"behind a proxy", Config{ConnectionsPerNetwork: 10, TrustedProxies: 1}, 1024, 704, 0, 64},
	} {
		b, err := c.cfg.bounds(c.descriptors)
		if err != nil || b.Total != c.total || b.PerNetwork != c.network || b.Reserve != c.rest {
			t.Errorf("%s: %+v, %v", c.name, b, err)
		}
	}
	if _, err := (&Config{Connections: 1000}).bounds(1024); err == nil || !strings.Contains(err.Error(), "1024") {
		t.Errorf("more than there are: %v", err)
	}
}

// TestSilentConnections: whoever takes all connections and says nothing keeps nobody
// from asking for the server's health, which writes to the database; others are told to
// come again.
func TestSilentConnections(t *testing.T) {
	const total = 20
	n := startNode(t, testdb.SQLite(t), 0, func(c *Config) { c.Connections = total })
	once := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	get := func(path string) (*http.Response, string) {
		t.Helper()
		r, err := once.Get(n.base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close() //nolint:errcheck // only read
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, string(body)
	}
	if r, _ := get("/v1/events"); r.StatusCode != http.StatusUnauthorized {
		t.Fatal(r.Status)
	}
	silent := make([]net.Conn, total)
	for i := range silent {
		silent[i] = keepSilent(t, n.Addr.String())
	}
	const refusedTotal = `holdfast_connections_refused_total{bound="total"}`
	_, figures := get("/metrics")
	before := figure(t, figures, refusedTotal)
	for _, path := range []string{"/healthz", "/readyz", "/healthz", "/readyz"} {
		if r, body := get(path); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %s %s", path, r.Status, body)
		}
	}
	r, body := get("/v1/events")
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") != "5" || !strings.Contains(body, `"code":"unavailable"`) {
		t.Errorf("a full server: %s %v %s", r.Status, r.Header, body)
	}
	_, figures = get("/metrics")
	for name, want := range map[string]int{"holdfast_connections_open": total, "holdfast_connections_limit": total, refusedTotal: before + 6, `holdfast_connections_refused_total{bound="network"}`: 0} {
		if got := figure(t, figures, name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
	for _, c := range silent {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		if r, _ := get("/v1/events"); r.StatusCode == http.StatusUnauthorized {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("still full after all have left")
		}
	}
}

// keepSilent opens a connection that is kept and says nothing more. Whoever has asked
// once may be silent for minutes, and not for seconds only: a busy machine does not let
// them go before the end of the test. A connection that was answered before may be
// closing still, so that the last place is found taken for a moment.
func keepSilent(t *testing.T, addr string) net.Conn {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: "+addr+"\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r, err)
		}
		_ = r.Body.Close() // the connection is no longer read
		if !r.Close {
			t.Cleanup(func() { _ = c.Close() }) // closed by the test already, if it came so far
			return c
		}
		_ = c.Close() // answered in the reserve
	}
	t.Fatal("no place is free")
	return nil
}

// figure is the value of a metric.
func figure(t *testing.T, figures, name string) int {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\d+)$`).FindStringSubmatch(figures)
	if m == nil {
		t.Fatalf("no %s in\n%s", name, figures)
	}
	v, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return v
}
