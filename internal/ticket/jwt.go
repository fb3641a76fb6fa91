package ticket

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// The JWT form is for integrators whose tools speak it. It says what the token says,
// and what their programs ask of a JWT: who issued it, until when, and for which tier.
// It is signed by the same key, over text that no token can be.

type jwtHeader struct {
	Alg string `json:"alg"`
	Kid string `json:"kid"`
	Typ string `json:"typ"`
}

type jwtClaims struct {
	Iss  string `json:"iss"` // the installation
	Aud  string `json:"aud"` // the event
	Sub  string `json:"sub"` // the ticket
	Ver  uint32 `json:"ver"`
	Tier string `json:"tier"`
	Exp  int64  `json:"exp"` // in seconds
}

// Claims are what the JWT of a ticket says.
type Claims struct {
	Ticket Ticket
	// Issuer is where people reach the installation, at most MaxIssuer bytes.
	Issuer string
	Tier   string
	// Ends is when the JWT is no longer good, in whole seconds.
	Ends time.Time
}

// MaxIssuer is how long the name of an issuer is at most, in bytes.
const MaxIssuer = 256

// MaxJWT is longer than any that is made here.
const MaxJWT = 1024

// JWT returns the ticket as a JSON Web Token (RFC 7519) signed with EdDSA. The
// key id is the event's. While it has not ended it is, like the token, as good as
// its order.
func (k *Keys) JWT(c Claims) (string, error) {
	t := c.Ticket
	if len(c.Issuer) > MaxIssuer {
		return "", fmt.Errorf("ticket: an issuer of %d bytes", len(c.Issuer))
	}
	if t.Event() == "" {
		return "", fmt.Errorf("%w: %q", ErrTicket, t.ID)
	}
	key, err := k.private(t.Event())
	if err != nil {
		return "", err
	}
	signed, err := jwtText(c)
	if err != nil {
		return "", err
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(signed))), nil
}

func jwtText(c Claims) (string, error) {
	t := c.Ticket
	header, err := json.Marshal(jwtHeader{Alg: "EdDSA", Kid: t.Event(), Typ: "JWT"})
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	claims, err := json.Marshal(jwtClaims{Iss: c.Issuer, Aud: t.Event(), Sub: t.ID, Ver: t.Version, Tier: c.Tier, Exp: c.Ends.Unix()})
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	enc := base64.RawURLEncoding
	return enc.EncodeToString(header) + "." + enc.EncodeToString(claims), nil
}

// Read returns the ticket of a token or a JWT that this installation issued for an
// event. Errors are those of Parse and ParseJWT.
func (k *Keys) Read(event, text string, now time.Time) (Ticket, error) {
	if strings.Contains(text, ".") { // which is not a letter of a token
		return k.ParseJWT(event, text, now)
	}
	return k.Parse(event, text)
}

// ParseJWT returns the ticket of a JWT that this installation issued for an
// event. Errors are those of Parse, and ErrInvalid for one that has ended. It reads
// only what JWT writes, byte by byte: no other algorithm, header or claim gets near a
// key.
func (k *Keys) ParseJWT(event, token string, now time.Time) (Ticket, error) {
	if len(token) > MaxJWT || strings.ContainsAny(token, "\r\n") {
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
	ends := time.Unix(claims.Exp, 0)
	if want, err := jwtText(Claims{t, claims.Iss, claims.Tier, ends}); err != nil || want != signed {
		return Ticket{}, ErrInvalid
	}
	sig, err := enc.DecodeString(tail)
	public, keyErr := k.Public(t.Event())
	if err != nil || keyErr != nil || !ed25519.Verify(public, []byte(signed), sig) {
		return Ticket{}, ErrInvalid
	}
	if !now.Before(ends) {
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
