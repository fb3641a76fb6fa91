package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"math"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// RoomPrefix begins the text of the token of a place in a waiting room.
const RoomPrefix = "hq_"

// RoomPath is where the page of such a place is: /q/<token>.
const RoomPath = "/q/"

// A place in a waiting room is in an event and is nobody's by name, so its link is no Link:
// who has it was mailed the receipt, or was shown its QR code, and may do with the place what
// whoever has the receipt may. The token names the place and is signed; the receipt is made
// again from it, so that an address of 60 characters does for a text of two kilobytes.

const (
	roomIndexLen = 8
	roomThing    = id.CodeLen + roomIndexLen
)

// RoomToken returns the token of a place in the waiting room of an event, or "" when there
// can be no such place.
func (l Links) RoomToken(event string, index int64) string {
	if !id.Valid(event, id.Event) || index < 0 {
		return ""
	}
	thing := append(make([]byte, 0, roomThing+linkMACLen), strings.TrimPrefix(event, id.Event)...)
	thing = binary.BigEndian.AppendUint64(thing, uint64(index))
	return RoomPrefix + base64.RawURLEncoding.EncodeToString(append(thing, l.roomMAC(thing)...))
}

// RoomURL returns the address of the page of a place in the waiting room of an event.
func (l Links) RoomURL(event string, index int64) string {
	return strings.TrimRight(l.Base, "/") + RoomPath + l.RoomToken(event, index)
}

// Room reads the token of a place in a waiting room and returns its event and index. The error
// is ErrLinkInvalid for everything that this server did not sign.
func (l Links) Room(token string) (event string, index int64, err error) {
	text, ok := strings.CutPrefix(token, RoomPrefix)
	if !ok || len(l.Key) < MinLinkKey || strings.ContainsAny(text, "\r\n") {
		return "", 0, ErrLinkInvalid
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != roomThing+linkMACLen || !hmac.Equal(b[roomThing:], l.roomMAC(b[:roomThing])) {
		return "", 0, ErrLinkInvalid
	}
	n := binary.BigEndian.Uint64(b[id.CodeLen:roomThing])
	if n > math.MaxInt64 {
		return "", 0, ErrLinkInvalid
	}
	return id.Event + string(b[:id.CodeLen]), int64(n), nil
}

func (l Links) roomMAC(thing []byte) []byte {
	h := hmac.New(sha256.New, l.Key)
	h.Write([]byte("holdfast waiting room place v1\n"))
	h.Write(thing)
	return h.Sum(nil)[:linkMACLen]
}
