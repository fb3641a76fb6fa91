// Package address owns when two e-mail addresses are one person's. Everything that
// looks somebody up by address, from a session to the row of a mailbox, compares what
// Fold returns; nothing else folds addresses. It checks what people type, and knows
// nothing of who they are.
package address

import (
	"errors"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Errors of Check.
var (
	// ErrLookalike: before the @ there are characters that stand for others, as the
	// Kelvin sign for a K. What reaches one mailbox in one spelling would sign in as
	// the person of another.
	ErrLookalike = errors.New("address: the part before the @ has characters that stand for others")
	// ErrDomain: no mail can reach the domain.
	ErrDomain = errors.New("address: the domain is not valid")
)

// Check reports whether mail can be sent to an address of the usual form, and nowhere
// else than to whom it looks like.
func Check(email string) error {
	at := strings.LastIndexByte(email, '@')
	if at < 0 || at == len(email)-1 {
		return ErrDomain
	}
	if !norm.NFKC.IsNormalString(email[:at]) {
		return ErrLookalike
	}
	if _, err := domainOf(email[at+1:]); err != nil {
		return ErrDomain
	}
	return nil
}

// PublicPrefix begins what organizations call somebody of whom they know an address only.
const PublicPrefix = "mail:"

// PublicID is what organizations call somebody of whom they know an address only.
func PublicID(email string) string { return PublicPrefix + Fold(email) }

// Fold returns the form in which e-mail addresses are compared. Two addresses of one
// form are one mailbox: ASCII letters lose their case, as every mail server does it,
// and the domain is written as the DNS has it. All other letters stay as they are:
// their case has rules of its own in every language, and by some of them a letter
// beyond ASCII becomes one of ASCII.
func Fold(email string) string {
	email = strings.TrimSpace(email)
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return lower(email)
	}
	domain, err := domainOf(email[at+1:])
	if err != nil { // nobody can get mail there
		return lower(email)
	}
	if domain == email[at+1:] {
		return lower(email)
	}
	return lower(email[:at+1]) + domain
}

// Wire returns an address as it goes over the wire, with its domain in ASCII.
func Wire(email string) (string, error) {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return "", ErrDomain
	}
	domain, err := idna.Lookup.ToASCII(email[at+1:])
	if err != nil {
		return "", ErrDomain
	}
	return email[:at+1] + domain, nil
}

// domainOf is a domain as the DNS has it, but for the case of a plain one.
func domainOf(domain string) (string, error) {
	if plain(domain) {
		return domain, nil
	}
	return idna.Lookup.ToASCII(domain)
}

// plain reports whether a domain is the same to the DNS but for its case: letters,
// digits and hyphens, and no label that encodes another.
func plain(domain string) bool {
	for i := 0; i < len(domain); i++ {
		switch c := domain[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.':
		case c == '-':
			if i > 0 && domain[i-1] == '-' {
				return false // xn--, and whatever else is reserved
			}
		default:
			return false
		}
	}
	return domain != ""
}

// lower lowers the letters of ASCII.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
