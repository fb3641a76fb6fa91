package question

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/id"
)

// Unit is one that comes: a place of a registration, an item of an order.
type Unit struct {
	No   int64  // 1, 2, 3, …: as in the numbers of tickets; 0: one of whom nothing is asked
	Tier string // empty: it is not known yet
}

// Given is an answer as it was sent.
type Given struct {
	Question string
	Unit     int64 // 0: of the whole order
	Values   []string
	// File is the file of which Values has the id, where it waits for an answer to this question.
	File *File
}

// Answer is an answer as it is stored. Version is of the list that it was given to.
type Answer struct {
	Question string   `json:"q"`
	Version  int64    `json:"v"`
	Values   []string `json:"a"`
	File     *File    `json:"f,omitempty"` // of which Values has the id
}

// Answers are those of one order, by unit; 0 has those of the whole.
type Answers map[int64][]Answer

// Check returns the answers as they are stored, and what is wrong with them. Where
// demand is set, everything required that is asked has to be answered.
func (l *List) Check(units []Unit, given []Given, demand bool) (Answers, []Fault) {
	var f faults
	if len(given) > MaxAnswers {
		f.add("answers", "too_many", "must have at most %d items", MaxAnswers)
		return nil, f
	}
	out := Answers{}
	asked := &asking{list: l, units: units, at: map[key][]string{}, files: map[string]bool{}}
	for i := range given {
		l.take(&f, asked, &given[i], "answers["+strconv.Itoa(i)+"]")
	}
	// What was answered counts only once all of it is known: a condition may name what
	// was sent behind.
	for i := range given {
		g := &given[i]
		k := key{g.Question, g.Unit}
		values, ok := asked.at[k]
		if !ok {
			continue
		}
		q := l.Find(g.Question)
		if !asked.asks(q, g.Unit) {
			f.add("answers["+strconv.Itoa(i)+"].question", "not_asked", "is not asked: a condition or a tier does not fit")
			continue
		}
		if len(values) > 0 {
			out[g.Unit] = append(out[g.Unit], Answer{g.Question, l.Version, values, g.File})
		}
	}
	if demand {
		for _, m := range l.missing(asked) {
			f.add(m.field(), "required", "must be answered")
		}
	}
	return out, f
}

type key struct {
	question string
	unit     int64
}

// field is that of an answer which is missing.
func (k key) field() string {
	if k.unit == 0 {
		return "answers." + k.question
	}
	return "answers." + k.question + "[" + strconv.FormatInt(k.unit, 10) + "]"
}

// asking is whom a question is for, and what was answered so far.
type asking struct {
	list  *List
	units []Unit
	at    map[key][]string
	files map[string]bool // those that answer something by now
}

// asks reports whether a question is asked of a unit, or with unit 0 of the whole.
func (a *asking) asks(q *Question, unit int64) bool {
	fits := func(u Unit) bool { return len(q.Tiers) == 0 || u.Tier == "" || slices.Contains(q.Tiers, u.Tier) }
	if q.Scope == Attendee {
		if !slices.ContainsFunc(a.units, func(u Unit) bool { return u.No == unit && fits(u) }) {
			return false
		}
	} else if !slices.ContainsFunc(a.units, fits) {
		return false
	}
	return q.If == nil || a.met(q.If, unit)
}

// met reports whether a condition is: an answer of the unit, or of the whole.
func (a *asking) met(c *Condition, unit int64) bool {
	on := a.list.Find(c.Question)
	if on == nil {
		return false
	}
	if on.Scope == Order {
		unit = 0
	}
	return a.asks(on, unit) && slices.ContainsFunc(a.at[key{on.ID, unit}], func(v string) bool { return slices.Contains(c.Values, v) })
}

// take checks an answer by itself.
func (l *List) take(f *faults, a *asking, g *Given, at string) {
	q := l.Find(g.Question)
	switch {
	case q == nil:
		f.add(at+".question", "unknown", "is not a question of this event")
		return
	case q.Scope == Order && g.Unit != 0:
		f.add(at+".unit", "not_allowed", "is for questions that each attendee answers")
		return
	case q.Scope == Attendee && !slices.ContainsFunc(a.units, func(u Unit) bool { return u.No == g.Unit }):
		f.add(at+".unit", "unknown", "must be the number of one who comes")
		return
	}
	k := key{g.Question, g.Unit}
	if _, twice := a.at[k]; twice {
		f.add(at+".question", "duplicate", "is answered twice")
		return
	}
	values, fault := q.clean(g.Values)
	if fault == nil && len(values) > 0 {
		fault = q.takesFile(g, values[0], a.files)
	}
	if fault != nil {
		f.add(at+fault.Field, fault.Code, "%s", fault.Message)
		return
	}
	a.at[k] = values
}

