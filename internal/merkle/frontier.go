// Package merkle has Merkle trees as RFC 9162 hashes them, and the signed heads of logs. It
// needs little, so that it runs in browsers too.
package merkle

import (
	"crypto/sha256"
	"fmt"
	"math/bits"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// Hash is the hash of a leaf, or of what is below a node.
type Hash = tlog.Hash

// A Frontier is a Merkle tree that grows and remembers of its leaves only what the next
// root needs: 32 bytes for each bit of the number of leaves. The zero value is the
// empty tree. Hashes are those of RFC 9162.
type Frontier struct {
	size int64
	// full are the roots of the full subtrees, the largest first: one for each 1 in size.
	full []Hash
}

// Size returns how many leaves there are.
func (f *Frontier) Size() int64 { return f.size }

// Append adds a leaf with this text.
func (f *Frontier) Append(text string) { f.AppendHash(tlog.RecordHash([]byte(text))) }

// AppendHash adds a leaf with this hash.
func (f *Frontier) AppendHash(h Hash) {
	// The new leaf completes a subtree for each 1 at the end of size.
	for s := f.size; s&1 == 1; s >>= 1 {
		last := len(f.full) - 1
		h = tlog.NodeHash(f.full[last], h)
		f.full = f.full[:last]
	}
	f.full = append(f.full, h)
	f.size++
}

// Root returns the root; that of the empty tree is the SHA-256 of nothing.
func (f *Frontier) Root() Hash {
	if len(f.full) == 0 {
		return sha256.Sum256(nil)
	}
	root := f.full[len(f.full)-1]
	for i := len(f.full) - 2; i >= 0; i-- {
		root = tlog.NodeHash(f.full[i], root)
	}
	return root
}

// Grow adds leaves, by their hashes, and returns the path of each to the root of the
// tree as it is then: what tlog.CheckRecord takes. It needs none of the earlier leaves,
// because of those only the roots of full subtrees are in such a path. It keeps the
// slice of leaves no longer than it runs.
func (f *Frontier) Grow(leaves []Hash) []tlog.RecordProof {
	first := f.size
	levels := f.grow(leaves)
	// What is right of a full subtree is one node of the path, what is left of it is as
	// many as there are.
	right := make([]Hash, len(f.full))
	for i := len(f.full) - 2; i >= 0; i-- {
		if right[i] = f.full[i+1]; i+2 < len(f.full) {
			right[i] = tlog.NodeHash(f.full[i+1], right[i+1])
		}
	}
	longest := bits.Len64(uint64(f.size)) + 1 //nolint:gosec // never negative
	all := make([]Hash, 0, longest*len(leaves))
	paths := make([]tlog.RecordProof, len(leaves))
	for i := range leaves {
		at := first + int64(i)
		subtree, level := f.subtree(at)
		begin := len(all)
		for k, index := 0, at; k < level; k, index = k+1, index>>1 {
			all = append(all, levels[k].nodes[index^1-levels[k].first])
		}
		if subtree < len(f.full)-1 {
			all = append(all, right[subtree])
		}
		for left := subtree - 1; left >= 0; left-- {
			all = append(all, f.full[left])
		}
		paths[i] = all[begin:len(all):len(all)]
	}
	return paths
}

// level has the nodes of one height that a batch made, with the last before them where
// that is the sibling of the first.
type level struct {
	first int64 // the number of nodes[0] at this height; even
	nodes []Hash
}

// grow adds leaves and returns the nodes that came with them, by height.
func (f *Frontier) grow(leaves []Hash) []level {
	var levels []level
	first, nodes := f.size, leaves
	for height := 0; len(nodes) > 0; height++ {
		if first&1 == 1 {
			nodes, first = append([]Hash{f.node(height)}, nodes...), first-1
		}
		levels = append(levels, level{first, nodes})
		parents := make([]Hash, len(nodes)/2)
		for i := range parents {
			parents[i] = tlog.NodeHash(nodes[2*i], nodes[2*i+1])
		}
		first, nodes = first/2, parents
	}
	grown := Frontier{size: f.size + int64(len(leaves))}
	for height := bits.Len64(uint64(grown.size)) - 1; height >= 0; height-- { //nolint:gosec // never negative
		at := grown.size >> height
		if at&1 == 0 {
			continue
		}
		if height < len(levels) && at-1 >= levels[height].first {
			grown.full = append(grown.full, levels[height].nodes[at-1-levels[height].first])
		} else {
			grown.full = append(grown.full, f.node(height))
		}
	}
	*f = grown
	return levels
}

// node returns the root of the full subtree of a height, which must be there.
func (f *Frontier) node(height int) Hash {
	return f.full[bits.OnesCount64(uint64(f.size)>>height)-1] //nolint:gosec // never negative
}

// subtree returns which of the full subtrees a leaf is in, and its height.
func (f *Frontier) subtree(leaf int64) (i, height int) {
	// The first bit in which leaf and size differ is that of the subtree: above it they
	// are in the same place, in it the size goes beyond.
	height = bits.Len64(uint64(leaf^f.size)) - 1                    //nolint:gosec // never negative
	return bits.OnesCount64(uint64(f.size) >> (height + 1)), height //nolint:gosec // never negative
}

// Nodes returns the roots of the full subtrees, the largest first: with the size, all
// that there is to store of a tree that grows.
func (f *Frontier) Nodes() []Hash { return slices.Clone(f.full) }

// NewFrontier returns the tree of which Size and Nodes were stored.
func NewFrontier(size int64, full []Hash) (*Frontier, error) {
	if size < 0 || bits.OnesCount64(uint64(size)) != len(full) {
		return nil, fmt.Errorf("merkle: a tree of %d leaves has not %d subtrees", size, len(full))
	}
	return &Frontier{size: size, full: slices.Clone(full)}, nil
}
