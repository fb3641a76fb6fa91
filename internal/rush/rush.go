// Package rush tells when people come so fast that the writer of their commands has hardly
// a moment to spare. What works behind the ledger asks it, and falls behind for some
// seconds then, as far as it declares. It decides nothing about anybody's place.
package rush

import (
	"sync"
	"time"
)

const (
	// Window is how long is looked at at once: so much later than a rush a Meter notices it.
	Window = 250 * time.Millisecond
	// Calm is how long nothing may be seen of a rush until it is over: people who come in
	// waves are one rush.
	Calm = time.Second
	// begins and lasts are the shares of the time that batches take from which a rush
	// begins, and lasts.
	begins, lasts = 1.0 / 2, 1.0 / 4
	// few is how many commands a second are not a rush, however long each takes: what works
	// behind so few costs nobody anything, and a slow disk is not a crowd.
	few = 200
)

// Load is what batches did in some time.
type Load struct {
	Over     time.Duration // the time that is looked at
	Worked   time.Duration // how long batches took, those of different events added up
	Commands int           // in all of them
}

// share returns how much of the time batches took; 0 for few commands.
func (l Load) share() float64 {
	if l.Over <= 0 || float64(l.Commands) < few*l.Over.Seconds() {
		return 0
	}
	return float64(l.Worked) / float64(l.Over)
}

// Gauge is whether there is a rush, with what it takes to end it. The zero value is none.
type Gauge struct {
	Rush bool
	Seen time.Duration // since it was seen last
}

// Next returns the gauge after a load was seen.
func (g Gauge) Next(l Load) Gauge {
	switch share := l.share(); {
	case share >= begins, g.Rush && share >= lasts:
		return Gauge{Rush: true}
	case g.Rush && g.Seen+l.Over < Calm:
		return Gauge{Rush: true, Seen: g.Seen + l.Over}
	}
	return Gauge{}
}

// Meter measures the batches of one process. The zero value is ready; it is safe for
// concurrent use.
type Meter struct {
	mu    sync.Mutex
	since time.Time // guarded by mu; when the window began
	load  Load      // guarded by mu; of the window, without Over
	gauge Gauge     // guarded by mu
}

// Batch tells the meter of a batch that has just ended.
func (m *Meter) Batch(commands int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.load.Commands += commands
	m.load.Worked += took
	m.look()
}

// Rush reports whether there is a rush.
func (m *Meter) Rush() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	return m.gauge.Rush
}

// look closes the window when it is over. It is called with mu held.
func (m *Meter) look() {
	now := time.Now()
	if m.since.IsZero() {
		m.since = now
		return
	}
	if m.load.Over = now.Sub(m.since); m.load.Over < Window {
		return
	}
	m.gauge = m.gauge.Next(m.load)
	m.since, m.load = now, Load{}
}
