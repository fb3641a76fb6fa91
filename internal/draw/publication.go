package draw

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/merkle"
)

// A Publication is the public document of a draw. With the leaves, which are published
// beside it, it is all that a stranger needs to recompute every place.
type Publication struct {
	Algorithm  string    `json:"algorithm"`
	EventID    string    `json:"event_id"`
	Entrants   int64     `json:"entrants"`
	Root       HexHash   `json:"root"`
	Struck     int64     `json:"struck"`
	StruckRoot HexHash   `json:"struck_root"`
	SealedAt   time.Time `json:"sealed_at"`
	Round      uint64    `json:"round"`
	// Announced is the round that was announced; it is not Round where the seal was late. 0: it is
	// not said, or there is none.
	Announced uint64  `json:"announced_round,omitempty"`
	Beacon    Beacon  `json:"beacon"`
	Seed      HexHash `json:"seed"`
	// Checkpoint is the tree of the entrants as it was signed when the last of them joined, by one of
	// ReceiptKeys, which sign receipts. Earlier files have neither.
	Checkpoint  *Checkpoint `json:"checkpoint,omitempty"`
	ReceiptKeys []Base64    `json:"receipt_keys,omitempty"`
}

// A Beacon is what the seed was made of. Commitment, Source, Secret and Value are those
// of a ceremony, the first two known since the announcement.
type Beacon struct {
	Kind       BeaconKind `json:"kind"`
	Signature  HexBytes   `json:"signature"`
	Randomness *HexHash   `json:"randomness,omitempty"`
	Commitment *HexHash   `json:"commitment,omitempty"`
	Source     string     `json:"source,omitempty"`
	Secret     HexBytes   `json:"secret,omitempty"`
	Value      string     `json:"value,omitempty"`
}

// A Checkpoint is a tree of entrants that was signed, as a Publication has it and receipts do.
type Checkpoint struct {
	Size      int64   `json:"size"`
	Root      HexHash `json:"root"`
	Signature Base64  `json:"signature"`
}

// SignedBy reports whether one of the keys has signed c for an event.
func (c *Checkpoint) SignedBy(event string, keys []Base64) bool {
	text := CheckpointText(event, c.Size, Hash(c.Root))
	return slices.ContainsFunc(keys, func(k Base64) bool {
		return len(k) == ed25519.PublicKeySize && ed25519.Verify(ed25519.PublicKey(k), text, c.Signature)
	})
}

// CheckpointText is what is signed of the tree of those who have joined an event.
func CheckpointText(event string, size int64, root Hash) []byte {
	return fmt.Appendf(nil, "holdfast/checkpoint/v1\n%s\n%d\n%x\n", event, size, root[:])
}

// Base64 are bytes that are written in base64, as URLs have it and without padding.
type Base64 []byte

// MarshalText implements encoding.TextMarshaler.
func (b Base64) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, b), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *Base64) UnmarshalText(text []byte) (err error) {
	if *b, err = base64.RawURLEncoding.DecodeString(string(text)); err != nil {
		return fmt.Errorf("draw: not base64: %.80q", text)
	}
	return nil
}

// HexHash is a Hash that is written in lower-case hex, and HexBytes are bytes that are.
type (
	HexHash  Hash
	HexBytes []byte
)

// String returns h in hex.
func (h HexHash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h HexHash) MarshalText() ([]byte, error) { return HexBytes(h[:]).MarshalText() }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *HexHash) UnmarshalText(text []byte) error {
	var b HexBytes
	if err := b.UnmarshalText(text); err != nil {
		return err
	}
	if len(b) != len(h) {
		return fmt.Errorf("draw: a hash of %d bytes", len(b))
	}
	copy(h[:], b)
	return nil
}

// String returns b in hex.
func (b HexBytes) String() string { return hex.EncodeToString(b) }

// MarshalText implements encoding.TextMarshaler.
func (b HexBytes) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(b)), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It takes no other spelling than
// MarshalText's.
func (b *HexBytes) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || hex.EncodeToString(raw) != string(text) {
		return fmt.Errorf("draw: not lower-case hex: %.80q", text)
	}
	*b = raw
	return nil
}

// Sealed returns what was fixed before the beacon was known.
func (p *Publication) Sealed() Sealed {
	return Sealed{EventID: p.EventID, Entrants: p.Entrants, Root: Hash(p.Root), Struck: Hash(p.StruckRoot), Round: p.Round}
}

// A Finding is something about a publication that is not as the algorithm says.
type Finding struct {
	Field  string // of the publication, or "leaves", "strikes"
	Detail string
}

func (f Finding) String() string { return f.Field + ": " + f.Detail }

// maxFindings bounds what one check tells.
const maxFindings = 20

// check collects findings.
type check struct{ findings []Finding }

func (c *check) addf(field, format string, args ...any) {
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, Finding{field, fmt.Sprintf(format, args...)})
	}
}

// Check recomputes a draw from its document and its leaves, and returns the order in
// which its entrants are served: their indexes. Whatever does not agree is a finding,
// and then there is no order. The error is that of reading leaves.
func Check(p *Publication, leaves, strikes iter.Seq2[string, error]) ([]int64, []Finding, error) {
	c := &check{}
	if p.Algorithm != Algorithm {
		c.addf("algorithm", "%q is unknown here", p.Algorithm)
		return nil, c.findings, nil
	}
	sealed := p.Sealed()
	if err := sealed.check(); err != nil {
		c.addf("entrants", "%v", err)
		return nil, c.findings, nil
	}
	classes, err := c.leaves(p, leaves)
	if err != nil {
		return nil, nil, err
	}
	struck, err := c.strikes(p, strikes)
	if err != nil {
		return nil, nil, err
	}
	c.checkpoint(p)
	c.beacon(p)
	if seed := HexHash(sealed.Seed(p.Beacon.Signature)); seed != p.Seed {
		c.addf("seed", "is %v, and %v follows from the rest", p.Seed, seed)
	}
	if len(c.findings) > 0 {
		return nil, c.findings, nil
	}
	return Served(Hash(p.Seed), classes, struck), nil, nil
}

