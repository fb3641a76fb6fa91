package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// What the rows of events do not commit to is sealed after it was written: a job hashes
// it and puts the hash into the chain of the organization. So registering and
// coming in wait for none of it, and whoever changes it within minutes is not noticed.

// sealLen is how many bytes of a SHA-256 a seal has, as commitments have.
const sealLen = 16

// NameSeal is a hash of how somebody is called. Without Salt nobody can try whose it
// was: it goes when the person is erased, and the hash stays in what was sealed.
type NameSeal struct {
	Subject string // a person, or an order or entry that names somebody
	Person  string // whose that is
	Salt    [sealLen]byte
	Hash    [sealLen]byte
}

// Of returns what the hash is of those texts.
func (n *NameSeal) Of(texts ...string) [sealLen]byte {
	e := encoding("name\n")
	e.text(string(n.Salt[:]))
	e.text(n.Subject)
	for _, t := range texts {
		e.text(t)
	}
	return e.seal()
}

// Blank reports whether the salt is gone.
func (n *NameSeal) Blank() bool { return n.Salt == [sealLen]byte{} }

func (e encoding) seal() [sealLen]byte {
	sum := sha256.Sum256(e)
	return [sealLen]byte(sum[:sealLen])
}

// NamesCommitment commits to the hashes of names, in their order.
func NamesCommitment(list []NameSeal) string {
	e := encoding("names\n")
	for i := range list {
		n := &list[i]
		e.text(n.Subject)
		e.text(n.Person)
		e.text(string(n.Hash[:]))
	}
	return e.commitment()
}

// EncodeNames returns seals as they are stored.
func EncodeNames(list []NameSeal) []byte {
	e := encoding{}
	for i := range list {
		n := &list[i]
		e.text(n.Subject)
		e.text(n.Person)
		e = append(append(e, n.Salt[:]...), n.Hash[:]...)
	}
	return e
}

var errSeals = errors.New("audit: seals of names are not readable")

// DecodeNames reads what EncodeNames returned.
func DecodeNames(stored []byte) (list []NameSeal, err error) {
	text := func() string {
		if len(stored) < 4 || uint64(len(stored)-4) < uint64(binary.BigEndian.Uint32(stored)) {
			stored, err = nil, errSeals
			return ""
		}
		n := 4 + int(binary.BigEndian.Uint32(stored))
		t := string(stored[4:n])
		stored = stored[n:]
		return t
	}
	for len(stored) > 0 {
		n := NameSeal{Subject: text(), Person: text()}
		if err != nil || len(stored) < 2*sealLen {
			return nil, errSeals
		}
		copy(n.Salt[:], stored)
		copy(n.Hash[:], stored[sealLen:])
		stored = stored[2*sealLen:]
		list = append(list, n)
	}
	return list, err
}

// ScanSlot is how long the scans come in that are sealed together.
const ScanSlot = 10 * inventory.Instant(inventory.Minute)

// SlotOf is the slot of a scan that was received then.
func SlotOf(received inventory.Instant) int64 { return int64(received / ScanSlot) }

// Scan is what a scan says for good. Which scan it repeats follows from the others, and
// why somebody was let in can be erased.
type Scan struct {
	Device, ID, List, Ticket, Gate, Verdict, OverrideBy string
	Online                                              bool
	At, ReceivedAt                                      inventory.Instant
}

// Seal is the hash of the scan.
func (s *Scan) Seal() [sealLen]byte {
	e := encoding("scan\n")
	for _, t := range [...]string{s.Device, s.ID, s.List, s.Ticket, s.Gate, s.Verdict, s.OverrideBy} {
		e.text(t)
	}
	e.truth(s.Online)
	e.number(int64(s.At))
	e.number(int64(s.ReceivedAt))
	return e.seal()
}

// ScansCommitment commits to the scans of an event and slot, in whatever order.
func ScansCommitment(seals [][sealLen]byte) string {
	seals = slices.Clone(seals)
	slices.SortFunc(seals, func(a, b [sealLen]byte) int { return bytes.Compare(a[:], b[:]) })
	e := encoding("scans\n")
	for i := range seals {
		e = append(e, seals[i][:]...)
	}
	return e.commitment()
}
