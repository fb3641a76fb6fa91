package ngram

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// MaxNumbers bounds the numbers of a Set: they are below it.
const MaxNumbers = 1 << 16

// Set is a set of small numbers, as one bit each.
type Set []uint64

// NewSet returns an empty set of numbers below n.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// Put puts a number in.
func (s Set) Put(n int) { s[n/64] |= 1 << (n % 64) }

// Has reports whether a number is in the set.
func (s Set) Has(n int) bool { return n/64 < len(s) && s[n/64]&(1<<(n%64)) != 0 }

// Intersect keeps what is in the other set too, and reports whether there is some.
func (s Set) Intersect(other Set) (some bool) {
	for i := range s {
		if i < len(other) {
			s[i] &= other[i]
		} else {
			s[i] = 0
		}
		some = some || s[i] != 0
	}
	return some
}

// Down calls fn with each number, the highest first, until it says false.
func (s Set) Down(fn func(n int) bool) {
	for i := len(s) - 1; i >= 0; i-- {
		for w := s[i]; w != 0; {
			top := bits.Len64(w) - 1
			if !fn(i*64 + top) {
				return
			}
			w &^= 1 << top
		}
	}
}

// A set is stored as its bits or as the steps from number to number, whichever is
// shorter: most runs occur in few texts.
const (
	storedBits  = 'b'
	storedSteps = 's'
)

// Encode returns the set as it is stored.
func (s Set) Encode() []byte {
	most := 1 + 8*len(s)
	out := make([]byte, 1, most)
	out[0] = storedSteps
	last := -1
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			n := i*64 + bits.TrailingZeros64(w)
			if out = binary.AppendUvarint(out, uint64(n-last-1)); len(out) >= most {
				return s.encodeBits()
			}
			last = n
		}
	}
	return out
}

func (s Set) encodeBits() []byte {
	out := append(make([]byte, 0, 1+8*len(s)), storedBits)
	for _, w := range s {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

var errStored = errors.New("ngram: these bytes are not a set")

// Decode reads a set of numbers below n as it is stored.
func Decode(stored []byte, n int) (Set, error) {
	s := NewSet(n)
	if len(stored) == 0 {
		return nil, errStored
	}
	kind, rest := stored[0], stored[1:]
	switch kind {
	case storedBits:
		if len(rest) != 8*len(s) {
			return nil, errStored
		}
		for i := range s {
			s[i] = binary.LittleEndian.Uint64(rest[8*i:])
		}
		return s, nil
	case storedSteps:
		for last := -1; len(rest) > 0; {
			step, size := binary.Uvarint(rest)
			if size <= 0 || step >= MaxNumbers {
				return nil, errStored
			}
			if last += int(step) + 1; last >= n {
				return nil, errStored
			}
			s.Put(last)
			rest = rest[size:]
		}
		return s, nil
	}
	return nil, errStored
}
