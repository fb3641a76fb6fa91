package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// followMACLen is how many bytes of the MAC a follow link has.
const followMACLen = 16

// FollowCode stands for an account that follows an organization, where nothing may lead
// back to the account. It is the same each time that it follows.
func (l Links) FollowCode(organization, account string) string {
	return id.Tail([32]byte(l.followMAC("code", organization, account)))
}

// FollowURL returns the address of the page on which a follower stops following an
// organization. It does nothing else, is not a credential of the API, and does not expire:
// whoever gets mail can always end that.
func (l Links) FollowURL(organization, code string) string {
	return strings.TrimRight(l.Base, "/") + "/f/" + l.followToken(organization, code)
}

func (l Links) followToken(organization, code string) string {
	mac := l.followMAC("link", organization, code)[:followMACLen]
	return strings.TrimPrefix(organization, id.Organization) + code + base64.RawURLEncoding.EncodeToString(mac)
}

// ParseFollow reads the token of such an address. The error is ErrLinkInvalid.
func (l Links) ParseFollow(token string) (organization, code string, err error) {
	const tail = id.CodeLen
	if len(token) < tail+id.TailLen || len(l.Key) < MinLinkKey {
		return "", "", ErrLinkInvalid
	}
	organization, code = id.Organization+token[:tail], token[tail:tail+id.TailLen]
	if !id.Valid(organization, id.Organization) || !id.IsTail(code) || !hmac.Equal([]byte(token), []byte(l.followToken(organization, code))) {
		return "", "", ErrLinkInvalid
	}
	return organization, code, nil
}

func (l Links) followMAC(what, organization, of string) []byte {
	h := hmac.New(sha256.New, l.Derive("follow "+what))
	h.Write([]byte(organization + "\n" + of))
	return h.Sum(nil)
}
