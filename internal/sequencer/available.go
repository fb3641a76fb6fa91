package sequencer

import (
	"sync"
	"time"
)

// remindAway is how often the log is told again that the database cannot be used.
const remindAway = 10 * time.Second

// away is a time during which batches fail because the database cannot be used.
type away struct {
	mu      sync.Mutex
	told    time.Time // guarded by mu; when the log was told last; zero: the database can be used
	batches int       // guarded by mu; that have failed since the log was told
}

// unavailable tells the log of a batch that failed because the database cannot be
// used. In a rush hundreds a second do, and the log may be on the disk that is full:
// so it is told about the first, and then now and again how many there were.
func (w *Writer) unavailable(event string, err error) {
	a := &w.away
	a.mu.Lock()
	defer a.mu.Unlock()
	a.batches++
	if now := time.Now(); a.told.IsZero() || now.Sub(a.told) >= remindAway {
		w.cfg.Log.Warn("database unavailable", "event", event, "batches", a.batches, "error", err)
		a.told, a.batches = now, 0
	}
}

// available tells the log that the database can be used again.
func (w *Writer) available() {
	a := &w.away
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.told.IsZero() {
		w.cfg.Log.Info("database available again", "batches", a.batches)
		a.told, a.batches = time.Time{}, 0
	}
}
