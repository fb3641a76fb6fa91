package server

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
)

// servers adds how the servers of a PostgreSQL are doing that the URL names, and who
// follows the primary.
func (m *metrics) servers(of func(context.Context) (engine.Cluster, error)) {
	const servers, which = "holdfast_database_servers", "Servers that the URL of the database names, as this process saw them last: the primary, standbys, those that do not answer (away), and those that take writes although another one is the primary now (stray)."
	const standbys, how = "holdfast_database_standbys", "Servers that follow the primary, by whether a COMMIT waits for them."
	one := func(name, help, label, value string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, nil, prometheus.Labels{label: value})
	}
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
		one(servers, which, "state", "primary"), one(servers, which, "state", "standby"), one(servers, which, "state", "away"), one(servers, which, "state", "stray"),
		prometheus.NewDesc("holdfast_database_primary_changes", "How often another server has become the primary since this process began.", nil, nil),
		one(standbys, how, "commit", "waits"), one(standbys, how, "commit", "does_not_wait"),
		prometheus.NewDesc("holdfast_database_standby_lag_seconds", "How long it takes until a commit can be read on the standby that takes longest.", nil, nil),
	}, ask: func(ctx context.Context) []float64 {
		c, err := of(ctx)
		values := make([]float64, 5, 8)
		for _, s := range c.Servers {
			switch {
			case s.Stray:
				values[3]++
			case !s.Up:
				values[2]++
			case s.Primary:
				values[0]++
			default:
				values[1]++
			}
		}
		values[4] = float64(c.Changes)
		if err != nil {
			return values // the primary does not say who follows it
		}
		var waits, others, lag float64
		for _, s := range c.Standbys {
			if s.Waits() {
				waits++
			} else {
				others++
			}
			lag = max(lag, s.Lag.Seconds())
		}
		return append(values, waits, others, lag)
	}})
}

// readReplica adds how the read replica of the database is doing.
func (m *metrics) readReplica(of func() (postgres.ReplicaFigures, bool)) {
	value := func(f func(postgres.ReplicaFigures) float64) func() float64 {
		return func() float64 {
			figures, _ := of()
			return f(figures)
		}
	}
	const reads, where = "holdfast_database_reads_total", "Reads that may go to the read replica, by where they went."
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_database_read_replica_up", Help: "1: the read replica is used; 0: it is away or too far behind, and the primary is read."},
			value(func(f postgres.ReplicaFigures) float64 {
				if f.Up {
					return 1
				}
				return 0
			})),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_database_read_replica_lag_seconds", Help: "How far the read replica is behind the primary, as it was compared last."},
			value(func(f postgres.ReplicaFigures) float64 { return f.Lag.Seconds() })),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: reads, Help: where, ConstLabels: prometheus.Labels{"from": "replica"}},
			value(func(f postgres.ReplicaFigures) float64 { return float64(f.Used) })),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: reads, Help: where, ConstLabels: prometheus.Labels{"from": "primary"}},
			value(func(f postgres.ReplicaFigures) float64 { return float64(f.Avoided) })))
}
