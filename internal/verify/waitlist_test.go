package verify

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/id"
)

// TestLine compares the tree with a walk along the waitlist.
func TestLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 70).Draw(t, "entries")
		entries := make([]*entryRecord, n)
		for i := range entries {
			entries[i] = &entryRecord{placement: placement{position: int32(i)}}
		}
		l := newLine(entries)
		naive := make([]int64, n) // units of the waiting, 0 for nobody
		if n > 0 {
			for range rapid.IntRange(0, 200).Draw(t, "steps") {
				at := rapid.IntRange(0, n-1).Draw(t, "place")
				naive[at] = rapid.Int64Range(0, 5).Draw(t, "units")
				l.set(int32(at), naive[at] > 0, naive[at])
			}
		}
		for end := 0; end <= n; end++ {
			units := rapid.Int64Range(1, 6).Draw(t, "fit")
			var before, first int32 = 0, -1
			for i, u := range naive[:end] {
				if u > 0 {
					before++
				}
				if u > 0 && u <= units && first < 0 {
					first = int32(i)
				}
			}
			if end < n && l.before(int32(end)) != before {
				t.Fatalf("%d wait before %d, the tree says %d", before, end, l.before(int32(end)))
			}
			if got := l.firstFit(int32(end), units); got != first {
				t.Fatalf("the first before %d that fits %d is at %d, the tree says %d", end, units, first, got)
			}
			if end == n && l.waiting() != before {
				t.Fatalf("%d wait, the tree says %d", before, l.waiting())
			}
		}
	})
}

// FuzzKey: every text becomes a key that becomes the same text again, and no two
// texts the same key.
func FuzzKey(f *testing.F) {
	const event = "evt_t3zane4tqkff"
	for _, s := range []string{"", "ord_t3zane4tqkfft3zanfa04y4tqkff", "wle_t3zane4tqkff0000000000000000", "ord_another4tqkt3zanfa04y4tqkff",
		"per_t3zane4tqkfft3zanfa04y4tqkfI", "ord_", "x", "off_t3zane4tqkffzzzzzzzzzzzzzzzz"} {
		f.Add(s, "blk_t3zane4tqkfft3zanfa04y4tqkff")
	}
	f.Add(id.Seq(id.Offer, event, 1), id.Seq(id.Order, event, 1))
	f.Fuzz(func(t *testing.T, a, b string) {
		n := newNames(event)
		ka, kb := n.key(a), n.key(b)
		if n.id(ka) != a || n.id(kb) != b {
			t.Fatalf("%q and %q come back as %q and %q", a, b, n.id(ka), n.id(kb))
		}
		if (ka == kb) != (a == b) {
			t.Fatalf("%q and %q: same key is %v", a, b, ka == kb)
		}
		if (ka == key{}) != (a == "") {
			t.Fatalf("%q and the zero key", a)
		}
	})
}
