package server

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/holdfast-events/holdfast/internal/store"
)

// backups adds how old the newest backup is.
func (m *metrics) backups(st *store.Store, now func() time.Time) {
	m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
		prometheus.NewDesc("holdfast_backup_age_seconds", "How long ago holdfast backup has copied the database last, or how long ago the installation began, if it never has; -1: the database does not answer.", nil, nil),
	}, ask: func(ctx context.Context) []float64 {
		b, err := st.Backups.Newest(ctx)
		if err != nil {
			return []float64{-1}
		}
		return []float64{b.Age(now()).Seconds()}
	}})
}

// disks adds how much room there is beside the database and beside the files, where these are on
// disks of this machine.
func (m *metrics) disks(cfg *Config) {
	folders := map[string]string{}
	if path := SQLitePath(cfg.DB); path != "" {
		folders["database"] = filepath.Dir(path)
	}
	if where := cfg.FilesAt(); !strings.Contains(where, "://") {
		folders["files"] = where
	}
	for of, folder := range folders {
		labels := prometheus.Labels{"of": of}
		m.registry.MustRegister(&looked{gauges: []*prometheus.Desc{
			prometheus.NewDesc("holdfast_disk_free_bytes", "Room on the disk of the database, or of the files; -1: it is not known.", nil, labels),
			prometheus.NewDesc("holdfast_disk_free_ratio", "That room, as a part of the whole disk, from 0 to 1; -1: it is not known.", nil, labels),
		}, ask: func(context.Context) []float64 {
			r, known := RoomIn(folder)
			if !known {
				return []float64{-1, -1}
			}
			return []float64{float64(r.Free), float64(r.Free) / float64(r.Size)}
		}})
	}
}
