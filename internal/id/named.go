package id

import (
	"crypto/sha256"
	"encoding/binary"
)

// TopNamed makes the id of a top-level thing from a seed instead of from the
// clock: the same seed gives the same id, so that a request that is repeated
// with its Idempotency-Key finds what the first one made.
func TopNamed(prefix, seed string) string {
	h := sha256.Sum256([]byte("holdfast id v1\n" + prefix + "\n" + seed))
	return prefix + encode(binary.BigEndian.Uint64(h[:])&(1<<60-1), codeLen)
}

// Named makes the id of a thing inside an event from a seed, like TopNamed. It
// panics when event is not an event id.
func Named(prefix, event, seed string) string {
	if !Valid(event, Event) {
		panic("id: not an event id: " + event)
	}
	h := sha256.Sum256([]byte("holdfast id v1\n" + prefix + "\n" + event + "\n" + seed))
	// The highest bit is set so that it never meets an id made by Seq.
	hi := binary.BigEndian.Uint64(h[:])&(1<<40-1) | 1<<39
	lo := binary.BigEndian.Uint64(h[8:]) & (1<<40 - 1)
	return prefix + event[len(Event):] + encode(hi, 8) + encode(lo, 8)
}
