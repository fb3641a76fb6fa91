package server

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/discovery"
)

// search are the figures of the index of public events.
type search struct {
	of                                      func(now time.Time) discovery.Figures
	events, behind, rebuilds, bytes, memory *prometheus.Desc
}

// searched adds what the index says of itself.
func (m *metrics) searched(of func(now time.Time) discovery.Figures) {
	figure := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	m.registry.MustRegister(&search{
		of:       of,
		events:   figure("holdfast_search_events", "Events that the index of public events has."),
		behind:   figure("holdfast_search_behind_seconds", "How long ago the index had taken in all that had changed; -1: never yet, and the list is searched without it."),
		rebuilds: figure("holdfast_search_rebuilds_total", "How often the index was filled from nothing since the server started."),
		bytes:    figure("holdfast_search_bytes", "Size of the files of the index."),
		memory:   figure("holdfast_search_memory_bytes", "About how much memory the index takes."),
	})
}

// Describe lists the figures.
func (s *search) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{s.events, s.behind, s.rebuilds, s.bytes, s.memory} {
		to <- d
	}
}

// Collect asks the index.
func (s *search) Collect(to chan<- prometheus.Metric) {
	f := s.of(time.Now())
	behind := f.Behind.Seconds()
	if f.Behind < 0 {
		behind = -1
	}
	to <- prometheus.MustNewConstMetric(s.events, prometheus.GaugeValue, float64(f.Events))
	to <- prometheus.MustNewConstMetric(s.behind, prometheus.GaugeValue, behind)
	to <- prometheus.MustNewConstMetric(s.rebuilds, prometheus.CounterValue, float64(f.Rebuilds))
	to <- prometheus.MustNewConstMetric(s.bytes, prometheus.GaugeValue, float64(f.Bytes))
	to <- prometheus.MustNewConstMetric(s.memory, prometheus.GaugeValue, float64(f.Memory))
}
