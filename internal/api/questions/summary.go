package questions

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/question"
)

// maxSummarized is how many rows of answers a summary reads at most: one of each registration or
// order, and one of each who comes. They take a second or two.
const maxSummarized = 200_000

// QuestionsSummary is what was answered to the questions of an event, added up.
type QuestionsSummary struct {
	Version   int64             `json:"version" doc:"Of the list of questions; 0: the event never asked anything." example:"3"`
	AtLeast   bool              `json:"at_least,omitempty" doc:"There are more answers: those of 200,000 attendees, registrations and orders are counted at most."`
	Questions []QuestionSummary `json:"questions" doc:"In the order in which they are asked."`
}

// QuestionSummary is what was answered to one question.
type QuestionSummary struct {
	Question string         `json:"question" doc:"The id." example:"diet"`
	Kind     string         `json:"kind" enum:"text,long_text,choice,choices,number,date,consent,file"`
	Scope    string         `json:"scope" enum:"order,attendee" doc:"Whether each registration or order counts once, or each who comes."`
	Label    string         `json:"label" doc:"As it is asked now." example:"What do you eat?"`
	Answered int64          `json:"answered" doc:"How many have answered it." example:"37"`
	Choices  []ChoiceCount  `json:"choices,omitempty" doc:"Of a choice: how often each option was chosen, in their order. Of several options one answer may have many."`
	Agreed   *int64         `json:"agreed,omitempty" doc:"Of a consent: how many have agreed."`
	Numbers  *NumberSummary `json:"numbers,omitempty" doc:"Of a number that somebody has answered."`
	Earlier  int64          `json:"earlier,omitempty" doc:"How many answers were given that the question does not take any more, such as an option that is gone. They count nowhere else."`
}

// ChoiceCount says how often an option was chosen.
type ChoiceCount struct {
	Value string `json:"value" example:"vegan"`
	Label string `json:"label" example:"Vegan"`
	Count int64  `json:"count" example:"12"`
}

// NumberSummary adds up numbers.
type NumberSummary struct {
	Sum   int64 `json:"sum" example:"74"`
	Least int64 `json:"least" example:"1"`
	Most  int64 `json:"most" example:"5"`
}

func (h *Handlers) summarize(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*QuestionsSummary, error) {
	out := &QuestionsSummary{Questions: []QuestionSummary{}}
	texts, err := h.Reader.Texts(c, k)
	if err != nil {
		return nil, err
	}
	list, err := access.Questions(c.Context(), h.Store, k.EventID)
	if err != nil || list == nil {
		return out, err
	}
	sums, all, err := audience.Summarize(c.Context(), h.Store, k.EventID, list, maxSummarized)
	if err != nil {
		return nil, err
	}
	out.Version, out.AtLeast = list.Version, !all
	shown := list.In(texts)
	for i := range shown.Questions {
		q := &shown.Questions[i]
		out.Questions = append(out.Questions, summaryOf(q, sums.Of(q.ID)))
	}
	return out, nil
}

// summaryOf shows what was answered to a question.
func summaryOf(q *question.Question, sum question.Sum) QuestionSummary {
	out := QuestionSummary{Question: q.ID, Kind: string(q.Kind), Scope: string(q.Scope), Label: q.Label, Answered: sum.Answered, Earlier: sum.Earlier}
	switch q.Kind {
	case question.Choice, question.Choices:
		for _, o := range q.Options {
			out.Choices = append(out.Choices, ChoiceCount{o.Value, o.Label, sum.Choices[o.Value]})
		}
	case question.Consent:
		out.Agreed = httpapi.Ptr(sum.Choices[question.Agreed])
	case question.Number:
		if sum.Answered > 0 {
			out.Numbers = &NumberSummary{sum.Total, sum.Least, sum.Most}
		}
	}
	return out
}
