package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// cursors makes and reads the opaque cursors of lists. A cursor is signed, and
// bound to the list it was made for, so that it can neither be made up nor
// carried from one event to another.
type cursors struct{ key []byte }

const cursorMACLen = 12

func (c cursors) mac(list string, payload []byte) []byte {
	h := hmac.New(sha256.New, c.key)
	h.Write([]byte(list))
	h.Write([]byte{0})
	h.Write(payload)
	return h.Sum(nil)[:cursorMACLen]
}

// encode makes the cursor of a position in a list.
func (c cursors) encode(list string, position any) (string, error) {
	payload, err := json.Marshal(position)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(payload, c.mac(list, payload)...)), nil
}

// decode reads a cursor of that list into position; an empty cursor leaves it.
func (c cursors) decode(list, cursor string, position any) error {
	if cursor == "" {
		return nil
	}
	wrong := Invalid(FieldError{Field: "cursor", Code: "bad_format", Message: "must be the next_cursor of this same list"})
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) <= cursorMACLen {
		return wrong
	}
	payload, mac := b[:len(b)-cursorMACLen], b[len(b)-cursorMACLen:]
	if !hmac.Equal(mac, c.mac(list, payload)) || json.Unmarshal(payload, position) != nil {
		return wrong
	}
	return nil
}
