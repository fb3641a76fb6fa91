package integrations

import (
	"slices"
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
		q := &asked.Questions[i]
		list = append(list, guestlist.Asked{ID: q.ID, Label: q.Label, File: q.Kind == question.Upload})
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

// givenAnswers are answers with the line that each stands on.
type givenAnswers struct {
	given []question.Given
	lines []*guestlist.Line
}

// take reads what a question was answered with on a line, of a unit or with 0 of the whole.
func (g *givenAnswers) take(q *question.Question, line *guestlist.Line, unit int64, faults *guestlist.Faults) {
	field := guestlist.QuestionField(q.ID)
	text := line.Get(field)
	if r, bad := httpapi.Forbidden(text, "\r\n\t"); bad {
		faults.Add(line.No, field, "forbidden_character", "must not contain the character %U", r)
		return
	}
	values := typed(q, text, line.Exported())
	if len(values) == 0 {
		return
	}
	// What is asked of the whole stands on each line of it, or on one.
	if i := slices.IndexFunc(g.given, func(o question.Given) bool { return o.Question == q.ID && o.Unit == unit }); i >= 0 {
		if !slices.Equal(g.given[i].Values, values) {
			faults.Add(line.No, field, "mismatch", "is not what line %d of the same order says", g.lines[i].No)
		}
		return
	}
	g.given, g.lines = append(g.given, question.Given{Question: q.ID, Unit: unit, Values: values}), append(g.lines, line)
}

// of returns the answers of a party as they are stored, by unit, and says what is wrong with them:
// they are checked as those of a registration by staff, of whom nothing is demanded. What is asked of
// each person is answered on the line of each.
func (a *importedAnswers) of(lines guestlist.Party, party *inventory.Party, faults *guestlist.Faults) map[int64]string {
	var g givenAnswers
	for _, q := range a.questions {
		for i, line := range lines {
			unit := int64(0)
			if q.Scope == question.Attendee {
				unit = int64(i) + 1
			}
			g.take(q, line, unit, faults)
		}
	}
	if len(g.given) == 0 {
		return nil
	}
	rows, wrong := a.list.Check(wire.UnitsOf(party.Units, party.Tier), g.given, false)
	for _, f := range wrong {
		if i := answerOf(f.Field); i < 0 {
			faults.Add(lines[0].No, guestlist.Order, f.Code, "%s", f.Message)
		} else {
			faults.Add(g.lines[i].No, guestlist.QuestionField(g.given[i].Question), f.Code, "%s", f.Message)
		}
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

// answerOf is the number of the answer that a fault names, as in answers[3].value; -1: all of them
// together are too many.
func answerOf(field string) int {
	_, rest, _ := strings.Cut(field, "[")
	number, _, _ := strings.Cut(rest, "]")
	n, err := strconv.Atoi(number)
	if err != nil {
		return -1
	}
	return n
}

// typed are the values of what stands in a cell: of options the labels do as well, in any case, and
// of a number what spreadsheets make of it. What is none of these is left as it is, to be refused.
// In what an export has written, options stand by their labels.
func typed(q *question.Question, text string, exported bool) []string {
	switch q.Kind {
	case question.Choices:
		return optionsOf(q, text, exported)
	case question.Choice:
		text = optionOf(q, text, exported)
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

// optionsOf are the values of the options that a text names with semicolons between. One whose label
// has semicolons itself is found before its parts.
func optionsOf(q *question.Question, text string, exported bool) (values []string) {
	parts := strings.Split(text, ";")
	for i := 0; i < len(parts); {
		many := 1
		for n := len(parts) - i; n > 1; n-- {
			if q.Offers(optionOf(q, strings.TrimSpace(strings.Join(parts[i:i+n], ";")), exported)) {
				many = n
				break
			}
		}
		if part := strings.TrimSpace(strings.Join(parts[i:i+many], ";")); part != "" {
			values = append(values, optionOf(q, part, exported))
		}
		i += many
	}
	return values
}

// optionOf is the value of the option that a text names, or the text.
func optionOf(q *question.Question, text string, exported bool) string {
	if i := slices.IndexFunc(q.Options, func(o question.Option) bool { return o.Label == text }); exported && i >= 0 {
		return q.Options[i].Value
	}
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
