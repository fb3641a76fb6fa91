// Package certstest has a certificate authority for tests: Pebble, with which Let's Encrypt
// lets people test their clients, in its strict mode. It validates names over the network as
// the real one does, rejects some nonces, and answers late.
package certstest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

// CA is an authority that runs until the test ends.
type CA struct {
	Directory string         // its address
	Roots     string         // the file with the issuer of the certificate of Directory
	Issued    *x509.CertPool // the root of the certificates that it gives
	IssuedPEM []byte         // the same, as a file has it
	Orders    *atomic.Int64  // how many were placed
}

// Start starts an authority for which all names lead to this machine: it validates with
// TLS at one port, and without at another.
func Start(t testing.TB, tlsPort, httpPort int) *CA {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// Otherwise Pebble waits for up to five seconds before each validation.
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	quiet := log.New(io.Discard, "", 0)
	rows := db.NewMemoryStore()
	authority := ca.New(quiet, rows, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "The only one."}})
	validator := va.New(quiet, httpPort, tlsPort, true, resolver(t), rows)
	front := wfe.New(quiet, rows, validator, authority, []string{"authority.test"}, true, false, 1, 1)
	c := &CA{Issued: x509.NewCertPool(), Orders: new(atomic.Int64)}
	handler := front.Handler()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "order-plz") {
			c.Orders.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	server.Config.ErrorLog = quiet
	server.StartTLS()
	t.Cleanup(server.Close)
	c.Directory = server.URL + "/dir"
	c.Roots = filepath.Join(t.TempDir(), "authority.pem")
	must(os.WriteFile(c.Roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600))
	c.IssuedPEM = authority.GetRootCert(0).PEM()
	if !c.Issued.AppendCertsFromPEM(c.IssuedPEM) {
		t.Fatal("the authority has no root")
	}
	return c
}

// resolver is a DNS for which each name is this machine, without CAA records.
func resolver(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") // Pebble asks by TCP
	if err != nil {
		t.Fatal(err)
	}
	server := &dns.Server{Listener: listener, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, q *dns.Msg) {
		answer := new(dns.Msg).SetReply(q)
		for _, asked := range q.Question {
			if asked.Qtype == dns.TypeA {
				answer.Answer = append(answer.Answer, &dns.A{
					Hdr: dns.RR_Header{Name: asked.Name, Rrtype: dns.TypeA, Class: dns.ClassINET, Ttl: 1}, A: net.IPv4(127, 0, 0, 1),
				})
			}
		}
		_ = w.WriteMsg(answer) // whoever asked asks again
	})}
	var running sync.WaitGroup
	running.Go(func() {
		if err := server.ActivateAndServe(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		if err := server.Shutdown(); err != nil {
			t.Error(err)
		}
		running.Wait()
	})
	return listener.Addr().String()
}

// Pair writes a certificate for names that nobody signed but itself, and its key, which are
// valid for a time from now.
func Pair(t testing.TB, cert, key string, valid time.Duration, names ...string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	must(err)
	raw, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: names[0]}, DNSNames: names,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(valid),
	}, &x509.Certificate{Subject: pkix.Name{CommonName: names[0]}}, private.Public(), private)
	must(err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	must(err)
	write := func(path, kind string, raw []byte) {
		var text bytes.Buffer
		must(pem.Encode(&text, &pem.Block{Type: kind, Bytes: raw}))
		must(os.WriteFile(path, text.Bytes(), 0o600))
	}
	write(cert, "CERTIFICATE", raw)
	write(key, "PRIVATE KEY", secret)
	_, err = tls.LoadX509KeyPair(cert, key)
	must(err)
}
