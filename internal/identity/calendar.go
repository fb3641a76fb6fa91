package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

const calendarPrefix = "hc_"

// NewCalendarSecret makes the secret in the address of a calendar, and what is stored of it:
// its SHA-256, as it is 256 random bits.
func NewCalendarSecret() (text string, hash [32]byte) {
	var b [32]byte
	rand.Read(b[:]) // crypto/rand.Read never returns an error since Go 1.24
	text = calendarPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	return text, sha256.Sum256([]byte(text))
}

// HashCalendarSecret is what is stored of a secret; nil for what cannot be one.
func HashCalendarSecret(text string) *[32]byte {
	if !strings.HasPrefix(text, calendarPrefix) || len(text) != len(calendarPrefix)+keyChars {
		return nil
	}
	hash := sha256.Sum256([]byte(text))
	return &hash
}
