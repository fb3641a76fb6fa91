package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
)

// How long one-time links work.
const (
	SignInLife = 10 * time.Minute
	SetupLife  = 24 * time.Hour
)

// OneTimePrefix begins the text of every one-time token.
const OneTimePrefix = "ho_"

// ErrOneTimeInvalid: the token was not made by this server.
var ErrOneTimeInvalid = errors.New("identity: not a one-time link of this server")

// Purpose is what a one-time token is for. It is part of what is signed, so
// that a token for one purpose is nothing for another.
type Purpose string

// The purposes.
const (
	ForSignIn   Purpose = "sign in"
	ForSetup    Purpose = "set up"
	ForRecovery Purpose = "recover"
)

const oneTimeIDLen = 12

// OneTime makes the token of a one-time link from its id. The token is derived,
// so that neither the row of the link nor the job that mails it holds it.
func (l Links) OneTime(p Purpose, linkID string) string {
	code := strings.TrimPrefix(linkID, id.SignIn)
	return OneTimePrefix + code + l.oneTimeMAC(p, code)
}

func (l Links) oneTimeMAC(p Purpose, code string) string {
	h := hmac.New(sha256.New, l.Derive("one-time "+string(p)))
	h.Write([]byte(code))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// ParseOneTime returns the id of the link that a token is of. Whether it can
// still be used is in the database.
func (l Links) ParseOneTime(p Purpose, token string) (string, error) {
	text, ok := strings.CutPrefix(token, OneTimePrefix)
	if !ok || len(text) <= oneTimeIDLen || len(l.Key) < MinLinkKey {
		return "", ErrOneTimeInvalid
	}
	code, mac := text[:oneTimeIDLen], text[oneTimeIDLen:]
	if !hmac.Equal([]byte(mac), []byte(l.oneTimeMAC(p, code))) {
		return "", ErrOneTimeInvalid
	}
	linkID := id.SignIn + code
	if !id.Valid(linkID, id.SignIn) {
		return "", ErrOneTimeInvalid
	}
	return linkID, nil
}

// The pages of one-time links. The token stands behind the #, which browsers
// keep to themselves: no log of a server or a proxy has it, and what fetches the
// address to look at it, as mail scanners do, uses nothing up. The page sends it
// when the person says so.
const (
	signInPage = "/sign-in"
	findPage   = "/find"
	setupPage  = "/setup"
)

// OneTimeURL returns the address of the page that uses a one-time link.
func (l Links) OneTimeURL(p Purpose, linkID string) string {
	at := signInPage
	if p == ForSetup {
		at = setupPage
	}
	return strings.TrimRight(l.Base, "/") + at + "#" + l.OneTime(p, linkID)
}

// ConfirmURL returns the address of the page that uses a link to sign in, and
// goes to an event then.
func (l Links) ConfirmURL(linkID, eventID string) string {
	return l.SignInURL() + "?to=/events/" + eventID + "#" + l.OneTime(ForSignIn, linkID)
}

// FindURL returns the address of the page on which people ask for links to what they
// booked.
func (l Links) FindURL() string { return strings.TrimRight(l.Base, "/") + findPage }

// SignInURL returns the address of the page on which people ask for a link.
func (l Links) SignInURL() string { return strings.TrimRight(l.Base, "/") + signInPage }
