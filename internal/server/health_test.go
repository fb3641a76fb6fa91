package server

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestHealthy: a server is asked at the address that it listens on, and whoever is not ready,
// or not there, is not healthy.
func TestHealthy(t *testing.T) {
	t.Parallel()
	n := startNode(t, testdb.SQLite(t), 0)
	for name, c := range map[string]struct {
		cfg  Config
		says string // "": healthy
	}{
		"the address":            {Config{Listen: n.Addr.String()}, ""},
		"every address":          {Config{Listen: ":" + portText(n.Addr)}, ""},
		"every address, IPv4":    {Config{Listen: "0.0.0.0:" + portText(n.Addr)}, ""},
		"no address":             {Config{Listen: "here"}, "--listen"},
		"with TLS, which is not": {Config{Listen: n.Addr.String(), TLS: TLS{Cert: "c", Key: "k"}}, "TLS handshake"},
	} {
		if err := Healthy(t.Context(), &c.cfg); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	stopping := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" || r.Host != "tickets.example.org" {
			t.Errorf("asked for %s at %s", r.URL, r.Host)
		}
		http.Error(w, "it stops", http.StatusServiceUnavailable)
	}))
	defer stopping.Close()
	cfg := Config{Listen: stopping.Listener.Addr().String(), BaseURL: "https://tickets.example.org"}
	if err := Healthy(t.Context(), &cfg); err == nil || !strings.Contains(err.Error(), "503: it stops") {
		t.Errorf("a server that stops: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Healthy(t.Context(), &Config{Listen: nobody}); err == nil {
		t.Error("nobody is healthy")
	}
}
