package certs

import (
	"context"
	"crypto/tls"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/certs/certstest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestFiles: files that change are read again, and what cannot be read leaves the
// certificate before it in use.
func TestFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	var said lines
	log := slog.New(slog.NewTextHandler(&said, nil))
	if _, err := FromFiles(cert, key, log); err == nil || !strings.Contains(err.Error(), "cert.pem") {
		t.Errorf("without files: %v", err)
	}
	certstest.Pair(t, cert, key, time.Hour, "old.example")
	f, err := FromFiles(cert, key, log)
	if err != nil {
		t.Fatal(err)
	}
	f.every = 5 * time.Millisecond
	var running sync.WaitGroup
	defer running.Wait()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	running.Go(func() { f.Run(ctx) })

	served := func() string {
		got, err := f.TLS().GetCertificate(&tls.ClientHelloInfo{})
		if err != nil {
			t.Fatal(err)
		}
		return got.Leaf.DNSNames[0]
	}
	wait := func(what string, ok func() bool) {
		t.Helper()
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for end := time.Now().Add(30 * time.Second); !ok(); <-tick.C {
			if time.Now().After(end) {
				t.Fatalf("waited in vain for %s; the log: %s", what, said.String())
			}
		}
	}
	if served() != "old.example" || f.InUse()[0].DNSNames[0] != "old.example" {
		t.Errorf("%s is served", served())
	}
	if err := os.WriteFile(key, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	wait("the fault", func() bool { return strings.Contains(said.String(), "cannot read the certificate again") })
	if served() != "old.example" {
		t.Errorf("%s is served after a fault", served())
	}
	certstest.Pair(t, cert, key, time.Hour, "renewed.example")
	wait("the new certificate", func() bool { return served() == "renewed.example" })
	if n := strings.Count(said.String(), "cannot read"); n > 3 {
		t.Errorf("a fault is told %d times", n)
	}
}

// TestRefusedSettings: what cannot work is said before anybody is asked.
func TestRefusedSettings(t *testing.T) {
	t.Parallel()
	st := testdb.Open(t, testdb.SQLite(t))
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.pem")
	if err := os.WriteFile(empty, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names []string
		roots string
		says  string
	}{
		{nil, "", "no name"},
		{[]string{"localhost"}, "", `"localhost"`},
		{[]string{"192.0.2.7"}, "", `"192.0.2.7"`},
		{[]string{"*.example.org"}, "", `"*.example.org"`},
		{[]string{"https://example.org"}, "", "not a domain name"},
		{[]string{"example.org"}, filepath.Join(dir, "missing.pem"), "missing.pem"},
		{[]string{"example.org"}, empty, "no certificate in PEM"},
	} {
		_, err := FromAuthority(Config{
			Names: c.names, Roots: c.roots, Store: st.Certificates, Key: make([]byte, 32), Now: time.Now, Log: slog.New(slog.DiscardHandler),
		})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q, %q: %v", c.names, c.roots, err)
		}
	}
	a, err := FromAuthority(Config{Names: []string{"Bücher.example."}, Store: st.Certificates, Key: make([]byte, 32), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.cache.Stop()
	if a.names[0] != "xn--bcher-kva.example" {
		t.Errorf("the name is %q", a.names[0])
	}
}
