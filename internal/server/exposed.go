package server

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// metricsFor returns who may read the figures at the address that everybody reaches:
// whoever has the token, or, on a server that only its own machine reaches, everybody
// there. nil: nobody.
func metricsFor(cfg *Config, addr net.Addr, figures http.Handler) http.Handler {
	switch {
	case cfg.MetricsToken != "":
		return withToken(cfg.MetricsToken, figures)
	case cfg.MetricsListen == "" && cfg.ownMachine(addr):
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			// A proxy on this machine brings others here.
			if !IsLoopback(hostname(r.Host)) || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" || r.Header.Get("Via") != "" {
				noMetrics(w)
				return
			}
			figures.ServeHTTP(w, r)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { noMetrics(w) })
}

func noMetrics(w http.ResponseWriter) {
	httpapi.WriteProblem(w, httpapi.KindNotFound.With("Figures are not public. Start the server with --metrics-listen or --metrics-token."))
}

// withToken asks for a bearer token.
func withToken(token string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || subtle.ConstantTimeCompare([]byte(got), []byte(token)) != 1 {
			w.Header().Set("WWW-Authenticate", `Bearer realm="metrics"`)
			httpapi.WriteProblem(w, access.KindKeyInvalid.With("Send the token of --metrics-token as Authorization: Bearer."))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// metricsHandler answers at the listener that is for the figures alone.
func metricsHandler(cfg *Config, figures http.Handler) http.Handler {
	if cfg.MetricsToken != "" {
		figures = withToken(cfg.MetricsToken, figures)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", figures)
	return mux
}

// ownMachine reports whether a server that listens on addr is meant for this machine
// alone.
func (c *Config) ownMachine(addr net.Addr) bool {
	u, err := url.Parse(c.baseURL(addr))
	return err == nil && c.TrustedProxies == 0 && IsLoopback(u.Hostname()) && IsLoopback(hostname(addr.String()))
}

// onlyOwnHosts refuses requests that name another host than this machine. A server that
// shows everybody's mail is reached by a browser here, and a page of the internet can
// point a name of its own at this machine and then read what that browser can (DNS
// rebinding); the name gives it away.
//
// A server that was told to listen on other addresses is also reached by those, as
// numbers, which nobody can rebind; and by the name of its base URL.
func onlyOwnHosts(cfg *Config, addr net.Addr, h http.Handler) http.Handler {
	named := ""
	if u, err := url.Parse(cfg.baseURL(addr)); err == nil {
		named = strings.ToLower(u.Hostname())
	}
	open := !IsLoopback(hostname(addr.String()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostname(r.Host)
		_, err := netip.ParseAddr(host)
		if IsLoopback(host) || named != "" && host == named || open && err == nil {
			h.ServeHTTP(w, r)
			return
		}
		http.Error(w, fmt.Sprintf("This server shows everybody's mail, so it answers only at its own address: %s\n"+
			"It was asked for as %q. To use another name, start it with --base-url.", cfg.baseURL(addr), r.Host), http.StatusMisdirectedRequest)
	})
}

// hostname is the name or the number in an address, without its port.
func hostname(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// IsLoopback reports whether a name or a number is always this machine.
func IsLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}
