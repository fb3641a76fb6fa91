// Package consent has the rules of what people may agree to for marketing and sponsors: what
// a purpose is, which words it may have, and what of a record stands.
//
// The words of a purpose are never changed: each change makes another version, and a consent
// is to one version, in the language in which it was read. So what somebody agreed to can be
// shown for good.
package consent

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Kind is who a purpose is for.
type Kind string

// The kinds.
const (
	Marketing Kind = "marketing" // the organization itself
	Sponsor   Kind = "sponsor"   // somebody else, who is named
)

// Kinds are all kinds.
var Kinds = [...]Kind{Marketing, Sponsor}

// Way is by which form somebody agreed.
type Way string

// The ways.
const (
	Registration Way = "registration"
	Waitlist     Way = "waitlist"
	Order        Way = "order"
	Application  Way = "application"
	Invitation   Way = "invitation"
)

// Ways are all ways.
var Ways = [...]Way{Registration, Waitlist, Order, Application, Invitation}

// The limits. Lengths are in characters.
const (
	MaxPurposes = 50  // of an organization, those that ended too
	MaxVersions = 200 // of a purpose
	MaxAsked    = 5   // of an event
	MaxName     = 120
	MaxWords    = 600
	MaxURL      = 500
	MaxReason   = 300
)

// Text is what a version of a purpose says.
type Text struct {
	// Sponsor is what the sponsor is called, and PrivacyURL where it says what it does with
	// personal data; both empty for marketing.
	Sponsor    string `json:"sponsor,omitempty"`
	PrivacyURL string `json:"privacy_url,omitempty"`
	// Default is the language that readers of none of the others are shown.
	Default string            `json:"default_locale"`
	Words   map[string]string `json:"words"` // by language, one of locale.Tags
}

// Fault is what is wrong with a field of a text.
type Fault struct{ Field, Code, Message string }

// Check returns what keeps a text from being that of a purpose of a kind.
func (t *Text) Check(kind Kind) (faults []Fault) {
	add := func(field, code, format string, args ...any) {
		faults = append(faults, Fault{field, code, fmt.Sprintf(format, args...)})
	}
	switch {
	case kind == Marketing && t.Sponsor != "":
		add("sponsor", "not_allowed", "is for a sponsor alone")
	case kind == Sponsor && t.Sponsor == "":
		add("sponsor", "required", "must name who the data goes to")
	}
	switch {
	case kind == Marketing && t.PrivacyURL != "":
		add("privacy_url", "not_allowed", "is for a sponsor alone")
	case kind == Sponsor && !web(t.PrivacyURL):
		add("privacy_url", "invalid", "must be the https address at which the sponsor says what it does with personal data")
	}
	if t.Words[t.Default] == "" {
		add("words."+t.Default, "required", "must have the words in the default language")
	}
	for _, lang := range slices.Sorted(maps.Keys(t.Words)) {
		words := t.Words[lang]
		switch {
		case !Known(lang):
			add("words."+lang, "unknown", "is not one of the languages of guests")
		case strings.TrimSpace(words) == "":
			add("words."+lang, "required", "must not be empty")
		case utf8.RuneCountInString(words) > MaxWords:
			add("words."+lang, "too_long", "must have at most %d characters", MaxWords)
		}
	}
	return faults
}

// web reports whether a text is an https address of bounded length, with a host and without
// credentials.
func web(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(text) <= MaxURL && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// Known reports whether a tag is a language in which guests are spoken to.
func Known(lang string) bool {
	return slices.ContainsFunc(locale.Tags, func(t language.Tag) bool { return t.String() == lang })
}

// In returns the words in a language, or else in the default one, and in which they are.
func (t *Text) In(lang string) (words, shown string) {
	if w := t.Words[lang]; w != "" {
		return w, lang
	}
	return t.Words[t.Default], t.Default
}

// Encode returns the JSON that is stored: the same for the same text.
func (t *Text) Encode() (string, error) {
	text, err := json.Marshal(t)
	return string(text), err
}

// Decode reads what Encode wrote.
func Decode(text string) (*Text, error) {
	t := &Text{}
	if err := json.Unmarshal([]byte(text), t); err != nil {
		return nil, fmt.Errorf("consent: read the words of a purpose: %w", err)
	}
	return t, nil
}

// Asked is a purpose as an event asks for it.
type Asked struct {
	Purpose string
	Kind    Kind
	Version int64
	Text    *Text
}

// Given is a box that was ticked.
type Given struct {
	Purpose string
	Version int64
	Locale  string // in which the words were shown
}

// Take returns which of the boxes that were ticked are consents: to purposes that are asked
// for, each once, in a language of the version that was shown. The others change nothing,
// because nobody is kept from taking part by a consent: a page may have been open while the
// organizer ended the purpose or changed its words. older finds a version of a purpose that
// is not the newest; nil: there is none.
func Take(asked []Asked, ticked []Given, older func(purpose string, version int64) (*Text, error)) (taken []Given, err error) {
	for _, g := range ticked {
		i := slices.IndexFunc(asked, func(a Asked) bool { return a.Purpose == g.Purpose })
		if i < 0 || slices.ContainsFunc(taken, func(t Given) bool { return t.Purpose == g.Purpose }) {
			continue
		}
		text := asked[i].Text
		switch {
		case g.Version < 1, g.Version > asked[i].Version:
			continue
		case g.Version < asked[i].Version:
			if text, err = older(g.Purpose, g.Version); err != nil {
				return nil, err
			}
		}
		if text != nil && text.Words[g.Locale] != "" {
			taken = append(taken, g)
		}
	}
	return taken, nil
}
