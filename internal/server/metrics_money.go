package server

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/store"
)

// failedRefunds adds how many refunds need a person; -1: the database does not answer.
func (m *metrics) failedRefunds(st *store.Store) {
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
		prometheus.NewDesc("holdfast_refunds_failed", "Refunds that have failed for good and were neither retried nor made by hand since.", nil, nil),
	}, ask: func(ctx context.Context) []float64 {
		n, err := st.Payouts.CountFailed(ctx, "")
		if err != nil {
			return []float64{-1}
		}
		return []float64{float64(n)}
	}})
}
