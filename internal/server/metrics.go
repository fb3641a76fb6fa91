package server

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// metrics are the figures of the sequencer, at /metrics in Prometheus' format.
// They count and time; they name no event and no person.
type metrics struct {
	handler  http.Handler
	commands prometheus.Counter
	size     prometheus.Histogram
	took     prometheus.Histogram
	waited   prometheus.Histogram
}

func newMetrics(version, engine string) *metrics {
	seconds := prometheus.ExponentialBuckets(0.0005, 2, 16) // 0.5 ms to 16 s
	m := &metrics{
		commands: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "holdfast_commands_total", Help: "Commands that were decided, refused ones included.",
		}),
		size: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_batch_commands", Help: "Commands in one transaction.", Buckets: prometheus.ExponentialBuckets(1, 2, 10),
		}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_batch_seconds", Help: "From taking a batch to its commit.", Buckets: seconds,
		}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_queue_seconds", Help: "How long the first command of a batch had waited.", Buckets: seconds,
		}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "holdfast_info", Help: "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"version": version, "engine": engine},
	})
	info.Set(1)
	r := prometheus.NewRegistry()
	r.MustRegister(info, m.commands, m.size, m.took, m.waited,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{})
	return m
}

// observe is told of each batch.
func (m *metrics) observe(b sequencer.BatchStats) {
	m.commands.Add(float64(b.Commands))
	m.size.Observe(float64(b.Commands))
	m.took.Observe(b.Took.Round(time.Microsecond).Seconds())
	m.waited.Observe(b.Waited.Round(time.Microsecond).Seconds())
}
