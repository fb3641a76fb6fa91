package integrations

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
)

// questionFields are the questions of an event as fields of a guest list.
func questionFields(asked *question.List) (list []guestlist.Asked) {
	if asked == nil {
		return nil
	}
	for i := range asked.Questions {
		list = append(list, guestlist.Asked{ID: asked.Questions[i].ID, Label: asked.Questions[i].Label})
	}
	return list
}

// checkColumns checks what columns of a file are said to be.
func (in *NewImport) checkColumns(asked *question.List) error {
	var check httpapi.Checks
	m := in.mapping(asked)
	for i, c := range in.Columns {
		if c.Field != noField && !m.Knows(c.Field) {
			check.Add("columns["+strconv.Itoa(i)+"].field", "unknown", "must be none, a field of a guest list, or question: and the id of a question of this event")
		}
	}
	return check.Err()
}

// importedAnswers reads the answers in the columns of a file.
type importedAnswers struct {
	list      *question.List
	questions []*question.Question // that have a column
}

// answersIn finds the columns with answers. A question that asks for a file cannot have one.
func answersIn(list *question.List, columns []guestlist.Column, faults *guestlist.Faults) *importedAnswers {
	a := &importedAnswers{list: list}
	for _, c := range columns {
		asked, ok := strings.CutPrefix(c.Field, guestlist.QuestionField(""))
		if !ok {
			continue
		}
		q := list.Find(asked)
		if q.Kind == question.Upload {
			faults.Add(1, c.Field, "not_allowed", "asks for a file, which a list does not have: leave the column out")
			continue
		}
		a.questions = append(a.questions, q)
	}
	return a
}

// of returns the answers of a line as they are stored, by unit, and says what is wrong with them:
// they are checked as those of a registration by staff, of whom nothing is demanded.
func (a *importedAnswers) of(line *guestlist.Line, party *inventory.Party, faults *guestlist.Faults) map[int64]string {
	var given []question.Given
	for _, q := range a.questions {
		text := line.Get(guestlist.QuestionField(q.ID))
		if r, bad := httpapi.Forbidden(text, "\r\n\t"); bad {
			faults.Add(line.No, guestlist.QuestionField(q.ID), "forbidden_character", "must not contain the character %U", r)
			continue
		}
		if values := typed(q, text); len(values) > 0 {
			g := question.Given{Question: q.ID, Values: values}
			if q.Scope == question.Attendee {
				g.Unit = 1
			}
			given = append(given, g)
		}
	}
	if len(given) == 0 {
		return nil
	}
	rows, wrong := a.list.Check(wire.UnitsOf(party.Units, party.Tier), given, false)
	for _, f := range wrong {
		faults.Add(line.No, guestlist.QuestionField(given[answerOf(f.Field)].Question), f.Code, "%s", f.Message)
	}
	out := make(map[int64]string, len(rows))
	for unit, answers := range rows {
		text, err := question.EncodeAnswers(answers)
		if err != nil { // text always encodes
			panic(err)
		}
		out[unit] = text
	}
	return out
}

// answerOf is the number of the answer that a fault names, as in answers[3].value.
func answerOf(field string) int {
	_, rest, _ := strings.Cut(field, "[")
	number, _, _ := strings.Cut(rest, "]")
	n, err := strconv.Atoi(number)
	if err != nil { // what is not demanded is not missing: each fault has a number
		panic(err)
	}
	return n
}

// typed are the values of what stands in a cell: of options the labels do as well, in any case, and
// of a number what spreadsheets make of it. What is none of these is left as it is, to be refused.
func typed(q *question.Question, text string) []string {
	switch q.Kind {
	case question.Choices:
		var values []string
		for part := range strings.SplitSeq(text, ";") {
			if part = strings.TrimSpace(part); part != "" {
				values = append(values, optionOf(q, part))
			}
		}
		return values
	case question.Choice:
		text = optionOf(q, text)
	case question.Consent:
		if text = strings.ToLower(text); text == "no" {
			return nil
		}
	case question.Number:
		if n, ok := guestlist.Whole(text); ok {
			text = strconv.FormatInt(n, 10)
		}
	}
	if text == "" {
		return nil
	}
	return []string{strings.ReplaceAll(text, "\r\n", "\n")}
}

// optionOf is the value of the option that a text names, or the text.
func optionOf(q *question.Question, text string) string {
	if q.Offers(text) {
		return text
	}
	for _, o := range q.Options {
		if strings.EqualFold(o.Label, text) || strings.EqualFold(o.Value, text) {
			return o.Value
		}
	}
	return text
}
