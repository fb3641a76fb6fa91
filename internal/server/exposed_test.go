package server

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestMetricsAreNotPublic: nothing but a word of the operator's opens the figures to
// other machines.
func TestMetricsAreNotPublic(t *testing.T) {
	figures := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "figures") }) //nolint:errcheck // a recorder
	const here, all = "127.0.0.1:8080", "0.0.0.0:8080"
	for _, c := range []struct {
		name   string
		cfg    Config
		listen string
		host   string
		header string // "name: value"
		status int
	}{
		{"own machine", Config{}, here, "localhost:8080", "", 200},
		{"own machine, by number", Config{}, "[::1]:8080", "[::1]:8080", "", 200},
		{"another name for this machine", Config{}, here, "attacker.example", "", 404},
		{"a proxy here that says so", Config{}, here, here, "X-Forwarded-For: 192.0.2.1", 404},
		{"another proxy", Config{}, here, here, "Forwarded: for=192.0.2.1", 404},
		{"a proxy that is said", Config{TrustedProxies: 1}, here, here, "", 404},
		{"public address", Config{BaseURL: "https://events.example.org"}, here, here, "", 404},
		{"listens to all", Config{}, all, "localhost:8080", "", 404},
		{"a listener of their own", Config{MetricsListen: "127.0.0.1:9464"}, here, here, "", 404},
		{"no token", Config{MetricsToken: "secret"}, here, here, "", 401},
		{"wrong token", Config{MetricsToken: "secret"}, here, here, "Authorization: Bearer secre", 401},
		{"token", Config{MetricsToken: "secret", BaseURL: "https://events.example.org", TrustedProxies: 1}, all, "events.example.org", "Authorization: Bearer secret", 200},
	} {
		addr, err := net.ResolveTCPAddr("tcp", c.listen)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.Host = c.host
		if name, value, ok := strings.Cut(c.header, ": "); ok {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		metricsFor(&c.cfg, addr, figures).ServeHTTP(w, r)
		if w.Code != c.status || (w.Body.String() == "figures") != (c.status == 200) {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
		}
	}
}

// TestMetricsListener: the figures have an address of their own, with nothing else
// there, and are gone from the one that everybody reaches.
func TestMetricsListener(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	own := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	n := startNode(t, testdb.SQLite(t), 0, func(c *Config) { c.MetricsListen, c.MetricsToken = own, "secret" })
	for _, c := range []struct {
		url, token string
		status     int
	}{
		{"http://" + own + "/metrics", "secret", 200}, {"http://" + own + "/metrics", "", 401}, {"http://" + own + "/healthz", "secret", 404},
		{n.base + "/metrics", "secret", 200}, {n.base + "/metrics", "", 401},
	} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+c.token)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(a.Body)
		if err != nil || a.Body.Close() != nil {
			t.Fatal(err)
		}
		if a.StatusCode != c.status || strings.Contains(string(text), "holdfast_commands_total") != (c.status == 200) {
			t.Errorf("%s with %q: %s", c.url, c.token, a.Status)
		}
	}
	if err := Run(t.Context(), Config{
		DB: testdb.SQLite(t), Files: t.TempDir(), MasterKeys: MasterKeys{Text: masterKeys}, Listen: "127.0.0.1:0", MetricsListen: own, Log: slog.New(slog.DiscardHandler),
	}, nil); err == nil || !strings.Contains(err.Error(), "metrics listener") {
		t.Errorf("two at one address: %v", err)
	}
}

// TestRebinding: a server that shows mail answers at its own address only, whatever
// name leads to it.
func TestRebinding(t *testing.T) {
	for _, c := range []struct {
		name   string
		cfg    Config
		listen string
		ok     []string
		not    []string
	}{
		{
			"own machine", Config{}, "127.0.0.1:8080",
			[]string{"127.0.0.1:8080", "localhost:8080", "LOCALHOST.:8080", "127.0.0.2", "[::1]:8080", "box.localhost:8080"},
			[]string{"attacker.example:8080", "attacker.example", "localhost.attacker.example", "192.0.2.1:8080", "", "127.0.0.1.attacker.example"},
		},
		{
			"all addresses", Config{}, "0.0.0.0:8080",
			[]string{"192.0.2.1:8080", "[2001:db8::1]:8080", "localhost:8080"},
			[]string{"attacker.example:8080", "192.0.2.1.attacker.example"},
		},
		{
			"a name that was given", Config{BaseURL: "http://Demo.Example.org:8080"}, "127.0.0.1:8080",
			[]string{"demo.example.org:8080", "localhost:8080"},
			[]string{"attacker.example:8080", "example.org"},
		},
	} {
		addr, err := net.ResolveTCPAddr("tcp", c.listen)
		if err != nil {
			t.Fatal(err)
		}
		h := onlyOwnHosts(&c.cfg, addr, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "mail") })) //nolint:errcheck // a recorder
		for want, hosts := range map[int][]string{http.StatusOK: c.ok, http.StatusMisdirectedRequest: c.not} {
			for _, host := range hosts {
				r := httptest.NewRequest("GET", "/mailbox", nil)
				r.Host = host
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if w.Code != want || want != http.StatusOK && !strings.Contains(w.Body.String(), "--base-url") {
					t.Errorf("%s: %q: %d %s", c.name, host, w.Code, w.Body)
				}
			}
		}
	}
	// The whole server does so where it shows mail, and only there.
	for _, shows := range []bool{true, false} {
		n := startNode(t, testdb.SQLite(t), 0, func(c *Config) { c.LocalMailbox = shows })
		r, err := http.NewRequestWithContext(t.Context(), "GET", n.base+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "attacker.example"
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: 421, false: 200}[shows]; a.StatusCode != want {
			t.Error(fmt.Sprint("mailbox ", shows), a.Status)
		}
	}
}
