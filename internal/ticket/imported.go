package ticket

import (
	"crypto/sha256"
	"encoding/hex"
)

const codeOf = "holdfast imported ticket v1\n"

// HashOfCode names the code with which another shop has sold a ticket of an event, where
// the code itself is kept by nobody but its holder: the first 16 bytes, in hex, of a
// SHA-256 of the event's ID, a line end, and the code.
func HashOfCode(event, code string) string {
	sum := sha256.Sum256([]byte(codeOf + event + "\n" + code))
	return hex.EncodeToString(sum[:16])
}
