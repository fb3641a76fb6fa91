package limit

import (
	"net/netip"
	"sync"
)

// remembered is how many subjects of each limit are remembered. When it is full the one
// seen longest ago is forgotten, so it takes as many addresses to make the server forget
// one as it remembers.
const remembered = 100_000

// Subject is what is counted: a network or a part of it, or an ID.
type Subject struct {
	Prefix netip.Prefix
	ID     string
}

// Check is a limit that a call is counted in.
type Check struct {
	Kind Kind
	Of   Subject
}

// memory keeps where subjects stand. It is safe for concurrent use.
type memory struct{ of [kinds]recent }

// recent keeps the subjects of one limit that were seen last.
type recent struct {
	mu    sync.Mutex
	bound int
	slots map[Subject]int32 // guarded by mu: where a subject is in list
	list  []entry           // guarded by mu: the first one is the ends of the ring
}

// entry is a subject in a ring, in which the one seen last comes first.
type entry struct {
	subject    Subject
	at         int64
	next, last int32
}

func newMemory(bound int) *memory {
	m := &memory{}
	for k := range m.of {
		m.of[k] = recent{bound: bound, slots: map[Subject]int32{}, list: make([]entry, 1)}
	}
	return m
}

// take decides a call by what is remembered. Kinds of checks ascend.
func (m *memory) take(now int64, checks []Check, rules *[kinds]Rule) (wait int64, which int) {
	var states [most]State
	var slots [most]int32
	for i := range checks {
		c := &checks[i]
		r := &m.of[c.Kind]
		r.mu.Lock()
		slots[i] = r.slot(c.Of)
		states[i] = State{rules[c.Kind], r.list[slots[i]].at}
	}
	wait, which = Decide(now, states[:len(checks)])
	for i := range checks {
		r := &m.of[checks[i].Kind]
		r.list[slots[i]].at = states[i].At
		r.mu.Unlock()
	}
	return wait, which
}

// known returns where the subjects of a call stand, as far as they are remembered.
func (m *memory) known(checks []Check, rules *[kinds]Rule) []State {
	states := make([]State, len(checks))
	for i := range checks {
		c := &checks[i]
		r := &m.of[c.Kind]
		states[i].Rule = rules[c.Kind]
		r.mu.Lock()
		if slot, ok := r.slots[c.Of]; ok {
			states[i].At = r.list[slot].at
		}
		r.mu.Unlock()
	}
	return states
}

// learn remembers where subjects stand by what somebody else has counted.
func (m *memory) learn(checks []Check, states []State) {
	for i := range checks {
		c := &checks[i]
		r := &m.of[c.Kind]
		r.mu.Lock()
		e := &r.list[r.slot(c.Of)]
		e.at = max(e.at, states[i].At)
		r.mu.Unlock()
	}
}

// slot returns where a subject is in the list, in which it is the first then. The caller
// holds mu.
func (r *recent) slot(s Subject) int32 {
	i, ok := r.slots[s]
	switch {
	case ok && r.list[0].next == i:
		return i
	case ok:
		r.unlink(i)
	case len(r.list) <= r.bound:
		i = int32(len(r.list)) //nolint:gosec // at most the bound
		r.list = append(r.list, entry{subject: s})
		r.slots[s] = i
	default:
		i = r.list[0].last
		r.unlink(i)
		delete(r.slots, r.list[i].subject)
		r.list[i] = entry{subject: s}
		r.slots[s] = i
	}
	first := r.list[0].next
	r.list[i].next, r.list[i].last = first, 0
	r.list[first].last = i
	r.list[0].next = i
	return i
}

// unlink takes an entry out of the ring.
func (r *recent) unlink(i int32) {
	e := &r.list[i]
	r.list[e.last].next = e.next
	r.list[e.next].last = e.last
}
