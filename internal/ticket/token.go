package ticket

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// Ticket is what a token speaks of.
type Ticket struct {
	ID string // tkt_…
	// Version is raised when a new token is issued; the older ones are then void.
	Version uint32
}

// Event returns the event that the ticket is for; "" when the id is none.
func (t Ticket) Event() string {
	order, _, ok := id.UnitOf(t.ID)
	if !ok {
		return ""
	}
	event, _ := id.EventOf(order, id.Order)
	return event
}

// Errors of reading a token.
var (
	ErrInvalid    = errors.New("ticket: not a valid token")
	ErrWrongEvent = errors.New("ticket: the token is for another event")
	ErrTicket     = errors.New("ticket: not a ticket id")
)

// The binary form: version of the form, event code (60 bits), the order's own
// characters (2 × 40 bits), unit, version of the ticket, signature.
const (
	form       = 1
	payloadLen = 1 + 8 + 5 + 5 + 2 + 4
	tokenLen   = payloadLen + ed25519.SignatureSize
	codeChars  = 12
	halfChars  = 8
)

// TokenChars is the length of a token as text.
const TokenChars = (tokenLen*8 + 5) / 6

// Hash names a version of a ticket where ids must not be told: the first 8 bytes,
// in hex, of the SHA-256 of its id, a dot, and its version in decimal.
func (t Ticket) Hash() string {
	sum := sha256.Sum256([]byte(t.ID + "." + strconv.FormatUint(uint64(t.Version), 10)))
	return hex.EncodeToString(sum[:8])
}

const signedFor = "holdfast ticket v1\n"

// Token returns the token of a ticket as text: 89 bytes in base64url.
func (k *Keys) Token(t Ticket) (string, error) {
	payload, err := pack(t)
	if err != nil {
		return "", err
	}
	key, err := k.private(t.Event())
	if err != nil {
		return "", err
	}
	sig := ed25519.Sign(key, append([]byte(signedFor), payload...))
	return base64.RawURLEncoding.EncodeToString(append(payload, sig...)), nil
}

func pack(t Ticket) ([]byte, error) {
	order, unit, ok := id.UnitOf(t.ID)
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrTicket, t.ID)
	}
	body := order[len(id.Order):]
	code, _ := id.Value(body[:codeChars])
	hi, _ := id.Value(body[codeChars : codeChars+halfChars])
	lo, _ := id.Value(body[codeChars+halfChars:])
	b := make([]byte, 0, tokenLen)
	b = append(b, form)
	b = binary.BigEndian.AppendUint64(b, code)
	b = append40(b, hi)
	b = append40(b, lo)
	b = binary.BigEndian.AppendUint16(b, uint16(unit))
	return binary.BigEndian.AppendUint32(b, t.Version), nil
}

func append40(b []byte, v uint64) []byte {
	return append(b, byte(v>>32), byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

func read40(b []byte) uint64 {
	return uint64(b[0])<<32 | uint64(binary.BigEndian.Uint32(b[1:]))
}

// unpack reads a payload, of which there is exactly one for each ticket.
func unpack(b []byte) (Ticket, bool) {
	code := binary.BigEndian.Uint64(b[1:])
	unit := binary.BigEndian.Uint16(b[19:])
	if b[0] != form || code>>60 != 0 || unit == 0 || unit > id.MaxUnit {
		return Ticket{}, false
	}
	order := id.Order + id.Text(code, codeChars) + id.Text(read40(b[9:]), halfChars) + id.Text(read40(b[14:]), halfChars)
	return Ticket{ID: id.TicketOf(order, int64(unit)), Version: binary.BigEndian.Uint32(b[21:])}, true
}

// Parse returns the ticket of a token that this installation issued for an
// event. ErrWrongEvent comes with the ticket: it was issued, for another event.
// Everything else is ErrInvalid.
func (k *Keys) Parse(event, token string) (Ticket, error) {
	t, b, err := decode(token)
	if err != nil {
		return Ticket{}, err
	}
	// Whoever has the key needs not verify: there is one signature that it makes, and to
	// make it costs less than half.
	key, err := k.private(t.Event())
	if err != nil || subtle.ConstantTimeCompare(ed25519.Sign(key, append([]byte(signedFor), b[:payloadLen]...)), b[payloadLen:]) != 1 {
		return Ticket{}, ErrInvalid
	}
	if t.Event() != event {
		return t, ErrWrongEvent
	}
	return t, nil
}

// Verify is what a scanner without a network does: it has only the public key
// of its event. It accepts what Parse accepts, and nothing of other events.
func Verify(public ed25519.PublicKey, event, token string) (Ticket, error) {
	t, b, err := decode(token)
	if err != nil || t.Event() != event || len(public) != ed25519.PublicKeySize ||
		!ed25519.Verify(public, append([]byte(signedFor), b[:payloadLen]...), b[payloadLen:]) {
		return Ticket{}, ErrInvalid
	}
	return t, nil
}

// EventOf returns the event that a token is for; "": it has not the form of one. Whether it was
// issued is not looked at.
func EventOf(token string) string {
	t, _, err := decode(token)
	if err != nil {
		return ""
	}
	return t.Event()
}

func decode(token string) (Ticket, []byte, error) {
	// The decoder skips line ends, which would give one token many spellings.
	if len(token) != TokenChars || strings.ContainsAny(token, "\r\n") {
		return Ticket{}, nil, ErrInvalid
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(b) != tokenLen {
		return Ticket{}, nil, ErrInvalid
	}
	t, ok := unpack(b)
	if !ok {
		return Ticket{}, nil, ErrInvalid
	}
	return t, b, nil
}
