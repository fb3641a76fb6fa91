package question

import (
	"encoding/json"
	"strconv"
)

// Sum is what was answered to one question.
type Sum struct {
	// Answered is how many answers there are that the question takes as it is asked now.
	Answered int64
	// Earlier is how many there are that it does not take any more, such as an option that is gone.
	Earlier int64
	// Choices are how many of the answers have each option, by its value; of a consent Agreed.
	Choices map[string]int64
	// Total, Least and Most are of a number; all 0 where nothing was answered.
	Total, Least, Most int64
}

// Summary adds up what was answered to a list of questions.
type Summary struct {
	list *List
	sums map[string]*Sum // by question
}

// NewSummary returns a Summary of what is answered to a list, with nothing in it.
func NewSummary(l *List) *Summary {
	s := &Summary{list: l, sums: make(map[string]*Sum, len(l.Questions))}
	for i := range l.Questions {
		s.sums[l.Questions[i].ID] = &Sum{Choices: map[string]int64{}}
	}
	return s
}

// Add counts an answer of a unit, or with unit 0 of the whole. Whether it was given to this version
// of the list or to an earlier one, what counts is whether its question takes it now; an answer to
// a question that the list does not have counts nowhere.
func (s *Summary) Add(unit int64, a *Answer) {
	q := s.list.Find(a.Question)
	if q == nil {
		return
	}
	sum := s.sums[q.ID]
	if (q.Scope == Attendee) != (unit > 0) || !q.Takes(a.Values) {
		sum.Earlier++
		return
	}
	sum.Answered++
	switch q.Kind {
	case Choice, Choices, Consent:
		for _, v := range a.Values {
			sum.Choices[v]++
		}
	case Number:
		sum.number(a.Values[0])
	}
}

// number adds an answer that Takes has taken. The sum of all answers of an event fits: a number is
// MaxNumber at most.
func (s *Sum) number(value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil { // Takes has read it
		panic(err)
	}
	if s.Answered == 1 {
		s.Least, s.Most = n, n
	}
	s.Total, s.Least, s.Most = s.Total+n, min(s.Least, n), max(s.Most, n)
}

// Of returns what was answered to a question of the list.
func (s *Summary) Of(question string) Sum { return *s.sums[question] }

// Mention returns texts that stand in encoded answers among which one to a question has a value.
// They may stand in others too.
func Mention(question, value string) []string {
	quoted := func(text string) string {
		out, err := json.Marshal(text)
		if err != nil { // text always encodes
			panic(err)
		}
		return string(out)
	}
	return []string{`"q":` + quoted(question), quoted(value)}
}
