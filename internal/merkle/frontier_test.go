package merkle

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"
)

// TestFrontier: the tree that forgets its leaves has the roots of RFC 9162.
func TestFrontier(t *testing.T) {
	var f Frontier
	if f.Root() != Hash(sha256.Sum256(nil)) {
		t.Error("the empty tree")
	}
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(at []int64) (hashes []tlog.Hash, _ error) {
		for _, i := range at {
			hashes = append(hashes, stored[i])
		}
		return hashes, nil
	})
	for n := range int64(200) {
		text := fmt.Sprint("leaf ", n)
		more, err := tlog.StoredHashes(n, []byte(text), reader)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, more...)
		f.Append(text)
		want, err := tlog.TreeHash(n+1, reader)
		if err != nil {
			t.Fatal(err)
		}
		if f.Root() != want || f.Size() != n+1 || len(f.full) > 8 {
			t.Fatalf("%d leaves: %v, want %v", n+1, f.Root(), want)
		}
	}
}

// TestGrow: a tree that grows by batches and forgets them gives every leaf a path to its
// root, and so does one that was stored in between.
func TestGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole Frontier
		grown, n := &Frontier{}, int64(0)
		for range rapid.IntRange(1, 6).Draw(t, "batches") {
			leaves := make([]Hash, rapid.IntRange(0, 40).Draw(t, "leaves"))
			for i := range leaves {
				leaves[i] = tlog.RecordHash(fmt.Append(nil, n+int64(i)))
				whole.AppendHash(leaves[i])
			}
			stored, err := NewFrontier(grown.Size(), grown.Nodes())
			if err != nil {
				t.Fatal(err)
			}
			grown = stored
			paths := grown.Grow(leaves)
			if grown.Root() != whole.Root() {
				t.Fatalf("root of %d", grown.Size())
			}
			for i, path := range paths {
				if err := tlog.CheckRecord(path, grown.Size(), grown.Root(), n+int64(i), leaves[i]); err != nil {
					t.Fatalf("leaf %d of %d: %v", n+int64(i), grown.Size(), err)
				}
			}
			n += int64(len(leaves))
		}
	})
	if _, err := NewFrontier(3, make([]Hash, 1)); err == nil {
		t.Error("3 leaves in one subtree")
	}
}

// BenchmarkGrow is what a batch of joins costs, by the entrant, in a large room.
func BenchmarkGrow(b *testing.B) {
	const batch = 1000
	full := make([]Hash, 23)
	leaves := make([]Hash, batch)
	for b.Loop() {
		f, err := NewFrontier(1<<23-1, full)
		if err != nil {
			b.Fatal(err)
		}
		if len(f.Grow(leaves)) != batch {
			b.Fatal("paths are missing")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/entrant")
}
