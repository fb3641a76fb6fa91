package signals

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	timeBytes, nonceBytes, macBytes = 8, 8, 16
	visitBytes                      = timeBytes + nonceBytes + macBytes
	// visitLife is how long an opening of a page counts as one: pages are left open until a sale
	// begins.
	visitLife = 7 * inventory.Day
)

// visit is an opening of the page of an event.
type visit struct {
	at    inventory.Instant
	nonce [nonceBytes]byte
}

// Visit returns the text of an opening of the page of an event, now.
func (s *Signals) Visit(event string) string {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, visitBytes), uint64(s.now())) //nolint:gosec // since 1970
	b = b[:timeBytes+nonceBytes]
	_, _ = rand.Read(b[timeBytes:]) // never fails
	return base64.RawURLEncoding.EncodeToString(append(b, s.mac(event, b)...))
}

// read returns what a text is the opening of; false: of no page of the event, or of one that is
// too long ago.
func (s *Signals) read(event, text string) (v visit, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) != visitBytes || !hmac.Equal(b[timeBytes+nonceBytes:], s.mac(event, b[:timeBytes+nonceBytes])) {
		return v, false
	}
	v.at = inventory.Instant(binary.BigEndian.Uint64(b)) //nolint:gosec // we have signed it
	copy(v.nonce[:], b[timeBytes:])
	return v, s.now() < v.at+inventory.Instant(visitLife)
}

func (s *Signals) mac(event string, b []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	_, _ = h.Write([]byte(event + "\n"))
	_, _ = h.Write(b)
	return h.Sum(nil)[:macBytes]
}
