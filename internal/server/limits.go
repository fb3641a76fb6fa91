package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/socket"
)

// Bounds of open connections; see Config.
const (
	// DefaultConnections is how many connections are open at most, where the process
	// may have so many descriptors: all streams, and as many again for the rest.
	DefaultConnections = 32_768
	// DefaultConnectionsPerNetwork bounds one network. A campus shares one, and the
	// streams of one network are bounded by 1,000.
	DefaultConnectionsPerNetwork = 4_096

	// ownDescriptors are kept for the server itself: database, files, mail, providers,
	// webhooks. A process that may have few keeps a quarter of them.
	ownDescriptors = 256
	// spareConnections are those in which a full server answers.
	spareConnections = 64
	// spareTimeout bounds what is done in one of them.
	spareTimeout = 3 * time.Second
	// fullRetryAfter is when to try again what found the server full.
	fullRetryAfter = 5 * time.Second
)

// bounds returns the bounds of connections for a process that may have so many
// descriptors; 0 means that nobody knows.
func (c *Config) bounds(descriptors int) (socket.Bounds, error) {
	b := socket.Bounds{Total: c.Connections, PerNetwork: c.ConnectionsPerNetwork, Reserve: spareConnections}
	room := 0
	if descriptors > 0 {
		room = descriptors - min(ownDescriptors, descriptors/4) - min(spareConnections, descriptors/8)
		b.Reserve = min(spareConnections, descriptors/8)
	}
	switch {
	case b.Total == 0 && room == 0:
		b.Total = DefaultConnections
	case b.Total == 0:
		b.Total = min(DefaultConnections, room)
	case room > 0 && b.Total > room:
		return b, fmt.Errorf("server: --max-connections %d needs %d open files, and the process may have %d (ulimit -n)",
			b.Total, b.Total+ownDescriptors+spareConnections, descriptors)
	}
	// Nobody shall fill the server alone.
	if b.PerNetwork == 0 {
		b.PerNetwork = min(DefaultConnectionsPerNetwork, max(1, b.Total/2))
	}
	// Behind a proxy all connections come from that.
	if b.PerNetwork < 0 || c.TrustedProxies > 0 {
		b.PerNetwork = 0
	}
	return b, nil
}

// addReserve lists the server that answers in the connections beyond the total: health
// and figures by h, and to everybody else that there is no room.
func addReserve(cfg *Config, l *lifecycle, gate *socket.Gate, h http.Handler, secure *tls.Config) {
	server := newHTTPServer(cfg, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		switch r.URL.Path {
		case "/healthz", "/readyz", "/metrics":
			h.ServeHTTP(w, r)
		default:
			p := httpapi.KindUnavailable.With("The server has as many connections as it can take. Try again in a few seconds.")
			p.RetryAfter = fullRetryAfter
			httpapi.WriteProblem(w, p)
		}
	}))
	server.ReadHeaderTimeout, server.ReadTimeout, server.WriteTimeout = spareTimeout, spareTimeout, 2*spareTimeout
	server.TLSConfig = secure.Clone()
	serve(l, "reserve", server, gate.Reserve(), server.Shutdown)
}

// addMetrics lists the listener that is for the figures alone, if there is to be one.
func addMetrics(cfg *Config, l *lifecycle, figures http.Handler) error {
	if cfg.MetricsListen == "" {
		return nil
	}
	listener, err := net.Listen("tcp", cfg.MetricsListen)
	if err := l.made("metrics listener", err, func(context.Context) error { return closeListener(listener) }); err != nil {
		return err
	}
	server := newHTTPServer(cfg, metricsHandler(cfg, figures))
	serve(l, "metrics", server, listener, server.Shutdown)
	cfg.Log.Info("server: figures are served", slog.String("address", listener.Addr().String()))
	return nil
}

// connections adds how many are open, and how many were refused.
func (m *metrics) connections(gate *socket.Gate) {
	count := func(name, help string, labels prometheus.Labels, of func(socket.Counts) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels},
			func() float64 { return float64(of(gate.Counts())) })
	}
	const refused = "holdfast_connections_refused_total"
	const why = "Connections that were refused: their network had too many (network), or there were too many in all (total)."
	limit := prometheus.NewGauge(prometheus.GaugeOpts{Name: "holdfast_connections_limit", Help: "How many connections may be open."})
	limit.Set(float64(gate.Bounds().Total))
	m.registry.MustRegister(limit,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_connections_open", Help: "Open connections of clients."},
			func() float64 { return float64(gate.Counts().Open) }),
		count(refused, why, prometheus.Labels{"bound": "network"}, func(c socket.Counts) uint64 { return c.RefusedNetworks }),
		count(refused, why, prometheus.Labels{"bound": "total"}, func(c socket.Counts) uint64 { return c.RefusedTotal }))
}
