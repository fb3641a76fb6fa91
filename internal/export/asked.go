package export

import (
	"context"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// askedColumns are the columns of the questions of events: of each those of the newest list,
// and those in whose words something was answered. Answers to other words are in columns of
// their own, so that none stands below a question that it was not given to. Events that ask
// the same in the same words have one column for it.
type askedColumns struct {
	list []askedColumn
	at   map[askedColumn]int
}

type askedColumn struct{ id, label string }

// asked are the questions of one event, and the columns that they are in.
type asked struct {
	*askedColumns
	store *store.Store
	event string
	lists map[int64]*question.List
}

// newAsked adds the columns of the questions of an event that are in one of the scopes.
func newAsked(ctx context.Context, s *store.Store, event string, scopes []question.Scope, columns *askedColumns) (*asked, error) {
	a := &asked{askedColumns: columns, store: s, event: event, lists: map[int64]*question.List{}}
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
	a.at[c] = len(a.list)
	a.list = append(a.list, c)
}

// read reads what was answered with orders; nothing where no question has a column.
func (a *asked) read(ctx context.Context, orders []string) (map[string][]audience.Answered, error) {
	if len(a.lists) == 0 || len(orders) == 0 {
		return nil, nil
	}
	return a.store.Questions.AnswersOfOrders(ctx, a.event, orders)
}

// readEntries reads what was answered with entries of the waitlist.
func (a *asked) readEntries(ctx context.Context, entries []string) (map[string][]audience.Answered, error) {
	if len(a.lists) == 0 || len(entries) == 0 {
		return nil, nil
	}
	return a.store.Questions.Answers(ctx, a.event, entries)
}

// cells are what was answered of a unit, and of the whole, in the columns.
func (a *asked) cells(rows []audience.Answered, unit int64) []any {
	return a.filled(rows, func(of int64) (string, bool) { return "", of == 0 || of == unit })
}

// partyCells are what was answered of a whole party, in the columns: what each of several who
// come has answered one after the other, with their numbers.
func (a *asked) partyCells(rows []audience.Answered, units int64) []any {
	return a.filled(rows, func(of int64) (string, bool) {
		if of == 0 || units == 1 {
			return "", true
		}
		return strconv.FormatInt(of, 10) + ": ", true
	})
}

// filled are the columns with the answers of the units that which takes, each behind the text
// that it gives it.
func (a *asked) filled(rows []audience.Answered, which func(unit int64) (before string, take bool)) []any {
	texts := make([]string, len(a.list))
	for i := range rows {
		before, take := which(rows[i].Unit)
		if !take {
			continue
		}
		list, err := question.DecodeAnswers(rows[i].Answers)
		if err != nil {
			continue // newAsked has read them all; verify finds what cannot be read
		}
		for _, x := range list {
			q := a.question(x)
			if q == nil {
				continue
			}
			at, ok := a.at[askedColumn{q.ID, q.Label}]
			if !ok {
				continue
			}
			said := x.Words(q)
			if x.File != nil {
				said = x.File.Name + " (" + x.Values[0] + ")" // the id, by which it can be fetched
			}
			if texts[at] != "" {
				texts[at] += "; "
			}
			texts[at] += before + said
		}
	}
	cells := make([]any, len(texts))
	for i := range texts {
		cells[i] = texts[i]
	}
	return cells
}
