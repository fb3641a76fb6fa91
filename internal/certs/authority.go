package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"golang.org/x/net/idna"

	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// LetsEncrypt is the directory of the authority that is asked unless another is named.
const LetsEncrypt = certmagic.LetsEncryptProductionCA

// Config says for which names certificates are got, and how.
type Config struct {
	Names []string // domain names, the first of which clients get that name none
	// Email is where the authority tells of trouble; empty: nowhere.
	Email string
	// Directory is the authority's (RFC 8555, 7.1.1); empty: LetsEncrypt. Roots is a file
	// with certificates in PEM of the issuer of the authority's own; empty: those of the system.
	Directory, Roots string
	// TLSPort is where this server speaks TLS, HTTPPort where Challenges answers; 0: nowhere.
	// The authority comes to 443 and 80, which may lead there.
	TLSPort, HTTPPort int

	Store organizations.Certificates
	Key   []byte // 32 bytes that seal what is kept
	Now   func() time.Time
	Log   *slog.Logger
}

// Authority gets certificates and renews them when a third of their time is left.
type Authority struct {
	names  []string // in ASCII
	magic  *certmagic.Config
	issuer *certmagic.ACMEIssuer
	cache  *certmagic.Cache
	log    *slog.Logger
}

// FromAuthority makes what gets certificates. It asks nobody before Run.
func FromAuthority(cfg Config) (*Authority, error) {
	a := &Authority{log: cfg.Log}
	for _, name := range cfg.Names {
		ascii, err := checkName(name)
		if err != nil {
			return nil, err
		}
		a.names = append(a.names, ascii)
	}
	if len(a.names) == 0 {
		return nil, errors.New("certs: no name to get a certificate for")
	}
	roots, err := readRoots(cfg.Roots)
	if err != nil {
		return nil, err
	}
	kept, err := newStorage(cfg.Store, cfg.Key, cfg.Now, cfg.Log)
	if err != nil {
		return nil, err
	}
	logger := zap.New(&zapCore{log: cfg.Log})
	// The cache asks for the configuration of a certificate, and there is one.
	a.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return a.magic, nil },
		Logger:           logger,
	})
	a.magic = certmagic.New(a.cache, certmagic.Config{
		Storage: kept, Logger: logger, DefaultServerName: a.names[0], FallbackServerName: a.names[0], OnEvent: a.tell,
	})
	a.issuer = certmagic.NewACMEIssuer(a.magic, certmagic.ACMEIssuer{
		CA: cmp.Or(cfg.Directory, LetsEncrypt), Email: cfg.Email, Agreed: true, TrustedRoots: roots, Logger: logger,
		AltTLSALPNPort: cfg.TLSPort, AltHTTPPort: cfg.HTTPPort, DisableHTTPChallenge: cfg.HTTPPort == 0, DisableTLSALPNChallenge: cfg.TLSPort == 0,
	})
	a.magic.Issuers = []certmagic.Issuer{a.issuer}
	return a, nil
}

// checkName returns a domain name in ASCII.
func checkName(name string) (string, error) {
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(name, "."))
	switch {
	case err != nil:
		return "", fmt.Errorf("certs: %q is not a domain name: %w", name, err)
	case net.ParseIP(ascii) != nil || !strings.Contains(ascii, ".") || strings.ContainsAny(ascii, "*/: "):
		return "", fmt.Errorf("certs: %q is not a domain name that an authority gives a certificate for", name)
	}
	return ascii, nil
}

// readRoots reads who signed the certificate of an authority; nil: those that the system
// knows.
func readRoots(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("certs: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("certs: %s has no certificate in PEM", path)
	}
	return pool, nil
}

// Run gets what is missing, tries again with longer and longer pauses when that fails, and
// renews, until ctx ends. Connections are served meanwhile with what there is.
func (a *Authority) Run(ctx context.Context) {
	defer a.cache.Stop()
	if err := a.magic.ManageAsync(ctx, a.names); err != nil && ctx.Err() == nil {
		a.log.ErrorContext(ctx, "certs: cannot get certificates", slog.Any("error", err))
	}
	<-ctx.Done()
}

// TLS returns how connections are served.
func (a *Authority) TLS() *tls.Config {
	cfg := served(a.magic.GetCertificate)
	// What the authority asks for is answered in the handshake (RFC 8737).
	cfg.NextProtos = append(cfg.NextProtos, a.magic.TLSConfig().NextProtos...)
	return cfg
}

// Challenges answers what the authority asks without TLS (RFC 8555, 8.3), and gives all
// else to next.
func (a *Authority) Challenges(next http.Handler) http.Handler {
	return a.issuer.HTTPChallengeHandler(next)
}

// InUse returns the certificates that are served now: of each name the newest.
func (a *Authority) InUse() []*x509.Certificate {
	var list []*x509.Certificate
	for _, name := range a.names {
		all := a.cache.AllMatchingCertificates(name)
		if len(all) == 0 {
			continue
		}
		newest := slices.MaxFunc(all, func(x, y certmagic.Certificate) int { return x.Leaf.NotAfter.Compare(y.Leaf.NotAfter) })
		list = append(list, newest.Leaf)
	}
	return list
}

// tell says what certmagic did.
func (a *Authority) tell(ctx context.Context, event string, data map[string]any) error {
	name := slog.Any("name", data["identifier"])
	switch event {
	case "cert_obtained":
		a.log.InfoContext(ctx, "certs: there is a new certificate", name, slog.Any("renewed", data["renewal"]))
	case "cert_failed":
		a.log.ErrorContext(ctx, "certs: the authority gave no certificate", name, slog.Any("error", data["error"]))
	}
	return nil
}
