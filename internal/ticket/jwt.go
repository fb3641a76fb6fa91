package ticket

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// The JWT form is for integrators whose tools speak it. It says the same as the
// token and is signed by the same key, over text that no token can be.

type jwtHeader struct {
	Alg string `json:"alg"`
	Kid string `json:"kid"`
	Typ string `json:"typ"`
}

type jwtClaims struct {
	Aud string `json:"aud"` // the event
	Sub string `json:"sub"` // the ticket
	Ver uint32 `json:"ver"`
}

// maxJWT is longer than any that is made here.
const maxJWT = 512

// JWT returns the ticket as a JSON Web Token (RFC 7519) signed with EdDSA. The
// key id is the event's. It has no expiry: like the token, it is as good as its
// order.
func (k *Keys) JWT(t Ticket) (string, error) {
	if t.Event() == "" {
		return "", fmt.Errorf("%w: %q", ErrTicket, t.ID)
	}
	key, err := k.private(t.Event())
	if err != nil {
		return "", err
	}
	signed, err := jwtText(t)
	if err != nil {
		return "", err
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(signed))), nil
}

func jwtText(t Ticket) (string, error) {
	header, err := json.Marshal(jwtHeader{Alg: "EdDSA", Kid: t.Event(), Typ: "JWT"})
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	claims, err := json.Marshal(jwtClaims{Aud: t.Event(), Sub: t.ID, Ver: t.Version})
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	enc := base64.RawURLEncoding
	return enc.EncodeToString(header) + "." + enc.EncodeToString(claims), nil
}

// ParseJWT returns the ticket of a JWT that this installation issued for an
// event. Errors are those of Parse. It reads only what JWT writes, byte by byte:
// no other algorithm, header or claim gets near a key.
func (k *Keys) ParseJWT(event, token string) (Ticket, error) {
	if len(token) > maxJWT || strings.ContainsAny(token, "\r\n") {
		return Ticket{}, ErrInvalid
	}
	signed, tail, ok := cutLast(token)
	if !ok {
		return Ticket{}, ErrInvalid
	}
	_, middle, ok := strings.Cut(signed, ".")
	if !ok {
		return Ticket{}, ErrInvalid
	}
	enc := base64.RawURLEncoding.Strict()
	raw, err := enc.DecodeString(middle)
	if err != nil {
		return Ticket{}, ErrInvalid
	}
	var claims jwtClaims
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&claims); err != nil {
		return Ticket{}, ErrInvalid
	}
	t := Ticket{ID: claims.Sub, Version: claims.Ver}
	if t.Event() == "" {
		return Ticket{}, ErrInvalid
	}
	if want, err := jwtText(t); err != nil || want != signed {
		return Ticket{}, ErrInvalid
	}
	sig, err := enc.DecodeString(tail)
	public, keyErr := k.Public(t.Event())
	if err != nil || keyErr != nil || !ed25519.Verify(public, []byte(signed), sig) {
		return Ticket{}, ErrInvalid
	}
	if t.Event() != event {
		return t, ErrWrongEvent
	}
	return t, nil
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}
