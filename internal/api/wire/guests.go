package wire

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/question"
)

// GuestPage is how many people are read at a time.
const GuestPage = 250

// Audience checks who is wanted; at is what stands before the names of fields.
func Audience(c *httpapi.Checks, k *access.EventSummary, at string, f *audience.Filter, q string) {
	if q != "" {
		f.Words = strings.Fields(audience.Fold(c.Line(at+"q", q, 0, MaxSearch)))
	}
	if f.Standing != "" && !slices.Contains(audience.Standings, f.Standing) {
		c.Add(at+"standing", "not_allowed", "must be one of: %s", strings.Join(audience.Standings, ", "))
	}
	if f.Tier != "" && !k.HasTier(f.Tier) {
		c.Add(at+"tier_id", "unknown", "is not a tier of this event")
	}
	if f.Answer != "" {
		checkAnswer(c, k.Questions, at+"answer", f.Answer)
	}
	if f.CheckedIn != "" && f.CheckedIn != "yes" && f.CheckedIn != "no" {
		c.Add(at+"checked_in", "not_allowed", "must be yes or no")
	}
}

// checkAnswer checks an answer that people are found by: to a question that the event asks now and
// that is answered by choosing.
func checkAnswer(c *httpapi.Checks, l *question.List, field, answer string) {
	asked, value, ok := strings.Cut(answer, ":")
	if !ok {
		c.Add(field, "bad_format", "must be the id of a question and the value of an option, as in diet:vegan")
		return
	}
	var q *question.Question
	if l != nil {
		q = l.Find(asked)
	}
	switch {
	case q == nil:
		c.Add(field, "unknown", "does not begin with the id of a question of this event")
	case q.Kind != question.Choice && q.Kind != question.Choices && q.Kind != question.Consent:
		c.Add(field, "not_allowed", "must be of a question that is answered by choosing: a choice, choices or a consent")
	case !q.Offers(value):
		c.Add(field, "unknown", "does not end with a value of that question")
	}
}
