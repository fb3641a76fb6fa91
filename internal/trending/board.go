package trending

import (
	"cmp"
	"slices"
	"strings"
	"sync"
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

// Board has the hottest events of each cell: a city, or "" for all. It is safe for
// concurrent use.
type Board struct {
	mu    sync.RWMutex
	cells map[string]map[string]Heat // by cell and event (guarded by mu)
	cell  map[string]string          // of an event, beside "" (guarded by mu)
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{cells: map[string]map[string]Heat{}, cell: map[string]string{}}
}

// Set writes the heat of an event, which is in a cell and in that of all. Cold takes it off.
func (b *Board) Set(event, cell string, heat Heat) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, known := b.cell[event]; known && (was != cell || heat == Cold) {
		b.takeOff(event)
	}
	if heat == Cold {
		return
	}
	b.cell[event] = cell
	b.put("", event, heat)
	if cell != "" {
		b.put(cell, event, heat)
	}
}

// takeOff forgets an event. The caller holds mu.
func (b *Board) takeOff(event string) {
	for _, cell := range []string{"", b.cell[event]} {
		delete(b.cells[cell], event)
		if len(b.cells[cell]) == 0 {
			delete(b.cells, cell)
		}
	}
	delete(b.cell, event)
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
		other := b.cell[r.Event]
		if _, there := b.cells[""][r.Event]; there {
			continue
		}
		if _, there := b.cells[other][r.Event]; !there || other == "" {
			delete(b.cell, r.Event)
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
