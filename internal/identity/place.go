package identity

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// PlacePrefix begins the text of the token of a place on the waitlist of a resource.
const PlacePrefix = "hp_"

// PlacePath is where the page of such a place is: /w/<token>.
const PlacePath = "/w/"

// A place on the waitlist of a resource is in no event, and its link is not a Link: whoever has it
// was sent mail about the entry, and may do what its person may with that one entry. It works
// as long as the page has something to say, which is the page's to know.

// placeLinks name an entry, without its prefix.
var placeLinks = placeTokens{PlacePrefix, "holdfast place v1", id.CodeLen + id.TailLen}

// PlaceToken returns the token of a place, or "" when that is not an id of one.
func (l Links) PlaceToken(entry string) string {
	if _, ok := id.ResourceOf(entry, id.ResourceEntry); !ok {
		return ""
	}
	return placeLinks.token(l, []byte(strings.TrimPrefix(entry, id.ResourceEntry)))
}

// PlaceURL returns the address of the page of a place on the waitlist of a resource.
func (l Links) PlaceURL(entry string) string {
	return strings.TrimRight(l.Base, "/") + PlacePath + l.PlaceToken(entry)
}

// Place reads the token of a place and returns its entry. The error is ErrLinkInvalid for
// everything that this server did not sign.
func (l Links) Place(token string) (entry string, err error) {
	thing, err := placeLinks.read(l, token)
	if err != nil {
		return "", err
	}
	return id.ResourceEntry + string(thing), nil
}
