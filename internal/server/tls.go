package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/certs"
	"github.com/holdfast-events/holdfast/internal/socket"
)

// TLS says with which certificates the server speaks TLS itself. Its zero value: it does
// not, and a proxy in front may.
type TLS struct {
	// Domains are the names that it gets certificates for from an authority by ACME, which
	// tells Email of trouble; empty: nobody. Directory is the authority's, empty: Let's
	// Encrypt, and Roots a file with the issuer of the authority's own certificate, empty: those
	// the system trusts.
	Domains                 []string
	Email, Directory, Roots string
	// Cert and Key are files in PEM instead, which are read again when they change.
	Cert, Key string
	// HTTPListen is an address without TLS that sends people to the one with it, and answers
	// the authority. Empty: :80 with Domains, none with Cert; NoHTTP: none.
	HTTPListen string
}

// NoHTTP is TLS.HTTPListen of a server that does not listen without TLS.
const NoHTTP = "none"

const (
	// plainConnections and plainPerNetwork bound the connections without TLS, each of which
	// is sent elsewhere at once.
	plainConnections = 256
	plainPerNetwork  = 16
	httpsPort        = "443"
)

// On reports whether the server speaks TLS.
func (t *TLS) On() bool { return len(t.Domains) > 0 || t.Cert != "" }

// check completes the settings.
func (t *TLS) check() error {
	pair, err := given("--tls-cert and --tls-key belong together", t.Cert, t.Key)
	switch {
	case err != nil:
		return err
	case pair && len(t.Domains) > 0:
		return errors.New("server: --tls-cert and --tls-domain exclude each other")
	case !t.On() && t.HTTPListen != "":
		return errors.New("server: --http-listen is for a server with --tls-domain or --tls-cert")
	case len(t.Domains) == 0 && (t.Email != "" || t.Directory != "" || t.Roots != ""):
		return errors.New("server: --tls-email, --acme-directory and --acme-roots belong to --tls-domain")
	case t.HTTPListen == "" && len(t.Domains) > 0:
		t.HTTPListen = ":80"
	case t.HTTPListen == NoHTTP:
		t.HTTPListen = ""
	}
	return nil
}

// host is the name in the address of a server that listens at host, when none is given.
func (t *TLS) host(host string) string {
	if len(t.Domains) > 0 {
		return t.Domains[0]
	}
	return host
}

// certificates are those of this server, from files or an authority.
type certificates interface {
	TLS() *tls.Config
	InUse() []*x509.Certificate
	Run(context.Context)
}

// encrypted is how connections are served, nil: without TLS; and where people are sent there
// from, nil: nowhere.
type encrypted struct {
	config *tls.Config
	plain  net.Addr
}

// openTLS lists what keeps the certificates new, and the listener without TLS.
func openTLS(ctx context.Context, g *ground, listener net.Addr, l *lifecycle) (e encrypted, err error) {
	t := &g.cfg.TLS
	if !t.On() {
		return e, nil
	}
	plain, err := t.listenPlain(ctx)
	if plain != nil || err != nil {
		if err := l.made("listener without TLS", err, func(context.Context) error { return closeListener(plain) }); err != nil {
			return e, err
		}
	}
	var of certificates
	forward := http.Handler(toTLS(g.baseURL))
	if len(t.Domains) == 0 {
		of, err = certs.FromFiles(t.Cert, t.Key, g.log)
	} else {
		cfg := certs.Config{
			Names: t.Domains, Email: t.Email, Directory: t.Directory, Roots: t.Roots, TLSPort: portOf(listener),
			Store: g.store.Certificates, Key: g.links.Derive("tls certificates"), Now: g.now, Log: g.log,
		}
		if plain != nil {
			cfg.HTTPPort = portOf(plain.Addr())
		}
		var a *certs.Authority
		if a, err = certs.FromAuthority(cfg); err == nil {
			of, forward = a, a.Challenges(forward)
		}
	}
	if err != nil {
		return e, err
	}
	g.figures.certificates(of)
	if plain != nil {
		e.plain = plain.Addr()
		server := newHTTPServer(g.cfg, forward)
		server.ReadHeaderTimeout, server.ReadTimeout, server.WriteTimeout = spareTimeout, spareTimeout, 2*spareTimeout
		serve(l, "http without TLS", server, plain, server.Shutdown)
	}
	l.addWork("certificates", of.Run)
	e.config = of.TLS()
	return e, nil
}

func (t *TLS) listenPlain(ctx context.Context) (*socket.Gate, error) {
	if t.HTTPListen == "" {
		return nil, nil
	}
	plain, err := socket.Listen(ctx, t.HTTPListen)
	if err != nil {
		return nil, fmt.Errorf("%w (--http-listen none: the server listens with TLS only)", err)
	}
	return socket.NewGate(plain, socket.Bounds{Total: plainConnections, PerNetwork: plainPerNetwork}), nil
}

func portOf(addr net.Addr) int {
	if tcp, ok := addr.(*net.TCPAddr); ok {
		return tcp.Port
	}
	return 0
}

// toTLS sends readers to the same page of the address with TLS. What carries a secret, or
// changes something, is refused instead: it was read by whoever listens, and its sender
// should learn that now.
func toTLS(baseURL string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead || r.Header.Get("Authorization") != "" {
			http.Error(w, "This server is used with TLS: send this to "+baseURL+". What you sent could be read on its way; if it had a key, replace the key.", http.StatusForbidden)
			return
		}
		to := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, baseURL+to.RequestURI(), http.StatusPermanentRedirect)
	}
}

// certificates adds until when they are valid.
func (m *metrics) certificates(of certificates) {
	m.registry.MustRegister(&certificateFigures{of, prometheus.NewDesc("holdfast_certificate_ends_timestamp_seconds",
		"When the certificate for a name ends that the server speaks TLS with.", []string{"name"}, nil)})
}

type certificateFigures struct {
	of   certificates
	desc *prometheus.Desc
}

// Describe names the figure.
func (f *certificateFigures) Describe(to chan<- *prometheus.Desc) { to <- f.desc }

// Collect reads it: for each certificate by its first name.
func (f *certificateFigures) Collect(to chan<- prometheus.Metric) {
	for _, c := range f.of.InUse() {
		name := c.Subject.CommonName
		if len(c.DNSNames) > 0 {
			name = c.DNSNames[0]
		}
		to <- prometheus.MustNewConstMetric(f.desc, prometheus.GaugeValue, float64(c.NotAfter.Unix()), name)
	}
}

// withTLS is an address that is reached with TLS.
func withTLS(host, port string) string {
	return "https://" + strings.TrimSuffix(net.JoinHostPort(host, port), ":"+httpsPort)
}
