package peers_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/holdfast-events/holdfast/internal/peers"
	"github.com/holdfast-events/holdfast/internal/redisserver"
)

// elsewhere is an address of this machine that is not a loopback one, as every machine has that
// is in a network.
func elsewhere(t *testing.T) string {
	t.Helper()
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	t.Fatal("this machine has loopback addresses only")
	return ""
}

// TestOpen: a Redis that answers anybody is used on this machine only; elsewhere it is
// refused, also when we have a password and it asks for none.
func TestOpenServerIsRefused(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"redis://cache.example.org", "redis://10.0.0.5:6379", "rediss://cache.example.org:6380/2", "redis://user@cache.example.org", "redis://[2001:db8::1]:6379",
		"redis://127.0.0.1.example.org", "redis://localhost.example.org",
	} {
		if _, err := peers.Open(t.Context(), config(&server{}, peers.Settings{URL: url}, "one")); !errors.Is(err, peers.ErrOpen) {
			t.Errorf("%s: %v", url, err)
		}
	}
	host := elsewhere(t)
	for _, o := range []struct {
		name     string
		password string // of the server
		given    string
		want     bool // that it is used
	}{
		{"asks for a password", "swordfish", "swordfish", true},
		{"asks for none", "", "swordfish", false},
	} {
		r := redisserver.ForTest(t, redisserver.Options{Password: o.password, Arguments: []string{"--bind", "127.0.0.1", host, "--protected-mode", "no"}})
		_, port, err := net.SplitHostPort(r.Address())
		if err != nil {
			t.Fatal(err)
		}
		settings := peers.Settings{URL: "redis://:" + o.given + "@" + net.JoinHostPort(host, port)}
		s := &server{}
		_, err = peers.Open(t.Context(), config(s, settings, "one"))
		check := settings.Check(t.Context())
		if o.want && (err != nil || check != nil || !settings.Plain() || s.log.String() != "") {
			t.Errorf("%s: %v, %v, plain %t, %s", o.name, err, check, settings.Plain(), s.log.String())
		}
		// A password for a server without one is an error of its own in Redis, for a user with
		// "nopass" it is accepted: both answer anybody.
		if !o.want && (!errors.Is(err, peers.ErrOpen) || !errors.Is(check, peers.ErrOpen)) {
			t.Errorf("%s: %v, %v", o.name, err, check)
		}
	}
	r := redisserver.ForTest(t, redisserver.Options{Arguments: []string{"--bind", "127.0.0.1", host, "--protected-mode", "no", "--user", "default", "on", "nopass", "~*", "&*", "+@all"}})
	_, port, err := net.SplitHostPort(r.Address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := peers.Open(t.Context(), config(&server{}, peers.Settings{URL: "redis://default:any@" + net.JoinHostPort(host, port)}, "one")); !errors.Is(err, peers.ErrOpen) {
		t.Errorf("it takes any password: %v", err)
	}
}

// TestOpenedLater: a Redis that was away at the start, and answers anybody when it comes, is
// not used until it does not; the log says why, once.
func TestOpenedLater(t *testing.T) {
	t.Parallel()
	host := elsewhere(t)
	arguments := []string{"--bind", "127.0.0.1", host, "--protected-mode", "no"}
	r := redisserver.ForTest(t, redisserver.Options{Arguments: arguments})
	_, port, err := net.SplitHostPort(r.Address())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	s := start(t, peers.Settings{URL: "redis://:swordfish@" + net.JoinHostPort(host, port)}, "one")
	if err := r.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, "the log says why it is not used", func() bool { return strings.Contains(s.log.String(), "requirepass") })
	failures := s.Figures().Failures
	admin := redis.NewClient(&redis.Options{Addr: r.Address()})
	defer admin.Close() //nolint:errcheck // only asked
	if channels, err := admin.PubSubChannels(t.Context(), "*").Result(); err != nil || len(channels) > 0 || s.Figures().Up || s.Hears() {
		t.Errorf("it is used: %v %v %+v", channels, err, s.Figures())
	}
	if err := admin.ConfigSet(t.Context(), "requirepass", "swordfish").Err(); err != nil {
		t.Fatal(err)
	}
	within(t, "it is used", s.whole)
	if n := strings.Count(s.log.String(), "requirepass"); n != 1 || s.Figures().Failures != failures {
		t.Errorf("said %d times, %d failures after %d:\n%s", n, s.Figures().Failures, failures, s.log.String())
	}
}

