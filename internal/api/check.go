package api

import (
	"fmt"
	"net/mail"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Limits of texts, in characters unless said otherwise.
const (
	MaxName        = 200
	MaxTitle       = 200
	MaxLocation    = 300
	MaxDescription = 10_000
	MaxUserID      = 200 // bytes
	MaxEmail       = 254 // bytes, RFC 5321
	maxLocal       = 64  // bytes before the @
	maxLocale      = 35
)

// publicIDPrefix begins the user_id of a person who registered without a key.
const publicIDPrefix = "mail:"

// erasedPrefix begins the user_id of a person who was erased.
const erasedPrefix = "erased:"

// checks collects what is wrong with the fields of a request.
type checks struct{ errs []FieldError }

func (c *checks) add(field, code, format string, args ...any) {
	c.errs = append(c.errs, FieldError{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
}

func (c *checks) err() error {
	if len(c.errs) == 0 {
		return nil
	}
	return invalid(c.errs[:min(len(c.errs), maxShown)]...)
}

// line returns a text of one line, trimmed. A name is shown in mails, pages and
// exports, so what could forge a line there or turn its letters around is
// refused; markup is left alone, for every place that shows it escapes it.
func (c *checks) line(field, text string, least, most int) string {
	if r, bad := forbidden(text, ""); bad { // before spaces go, of which some are forbidden
		c.add(field, "forbidden_character", "must not contain the character %U", r)
	}
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n < least {
		c.add(field, "required", "must not be empty")
	} else if n > most {
		c.add(field, "too_long", "must have at most %d characters", most)
	}
	return text
}

// prose returns a text that may have several lines.
func (c *checks) prose(field, text string, most int) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if utf8.RuneCountInString(text) > most {
		c.add(field, "too_long", "must have at most %d characters", most)
	}
	if r, bad := forbidden(text, "\n\t"); bad {
		c.add(field, "forbidden_character", "must not contain the character %U", r)
	}
	return text
}

// forbidden returns the first character that no text may have: control
// characters, line and paragraph separators, marks that change the direction of
// writing, and what was no UTF-8.
func forbidden(text, except string) (rune, bool) {
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

// email returns an address: one, without a display name.
func (c *checks) email(field, text string) string {
	_, bad := forbidden(text, "")
	text = strings.TrimSpace(text)
	if text == "" && !bad {
		c.add(field, "required", "must not be empty")
		return ""
	}
	if len(text) > MaxEmail {
		c.add(field, "too_long", "must have at most %d bytes", MaxEmail)
		return ""
	}
	at := strings.LastIndexByte(text, '@')
	if bad || at < 1 || at > maxLocal || at == len(text)-1 || strings.ContainsAny(text, " \"(),:;<>[\\]") {
		c.add(field, "bad_format", "must be an e-mail address")
		return ""
	}
	if plainAddress(text[:at], text[at+1:]) {
		return text
	}
	a, err := mail.ParseAddress(text)
	if err != nil || a.Name != "" || a.Address != text {
		c.add(field, "bad_format", "must be an e-mail address")
		return ""
	}
	return text
}

// plainAddress says whether an address is of the usual kind, which needs no
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

// userID returns the caller's own name for a person.
func (c *checks) userID(field, text string) string {
	if len(text) > MaxUserID {
		c.add(field, "too_long", "must have at most %d bytes", MaxUserID)
	}
	if text != strings.TrimSpace(text) || text == "" {
		c.add(field, "bad_format", "must not be empty or begin or end with a space")
	}
	if r, bad := forbidden(text, ""); bad {
		c.add(field, "forbidden_character", "must not contain the character %U", r)
	}
	if strings.HasPrefix(text, erasedPrefix) {
		c.add(field, "not_allowed", "must not begin with %q", erasedPrefix)
	}
	return text
}

// locale returns a language tag in its usual spelling, or "".
func (c *checks) locale(field, text string) string {
	if text == "" {
		return ""
	}
	tag, err := language.Parse(text)
	if err != nil || len(text) > maxLocale {
		c.add(field, "bad_format", "must be a language tag, like de or pt-BR")
		return ""
	}
	return tag.String()
}

// zone returns an IANA time zone. The server's own zone has no place in an event.
func (c *checks) zone(field, name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		c.add(field, "bad_format", "must be an IANA time zone, like Europe/Berlin")
		return nil
	}
	return zone
}

// Years that an event may lie in: early enough for what is imported, and no
// typing error of a century.
const (
	minYear = 1970
	maxYear = 2200
)

// moment returns a time as an Instant.
func (c *checks) moment(field string, t time.Time) inventory.Instant {
	at := inventory.At(t)
	if y := t.UTC().Year(); y < minYear || y > maxYear || at <= 0 {
		c.add(field, "out_of_range", "must lie between %d and %d", minYear, maxYear)
		return 0
	}
	return at
}

// count checks a whole number.
func (c *checks) count(field string, n, least, most int64) int64 {
	if n < least || n > most {
		c.add(field, "out_of_range", "must be between %d and %d", least, most)
	}
	return n
}

// minuteOfDay reads "22:00".
func (c *checks) minuteOfDay(field, text string) int {
	t, err := time.Parse("15:04", text)
	if err != nil || len(text) != len("15:04") {
		c.add(field, "bad_format", "must be a time of day, like 22:00")
		return 0
	}
	return t.Hour()*60 + t.Minute()
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
