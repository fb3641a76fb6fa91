package waitroom

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/draw"
)

// receiptVersion is the first line of what people keep.
const receiptVersion = "holdfast/receipt/v1"

// SaltBytes is the length of a salt.
const SaltBytes = 16

// maxPath bounds the path of a leaf: draw.MaxEntrants have no longer one.
const maxPath = 36

// ErrReceipt is a receipt that this installation did not sign, or that was changed.
var ErrReceipt = errors.New("waitroom: not a genuine receipt")

// A Checkpoint is the tree of those who have joined, as it was after a batch. One
// signature of it serves all receipts of the batch.
type Checkpoint struct {
	EventID string
	Size    int64
	Root    draw.Hash
}

func (c *Checkpoint) text() []byte {
	return draw.CheckpointText(c.EventID, c.Size, c.Root)
}

// Sign returns the signature of c.
func (c *Checkpoint) Sign(key ed25519.PrivateKey) []byte { return ed25519.Sign(key, c.text()) }

// A Receipt is a place in a waiting room. It has no address and no name: whoever holds it
// has the place. The signature holds for all of it but the salt, which shows who it is to
// those who know the identity, and nothing to others.
type Receipt struct {
	Entrant    draw.Entrant
	Salt       [SaltBytes]byte
	Checkpoint Checkpoint
	Path       tlog.RecordProof
	Signature  []byte
}

// Commit returns the commitment of an entrant: SHA-256 of the salt and the keyed
// identity. The identity is keyed, so that whoever has a list of addresses cannot try them.
func Commit(salt [SaltBytes]byte, identity []byte) [draw.CommitmentBytes]byte {
	return sha256.Sum256(append(salt[:], identity...))
}

// Text returns r as the text that people keep: lines, of which the last is the signature
// in base64.
func (r *Receipt) Text() string {
	const hash = 2*tlog.HashSize + 1
	var t strings.Builder
	t.Grow(192 + hash*(2+len(r.Path)) + 2*len(r.Signature)) // in one piece: thousands a second are written
	var room [2 * hash]byte
	line := func(b []byte) { t.Write(append(b, '\n')) }
	line(append(room[:0], receiptVersion...))
	line(append(room[:0], r.Entrant.EventID...))
	line(strconv.AppendInt(room[:0], r.Entrant.Index, 10))
	line(strconv.AppendInt(room[:0], int64(r.Entrant.Class), 10))
	line(hex.AppendEncode(room[:0], r.Entrant.Commitment[:]))
	line(hex.AppendEncode(room[:0], r.Salt[:]))
	line(strconv.AppendInt(room[:0], r.Checkpoint.Size, 10))
	line(hex.AppendEncode(room[:0], r.Checkpoint.Root[:]))
	for i := range r.Path {
		line(hex.AppendEncode(room[:0], r.Path[i][:]))
	}
	line(base64.RawURLEncoding.AppendEncode(room[:0], r.Signature))
	return t.String()
}

// The lines before the path, and the one after it.
const fixedLines = 8

// ParseReceipt reads what Text writes, and nothing else, and returns it if one of the
// keys signed it for this event.
func ParseReceipt(text, event string, keys []ed25519.PublicKey) (*Receipt, error) {
	r, err := ReadReceipt(text)
	if err != nil {
		return nil, err
	}
	signed := r.Checkpoint.text()
	if r.Entrant.EventID != event || !slices.ContainsFunc(keys, func(k ed25519.PublicKey) bool { return ed25519.Verify(k, signed, r.Signature) }) {
		return nil, ErrReceipt
	}
	return r, nil
}

// ReadReceipt reads what Text writes, and nothing else. Its leaf is in the tree that the receipt names;
// whether anybody has signed that is not asked.
func ReadReceipt(text string) (*Receipt, error) {
	line := strings.Split(text, "\n")
	if len(line) < fixedLines+2 || len(line) > fixedLines+maxPath+2 || line[0] != receiptVersion {
		return nil, ErrReceipt
	}
	var p parser
	r := &Receipt{Entrant: draw.Entrant{EventID: line[1], Index: p.number(line[2]), Class: int(p.number(line[3]))}}
	p.hex(r.Entrant.Commitment[:], line[4])
	p.hex(r.Salt[:], line[5])
	r.Checkpoint = Checkpoint{EventID: line[1], Size: p.number(line[6])}
	p.hex(r.Checkpoint.Root[:], line[7])
	for _, h := range line[fixedLines : len(line)-2] {
		var node draw.Hash
		p.hex(node[:], h)
		r.Path = append(r.Path, node)
	}
	r.Signature = p.base64(line[len(line)-2])
	switch {
	case p.err != nil:
		return nil, fmt.Errorf("%w: %w", ErrReceipt, p.err)
	case r.Text() != text:
		return nil, ErrReceipt
	}
	leaf := tlog.RecordHash([]byte(r.Entrant.Text()))
	if err := tlog.CheckRecord(r.Path, r.Checkpoint.Size, r.Checkpoint.Root, r.Entrant.Index, leaf); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	return r, nil
}

// parser reads lines and remembers the first error.
type parser struct{ err error }

func (p *parser) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *parser) number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	p.keep(err)
	return n
}

func (p *parser) hex(into []byte, text string) {
	b, err := hex.DecodeString(text)
	if err == nil && len(b) != len(into) {
		err = fmt.Errorf("%d bytes", len(b))
	}
	p.keep(err)
	copy(into, b)
}

func (p *parser) base64(text string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(text)
	p.keep(err)
	return b
}
