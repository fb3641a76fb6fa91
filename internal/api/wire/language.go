package wire

import (
	"net/http"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// InLanguage is the parameter that asks for an event's own words in a language.
const InLanguage = "in_language"

// asWritten is what stands in it for the words as they were written.
const asWritten = "main"

// Spoken returns a language that there are words in, as events name it; "" is none.
func Spoken(c *httpapi.Checks, field, language string) string {
	if language != "" && !locale.Spoken(language) {
		c.Add(field, "not_allowed", "must be one of: %s", strings.Join(locale.Names(), ", "))
		return ""
	}
	return language
}

// WordsIn is the language in which a caller reads an event's own words; "": as they were
// written. in_language says so, else the first of Accept-Language that suits. Staff, who
// change what they read, have them as they were written.
func WordsIn(c *access.Call) (string, error) {
	c.Writer.Header().Add("Vary", "Accept-Language")
	if asked := c.Query.Get(InLanguage); asked != "" {
		var check httpapi.Checks
		if asked == asWritten {
			return "", nil
		}
		language := Spoken(&check, InLanguage, asked)
		return language, check.Err()
	}
	if c.Caller.Staff() {
		return "", nil
	}
	return Accepted(c.HTTP), nil
}

// Accepted is the language for events' own words in lists and pages: that of Accept-Language,
// "" where nobody asks for any.
func Accepted(r *http.Request) string {
	if accept := r.Header.Get("Accept-Language"); accept != "" {
		return locale.Tags[locale.Match(accept)].String()
	}
	return ""
}

// Texts are an event's own words in the language that a caller reads them in; none where there
// are none in it.
func (r *Reader) Texts(c *access.Call, k *access.EventSummary) (translation.Texts, error) {
	language, err := WordsIn(c)
	if err != nil || !slices.Contains(k.Languages, language) {
		return nil, err
	}
	return r.Store.Events.TextsIn(c.Context(), k.EventID, language)
}
