package trending

import (
	"hash/maphash"
	"sync"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// mostViews is how many views of an hour are told apart, and mostViewed how many events are
// remembered that were looked at. Further ones are not counted until the next hour.
const mostViews, mostViewed = 200_000, 50_000

// Views counts who looks at events: each network once an hour. Of a network it keeps a hash
// whose key it forgets with the hour, and nothing else. It is safe for concurrent use.
type Views struct {
	mu    sync.Mutex
	hour  inventory.Instant // that is counted (guarded by mu)
	seed  maphash.Seed      // of it (guarded by mu)
	seen  map[uint64]bool   // in it (guarded by mu)
	heats map[string]Heat   // of events (guarded by mu)
}

// NewViews returns an empty count.
func NewViews() *Views { return &Views{seen: map[uint64]bool{}, heats: map[string]Heat{}} }

// Saw counts a view of an event by a network, and reports whether it counts: it is the first
// one in this hour.
func (v *Views) Saw(event, network string, at inventory.Instant) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if hour := at - at%inventory.Instant(inventory.Hour); hour > v.hour {
		v.hour, v.seed = hour, maphash.MakeSeed()
		clear(v.seen)
		v.forget(at)
	}
	heat, known := v.heats[event]
	if len(v.seen) >= mostViews || !known && len(v.heats) >= mostViewed {
		return false
	}
	key := maphash.String(v.seed, event+"\n"+network)
	if v.seen[key] {
		return false
	}
	v.seen[key] = true
	if !known {
		heat = Cold
	}
	v.heats[event] = heat.Plus(Of(View, at))
	return true
}

// faint is what an event's views weigh at least that are remembered.
const faint = 1.0 / 64

// forget drops events that nobody looked at for days. The caller holds mu.
func (v *Views) forget(now inventory.Instant) {
	for event, heat := range v.heats {
		if heat.At(now) < faint {
			delete(v.heats, event)
		}
	}
}

// Of is the heat of the views of an event.
func (v *Views) Of(event string) Heat {
	v.mu.Lock()
	defer v.mu.Unlock()
	if heat, known := v.heats[event]; known {
		return heat
	}
	return Cold
}

// Events are those that were looked at lately.
func (v *Views) Events() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := make([]string, 0, len(v.heats))
	for event := range v.heats {
		list = append(list, event)
	}
	return list
}
