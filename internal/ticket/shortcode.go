package ticket

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// Unit is what a short code speaks of: a unit of the order that began an event's
// story at some row, and a version of its ticket.
type Unit struct {
	// Number is the ledger seq of the order's first audit row. No two orders of an
	// event have the same.
	Number int64
	Unit   int64
	// Version is that of the ticket.
	Version uint32
}

// Errors of reading a short code.
var (
	ErrNoShortCode = errors.New("ticket: not a short code")
	ErrMistyped    = errors.New("ticket: a character of the short code is wrong")
)

// The value of a short code: the number of the order, the unit, the version.
const (
	numberBits  = 31
	unitBits    = 10
	versionBits = 4
	codeBits    = numberBits + unitBits + versionBits // 45
	leftBits    = codeBits / 2
	rightBits   = codeBits - leftBits
	valueChars  = codeBits / 5
	rounds      = 10
)

// ShortCodeChars is how many characters a short code has, without the hyphen.
const ShortCodeChars = valueChars + 1

// ShortCode returns what can be typed instead of scanning a ticket: nine characters
// that a keyed permutation makes of the unit, and one that shows a typing error. So
// no two units of an event have the same code, and from one code nobody can tell
// another. It is "" for what has no room in it: a ticket that was issued sixteen
// times, an order of an event with 2³¹ audit rows.
func (k *Keys) ShortCode(event string, u Unit) (string, error) {
	if u.Number <= 0 || u.Number >= 1<<numberBits || u.Unit < 1 || u.Unit > id.MaxUnit || u.Version >= 1<<versionBits {
		return "", nil
	}
	block, err := k.shuffle(event)
	if err != nil {
		return "", err
	}
	v := permute(block, uint64(u.Number)<<(unitBits+versionBits)|uint64(u.Unit)<<versionBits|uint64(u.Version))
	text := id.Text(v, valueChars)
	return strings.ToUpper(text + id.Text(uint64(times2(sum32(text))), 1)), nil
}

// ReadShortCode takes a short code apart, as somebody typed it: in any case, with
// hyphens and spaces, O for 0, I and L for 1. ErrNoShortCode says that it has another
// form, ErrMistyped that its last character does not fit the others. That there is
// such a ticket it does not say.
func (k *Keys) ReadShortCode(event, typed string) (Unit, error) {
	text, ok := plainCode(typed)
	if !ok {
		return Unit{}, ErrNoShortCode
	}
	if sum32(text) != 0 {
		return Unit{}, ErrMistyped
	}
	block, err := k.shuffle(event)
	if err != nil {
		return Unit{}, err
	}
	v, _ := id.Value(text[:valueChars])
	v = restore(block, v)
	return Unit{
		Number: int64(v >> (unitBits + versionBits)), Unit: int64(v >> versionBits & (1<<unitBits - 1)), Version: uint32(v & (1<<versionBits - 1)),
	}, nil
}

// GroupShortCode writes a short code as people read it: two groups of five.
func GroupShortCode(code string) string {
	if len(code) != ShortCodeChars {
		return code
	}
	return code[:ShortCodeChars/2] + "-" + code[ShortCodeChars/2:]
}

// plainCode brings what was typed to the characters of ids.
func plainCode(typed string) (string, bool) {
	if len(typed) > 4*ShortCodeChars { // no code with so many hyphens
		return "", false
	}
	text := strings.NewReplacer("-", "", "–", "", " ", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(typed))
	if len(text) != ShortCodeChars {
		return "", false
	}
	for i := range len(text) {
		if _, ok := id.Value(text[i : i+1]); !ok {
			return "", false
		}
	}
	return text, true
}

// sum32 is the remainder of the characters, read as a polynomial over the field of 32
// elements, at the element x: 0 of a whole short code. One wrong character and two that
// changed places always change it.
func sum32(text string) byte {
	var sum byte
	for i := range len(text) {
		c, _ := id.Value(text[i : i+1])
		sum = times2(sum) ^ byte(c)
	}
	return sum
}

// times2 multiplies by x in the field of 32 elements, modulo x⁵+x²+1.
func times2(v byte) byte {
	if v <<= 1; v&32 != 0 {
		v ^= 0b100101
	}
	return v
}

// permute and restore are a Feistel network over the two halves of a value, and its
// inverse: whatever the round function is, each value becomes another.
func permute(block cipher.Block, v uint64) uint64 {
	left, right := v>>rightBits, v&(1<<rightBits-1)
	for r := range rounds {
		left, right = step(block, r, left, right)
	}
	return left<<rightBits | right
}

func restore(block cipher.Block, v uint64) uint64 {
	left, right := v>>rightBits, v&(1<<rightBits-1)
	for r := rounds - 1; r >= 0; r-- {
		left, right = step(block, r, left, right)
	}
	return left<<rightBits | right
}

// step changes one half by the other; done again, it takes the change back.
func step(block cipher.Block, round int, left, right uint64) (uint64, uint64) {
	if round%2 == 0 {
		return left ^ mixed(block, round, right)&(1<<leftBits-1), right
	}
	return left, right ^ mixed(block, round, left)&(1<<rightBits-1)
}

func mixed(block cipher.Block, round int, half uint64) uint64 {
	var b [aes.BlockSize]byte
	b[0] = byte(round)
	binary.BigEndian.PutUint64(b[8:], half)
	block.Encrypt(b[:], b[:])
	return binary.BigEndian.Uint64(b[:8])
}

// shuffle returns the key of the permutation of an event's short codes.
func (k *Keys) shuffle(event string) (cipher.Block, error) {
	if !id.Valid(event, id.Event) {
		return nil, ErrEvent
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if block, ok := k.shuffles[event]; ok {
		return block, nil
	}
	key, err := hkdf.Key(sha256.New, k.secret, nil, "holdfast short code v1\n"+event, 16)
	if err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	if len(k.shuffles) >= maxKeys {
		clear(k.shuffles)
	}
	k.shuffles[event] = block
	return block, nil
}
