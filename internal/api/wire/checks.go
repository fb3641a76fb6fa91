package wire

import (
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Limits of texts, in characters unless said otherwise.
const (
	MaxTitle           = events.MaxTitle
	MaxLocation        = events.MaxLocation
	MaxDescription     = events.MaxDescription
	MaxTierDescription = events.MaxTierDescription
	MaxUserID          = 200 // bytes
)

// PublicIDPrefix begins the user_id of a person who registered without a key.
const PublicIDPrefix = address.PublicPrefix

// PublicID is the user_id of a person who is known by an address only.
func PublicID(email string) string { return address.PublicID(email) }

// erasedPrefix begins the user_id of a person who was erased.
const erasedPrefix = "erased:"

// UserID checks the caller's own name for a person, and returns it.
func UserID(c *httpapi.Checks, field, text string) string {
	if len(text) > MaxUserID {
		c.Add(field, "too_long", "must have at most %d bytes", MaxUserID)
	}
	if text != strings.TrimSpace(text) || text == "" {
		c.Add(field, "bad_format", "must not be empty or begin or end with a space")
	}
	if r, bad := httpapi.Forbidden(text, ""); bad {
		c.Add(field, "forbidden_character", "must not contain the character %U", r)
	}
	if strings.HasPrefix(text, erasedPrefix) {
		c.Add(field, "not_allowed", "must not begin with %q", erasedPrefix)
	}
	return text
}

// Years that an event may lie in: early enough for what is imported, and no
// typing error of a century.
const (
	minYear = 1970
	maxYear = 2200
)

// Moment returns a time as an Instant.
func Moment(c *httpapi.Checks, field string, t time.Time) inventory.Instant {
	at := inventory.At(t)
	if y := t.UTC().Year(); y < minYear || y > maxYear || at <= 0 {
		c.Add(field, "out_of_range", "must lie between %d and %d", minYear, maxYear)
		return 0
	}
	return at
}

// QueryMoment returns a time that a query names as RFC 3339; 0 when it names none.
func QueryMoment(c *httpapi.Checks, query url.Values, name string) inventory.Instant {
	text := query.Get(name)
	if text == "" {
		return 0
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		c.Add(name, "bad_format", "must be a time like 2027-09-01T08:00:00Z")
		return 0
	}
	return Moment(c, name, t)
}

// Cutoff reads a cutoff into set; null is none.
func Cutoff(c *httpapi.Checks, field string, in OptionalTime, set *inventory.Instant) {
	switch {
	case !in.Set:
	case in.At.IsZero():
		*set = 0
	default:
		*set = Moment(c, field, in.At)
	}
}

// OptionalMoment returns the new time if there is one, else the old.
func OptionalMoment(c *httpapi.Checks, field string, in *time.Time, old inventory.Instant) inventory.Instant {
	if in == nil {
		return old
	}
	return Moment(c, field, *in)
}

// Limits of the public list.
const (
	MaxSearch = 100 // characters
)

// FirstLanguage is the language that a browser asks for first, or "".
func FirstLanguage(header string) string {
	if header == "" || len(header) > 512 {
		return ""
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 || len(tags[0].String()) > httpapi.MaxLocale {
		return ""
	}
	return tags[0].String()
}

// UserParam is the user_id in the path.
func UserParam(c *access.Call) (string, error) {
	var check httpapi.Checks
	user := UserID(&check, "user_id", c.Param("user_id"))
	return user, check.Err()
}

// EventUser is the event in the path, and the user there.
func EventUser(c *access.Call) (*access.EventSummary, string, error) {
	k, err := c.Event()
	if err != nil {
		return nil, "", err
	}
	user, err := UserParam(c)
	return k, user, err
}

// KnownCurrency checks the code of the currency in which something is paid.
func KnownCurrency(c *httpapi.Checks, field, code string) {
	if !inventory.IsCurrency(code) {
		c.Add(field, "unknown", "must be a currency of ISO 4217, like EUR")
	}
}

// Payable checks that an amount, in minor units, is one of what its currency has coins for.
func Payable(c *httpapi.Checks, field string, amount int64, currency string) {
	if step := inventory.Step(currency); amount%step != 0 {
		c.Add(field, "not_payable", "must be a multiple of %d in %s", step, currency)
	}
}

// Currency checks a currency's code; "" is none.
func Currency(c *httpapi.Checks, field, code string) string {
	if code != "" && !inventory.IsCurrency(code) {
		c.Add(field, "bad_format", "must be the ISO 4217 code of a currency that people pay with, in capital letters, like EUR")
		return ""
	}
	return code
}
