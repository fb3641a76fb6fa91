package httpapi

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/address"
)

// Limits of texts, in characters unless said otherwise.
const (
	MaxName   = 200
	MaxEmail  = 254 // bytes, RFC 5321
	maxLocal  = 64  // bytes before the @
	MaxLocale = 35
	maxOrigin = 300 // bytes
)

// Checks collects what is wrong with the fields of a request.
type Checks struct{ Errs []FieldError }

// Add notes that a field is wrong. code is stable and for programs, the text for people.
func (c *Checks) Add(field, code, format string, args ...any) {
	c.Errs = append(c.Errs, FieldError{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
}

// Err returns the problem of the wrong fields, or nil when there is none.
func (c *Checks) Err() error {
	if len(c.Errs) == 0 {
		return nil
	}
	return Invalid(c.Errs[:min(len(c.Errs), maxShown)]...)
}

// Line returns a text of one line, trimmed. A name is shown in mails, pages and
// exports, so what could forge a line there or turn its letters around is
// refused; markup is left alone, for every place that shows it escapes it.
func (c *Checks) Line(field, text string, least, most int) string {
	if r, bad := Forbidden(text, ""); bad { // before spaces go, of which some are forbidden
		c.Add(field, "forbidden_character", "must not contain the character %U", r)
	}
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n < least {
		c.Add(field, "required", "must not be empty")
	} else if n > most {
		c.Add(field, "too_long", "must have at most %d characters", most)
	}
	return text
}

// Prose returns a text that may have several lines.
func (c *Checks) Prose(field, text string, most int) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if utf8.RuneCountInString(text) > most {
		c.Add(field, "too_long", "must have at most %d characters", most)
	}
	if r, bad := Forbidden(text, "\n\t"); bad {
		c.Add(field, "forbidden_character", "must not contain the character %U", r)
	}
	return text
}

// Forbidden returns the first character that no text may have: control
// characters, line and paragraph separators, marks that change the direction of
// writing, and what was not UTF-8.
func Forbidden(text, except string) (rune, bool) {
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if (r < 0x20 || r == 0x7f) && !strings.ContainsRune(except, r) {
				return r, true
			}
		case unicode.Is(unicode.Cc, r), r == 0x2028, r == 0x2029, r == utf8.RuneError,
			r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C:
			return r, true
		}
	}
	return 0, false
}

// Email returns an address: one, without a display name.
func (c *Checks) Email(field, text string) string {
	_, bad := Forbidden(text, "")
	text = strings.TrimSpace(text)
	if text == "" && !bad {
		c.Add(field, "required", "must not be empty")
		return ""
	}
	if len(text) > MaxEmail {
		c.Add(field, "too_long", "must have at most %d bytes", MaxEmail)
		return ""
	}
	at := strings.LastIndexByte(text, '@')
	if bad || at < 1 || at > maxLocal || at == len(text)-1 || strings.ContainsAny(text, " \"(),:;<>[\\]") {
		c.Add(field, "bad_format", "must be an e-mail address")
		return ""
	}
	var err error
	if !plainAddress(text[:at], text[at+1:]) {
		var a *mail.Address
		if a, err = mail.ParseAddress(text); err == nil && (a.Name != "" || a.Address != text) {
			err = address.ErrDomain
		}
	}
	if err == nil {
		err = address.Check(text)
	}
	switch {
	case errors.Is(err, address.ErrLookalike):
		c.Add(field, "bad_format", "must be written with plain letters before the @, and not with signs that stand for them")
		return ""
	case err != nil:
		c.Add(field, "bad_format", "must be an e-mail address")
		return ""
	}
	return text
}

// plainAddress reports whether an address is of the usual kind, which needs no
// parser: dot-separated atoms of ASCII before the @ and a host name behind it.
func plainAddress(local, domain string) bool {
	return dotted(local, "!#$%&'*+/=?^_`{|}~-") && dotted(domain, "-")
}

