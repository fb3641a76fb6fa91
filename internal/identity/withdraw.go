package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// WithdrawURL returns the address of the page on which the person with a code withdraws their
// consent to one purpose of an organization. It does nothing else, is not a credential of the API,
// and does not expire: whoever gets mail can always end that.
func (l Links) WithdrawURL(organization, purpose, code string) string {
	return strings.TrimRight(l.Base, "/") + "/m/" + l.withdrawToken(organization, purpose, code)
}

func (l Links) withdrawToken(organization, purpose, code string) string {
	mac := l.withdrawMAC(organization, purpose, code)[:followMACLen]
	return strings.TrimPrefix(organization, id.Organization) + strings.TrimPrefix(purpose, id.Purpose) + code + base64.RawURLEncoding.EncodeToString(mac)
}

// ParseWithdraw reads the token of such an address. The error is ErrLinkInvalid.
func (l Links) ParseWithdraw(token string) (organization, purpose, code string, err error) {
	const ends = 2*id.CodeLen + id.TailLen
	if len(token) < ends || len(l.Key) < MinLinkKey {
		return "", "", "", ErrLinkInvalid
	}
	organization, purpose, code = id.Organization+token[:id.CodeLen], id.Purpose+token[id.CodeLen:2*id.CodeLen], token[2*id.CodeLen:ends]
	if !id.Valid(organization, id.Organization) || !id.Valid(purpose, id.Purpose) || !id.IsTail(code) ||
		!hmac.Equal([]byte(token), []byte(l.withdrawToken(organization, purpose, code))) {
		return "", "", "", ErrLinkInvalid
	}
	return organization, purpose, code, nil
}

func (l Links) withdrawMAC(organization, purpose, code string) []byte {
	h := hmac.New(sha256.New, l.Derive("withdraw link"))
	h.Write([]byte(organization + "\n" + purpose + "\n" + code))
	return h.Sum(nil)
}
