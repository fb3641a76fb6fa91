package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

const (
	secretBytes = 32 // 256 random bits
	secretChars = 43 // of base64url
)

// newSecret makes a secret that begins with a prefix, and its SHA-256, which is all that is
// ever stored: it is 256 random bits, so a slow hash would protect nothing and cost every
// request.
func newSecret(prefix string) (text string, hash [32]byte) {
	var b [secretBytes]byte
	rand.Read(b[:]) // crypto/rand.Read never returns an error since Go 1.24
	return secretFrom(prefix, b)
}

// secretFrom returns the secret with these bits and its hash.
func secretFrom(prefix string, b [secretBytes]byte) (text string, hash [32]byte) {
	text = prefix + base64.RawURLEncoding.EncodeToString(b[:])
	return text, sha256.Sum256([]byte(text))
}

// hashSecret is what is stored of a secret with a prefix; nil for what cannot be one.
func hashSecret(prefix, text string) *[32]byte {
	if !strings.HasPrefix(text, prefix) || len(text) != len(prefix)+secretChars {
		return nil
	}
	hash := sha256.Sum256([]byte(text))
	return &hash
}
