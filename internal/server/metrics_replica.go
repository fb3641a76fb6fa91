package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/replica"
)

// replicaFiles adds how the copies of files are doing.
func (m *metrics) replicaFiles(of func() objectstore.MirrorFigures) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_replica_files_waiting", Help: "Files that were written or deleted, which the replica does not have so yet."},
			func() float64 { return float64(of().Waiting) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "holdfast_replica_files_lag_seconds", Help: "How long the oldest of these has waited; 0: the replica has all."},
			func() float64 { return of().Lag.Seconds() }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "holdfast_replica_files_failures_total", Help: "Tries to copy a file to the replica, or to delete it there, that failed."},
			func() float64 { return float64(of().Failures) }),
	)
}

// replica adds how the replica of the database is doing.
func (m *metrics) replica(of func() replica.Figures) {
	gauge := func(name, help string, value func(*replica.Figures) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			f := of()
			return value(&f)
		})
	}
	counter := func(name, help string, value func(*replica.Figures) uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 {
			f := of()
			return float64(value(&f))
		})
	}
	m.registry.MustRegister(
		gauge("holdfast_replica_lag_seconds", "How long the oldest change has waited that is not in the replica; 0: the replica has all.",
			func(f *replica.Figures) float64 { return f.Lag.Seconds() }),
		gauge("holdfast_replica_lag_bytes", "Changed pages that are not in the replica.",
			func(f *replica.Figures) float64 { return float64(f.Bytes) }),
		gauge("holdfast_replica_up", "1: the last try to bring the replica up to date succeeded; 0: it failed, or another server has taken the replica over.",
			func(f *replica.Figures) float64 {
				if f.Failing || f.Taken {
					return 0
				}
				return 1
			}),
		gauge("holdfast_replica_snapshot_time_seconds", "When the newest snapshot of the replica was complete, in seconds since 1970; 0: there is none.",
			func(f *replica.Figures) float64 {
				if f.Snapshot.IsZero() {
					return 0
				}
				return float64(f.Snapshot.Unix())
			}),
		counter("holdfast_replica_failures_total", "Tries to bring the replica up to date that failed.",
			func(f *replica.Figures) uint64 { return f.Failures }),
		counter("holdfast_replica_sent_bytes_total", "Bytes that were sent to the replica, snapshots aside.",
			func(f *replica.Figures) uint64 { return f.Sent }),
		counter("holdfast_replica_entries_total", "Entries that were sent to the replica.",
			func(f *replica.Figures) uint64 { return f.Entries }),
	)
}
