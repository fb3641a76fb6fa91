package waitroom

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Errors of passes.
var (
	ErrPass     = errors.New("waitroom: not a genuine pass")
	ErrPassOver = errors.New("waitroom: the pass is over")
)

// A Pass lets whoever holds it take places of an event until it is over. It is checked
// by its signature, without a query.
type Pass struct {
	EventID string
	Index   int64 // of the entrant
	Until   inventory.Instant
}

// The binary form: version, index, end, then the HMAC over purpose, event and these.
const (
	passForm    = 1
	passPayload = 1 + 8 + 8
	passLen     = passPayload + sha256.Size
	passPurpose = "holdfast waiting room pass v1\n"
)

// Token returns p as text, made with a key of the installation.
func (p *Pass) Token(key []byte) string {
	b := make([]byte, 0, passLen)
	b = append(b, passForm)
	b = binary.BigEndian.AppendUint64(b, uint64(p.Index)) //nolint:gosec // never negative
	b = binary.BigEndian.AppendUint64(b, uint64(p.Until)) //nolint:gosec // after 1970
	return base64.RawURLEncoding.EncodeToString(append(b, passMAC(key, p.EventID, b)...))
}

// ParsePass returns the pass of a token for this event: ErrPass for anything that was
// not made with the key, ErrPassOver with the pass when its time is over.
func ParsePass(token, event string, key []byte, now inventory.Instant) (Pass, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != passLen || b[0] != passForm || subtle.ConstantTimeCompare(b[passPayload:], passMAC(key, event, b[:passPayload])) != 1 {
		return Pass{}, ErrPass
	}
	p := Pass{
		EventID: event,
		Index:   int64(binary.BigEndian.Uint64(b[1:])),             //nolint:gosec // as Token wrote it
		Until:   inventory.Instant(binary.BigEndian.Uint64(b[9:])), //nolint:gosec // as Token wrote it
	}
	if now >= p.Until {
		return p, ErrPassOver
	}
	return p, nil
}

func passMAC(key []byte, event string, payload []byte) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(passPurpose))
	_, _ = mac.Write([]byte(event))
	_, _ = mac.Write([]byte{'\n'})
	_, _ = mac.Write(payload)
	return mac.Sum(nil)
}
