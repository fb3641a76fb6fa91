package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// placeTokens are tokens that name a place for whoever has them: the prefix, and in base64url
// what they name with a MAC. They say nothing of a person and never end by themselves.
type placeTokens struct {
	prefix string
	label  string // what the MAC is of, so that no token is one of another kind
	size   int    // of what is named, in bytes
}

// token returns the token of a thing.
func (p *placeTokens) token(l Links, thing []byte) string {
	return p.prefix + base64.RawURLEncoding.EncodeToString(append(thing, p.mac(l, thing)...))
}

// read returns the thing that a token names. The error is ErrLinkInvalid for everything that
// this server did not sign.
func (p *placeTokens) read(l Links, token string) ([]byte, error) {
	text, ok := strings.CutPrefix(token, p.prefix)
	if !ok || len(l.Key) < MinLinkKey || strings.ContainsAny(text, "\r\n") {
		return nil, ErrLinkInvalid
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != p.size+linkMACLen || !hmac.Equal(b[p.size:], p.mac(l, b[:p.size])) {
		return nil, ErrLinkInvalid
	}
	return b[:p.size], nil
}

func (p *placeTokens) mac(l Links, thing []byte) []byte {
	h := hmac.New(sha256.New, l.Key)
	h.Write([]byte(p.label + "\n"))
	h.Write(thing)
	return h.Sum(nil)[:linkMACLen]
}
