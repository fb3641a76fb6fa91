// Package campaign has the rules of what an organization writes to people who have agreed to
// marketing: what it may say, and to whom it goes.
//
// A campaign goes to those whose consent to one purpose stands at the moment at which each mail is
// sent, once to each address.
package campaign

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/consent"
)

// The limits. Lengths are in characters.
const (
	MaxSubject    = 200
	MaxParagraph  = 2000
	MaxParagraphs = 20
	MaxEvents     = 20
	// DailyLimit is how many mails of campaigns an organization sends within 24 hours, unless the
	// server says otherwise.
	DailyLimit = 10_000
)

// Words are what a campaign says in one language.
type Words struct {
	Subject string   `json:"subject"` // also the heading
	Body    []string `json:"body"`    // paragraphs of plain text
}

// Text is what a campaign says.
type Text struct {
	// Default is the language for people who read none of the others.
	Default string           `json:"default_locale"`
	Words   map[string]Words `json:"words"` // by language, one of locale.Tags
	// EventID is the event that the mail leads to; "": the page of the organization.
	EventID string `json:"event_id,omitempty"`
}

// Fault is what is wrong with a field of a text.
type Fault struct{ Field, Code, Message string }

// Check returns what keeps a text from being sent.
func (t *Text) Check() (faults []Fault) {
	add := func(field, code, format string, args ...any) {
		faults = append(faults, Fault{field, code, fmt.Sprintf(format, args...)})
	}
	if _, ok := t.Words[t.Default]; !ok {
		add("words."+t.Default, "required", "must have the words in the default language")
	}
	for _, lang := range slices.Sorted(maps.Keys(t.Words)) {
		w, field := t.Words[lang], "words."+lang
		if !consent.Known(lang) {
			add(field, "unknown", "is not one of the languages of guests")
		}
		line := func(field, text string, most int) {
			switch {
			case strings.TrimSpace(text) == "":
				add(field, "required", "must not be empty")
			case utf8.RuneCountInString(text) > most:
				add(field, "too_long", "must have at most %d characters", most)
			case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
				add(field, "invalid", "must not have line breaks or control characters; each paragraph is one text")
			}
		}
		line(field+".subject", w.Subject, MaxSubject)
		switch {
		case len(w.Body) == 0:
			add(field+".body", "required", "must have a paragraph")
		case len(w.Body) > MaxParagraphs:
			add(field+".body", "too_long", "must have at most %d paragraphs", MaxParagraphs)
		}
		for i, p := range w.Body[:min(len(w.Body), MaxParagraphs)] {
			line(fmt.Sprintf("%s.body[%d]", field, i), p, MaxParagraph)
		}
	}
	return faults
}

// In returns the words in a language, or else in the default one.
func (t *Text) In(lang string) Words {
	if w, ok := t.Words[lang]; ok {
		return w
	}
	return t.Words[t.Default]
}

// Audience is which of the people who have agreed a campaign is for.
type Audience struct {
	// EventIDs and Category are what somebody took part in, one of all of them; neither: it does
	// not matter.
	EventIDs []string `json:"event_ids,omitempty"`
	Category string   `json:"category,omitempty"`
	// Came: only people who were checked in there.
	Came bool `json:"came,omitempty"`
	// Unconfirmed: people too who have not shown that they read mail at the address.
	Unconfirmed bool `json:"unconfirmed,omitempty"`
}

// Everybody reports whether it does not matter what somebody took part in.
func (a *Audience) Everybody() bool { return len(a.EventIDs) == 0 && a.Category == "" }

// Encode returns the JSON that is stored of a text or an audience: the same for the same one.
func Encode(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("campaign: %w", err)
	}
	return string(text), nil
}

// DecodeText reads a text.
func DecodeText(text string) (*Text, error) {
	t := &Text{}
	if err := json.Unmarshal([]byte(text), t); err != nil {
		return nil, fmt.Errorf("campaign: read a text: %w", err)
	}
	return t, nil
}

// DecodeAudience reads an audience.
func DecodeAudience(text string) (*Audience, error) {
	a := &Audience{}
	if err := json.Unmarshal([]byte(text), a); err != nil {
		return nil, fmt.Errorf("campaign: read an audience: %w", err)
	}
	return a, nil
}
