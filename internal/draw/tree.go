package draw

import (
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

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
