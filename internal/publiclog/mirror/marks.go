package mirror

import (
	"maps"
	"slices"
	"sync"
)

// maxMarks is how many logs are remembered as grown; more are found by sweeping.
const maxMarks = 10_000

// Marks are the logs that have grown since they were copied last. Whoever grows logs needs them
// before there is a Keeper, which reads these logs. Their methods are safe for concurrent use.
type Marks struct {
	mu    sync.Mutex
	grown map[string]bool // guarded by mu
	sweep bool            // guarded by mu: there were too many, or it is time
}

// NewMarks returns marks of which none is set.
func NewMarks() *Marks { return &Marks{grown: map[string]bool{}} }

// Grown says that a log has changed. It never waits.
func (m *Marks) Grown(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.grown) >= maxMarks {
		m.sweep = true
		return
	}
	m.grown[name] = true
}

// all says that any log may have changed.
func (m *Marks) all() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep = true
}

// take returns the logs that have grown, in order, and whether others may have, and forgets both.
func (m *Marks) take() (names []string, sweep bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	names, sweep = slices.Sorted(maps.Keys(m.grown)), m.sweep
	m.grown, m.sweep = map[string]bool{}, false
	return names, sweep
}
