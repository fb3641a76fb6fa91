package verify

import (
	"encoding/binary"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// key is the id of something inside the event at hand, in 11 bytes and without
// a pointer: a kind and the 80 bits that follow the event's code. The zero key
// is the empty id.
type key [11]byte

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// oddKind marks a key whose id is not of the usual form (a damaged row, an id
// of another event): the rest of the key is its index in names.odd.
const oddKind = 0xff

var kinds = [...]string{1: id.Order, 2: id.Block, 3: id.Entry, 4: id.Offer, 5: id.Person, 6: id.Pool, 7: id.Tier}

// names turns ids of one event into keys and back.
type names struct {
	event  string
	code   string
	digit  [256]byte
	odd    []string
	oddKey map[string]key
}

func newNames(event string) *names {
	n := &names{event: event, code: strings.TrimPrefix(event, id.Event), oddKey: map[string]key{}}
	for i := range n.digit {
		n.digit[i] = 0xff
	}
	for i := range len(alphabet) {
		n.digit[alphabet[i]] = byte(i)
	}
	return n
}

// key returns the key of an id.
func (n *names) key(s string) key {
	if s == "" {
		return key{}
	}
	for kind, prefix := range kinds {
		if prefix == "" || !strings.HasPrefix(s, prefix) {
			continue
		}
		code, tail := n.code, s[len(prefix):]
		if !strings.HasPrefix(tail, code) || len(tail) != len(code)+16 {
			break
		}
		hi, ok1 := n.bits(tail[len(code) : len(code)+8])
		lo, ok2 := n.bits(tail[len(code)+8:])
		if !ok1 || !ok2 {
			break
		}
		return pack(byte(kind), hi, lo)
	}
	k, ok := n.oddKey[s]
	if !ok {
		k = pack(oddKind, 0, uint64(len(n.odd)))
		n.odd = append(n.odd, strings.Clone(s))
		n.oddKey[n.odd[len(n.odd)-1]] = k
	}
	return k
}

// bits reads eight characters of five bits each.
func (n *names) bits(s string) (v uint64, ok bool) {
	for i := range len(s) {
		d := n.digit[s[i]]
		if d == 0xff {
			return 0, false
		}
		v = v<<5 | uint64(d)
	}
	return v, true
}

func pack(kind byte, hi, lo uint64) (k key) {
	var b [8]byte
	k[0] = kind
	binary.BigEndian.PutUint64(b[:], hi)
	copy(k[1:6], b[3:])
	binary.BigEndian.PutUint64(b[:], lo)
	copy(k[6:11], b[3:])
	return k
}

// id returns the id that a key was made of.
func (n *names) id(k key) string {
	var hi, lo [8]byte
	copy(hi[3:], k[1:6])
	copy(lo[3:], k[6:11])
	h, l := binary.BigEndian.Uint64(hi[:]), binary.BigEndian.Uint64(lo[:])
	switch k[0] {
	case 0:
		return ""
	case oddKind:
		return n.odd[l]
	}
	b := make([]byte, 0, 32)
	b = append(b, kinds[k[0]]...)
	b = append(b, n.code...)
	for _, v := range [...]uint64{h, l} {
		for shift := 35; shift >= 0; shift -= 5 {
			b = append(b, alphabet[v>>shift&31])
		}
	}
	return string(b)
}

// words gives short texts (states, reasons, tiers) small numbers, so that
// records hold no pointers.
type words struct {
	list  []string
	index map[string]word
}

type word uint16

// manyWords is the number of all texts past the 65534th. A sound database has a
// few dozen: states and reasons are closed lists, and tiers are at most MaxTiers.
const manyWords = 1<<16 - 1

func newWords() *words { return &words{list: []string{""}, index: map[string]word{"": 0}} }

func (w *words) number(s string) word {
	n, ok := w.index[s]
	if !ok {
		if len(w.list) == manyWords {
			return manyWords
		}
		n = word(len(w.list))
		s = strings.Clone(s)
		w.list = append(w.list, s)
		w.index[s] = n
	}
	return n
}

func (w *words) text(n word) string {
	if n == manyWords {
		return "(one text too many)"
	}
	return w.list[n]
}
