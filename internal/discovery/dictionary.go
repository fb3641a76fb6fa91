package discovery

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
)

// kind is what a term is of. Terms of two kinds are never the same.
type kind byte

const (
	kindText  kind = iota // a word of a title or a place
	kindHost              // a word of the name of an organization
	kindStem              // a form of any of these
	kindTail              // the end of a compound, backwards
	kindFacet             // what is not text
	kinds
)

// prefixed reports whether terms of a kind are looked for by their beginnings too.
func (k kind) prefixed() bool { return k <= kindHost || k == kindTail }

// dictionary numbers the terms that events have. It only grows: it is thrown away with
// the index.
type dictionary struct {
	seed maphash.Seed
	mu   sync.RWMutex
	ids  [kinds]map[string]uint32
	terms
}

// terms are the terms of a dictionary by their numbers, as far as there were any when they
// were asked for.
type terms struct {
	texts []string
	keys  []uint64
}

func newDictionary() *dictionary {
	d := &dictionary{seed: maphash.MakeSeed()}
	for k := range d.ids {
		d.ids[k] = map[string]uint32{}
	}
	return d
}

// keyBytes is how much of a text is in a key.
const keyBytes = 7

// key is what terms are sorted by before their texts: the kind, and the beginning of the
// text, or a hash where no beginnings are looked for.
func (d *dictionary) key(k kind, text string) uint64 {
	if !k.prefixed() {
		return uint64(k)<<(8*keyBytes) | maphash.String(d.seed, text)>>8
	}
	return prefixKey(k, text, 0)
}

// prefixKey is the key of a text that ends with as many bytes as it takes.
func prefixKey(k kind, text string, end byte) uint64 {
	b := [8]byte{byte(k), end, end, end, end, end, end, end}
	copy(b[1:], text)
	return binary.BigEndian.Uint64(b[:])
}

// intern returns the number of a term, which has one afterwards.
func (d *dictionary) intern(k kind, text string) uint32 {
	if id, ok := d.ids[k][text]; ok { // only writers call it
		return id
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	id := uint32(len(d.texts))  //nolint:gosec // the memory ends before
	text = string([]byte(text)) // not a part of a text that is longer
	d.ids[k][text] = id
	d.texts, d.keys = append(d.texts, text), append(d.keys, d.key(k, text))
	return id
}

// lookup returns the number of a term; false: it has none.
func (d *dictionary) lookup(k kind, text string) (uint32, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	id, ok := d.ids[k][text]
	return id, ok
}

// known returns the terms that there are now.
func (d *dictionary) known() terms {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.terms
}
