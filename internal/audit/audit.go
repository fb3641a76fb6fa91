// Package audit chains and signs the audit rows of an event, and those of an
// organization: who may act for it, and which events it has.
//
// Each row's hash covers the previous hash and every field of the row, and the
// newest hash is signed with the installation's Ed25519 key in every batch. Rows
// name people by id only: erasing a person's data changes no row and breaks no
// chain. The sequencer calls Chain and SignHead; verify calls them again.
package audit

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Hash is the SHA-256 of a row and everything before it. The zero Hash precedes
// the first row.
type Hash [sha256.Size]byte

// Chain returns the hash of each row, given the hash before the first of them.
func Chain(prev Hash, event string, rows []inventory.AuditRow) []Hash {
	hashes := make([]Hash, len(rows))
	buf := make([]byte, 0, 512)
	for i := range rows {
		buf = appendRow(append(buf[:0], prev[:]...), event, &rows[i])
		prev = sha256.Sum256(buf)
		hashes[i] = prev
	}
	return hashes
}

// appendRow encodes a row so that no two different rows encode alike: numbers
// are eight bytes, texts are preceded by their length.
func appendRow(b []byte, event string, r *inventory.AuditRow) []byte {
	num := func(v int64) { b = binary.BigEndian.AppendUint64(b, uint64(v)) }
	text := func(s string) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(s)))
		b = append(b, s...)
	}
	text(event)
	num(r.Seq)
	num(int64(r.At))
	text(r.Actor)
	text(r.Subject)
	text(r.From)
	text(r.To)
	text(string(r.Reason))
	num(r.Rule)
	text(r.Related)
	num(r.Units)
	num(r.PrevSeq)
	// Most rows commit to nothing, and hash as if the field did not exist.
	if r.Commitment != "" {
		text(r.Commitment)
	}
	return b
}

func headMessage(event string, seq int64, head Hash) []byte {
	b := append([]byte("holdfast audit head v1\n"), event...)
	b = binary.BigEndian.AppendUint64(append(b, '\n'), uint64(seq))
	return append(b, head[:]...)
}

// SignHead signs the statement that the chain of event has hash head at seq.
func SignHead(key ed25519.PrivateKey, event string, seq int64, head Hash) []byte {
	return ed25519.Sign(key, headMessage(event, seq, head))
}

// VerifyHead reports whether sig is a valid SignHead of that statement.
func VerifyHead(key ed25519.PublicKey, event string, seq int64, head Hash, sig []byte) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, headMessage(event, seq, head), sig)
}
