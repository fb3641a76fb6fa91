package export

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// asked are the columns of the questions of an event: those of the newest list, and those
// in whose words something was answered. Answers to other words are in columns of their
// own, so that none stands below a question that it was not given to.
type asked struct {
	store   *store.Store
	event   string
	lists   map[int64]*question.List
	columns []askedColumn
	at      map[askedColumn]int
}

type askedColumn struct{ id, label string }

func newAsked(ctx context.Context, s *store.Store, event string, scopes []question.Scope) (*asked, error) {
	a := &asked{store: s, event: event, lists: map[int64]*question.List{}, at: map[askedColumn]int{}}
	if len(scopes) == 0 {
		return a, nil
	}
	for after := int64(0); ; {
		page, err := s.Questions.VersionsPage(ctx, event, after, pageSize)
		if err != nil {
			return nil, err
		}
		for i := range page {
			after = page[i].Version
			if a.lists[after], err = question.Decode(after, page[i].Document); err != nil {
				return nil, err
			}
		}
		if len(page) < pageSize {
			if after == 0 {
				return a, nil
			}
			for i := range a.lists[after].Questions {
				a.column(&a.lists[after].Questions[i], scopes)
			}
			break
		}
	}
	return a, s.Questions.EachAnswered(ctx, event, func(r *audience.Answered) error {
		list, err := question.DecodeAnswers(r.Answers)
		for _, x := range list {
			if q := a.question(x); q != nil {
				a.column(q, scopes)
			}
		}
		return err
	})
}

func (a *asked) question(x question.Answer) *question.Question {
	l := a.lists[x.Version]
	if l == nil {
		return nil
	}
	return l.Find(x.Question)
}

// column adds the column of a question, unless it is there.
func (a *asked) column(q *question.Question, scopes []question.Scope) {
	c := askedColumn{q.ID, q.Label}
	if _, there := a.at[c]; there || !slices.Contains(scopes, q.Scope) {
		return
	}
	a.at[c] = len(a.columns)
	a.columns = append(a.columns, c)
}

// read reads what was answered with orders; nothing where no question has a column.
func (a *asked) read(ctx context.Context, orders []string) (map[string][]audience.Answered, error) {
	if len(a.columns) == 0 || len(orders) == 0 {
		return nil, nil
	}
	return a.store.Questions.AnswersOfOrders(ctx, a.event, orders)
}

// cells are what was answered of a unit, and of the whole, in the columns.
func (a *asked) cells(rows []audience.Answered, unit int64) []any {
	cells := make([]any, len(a.columns))
	for i := range cells {
		cells[i] = ""
	}
	for i := range rows {
		if rows[i].Unit != 0 && rows[i].Unit != unit {
			continue
		}
		list, err := question.DecodeAnswers(rows[i].Answers)
		if err != nil {
			continue // newAsked has read them all; verify finds what cannot be read
		}
		for _, x := range list {
			if q := a.question(x); q != nil {
				if at, ok := a.at[askedColumn{q.ID, q.Label}]; ok {
					cells[at] = x.Words(q)
					if x.File != nil {
						cells[at] = x.File.Name + " (" + x.Values[0] + ")" // the id, by which it can be fetched
					}
				}
			}
		}
	}
	return cells
}
