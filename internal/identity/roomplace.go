package identity

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// RoomPrefix begins the text of the token of a place in a waiting room.
const RoomPrefix = "hq_"

// RoomPath is where the page of such a place is: /q/<token>.
const RoomPath = "/q/"

// RoomReceiptFile is where the receipt of such a place is, below its page.
const RoomReceiptFile = "/receipt.txt"

// A place in a waiting room is in an event and is nobody's by name, so its link is not a Link:
// whoever has it was mailed the receipt, or was shown its QR code, and may do with the place what
// whoever has the receipt may. The token names the place and is signed; the receipt is made
// again from it, so that an address of 60 characters does for a text of two kilobytes.

// roomLinks name the code of an event and an index of 8 bytes.
var roomLinks = placeTokens{RoomPrefix, "holdfast waiting room place v1", id.CodeLen + 8}

// RoomToken returns the token of a place in the waiting room of an event, or "" when there
// can be no such place.
func (l Links) RoomToken(event string, index int64) string {
	if !id.Valid(event, id.Event) || index < 0 {
		return ""
	}
	return roomLinks.token(l, binary.BigEndian.AppendUint64([]byte(strings.TrimPrefix(event, id.Event)), uint64(index)))
}

// RoomURL returns the address of the page of a place in the waiting room of an event.
func (l Links) RoomURL(event string, index int64) string {
	return strings.TrimRight(l.Base, "/") + RoomPath + l.RoomToken(event, index)
}

// Room reads the token of a place in a waiting room and returns its event and index. The error
// is ErrLinkInvalid for everything that this server did not sign.
func (l Links) Room(token string) (event string, index int64, err error) {
	thing, err := roomLinks.read(l, token)
	if err != nil {
		return "", 0, err
	}
	n := binary.BigEndian.Uint64(thing[id.CodeLen:])
	if n > math.MaxInt64 {
		return "", 0, ErrLinkInvalid
	}
	return id.Event + string(thing[:id.CodeLen]), int64(n), nil
}
