package server

import (
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// edge are the figures of what comes in by HTTP, and of what payment providers are asked.
// All values of labels come from closed lists: a label that a client could choose would
// let anybody fill the memory.
type edge struct {
	requests     *prometheus.CounterVec
	requestTook  *prometheus.HistogramVec
	calls        *prometheus.CounterVec
	callTook     *prometheus.HistogramVec
	statusLabels [6]string
}

func newEdge(r *prometheus.Registry) edge {
	e := edge{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "holdfast_http_requests_total", Help: "Answers by method, pattern of the route (none: no such address) and class of the status.",
		}, []string{"method", "route", "status"}),
		requestTook: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holdfast_http_request_seconds", Help: "From a request to the end of its answer; streams are not among them.",
			Buckets: []float64{0.005, 0.025, 0.1, 0.5, 2.5, 10},
		}, []string{"method", "route"}),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "holdfast_provider_calls_total", Help: "Calls of payment providers, by what was asked and what came of it.",
		}, []string{"provider", "action", "result"}),
		callTook: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "holdfast_provider_call_seconds", Help: "How long payment providers took.", Buckets: []float64{0.05, 0.2, 0.5, 1, 2.5, 10, 30},
		}, []string{"provider", "action"}),
		statusLabels: [6]string{"other", "1xx", "2xx", "3xx", "4xx", "5xx"},
	}
	r.MustRegister(e.requests, e.requestTook, e.calls, e.callTook)
	return e
}

// answered counts each answer.
func (m *metrics) answered(method, route string, status int, took time.Duration) {
	if route == "" {
		route = "none"
	}
	class := status / 100
	if class < 1 || class > 5 {
		class = 0
	}
	m.edge.requests.WithLabelValues(method, route, m.edge.statusLabels[class]).Inc()
	if !strings.HasSuffix(route, "/stream") { // which ends when its reader goes
		m.edge.requestTook.WithLabelValues(method, route).Observe(took.Seconds())
	}
}

// asked counts each call of a payment provider.
func (m *metrics) asked(provider, action, result string, took time.Duration) {
	m.edge.calls.WithLabelValues(provider, action, result).Inc()
	m.edge.callTook.WithLabelValues(provider, action).Observe(took.Seconds())
}
