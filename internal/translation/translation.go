// Package translation knows which words of an event can be in other languages beside its main
// one, and which of them are missing or older than what they translate.
//
// A field names a text: "title", "tiers.tir_….name", "questions.diet.options.vegan". Who reads
// in a language gets its text, and the main one where there is none.
package translation

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// The fields of an event itself.
const (
	Title        = "title"
	Description  = "description"
	Location     = "location"
	Instructions = "payment_instructions"
)

// Tier is the field of a text of a tier: its name or its description.
func Tier(tier, part string) string { return "tiers." + tier + "." + part }

// Question is the field of a text of a question: its label or its help.
func Question(question, part string) string { return "questions." + question + "." + part }

// Option is the field of the label of an option; what is answered with it stays its value.
func Option(question, value string) string { return "questions." + question + ".options." + value }

// Text is a text in another language, with the mark of what it translates.
type Text struct {
	Text string `json:"text"`
	Of   string `json:"of"` // Mark of the main text when this was written, or said to be right
}

// Texts are those of one language, by field.
type Texts map[string]Text

// All are the texts of an event, by language.
type All map[string]Texts

// Or is the text of a field, and whether there is one; else what the main text says.
func (t Texts) Or(field, main string) (text string, translated bool) {
	if said := t[field].Text; said != "" && main != "" {
		return said, true
	}
	return main, false
}

// Mark tells one main text from another.
func Mark(main string) string {
	sum := sha256.Sum256([]byte(main))
	return hex.EncodeToString(sum[:6])
}

// State is how a text stands beside the main one.
type State string

// The states.
const (
	Missing  State = "missing"  // the main text is read in its place
	Outdated State = "outdated" // the main text was changed after it
	Current  State = "current"
)

// Of is the state of a field whose main text is main.
func (t Texts) Of(field, main string) State {
	switch said, ok := t[field]; {
	case !ok:
		return Missing
	case said.Of != Mark(main):
		return Outdated
	}
	return Current
}

// Field is a text of an event that can be translated.
type Field struct {
	Name  string // as in Texts
	Main  string // in the main language, not empty
	Most  int    // characters that a translation has
	Lines bool   // it can have more than one line
}

// ForCopy returns the texts for a copy of their event, whose tiers have other ids.
func (a All) ForCopy(tiers map[string]string) All {
	out := make(All, len(a))
	for language, texts := range a {
		out[language] = make(Texts, len(texts))
		for field, text := range texts {
			rest, ofTier := strings.CutPrefix(field, "tiers.")
			if tier, part, ok := strings.Cut(rest, "."); ofTier && ok {
				if tiers[tier] == "" {
					continue
				}
				field = Tier(tiers[tier], part)
			}
			out[language][field] = text
		}
	}
	return out
}
