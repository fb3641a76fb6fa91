package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// work are the figures of what goes on in the background beside messages:
// webhooks, exports, imports.
type work struct {
	webhooks    *prometheus.CounterVec
	webhookTook prometheus.Histogram
	exports     *prometheus.CounterVec
	exportTook  prometheus.Histogram
	imports     *prometheus.CounterVec
	importLines *prometheus.CounterVec
	challenges  *prometheus.CounterVec
	captcha     *prometheus.CounterVec
	joins       *prometheus.CounterVec
	warmings    *prometheus.CounterVec
}

func newWork(r *prometheus.Registry) work {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		r.MustRegister(c)
		return c
	}
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets})
		r.MustRegister(h)
		return h
	}
	w := work{
		webhooks:    counter("holdfast_webhooks_total", "Tries to tell an endpoint of a change, by what became of the change.", "state"),
		webhookTook: histogram("holdfast_webhook_seconds", "How long a receiver took to answer.", prometheus.ExponentialBuckets(0.005, 2, 13)),
		exports:     counter("holdfast_exports_total", "Exports that have ended.", "kind", "state"),
		exportTook:  histogram("holdfast_export_seconds", "From asking for an export to its end.", prometheus.ExponentialBuckets(0.1, 2, 14)),
		imports:     counter("holdfast_imports_total", "Imports of guest lists, and of what other shops have sold, that have ended.", "state"),
		importLines: counter("holdfast_import_lines_total", "Lines of guest lists, and orders and waits of other shops, by what became of them.", "outcome"),
		challenges:  counter("holdfast_challenges_total", "Strangers who were asked for a proof of work or by a company, by what became of them.", "outcome"),
		captcha:     counter("holdfast_captcha_calls_total", "Calls of the company that verifies strangers, by what became of them.", "outcome"),
	}
	w.joins = counter("holdfast_waiting_room_joins_total", "People who wanted to join a waiting room, by what became of them.", "outcome")
	w.warmings = counter("holdfast_warmings_total", "Times that an event was asked for before many were expected, by whether all of it was answered.", "outcome")
	for _, outcome := range [...]string{"done", "failed"} {
		w.warmings.WithLabelValues(outcome)
	}
	for _, outcome := range joins.Outcomes {
		w.joins.WithLabelValues(outcome)
	}
	for _, outcome := range captcha.Outcomes {
		w.captcha.WithLabelValues(outcome)
	}
	for _, outcome := range challenge.Outcomes {
		w.challenges.WithLabelValues(outcome)
	}
	// A counter that begins with the first failure does not rise by it: no alert would see it.
	for _, kind := range export.Kinds {
		for _, state := range [...]string{"done", "failed"} {
			w.exports.WithLabelValues(string(kind), state)
		}
	}
	return w
}

// told counts each try of a webhook.
func (m *metrics) told(state string, took time.Duration) {
	m.work.webhooks.WithLabelValues(state).Inc()
	m.work.webhookTook.Observe(took.Seconds())
}

// challenged counts each stranger who was asked for a proof of work.
func (m *metrics) challenged(outcome string) { m.work.challenges.WithLabelValues(outcome).Inc() }

// verified counts each call of the company that verifies strangers.
func (m *metrics) verified(outcome string) { m.work.captcha.WithLabelValues(outcome).Inc() }

// warmed counts each event that was asked for before many were expected.
func (m *metrics) warmed(ok bool) {
	outcome := "failed"
	if ok {
		outcome = "done"
	}
	m.work.warmings.WithLabelValues(outcome).Inc()
}

// joined counts each person who wanted to join a waiting room.
func (m *metrics) joined(outcome string) { m.work.joins.WithLabelValues(outcome).Inc() }

// exported counts each export that has ended.
func (m *metrics) exported(kind export.Kind, state string, took time.Duration) {
	m.work.exports.WithLabelValues(string(kind), state).Inc()
	m.work.exportTook.Observe(took.Seconds())
}

// imported counts the lines of imports, and of their ends.
func (m *metrics) imported(lines files.ImportProgress, ended string) {
	for outcome, n := range map[string]int64{"confirmed": lines.Confirmed, "waiting": lines.Waiting, "known": lines.Known, "refused": lines.Refused} {
		m.work.importLines.WithLabelValues(outcome).Add(float64(n))
	}
	if ended != "" {
		m.work.imports.WithLabelValues(ended).Inc()
	}
}

// unfinished adds what is pending or under way, and the endpoints that take nothing;
// -1: the database does not answer.
func (m *metrics) unfinished(st *store.Store) {
	m.calendars(st)
	m.failedRefunds(st)
	m.undecided(st)
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
		prometheus.NewDesc("holdfast_exports_unfinished", "Exports that are queued or under way.", nil, nil),
		prometheus.NewDesc("holdfast_imports_unfinished", "Imports that are queued or under way.", nil, nil),
	}, ask: func(ctx context.Context) []float64 {
		exports, imports, err := st.Imports.Unfinished(ctx)
		if err != nil {
			return []float64{-1, -1}
		}
		return []float64{float64(exports), float64(imports)}
	}})
	endpoints := func(state string) *prometheus.Desc {
		return prometheus.NewDesc("holdfast_webhook_endpoints", "Enabled endpoints, by whether they took the last change.", nil, prometheus.Labels{"state": state})
	}
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{endpoints("taking"), endpoints("failing")}, ask: func(ctx context.Context) []float64 {
		list, err := st.Webhooks.WebhooksOf(ctx, "")
		if err != nil {
			return []float64{-1, -1}
		}
		n := []float64{0, 0}
		for i := range list {
			if list[i].FailingSince == 0 {
				n[0]++
			} else {
				n[1]++
			}
		}
		return n
	}})
}
