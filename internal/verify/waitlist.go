package verify

import "math"

// line is the waitlist of one tier during the replay: who waits, in the order of
// the waitlist, as a segment tree over the places of all entries that ever joined.
// Each node knows how many wait below it and the smallest party among them, so
// that "who stands before place p and would fit into f units" and "how many
// stand before p" take a logarithm, however long the waitlist is.
type line struct {
	size    int            // a power of two, at least the number of entries
	count   []int32        // waiting, by node; the root is 1
	least   []int64        // smallest party waiting, noParty when none
	entries []*entryRecord // by place
}

const noParty int64 = math.MaxInt64

func newLine(entries []*entryRecord) *line {
	l := &line{size: 1, entries: entries}
	for l.size < len(entries) {
		l.size *= 2
	}
	l.count = make([]int32, 2*l.size)
	l.least = make([]int64, 2*l.size)
	for i := range l.least {
		l.least[i] = noParty
	}
	return l
}

// set reports whether the entry at a place waits, and with how many units.
func (l *line) set(place int32, waits bool, units int64) {
	i := l.size + int(place)
	l.count[i], l.least[i] = 0, noParty
	if waits {
		l.count[i], l.least[i] = 1, units
	}
	for i /= 2; i > 0; i /= 2 {
		l.count[i] = l.count[2*i] + l.count[2*i+1]
		l.least[i] = min(l.least[2*i], l.least[2*i+1])
	}
}

// waiting is how many wait in all.
func (l *line) waiting() int32 { return l.count[1] }

// before is how many wait before a place.
func (l *line) before(place int32) int32 {
	var n int32
	for i := l.size + int(place); i > 1; i /= 2 {
		if i%2 == 1 {
			n += l.count[i-1]
		}
	}
	return n
}

// firstFit returns the first place before end whose entry waits and has at most
// units units; -1 when there is none.
func (l *line) firstFit(end int32, units int64) int32 {
	return l.descend(1, 0, l.size, int(end), units)
}

// descend looks for firstFit below a node that covers places [low, high).
func (l *line) descend(node, low, high, end int, units int64) int32 {
	if low >= end || l.least[node] > units {
		return -1
	}
	if high-low == 1 {
		return int32(low)
	}
	mid := (low + high) / 2
	if at := l.descend(2*node, low, mid, end, units); at >= 0 {
		return at
	}
	return l.descend(2*node+1, mid, high, end, units)
}
