package trending

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	// Listed is how many events of a cell are listed at most.
	Listed = 50
	// kept is how many of a cell are remembered when it is cut; it is cut when it has twice
	// as many. One that comes up slowly is not forgotten while it does.
	kept = 200
)

// Ranked is an event and its heat.
type Ranked struct {
	Event string
	Heat  Heat
}

// Place is where an event is.
type Place struct {
	// Cells are those that it is in beside that of all: its city, and squares of the map of several sizes.
	Cells []string
	// At is the end of an arrow of length 1 from the middle of the earth; not numbers: it is not known.
	At [3]float64
}

// placed is an event of the board.
type placed struct {
	Place
	heat Heat
}

// Board has the hottest events of each cell: a city, a square of the map, or "" for all. It is safe for
// concurrent use.
type Board struct {
	mu     sync.RWMutex
	cells  map[string]map[string]Heat // by cell and event (guarded by mu)
	events map[string]placed          // that are in any cell (guarded by mu)
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{cells: map[string]map[string]Heat{}, events: map[string]placed{}}
}

// Set writes the heat of an event, which is in the cells of a place and in that of all. Cold takes it off.
func (b *Board) Set(event string, in Place, heat Heat) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, known := b.events[event]; known && (heat == Cold || !slices.Equal(was.Cells, in.Cells)) {
		b.takeOff(event)
	}
	if heat == Cold {
		return
	}
	b.events[event] = placed{in, heat}
	b.put("", event, heat)
	for _, cell := range in.Cells {
		b.put(cell, event, heat)
	}
}

// takeOff forgets an event. The caller holds mu.
func (b *Board) takeOff(event string) {
	for _, cell := range append([]string{""}, b.events[event].Cells...) {
		delete(b.cells[cell], event)
		if len(b.cells[cell]) == 0 {
			delete(b.cells, cell)
		}
	}
	delete(b.events, event)
}

// put writes the heat of an event in a cell, and cuts that. The caller holds mu.
func (b *Board) put(cell, event string, heat Heat) {
	events := b.cells[cell]
	if events == nil {
		events = map[string]Heat{}
		b.cells[cell] = events
	}
	events[event] = heat
	if len(events) <= 2*kept {
		return
	}
	for _, r := range ranked(events)[kept:] {
		delete(events, r.Event)
		if !b.anywhere(r.Event) {
			delete(b.events, r.Event)
		}
	}
}

// anywhere reports whether any cell has an event. The caller holds mu.
func (b *Board) anywhere(event string) bool {
	return slices.ContainsFunc(append([]string{""}, b.events[event].Cells...), func(cell string) bool {
		_, there := b.cells[cell][event]
		return there
	})
}

// Fade takes off what people came to long ago: all that weighs less at a time than a mark.
func (b *Board) Fade(now inventory.Instant, mark float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for event, p := range b.events {
		if p.heat.At(now) < mark {
			b.takeOff(event)
		}
	}
}

// Top returns the hottest events of a cell, the hottest first, Listed at most.
func (b *Board) Top(cell string) []Ranked {
	b.mu.RLock()
	list := ranked(b.cells[cell])
	b.mu.RUnlock()
	return list[:min(len(list), Listed)]
}

// Near returns the hottest events of some cells that are where it is asked for, the hottest first, Listed at most.
func (b *Board) Near(cells []string, there func(*Place) bool) []Ranked {
	found := map[string]Heat{}
	b.mu.RLock()
	for _, cell := range cells {
		for event, heat := range b.cells[cell] {
			if p := b.events[event]; there(&p.Place) {
				found[event] = heat
			}
		}
	}
	b.mu.RUnlock()
	list := ranked(found)
	return list[:min(len(list), Listed)]
}

// Heats calls hot with the heat of those of n events that are on the board.
func (b *Board) Heats(n int, id func(i int) string, hot func(i int, heat Heat)) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if len(b.events) == 0 {
		return
	}
	for i := range n {
		if p, there := b.events[id(i)]; there {
			hot(i, p.heat)
		}
	}
}

func ranked(events map[string]Heat) []Ranked {
	list := make([]Ranked, 0, len(events))
	for event, heat := range events {
		list = append(list, Ranked{event, heat})
	}
	slices.SortFunc(list, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Heat, a.Heat), strings.Compare(a.Event, b.Event))
	})
	return list
}
