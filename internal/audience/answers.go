package audience

import (
	"context"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// asked are the question and the value that Answer names.
func (f *Filter) asked() (question, value string) {
	question, value, _ = strings.Cut(f.Answer, ":")
	return question, value
}

// answered returns the next people who may have given the answer, the latest first.
func (f *Filter) answered(ctx context.Context, s *store.Store, event, before string, limit int) ([]string, error) {
	return s.Questions.WhoAnswered(ctx, event, question.Mention(f.asked()), before, limit)
}

// keepAnswered takes those out of wanted who have not given the answer.
func (f *Filter) keepAnswered(ctx context.Context, s *store.Store, event string, page []guests.GuestView, wanted []bool) error {
	have := make([]map[string][]int64, len(page))
	var things []string
	for i := range page {
		if !wanted[i] {
			continue
		}
		have[i] = unitsOf(&page[i])
		for thing := range have[i] {
			things = append(things, thing)
		}
	}
	answers, err := s.Questions.Answers(ctx, event, things)
	if err != nil {
		return err
	}
	for i := range page {
		given := false
		for thing, units := range have[i] {
			for j := range answers[thing] {
				a := &answers[thing][j]
				if a.Unit != 0 && units != nil && !slices.Contains(units, a.Unit) {
					continue
				}
				gave, err := f.gave(a.Answers)
				if err != nil {
					return err
				}
				given = given || gave
			}
		}
		wanted[i] = wanted[i] && given
	}
	return nil
}

// unitsOf are the things of a guest that answers belong to, and which units of each they still
// have; nil: all, of a place on the waitlist.
func unitsOf(g *guests.GuestView) map[string][]int64 {
	things := map[string][]int64{}
	if g.Entry != nil {
		things[g.Entry.ID] = nil
	}
	for i := range g.Holds {
		h := &g.Holds[i]
		things[audience.ThingOf(h)] = append([]int64{}, audience.UnitsOf(h)...)
	}
	return things
}

// gave reports whether the answer is among those of a unit.
func (f *Filter) gave(answers string) (bool, error) {
	asked, value := f.asked()
	list, err := question.DecodeAnswers(answers)
	return slices.ContainsFunc(list, func(a question.Answer) bool { return a.Question == asked && slices.Contains(a.Values, value) }), err
}

// Summarize adds up what people answered to a list of questions with registrations and orders of an
// event that are confirmed, and with the units of these that were not given back. It reads most rows
// of answers at most, and reports whether those were all.
func Summarize(ctx context.Context, s *store.Store, event string, l *question.List, most int) (sum *question.Summary, all bool, err error) {
	sum = question.NewSummary(l)
	if len(l.Questions) == 0 {
		return sum, true, nil
	}
	all, err = s.Questions.EachConfirmed(ctx, event, most, func(r *audience.Answered) error {
		list, err := question.DecodeAnswers(r.Answers)
		for i := range list {
			sum.Add(r.Unit, &list[i])
		}
		return err
	})
	return sum, all, err
}
