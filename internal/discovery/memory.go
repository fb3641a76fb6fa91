package discovery

import (
	"cmp"
	"slices"
)

const (
	// segmentSize is how many events a segment has that is built; one of twice as many is
	// built again as two.
	segmentSize = 1 << 14
	// freshSize is how many events change before the segments are built again that they
	// belong to.
	freshSize = 1 << 11
	// fewEvents are simply sorted.
	fewEvents = MaxTotal
)

// snapshot is what a search reads: it stays as it is.
type snapshot struct {
	dictionary *dictionary
	speller    *speller
	terms      terms      // at least those that its events have
	segments   []*segment // one after the other by their rows
	fresh      *segment   // what changed since they were built, anywhere among their rows
}

// memory makes snapshots of the index. One goroutine uses it.
type memory struct {
	builder
	sizes sizes
	now   snapshot
	fresh []entry // sorted by their rows
}

// sizes are the window, segmentSize, freshSize and fewEvents, smaller in tests.
type sizes struct{ window, segment, fresh, few int }

func newMemory(of sizes) *memory {
	m := &memory{sizes: of}
	m.now = snapshot{dictionary: newDictionary(), speller: newSpeller()}
	m.now.fresh = m.build(m.now.terms, nil)
	return m
}

// add appends a segment of entries behind all others.
func (m *memory) add(list []entry) {
	m.now.terms = m.now.dictionary.known()
	m.now.segments = append(m.now.segments, m.build(m.now.terms, list))
}

// snapshot returns the index as it is now.
func (m *memory) snapshot() *snapshot {
	s := m.now
	s.segments = slices.Clone(s.segments)
	return &s
}

// replace takes rows out and puts entries in.
func (m *memory) replace(gone []int64, put []entry) {
	for _, row := range gone {
		m.kill(row)
	}
	byRow := func(a, b entry) int { return cmp.Compare(a.row, b.row) }
	m.fresh = append(m.fresh, put...)
	slices.SortFunc(m.fresh, byRow)
	m.now.terms = m.now.dictionary.known()
	if len(m.fresh) > m.sizes.fresh {
		m.fold()
	}
	m.now.fresh = m.build(m.now.terms, m.fresh)
}

// kill takes a row out, wherever it is.
func (m *memory) kill(row int64) {
	if i, ok := slices.BinarySearchFunc(m.fresh, row, func(e entry, row int64) int { return cmp.Compare(e.row, row) }); ok {
		m.fresh = slices.Delete(m.fresh, i, i+1)
		return
	}
	n := m.now.at(row)
	if n < 0 {
		return
	}
	s := *m.now.segments[n]
	i, ok := slices.BinarySearch(s.rows, row)
	if !ok {
		return
	}
	dead := make(bitmap, s.words())
	copy(dead, s.dead)
	dead.set(i)
	s.dead, m.now.segments[n] = dead, &s
}

// at is the segment that a row belongs to; -1: it is before all of them.
func (s *snapshot) at(row int64) int {
	n, _ := slices.BinarySearchFunc(s.segments, row, func(s *segment, row int64) int {
		if s.rows[0] <= row {
			return -1
		}
		return 1
	})
	return n - 1
}

// fold builds those segments again that something changed in, with what did.
func (m *memory) fold() {
	var built []*segment
	left := m.fresh
	next := func(n int) (list []entry) { // what belongs to a segment, and with the first, before it
		end := len(left)
		if n+1 < len(m.now.segments) {
			end, _ = slices.BinarySearchFunc(left, m.now.segments[n+1].rows[0], func(e entry, row int64) int { return cmp.Compare(e.row, row) })
		}
		list, left = left[:end], left[end:]
		return list
	}
	for n, s := range m.now.segments {
		list := next(n)
		if len(list) == 0 && s.dead == nil {
			built = append(built, s)
			continue
		}
		list = slices.Clone(list)
		for i := range s.rows {
			if !s.dead.has(i) {
				list = append(list, s.entry(i))
			}
		}
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.row, b.row) })
		built = append(built, m.buildAll(list)...)
	}
	built = append(built, m.buildAll(left)...) // there were no segments
	m.now.segments, m.fresh = built, nil
}

// buildAll makes segments of entries: one, or several when they are many.
func (m *memory) buildAll(list []entry) (built []*segment) {
	if len(list) <= 2*m.sizes.segment {
		if len(list) > 0 {
			built = append(built, m.build(m.now.terms, list))
		}
		return built
	}
	for some := range slices.Chunk(list, m.sizes.segment) {
		built = append(built, m.build(m.now.terms, some))
	}
	return built
}

// bytes is about how much memory the events take.
func (s *snapshot) bytes() int64 {
	const term = 80 // a text, its key, and where it is looked up
	n := s.fresh.bytes + term*int64(len(s.terms.texts))
	for _, g := range s.segments {
		n += g.bytes
	}
	return n
}