// clean returns an answer as it is stored; none when it is empty.
func (q *Question) clean(values []string) ([]string, *Fault) {
	field := ".value"
	if q.Kind == Choices {
		field = ".values"
	}
	wrong := func(code, format string, args ...any) ([]string, *Fault) {
		return nil, &Fault{field, code, fmt.Sprintf(format, args...)}
	}
	if q.Kind == Choices {
		var out []string
		for _, o := range q.Options { // in the order of the question
			if slices.Contains(values, o.Value) {
				out = append(out, o.Value)
			}
		}
		for _, v := range values {
			if !q.Offers(v) {
				return wrong("not_allowed", "must be options of the question")
			}
		}
		return out, nil
	}
	if len(values) == 0 || len(values) == 1 && strings.TrimSpace(values[0]) == "" {
		return nil, nil
	}
	if len(values) > 1 {
		return wrong("not_allowed", "must be one value")
	}
	v := strings.TrimSpace(values[0])
	switch q.Kind {
	case Text, LongText:
		most := MaxText
		if q.Kind == LongText {
			most = MaxLongText
		}
		if utf8.RuneCountInString(v) > most {
			return wrong("too_long", "must have at most %d characters", most)
		}
	case Choice, Consent:
		if !q.Offers(v) {
			return wrong("not_allowed", "must be one of the values of the question")
		}
	case Number:
		n, err := strconv.ParseInt(v, 10, 64)
		least, most := int64(-MaxNumber), int64(MaxNumber)
		if q.Min != nil {
			least = *q.Min
		}
		if q.Max != nil {
			most = *q.Max
		}
		switch {
		case err != nil:
			return wrong("bad_format", "must be a whole number")
		case n < least || n > most:
			return wrong("out_of_range", "must be between %d and %d", least, most)
		}
		v = strconv.FormatInt(n, 10)
	case Date:
		if _, err := time.Parse(dateLayout, v); err != nil {
			return wrong("bad_format", "must be a day, like 2027-05-31")
		}
	case Upload:
		if !strings.HasPrefix(v, id.Upload) || len(v) > MaxText {
			return wrong("bad_format", "must be the id of a file that was uploaded")
		}
	}
	return []string{v}, nil
}

// Takes reports whether values are an answer to the question as it is stored.
func (q *Question) Takes(values []string) bool {
	clean, fault := q.clean(values)
	return fault == nil && len(values) > 0 && slices.Equal(clean, values)
}

// missing returns what is required, asked and not answered.
func (l *List) missing(a *asking) (list []key) {
	for i := range l.Questions {
		q := &l.Questions[i]
		if !q.Required {
			continue
		}
		numbers := []int64{0}
		if q.Scope == Attendee {
			numbers = numbers[:0]
			for _, u := range a.units {
				if u.No > 0 {
					numbers = append(numbers, u.No)
				}
			}
		}
		for _, n := range numbers {
			if q.tierKnown(a.units, n) && a.asks(q, n) && len(a.at[key{q.ID, n}]) == 0 {
				list = append(list, key{q.ID, n})
			}
		}
	}
	return list
}

// tierKnown reports whether it is known that a question is for the tier: whoever asks for
// the best seats of any tier learns which they are with the answer.
func (q *Question) tierKnown(units []Unit, n int64) bool {
	return len(q.Tiers) == 0 || slices.ContainsFunc(units, func(u Unit) bool { return u.Tier != "" && (n == 0 || u.No == n) })
}

// Missing returns the fields of what is required and asked by the list and not among the
// answers that were given to it.
func (l *List) Missing(units []Unit, answers Answers) (fields []string) {
	a := &asking{list: l, units: units, at: map[key][]string{}}
	for unit, list := range answers {
		for _, x := range list {
			// One that was given when another kind of question had the id answers nothing now.
			if q := l.Find(x.Question); q != nil && q.Takes(x.Values) {
				a.at[key{x.Question, unit}] = x.Values
			}
		}
	}
	for _, k := range l.missing(a) {
		fields = append(fields, k.field())
	}
	return fields
}

// Merge returns what is stored once answers to the list were changed: those to questions
// which the list has no more stay as they were given. Where keep is set, so do those that
// say the same as before, with the words to which they were given: whoever changes them is not
// who gave them.
func (l *List) Merge(before, now Answers, keep bool) Answers {
	out := Answers{}
	for unit, list := range now {
		for _, a := range list {
			if i := slices.IndexFunc(before[unit], func(b Answer) bool { return b.Question == a.Question && slices.Equal(b.Values, a.Values) }); keep && i >= 0 {
				a = before[unit][i]
			}
			out[unit] = append(out[unit], a)
		}
	}
	for unit, list := range before {
		for _, b := range list {
			if l.Find(b.Question) == nil {
				out[unit] = append(out[unit], b)
			}
		}
	}
	return out
}

// EncodeAnswers returns the answers of one unit as they are stored.
func EncodeAnswers(list []Answer) (string, error) {
	text, err := json.Marshal(list)
	return string(text), err
}

// DecodeAnswers reads the answers of one unit.
func DecodeAnswers(text string) (list []Answer, err error) {
	if err = json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("question: answers: %w", err)
	}
	return list, nil
}

// Words returns an answer as people read it, by the words that its question had. Of a file that is
// its id; see Answer.Words.
func (q *Question) Words(values []string) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = v
		for _, o := range q.Options {
			if o.Value == v {
				words[i] = o.Label
			}
		}
	}
	return strings.Join(words, "; ")
}
