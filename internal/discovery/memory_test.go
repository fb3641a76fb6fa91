package discovery

import "testing"

// TestNewerTerms: a search goes on in the snapshot that it began with, while the follower
// comes to know words that are not in there.
func TestNewerTerms(t *testing.T) {
	t.Parallel()
	m := newMemory(sizes{window, segmentSize, freshSize, fewEvents})
	d := m.now.dictionary
	m.add([]entry{{row: firstRow(0), id: "evt_1", ends: forever, at: nowhere, fields: [fields][]uint32{inTitle: {d.intern(kindText, "harbour")}}}})
	before := m.snapshot()
	d.intern(kindText, "lighthouse")
	for text, want := range map[string]int{"harbour": 1, "lighthouse": 0, "light": 0} {
		s := search{snapshot: before, sizes: m.sizes, spare: spare.Get().(*scratch), wants: wantsOf(text)}
		s.prepare(&Query{Text: text, Now: 1})
		if got, err := s.count(t.Context(), 10); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
}
