// Package draw puts people who came at the same time into an order that nobody chose
// and that everybody can recompute: the algorithm holdfast/draw/v1.
//
// Entrants are leaves of a Merkle tree (RFC 9162), so that its root commits to all of
// them before the draw. A beacon, a number that nobody could know when the tree was
// sealed, becomes the seed of a permutation of the leaves. Anyone who knows the sealed
// numbers, the beacon and the leaves can compute the place of everybody.
//
// The package does no I/O and knows no clock: times, leaves and beacons come in.
package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// Algorithm names the rules of this package. Another rule needs another name.
const Algorithm = "holdfast/draw/v1"

// MaxEntrants bounds a draw: more people than live on earth.
const MaxEntrants = 1 << 34

// A Hash is a node of a tree, or a seed.
type Hash = tlog.Hash

// Sealed is what was fixed before anybody could know the beacon.
type Sealed struct {
	EventID  string
	Entrants int64 // leaves of the tree
	Root     Hash  // of the entrants
	Struck   Hash  // root of those who were struck out
	// Round is the beacon's, fixed when the draw was announced; 0 for a ceremony.
	Round uint64
}

// Seed returns the seed that a beacon gives. The beacon is the signature of a round
// (see Quicknet), or what a ceremony ended with (see Ceremony).
func (s *Sealed) Seed(beacon []byte) Hash {
	h := sha256.New()
	prefixed := func(b []byte) {
		_, _ = h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(b)))) //nolint:gosec // an ID, a name and a signature are short
		_, _ = h.Write(b)
	}
	number := func(n uint64) { _, _ = h.Write(binary.BigEndian.AppendUint64(nil, n)) }
	prefixed([]byte(Algorithm))
	prefixed([]byte(s.EventID))
	number(uint64(s.Entrants)) //nolint:gosec // never negative, see check
	_, _ = h.Write(s.Root[:])
	_, _ = h.Write(s.Struck[:])
	number(s.Round)
	prefixed(beacon)
	return Hash(h.Sum(nil))
}

// check reports what is impossible in s.
func (s *Sealed) check() error {
	switch {
	case s.EventID == "":
		return errors.New("draw: no event")
	case s.Entrants < 0 || s.Entrants > MaxEntrants:
		return fmt.Errorf("draw: %d entrants", s.Entrants)
	}
	return nil
}
