package seatmap

import "slices"

// State is where a seat stands.
type State uint8

// The states of a seat.
const (
	Free State = iota
	Held
	Sold
	Blocked
)

// Map is a layout with the state of every seat. Its methods change it in place.
type Map struct {
	*Layout
	// NoSingleSeats refuses what would leave a seat alone (see Lonely).
	NoSingleSeats bool

	state []State
	// What waits for seats makes them not open to others: how many entries name
	// each seat, and each section and tier as a whole.
	seatWaits, sectionWaits, tierWaits []int32

	masks  []uint64 // of each segment
	idle   []uint64 // a bit for each seat that is free and reserved for the waitlist
	all    tree
	byTier []tree
}

// New returns a map on which every seat is free.
func New(l *Layout, noSingleSeats bool) *Map {
	return newMap(l, noSingleSeats, make([]State, len(l.Seats)))
}

// Again returns a map on which every seat stands where it does on m, and nobody waits.
func (m *Map) Again(noSingleSeats bool) *Map {
	return newMap(m.Layout, noSingleSeats, slices.Clone(m.state))
}

func newMap(l *Layout, noSingleSeats bool, state []State) *Map {
	m := &Map{
		Layout: l, NoSingleSeats: noSingleSeats,
		state: state, seatWaits: make([]int32, len(l.Seats)),
		sectionWaits: make([]int32, len(l.Sections)), tierWaits: make([]int32, len(l.Tiers)),
		masks: make([]uint64, len(l.segments)), idle: make([]uint64, (len(l.Seats)+63)/64), byTier: make([]tree, len(l.Tiers)),
	}
	for s := range l.segments {
		m.masks[s] = m.measure(&l.segments[s])
	}
	m.all = newTree(l, l.all, m.masks)
	for t := range l.Tiers {
		m.byTier[t] = newTree(l, l.byTier[t], m.masks)
	}
	return m
}

// State returns where a seat stands.
func (m *Map) State(seat int32) State { return m.state[seat] }

// States returns the state of every seat. It must not be changed.
func (m *Map) States() []State { return m.state }

// Set puts seats into a state.
func (m *Map) Set(seats []int32, to State) {
	for i, s := range seats {
		m.state[s] = to
		// Neighbours come one after the other: measure their segment once.
		if i+1 == len(seats) || m.segOf[seats[i+1]] != m.segOf[s] {
			m.refresh(m.segOf[s])
		}
	}
}

// Open reports whether the public can have a seat: it is free and nobody waits for it.
func (m *Map) Open(seat int32) bool { return m.state[seat] == Free && !m.Owed(seat) }

// Owed reports whether somebody waits for a seat: by its name, or for any ordinary
// seat of its section or tier.
func (m *Map) Owed(seat int32) bool {
	if m.seatWaits[seat] > 0 {
		return true
	}
	s := &m.Seats[seat]
	return s.Flags&special == 0 && (m.sectionWaits[s.Section] > 0 || m.tierWaits[s.Tier] > 0)
}

// refresh measures a segment again and tells the trees.
func (m *Map) refresh(s int32) {
	seg := &m.segments[s]
	for i := seg.first; i < seg.end; i++ {
		if m.state[i] == Free && m.Owed(i) {
			m.idle[i/64] |= 1 << (i % 64)
		} else {
			m.idle[i/64] &^= 1 << (i % 64)
		}
	}
	mask := m.measure(seg)
	if mask == m.masks[s] {
		return
	}
	m.masks[s] = mask
	first := &m.Seats[seg.first]
	if first.Flags&special == 0 {
		m.all.set(s, mask)
		m.byTier[first.Tier].set(s, mask)
	}
}
