package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/peers"
)

// limits adds how many calls limits have refused, and who has counted.
func (m *metrics) limits(l *limit.Limits) {
	const refused, why = "holdfast_limits_refused_total", "Calls that came too soon, by the limit that they passed."
	for _, k := range limit.Kinds() {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: refused, Help: why, ConstLabels: prometheus.Labels{"limit": k.String()}},
			func() float64 { return float64(l.Figures().Refused[k]) }))
	}
}

// shared are the figures of limits that servers count together.
func (m *metrics) shared(l *limit.Limits) {
	const counted, who = "holdfast_limits_counted_total", "Calls that were decided by what all servers have counted (redis), or by what this one has (memory)."
	m.registry.MustRegister(
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: counted, Help: who, ConstLabels: prometheus.Labels{"by": "redis"}},
			func() float64 { return float64(l.Figures().Shared) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: counted, Help: who, ConstLabels: prometheus.Labels{"by": "memory"}},
			func() float64 { return float64(l.Figures().Memory) }))
}

// redis adds how the Redis between servers is doing.
func (m *metrics) redis(of func() peers.Figures) {
	gauge := func(name, help string, is func(peers.Figures) bool) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			if is(of()) {
				return 1
			}
			return 0
		})
	}
	const messages, what = "holdfast_redis_messages_total", "Messages about changes of events: sent to other servers, received from them, and events that were not named because there were too many."
	count := func(name, help string, labels prometheus.Labels, is func(peers.Figures) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return float64(is(of())) })
	}
	m.registry.MustRegister(
		gauge("holdfast_redis_up", "1: Redis answers in time; 0: it does not, and this server counts alone.", func(f peers.Figures) bool { return f.Up }),
		gauge("holdfast_redis_hears", "1: what other servers tell is heard; 0: the database is asked for all of it.", func(f peers.Figures) bool { return f.Hears }),
		count("holdfast_redis_failures_total", "How often Redis stopped answering in time.", nil, func(f peers.Figures) uint64 { return f.Failures }),
		count(messages, what, prometheus.Labels{"what": "sent"}, func(f peers.Figures) uint64 { return f.Sent }),
		count(messages, what, prometheus.Labels{"what": "received"}, func(f peers.Figures) uint64 { return f.Received }),
		count(messages, what, prometheus.Labels{"what": "dropped"}, func(f peers.Figures) uint64 { return f.Dropped }))
}
