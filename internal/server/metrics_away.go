package server

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store"
)

// away are the figures of capacity that other systems own.
type away struct {
	ends     *prometheus.CounterVec
	failures *prometheus.CounterVec
	accepted prometheus.Histogram
}

func newAway(r *prometheus.Registry) away {
	a := away{
		ends: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "holdfast_resource_offers_total", Help: "Offers of capacity of other systems that have ended, by how, and by whether their page had been opened.",
		}, []string{"state", "opened"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "holdfast_resource_accept_failures_total", Help: "Offers that were accepted and not given, or that nobody could confirm, by cause.",
		}, []string{"cause"}),
		accepted: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "holdfast_resource_accepted_seconds", Help: "From the release of capacity to an accepted offer of it.", Buckets: prometheus.ExponentialBuckets(1, 3, 14),
		}),
	}
	r.MustRegister(a.ends, a.failures, a.accepted)
	for _, state := range [...]resource.OfferState{resource.OfferAccepted, resource.OfferDeclined, resource.OfferExpired, resource.OfferWithdrawn, resource.OfferTaken} {
		for _, opened := range [...]string{"no", "yes"} {
			a.ends.WithLabelValues(string(state), opened)
		}
	}
	for _, cause := range resource.FailureCauses() {
		a.failures.WithLabelValues(string(cause))
	}
	return a
}

// offered counts what a decision about capacity of another system ended.
func (m *metrics) offered(d *resource.Decision) {
	for _, end := range d.Ends {
		opened := "no"
		if end.Seen {
			opened = "yes"
		}
		m.away.ends.WithLabelValues(string(end.State), opened).Inc()
		if end.State == resource.OfferAccepted {
			m.away.accepted.Observe(float64(end.Since) / 1e6)
		}
	}
	for i := range d.Changes {
		if cause := d.Changes[i].Failure(); cause != "" {
			m.away.failures.WithLabelValues(string(cause)).Inc()
		}
	}
}

// undecided adds how many accepted offers wait for people; -1: the database does not answer.
func (m *metrics) undecided(st *store.Store) {
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
		prometheus.NewDesc("holdfast_resource_offers_undecided", "Accepted offers of capacity of other systems that wait for somebody to decide.", nil, nil),
	}, ask: func(ctx context.Context) []float64 {
		n, err := st.Resources.CountUndecided(ctx)
		if err != nil {
			return []float64{-1}
		}
		return []float64{float64(n)}
	}})
}

// calendars adds how the calendars of others are read that keep rooms; -1: the database does not
// answer.
func (m *metrics) calendars(st *store.Store) {
	gauge := func(state string) *prometheus.Desc {
		return prometheus.NewDesc("holdfast_imported_calendars", "Calendars of others that keep rooms, by how the last fetch went.", nil, prometheus.Labels{"state": state})
	}
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{gauge("read"), gauge("failing"), gauge("unread")}, ask: func(ctx context.Context) []float64 {
		n, err := st.RoomCalendars.Counts(ctx)
		if err != nil {
			return []float64{-1, -1, -1}
		}
		return []float64{float64(n.Read), float64(n.Failing), float64(n.Unread)}
	}})
}
