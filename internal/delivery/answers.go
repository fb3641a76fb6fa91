package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// attachAnswers gives the messages of tasks of one event what their readers have answered, in their
// language, where the organizer's text shows it.
func attachAnswers(ctx context.Context, s *store.Store, event string, group []*Task) error {
	var things []string
	var of []*Task
	for _, task := range group {
		m := task.Message
		if m != nil && m.Pass == nil && m.Hold != nil && m.Hold.PersonID == m.Person.ID && task.Style.NamesAnswers(m.Message.Kind, m.Person.Profile.Locale) {
			things, of = append(things, audience.ThingOf(m.Hold)), append(of, task)
		}
	}
	if len(of) == 0 {
		return nil
	}
	found, err := s.Questions.Answers(ctx, event, things)
	if err != nil {
		return fmt.Errorf("delivery: read answers: %w", err)
	}
	lists, err := answeredLists(ctx, s, event, found)
	if err != nil {
		return err
	}
	for i, task := range of {
		m := task.Message
		if m.Answers, err = said(m, found[things[i]], lists, task.Event.Texts(locale.Name(m.Person.Profile.Locale))); err != nil {
			return fmt.Errorf("delivery: read answers: %w", err)
		}
	}
	return nil
}

// answeredLists reads the versions of the questions that answers were given to.
func answeredLists(ctx context.Context, s *store.Store, event string, found map[string][]audience.Answered) (map[int64]*question.List, error) {
	var versions []int64
	for _, rows := range found {
		for i := range rows {
			list, err := question.DecodeAnswers(rows[i].Answers)
			if err != nil {
				return nil, fmt.Errorf("delivery: read answers: %w", err)
			}
			for j := range list {
				versions = append(versions, list[j].Version)
			}
		}
	}
	slices.Sort(versions)
	stored, err := s.Questions.Versions(ctx, event, slices.Compact(versions))
	if err != nil {
		return nil, fmt.Errorf("delivery: read questions: %w", err)
	}
	lists := make(map[int64]*question.List, len(stored))
	for i := range stored {
		if lists[stored[i].Version], err = question.Decode(stored[i].Version, stored[i].Document); err != nil {
			return nil, fmt.Errorf("delivery: read questions: %w", err)
		}
	}
	return lists, nil
}

// said are the answers of a hold as people read them, of the whole and of each who still comes, by
// the words of their questions as far as texts translate these.
func said(m *events.MessageView, rows []audience.Answered, lists map[int64]*question.List, texts translation.Texts) (answers []events.SaidAnswer, err error) {
	units := audience.UnitsOf(m.Hold)
	for i := range rows {
		unit := rows[i].Unit
		if unit != 0 && !slices.Contains(units, unit) {
			continue
		}
		list, err := question.DecodeAnswers(rows[i].Answers)
		if err != nil {
			return nil, err
		}
		for j := range list {
			a := &list[j]
			l := lists[a.Version]
			if l == nil || l.Find(a.Question) == nil {
				continue // verify finds what no list asked
			}
			q := l.SaidIn(texts).Find(a.Question)
			answers = append(answers, events.SaidAnswer{Unit: unit, Question: q.Label, Text: textOf(q, a)})
		}
	}
	return answers, nil
}

// textOf is an answer as people read it. What was agreed to is said by its question.
func textOf(q *question.Question, a *question.Answer) string {
	if q.Kind == question.Consent {
		return agreed
	}
	return a.Words(q)
}

const agreed = "✓"

// sampleAnswers are answers to what an event asks, as somebody with a locale might give them.
func sampleAnswers(ctx context.Context, s *store.Store, ev *events.EventView, spoken string) (answers []events.SaidAnswer, err error) {
	stored, err := s.Questions.QuestionList(ctx, ev.Event.ID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("delivery: read questions: %w", err)
	}
	list, err := question.Decode(stored.Version, stored.Document)
	if err != nil {
		return nil, fmt.Errorf("delivery: read questions: %w", err)
	}
	list = list.In(ev.Texts(locale.Name(spoken)))
	for i := range list.Questions {
		q := &list.Questions[i]
		text := "…"
		switch {
		case len(q.Options) > 0:
			text = q.Options[0].Label
		case q.Kind == question.Consent:
			text = agreed
		}
		answers = append(answers, events.SaidAnswer{Question: q.Label, Text: text})
	}
	return answers, nil
}