// TestSettings: what is wrong with the settings is said without the URL, which has a password.
func TestSettings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file.pem")
	if err := os.WriteFile(file, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	const secret = "swordfish"
	for _, s := range []peers.Settings{
		{URL: "http://:" + secret + "@127.0.0.1"},
		{URL: "redis://:" + secret + "@127.0.0.1:port"},
		{URL: "redis://:" + secret + "@127.0.0.1/\x7f"},
		{URL: "redis://:" + secret + "@127.0.0.1?what=1"},
		{URL: secret},
		{URL: "redis://:" + secret + "@127.0.0.1", Roots: file},
		{URL: "rediss://:" + secret + "@127.0.0.1", Roots: file},
		{URL: "rediss://:" + secret + "@127.0.0.1", Roots: file + "x"},
		{URL: "rediss://:" + secret + "@127.0.0.1", Cert: file},
		{URL: "rediss://:" + secret + "@127.0.0.1", Cert: file, Key: file},
	} {
		for _, err := range []error{s.Check(t.Context()), opened(t.Context(), s)} {
			if err == nil || strings.Contains(err.Error(), secret) {
				t.Errorf("%+v: %v", s, err)
			}
		}
		if s.Plain() {
			t.Errorf("%+v: a password is sent", s)
		}
	}
	if (peers.Settings{}).On() || !(peers.Settings{URL: "x"}).On() {
		t.Error("On")
	}
	var alone peers.Peers = peers.Alone{}
	alone.Changed("evt_1")
	if alone.Hears() || alone.Shared() != nil {
		t.Error("a server alone hears somebody")
	}
}

func opened(ctx context.Context, s peers.Settings) error {
	_, err := peers.Open(ctx, config(&server{}, s, "one"))
	return err
}

// TestLeastRights: a user of Redis' ACL with the rights that the documentation names is
// enough.
func TestLeastRights(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rights, found := strings.Cut(string(text), "user holdfast on >PASSWORD ")
	rights, _, ended := strings.Cut(rights, "\n")
	if !found || !ended {
		t.Fatal("the documentation names no rights")
	}
	r := redisserver.ForTest(t, redisserver.Options{Password: "of somebody else", Arguments: append([]string{"--user", "holdfast", "on", ">swordfish"}, strings.Fields(rights)...)})
	s := start(t, peers.Settings{URL: "redis://holdfast:swordfish@" + r.Address()}, "one")
	within(t, "it hears and counts", s.whole)
	if err := (peers.Settings{URL: "redis://holdfast:swordfish@" + r.Address()}).Check(t.Context()); err != nil {
		t.Error(err)
	}
	if s.log.String() != "" {
		t.Error(s.log.String())
	}
	if err := (peers.Settings{URL: "redis://holdfast:wrong@" + r.Address()}).Check(t.Context()); err == nil || strings.Contains(err.Error(), "wrong@") {
		t.Errorf("with a wrong password: %v", err)
	}
}

// TestClientCertificate: a server that asks for client certificates is used with one, and
// needs no password.
func TestClientCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	host := elsewhere(t)
	ca := newCertificate(t, dir, "ca", nil)
	newCertificate(t, dir, "server", ca, net.ParseIP("127.0.0.1"), net.ParseIP(host))
	newCertificate(t, dir, "client", ca)
	at := func(name string) string { return filepath.Join(dir, name) }
	r := redisserver.ForTest(t, redisserver.Options{TLS: true, Arguments: []string{
		"--tls-cert-file", at("server.pem"), "--tls-key-file", at("server.key"), "--tls-ca-cert-file", at("ca.pem"), "--tls-auth-clients", "yes",
		"--bind", "127.0.0.1", host, "--protected-mode", "no",
	}})
	_, port, err := net.SplitHostPort(r.Address())
	if err != nil {
		t.Fatal(err)
	}
	with := peers.Settings{URL: "rediss://" + net.JoinHostPort(host, port), Roots: at("ca.pem"), Cert: at("client.pem"), Key: at("client.key")}
	if err := with.Check(t.Context()); err != nil || with.Plain() {
		t.Errorf("%v, plain %t", err, with.Plain())
	}
	s := start(t, with, "one")
	within(t, "it hears and counts", s.whole)
	without := with
	without.Cert, without.Key, without.URL = "", "", "rediss://127.0.0.1:"+port
	if err := without.Check(t.Context()); err == nil {
		t.Error("it is used without a certificate")
	}
	without.Cert, without.Key, without.Roots = with.Cert, with.Key, ""
	if err := without.Check(t.Context()); err == nil {
		t.Error("a certificate that nobody signed whom we trust is believed")
	}
}

type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newCertificate writes a certificate and its key; of nil: one that signs others.
func newCertificate(t *testing.T, dir, name string, of *authority, ips ...net.IP) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, IPAddresses: ips,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true, IsCA: of == nil,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	made := &authority{template, key}
	if of == nil {
		template.KeyUsage |= x509.KeyUsageCertSign
		of = made
	}
	der, err := x509.CreateCertificate(rand.Reader, template, of.cert, key.Public(), of.key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{name + ".pem": {Type: "CERTIFICATE", Bytes: der}, name + ".key": {Type: "EC PRIVATE KEY", Bytes: text}} {
		if err := os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", file, err))
		}
	}
	return made
}
