package message

import (
	"slices"
	"strings"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Limits of the answers that a mail shows, in lines and in characters.
const (
	maxAnswersShown = 60
	maxAsked        = 150
	maxAnswer       = 300
)

// answersHole is what an organizer's text of a confirmation has where answers are to stand: one in
// a paragraph of its own is a line for each.
const answersHole = "{answers}"

// ofConfirmations are the placeholders of confirmations. They stand in paragraphs only: there may
// be many answers.
var ofConfirmations = []string{"answers"}

func confirms(kind inv.MessageKind) bool {
	return kind == inv.MsgConfirmed || kind == inv.MsgOrderConfirmed
}

// NamesAnswers reports whether an organizer's text of a kind shows people with a locale what they
// have answered.
func (s *Style) NamesAnswers(kind inv.MessageKind, locale string) bool {
	if !confirms(kind) {
		return false
	}
	w, ok := s.words(kind, dictionaryFor(locale).Tag.String())
	return ok && slices.ContainsFunc(slices.Concat(w.Body, w.After), func(text string) bool { return strings.Contains(text, answersHole) })
}

// answerLines are what the reader has answered, a line for each answer. Anybody can answer in
// somebody else's name, so no line becomes a link.
func answerLines(m *events.MessageView) []string {
	lines := make([]string, 0, min(len(m.Answers), maxAnswersShown)+1)
	for i := range m.Answers {
		if len(lines) == maxAnswersShown {
			return append(lines, "…")
		}
		a := &m.Answers[i]
		parts := []string{mailkit.Unlinked(mailkit.Clean(a.Question, maxAsked)), mailkit.Unlinked(mailkit.Clean(a.Text, maxAnswer))}
		if m.Hold.Numbers() > 1 {
			if name := unitName(m, a.Unit); name != "" {
				parts = slices.Insert(parts, 0, name)
			}
		}
		lines = append(lines, strings.Join(parts, " · "))
	}
	return lines
}
