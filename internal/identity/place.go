package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// PlacePrefix begins the text of the token of a place on the waitlist of a resource.
const PlacePrefix = "hp_"

// PlacePath is where the page of such a place is: /w/<token>.
const PlacePath = "/w/"

// A place on the waitlist of a resource is in no event, and its link is no Link: who has it
// was sent mail about the entry, and may do what its person may with that one entry. It works
// as long as the page has something to say, which is the page's to know.

const placeThing = id.CodeLen + id.TailLen // of an entry, without its prefix

// PlaceToken returns the token of a place, or "" when that is no id of one.
func (l Links) PlaceToken(entry string) string {
	if _, ok := id.ResourceOf(entry, id.ResourceEntry); !ok {
		return ""
	}
	thing := []byte(strings.TrimPrefix(entry, id.ResourceEntry))
	return PlacePrefix + base64.RawURLEncoding.EncodeToString(append(thing, l.placeMAC(thing)...))
}

// PlaceURL returns the address of the page of a place on the waitlist of a resource.
func (l Links) PlaceURL(entry string) string {
	return strings.TrimRight(l.Base, "/") + PlacePath + l.PlaceToken(entry)
}

// Place reads the token of a place and returns its entry. The error is ErrLinkInvalid for
// everything that this server did not sign.
func (l Links) Place(token string) (entry string, err error) {
	text, ok := strings.CutPrefix(token, PlacePrefix)
	if !ok || len(l.Key) < MinLinkKey || strings.ContainsAny(text, "\r\n") {
		return "", ErrLinkInvalid
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != placeThing+linkMACLen || !hmac.Equal(b[placeThing:], l.placeMAC(b[:placeThing])) {
		return "", ErrLinkInvalid
	}
	return id.ResourceEntry + string(b[:placeThing]), nil
}

func (l Links) placeMAC(thing []byte) []byte {
	h := hmac.New(sha256.New, l.Key)
	h.Write([]byte("holdfast place v1\n"))
	h.Write(thing)
	return h.Sum(nil)[:linkMACLen]
}