// leaves checks the entrants and returns the class of each.
func (c *check) leaves(p *Publication, leaves iter.Seq2[string, error]) ([]uint8, error) {
	var tree merkle.Frontier
	var classes []uint8
	for text, err := range leaves {
		if err != nil {
			return nil, err
		}
		e, err := ParseEntrant(text)
		switch {
		case err != nil:
			c.addf("leaves", "%d: %v", tree.Size(), err)
		case e.Index != tree.Size() || e.EventID != p.EventID:
			c.addf("leaves", "leaf %d is that of entrant %d of %s", tree.Size(), e.Index, e.EventID)
		}
		tree.Append(text)
		classes = append(classes, uint8(e.Class)) //nolint:gosec // at most MaxClass
	}
	if tree.Size() != p.Entrants {
		c.addf("entrants", "are %d, and there are %d leaves", p.Entrants, tree.Size())
	}
	if root := HexHash(tree.Root()); root != p.Root {
		c.addf("root", "is %v, and that of the leaves is %v", p.Root, root)
	}
	return classes, nil
}

// strikes checks who was struck out and returns their indexes.
func (c *check) strikes(p *Publication, strikes iter.Seq2[string, error]) (map[int64]bool, error) {
	var tree merkle.Frontier
	struck := map[int64]bool{}
	last := int64(-1)
	for text, err := range strikes {
		if err != nil {
			return nil, err
		}
		s, err := ParseStrike(text)
		switch {
		case err != nil:
			c.addf("strikes", "%d: %v", tree.Size(), err)
		case s.Index <= last || s.Index >= p.Entrants:
			c.addf("strikes", "entrant %d after %d of %d", s.Index, last, p.Entrants)
		}
		tree.Append(text)
		struck[s.Index], last = true, s.Index
	}
	if tree.Size() != p.Struck {
		c.addf("struck", "are %d, and there are %d leaves", p.Struck, tree.Size())
	}
	if root := HexHash(tree.Root()); root != p.StruckRoot {
		c.addf("struck_root", "is %v, and that of the leaves is %v", p.StruckRoot, root)
	}
	return struck, nil
}

// checkpoint checks that the tree is the one that was signed when the last entrant joined.
func (c *check) checkpoint(p *Publication) {
	switch s := p.Checkpoint; {
	case s == nil:
	case s.Size != p.Entrants || s.Root != p.Root:
		c.addf("checkpoint", "is of %d entrants with the root %v", s.Size, s.Root)
	case !s.SignedBy(p.EventID, p.ReceiptKeys):
		c.addf("checkpoint", "is signed by none of receipt_keys")
	}
}

func (c *check) beacon(p *Publication) {
	b := &p.Beacon
	switch b.Kind {
	case Quicknet:
		if err := VerifyRound(p.Round, b.Signature); err != nil {
			c.addf("beacon", "%v", err)
		}
		earliest := p.SealedAt.Add(RoundsAfterSeal * quicknetPeriod * time.Second)
		if at := RoundTime(p.Round); at.Before(earliest) {
			c.addf("round", "%d is of %s, too near to the seal at %s", p.Round, at.Format(time.RFC3339), p.SealedAt.Format(time.RFC3339))
		}
		if p.Announced != 0 && p.Announced != p.Round && !RoundTime(p.Announced).Before(earliest) {
			c.addf("round", "is %d, and %d was announced, for which the seal was not too late", p.Round, p.Announced)
		}
		if b.Randomness == nil || sha256.Sum256(b.Signature) != Hash(*b.Randomness) {
			c.addf("beacon", "the randomness is not the SHA-256 of the signature")
		}
	case Ceremony:
		if p.Round != 0 {
			c.addf("round", "is %d, and a ceremony has none", p.Round)
		}
		if b.Commitment == nil || b.Source == "" {
			c.addf("beacon", "no commitment, or no source")
			return
		}
		made, err := CeremonyBeacon(Hash(*b.Commitment), b.Secret, b.Value)
		if err != nil {
			c.addf("beacon", "%v", err)
		} else if !bytes.Equal(made, b.Signature) {
			c.addf("beacon", "%x is not what secret and value make", []byte(b.Signature))
		}
	default:
		c.addf("beacon", "kind %q is unknown here", b.Kind)
	}
}

// Served returns the indexes of the entrants in the order in which they are served:
// classes in order, within a class by place, without those who were struck out. The
// class of entrant i is classes[i].
func Served(seed Hash, classes []uint8, struck map[int64]bool) []int64 {
	n := int64(len(classes))
	order := NewOrder(seed, n)
	if n > 1000 {
		order.Tabulate()
	}
	byPlace := make([]int64, n)
	var next [MaxClass + 2]int64 // where the next of a class goes
	for i, class := range classes {
		byPlace[order.Place(int64(i))-1] = int64(i)
		if !struck[int64(i)] {
			next[class+1]++
		}
	}
	for class := 1; class < len(next); class++ {
		next[class] += next[class-1]
	}
	served := make([]int64, next[MaxClass+1])
	for _, i := range byPlace {
		if !struck[i] {
			class := classes[i]
			served[next[class]] = i
			next[class]++
		}
	}
	return served
}