func dotted(text, marks string) bool {
	last := byte('.')
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(marks, c) >= 0:
		case c == '.' && last != '.':
		default:
			return false
		}
		last = c
	}
	return last != '.'
}

// Origin returns the origin of a website (RFC 6454) as browsers name it: https, the host in
// its ASCII form, and the port unless it is 443. http is taken for localhost only.
func (c *Checks) Origin(field, text string) string {
	bad := func(why string) string {
		c.Add(field, "bad_format", "must be an origin like https://riverside.example: %s", why)
		return ""
	}
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil || u.Host == "" || len(text) > maxOrigin:
		return bad("https, a host, and no more")
	case u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return bad("without a path, a query or a name")
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	scheme := strings.ToLower(u.Scheme)
	if scheme != "https" && (scheme != "http" || host != "localhost") {
		return bad("https; http for localhost only")
	}
	// A zone of an address can have anything in it, also what ends a part of a policy that
	// names the origin; and no browser has one in an origin.
	if addr, err := netip.ParseAddr(host); err == nil && addr.Zone() != "" {
		return bad("an address without a zone")
	} else if err != nil {
		if host, err = idna.Lookup.ToASCII(host); err != nil || strings.Contains(host, "*") {
			return bad("a host that exists by its exact name")
		}
	}
	if n, err := strconv.ParseUint(port, 10, 16); port != "" && (err != nil || n == 0) || strings.HasSuffix(u.Host, ":") {
		return bad("a port from 1 to 65535")
	}
	if scheme == "https" && port == "443" || scheme == "http" && port == "80" {
		port = ""
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" {
		host += ":" + port
	}
	return scheme + "://" + host
}

// HTTPS returns the address of a page, with https and in its ASCII form; "" is none.
func (c *Checks) HTTPS(field, text string, most int) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err == nil && u.Host != "" && net.ParseIP(u.Hostname()) == nil {
		var host string
		if host, err = idna.Lookup.ToASCII(u.Hostname()); err == nil && u.Port() != "" {
			host += ":" + u.Port()
		}
		u.Host = host
	}
	if err != nil || !strings.EqualFold(u.Scheme, "https") || u.Host == "" || u.User != nil || strings.HasSuffix(u.Host, ":") {
		c.Add(field, "bad_format", "must be an address that begins with https://, without a name or a password")
		return ""
	}
	out := u.String()
	if strings.ContainsFunc(text+out, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("\"<>\\^`{|}", r) }) {
		c.Add(field, "bad_format", "must have no spaces or quotes in it")
		return ""
	}
	if len(out) > most {
		c.Add(field, "too_long", "must have at most %d bytes", most)
		return ""
	}
	return out
}

// Locale returns a language tag in its usual spelling, or "".
func (c *Checks) Locale(field, text string) string {
	if text == "" {
		return ""
	}
	tag, err := language.Parse(text)
	if err != nil || len(text) > MaxLocale {
		c.Add(field, "bad_format", "must be a language tag, like de or pt-BR")
		return ""
	}
	return tag.String()
}

// Zone returns an IANA time zone. The server's own zone has no place in an event.
func (c *Checks) Zone(field, name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		c.Add(field, "bad_format", "must be an IANA time zone, like Europe/Berlin")
		return nil
	}
	return zone
}

// Count checks a whole number.
func (c *Checks) Count(field string, n, least, most int64) int64 {
	if n < least || n > most {
		c.Add(field, "out_of_range", "must be between %d and %d", least, most)
	}
	return n
}

// MinuteOfDay reads "22:00".
func (c *Checks) MinuteOfDay(field, text string) int {
	t, err := time.Parse("15:04", text)
	if err != nil || len(text) != len("15:04") {
		c.Add(field, "bad_format", "must be a time of day, like 22:00")
		return 0
	}
	return t.Hour()*60 + t.Minute()
}

// Itoa writes a number in decimals.
func Itoa(n int64) string { return strconv.FormatInt(n, 10) }

// Number hands a number on when the request has it.
func Number(n *int64, set func(int64)) {
	if n != nil {
		set(*n)
	}
}
