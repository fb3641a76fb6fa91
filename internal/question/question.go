// Package question has the rules of what an event asks its people: which lists of
// questions there may be, which questions are asked of whom, and what answers them.
//
// A list is never changed: each change makes another version of it, and an answer names
// the version that it was given to. So what was answered keeps the words under which it
// was answered, whatever becomes of the list.
package question

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/translation"
)

// Kind is what a question is answered with.
type Kind string

// The kinds.
const (
	Text     Kind = "text"      // one line
	LongText Kind = "long_text" // several
	Choice   Kind = "choice"    // one of the options
	Choices  Kind = "choices"   // any of the options
	Number   Kind = "number"    // a whole number
	Date     Kind = "date"      // a day
	Consent  Kind = "consent"   // Agreed, or nothing
)

// Kinds are all kinds.
var Kinds = [...]Kind{Text, LongText, Choice, Choices, Number, Date, Consent}

// Scope is who answers a question: once for what was ordered, or each who comes.
type Scope string

// The scopes.
const (
	Order    Scope = "order"
	Attendee Scope = "attendee"
)

// Agreed is the answer to a question of the kind Consent.
const Agreed = "yes"

// The limits. Lengths are in characters.
const (
	MaxQuestions = 30
	MaxOptions   = 50
	MaxVersions  = 1000 // of the list of one event
	MaxID        = 40
	MaxLabel     = 300
	MaxHelp      = 1000
	MaxOption    = 200
	MaxText      = 200
	MaxLongText  = 2000
	MaxNumber    = 1_000_000_000_000
	// MaxAnswers is how many answers one request may have.
	MaxAnswers = 500
)

// dateLayout is that of an answer to a question of the kind Date.
const dateLayout = "2006-01-02"

// Option is one of those that a choice is made of. Value is what an answer has.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Condition asks a question only of people who have answered an earlier one with one of Values.
type Condition struct {
	Question string   `json:"question"`
	Values   []string `json:"values"`
}

// Question is one of a list.
type Question struct {
	ID       string     `json:"id"`
	Kind     Kind       `json:"kind"`
	Scope    Scope      `json:"scope"`
	Label    string     `json:"label"`
	Help     string     `json:"help,omitempty"`
	Required bool       `json:"required,omitempty"`
	Tiers    []string   `json:"tiers,omitempty"` // empty: all
	Options  []Option   `json:"options,omitempty"`
	Min      *int64     `json:"min,omitempty"` // of a number
	Max      *int64     `json:"max,omitempty"`
	If       *Condition `json:"if,omitempty"`
	// AtDoor: whoever checks people in sees the answer.
	AtDoor bool `json:"at_door,omitempty"`
}

// List is a version of what an event asks. Versions begin with 1.
type List struct {
	Version   int64      `json:"-"`
	Questions []Question `json:"questions"`
	// EditableUntil is up to when people may change their answers, in microseconds since
	// 1970; 0: until the event begins.
	EditableUntil int64 `json:"editable_until,omitempty"`
}

// Find returns the question with an id; nil: there is none.
func (l *List) Find(id string) *Question {
	if i := slices.IndexFunc(l.Questions, func(q Question) bool { return q.ID == id }); i >= 0 {
		return &l.Questions[i]
	}
	return nil
}

// In returns the list with its words as far as they are translated, and as they are else. What
// is answered is the same.
func (l *List) In(texts translation.Texts) *List {
	if len(texts) == 0 {
		return l
	}
	out := *l
	out.Questions = slices.Clone(l.Questions)
	for i := range out.Questions {
		q := &out.Questions[i]
		q.Label, _ = texts.Or(translation.Question(q.ID, "label"), q.Label)
		q.Help, _ = texts.Or(translation.Question(q.ID, "help"), q.Help)
		q.Options = slices.Clone(q.Options)
		for j := range q.Options {
			o := &q.Options[j]
			o.Label, _ = texts.Or(translation.Option(q.ID, o.Value), o.Label)
		}
	}
	return &out
}

// Fault is what is wrong with a field.
type Fault struct{ Field, Code, Message string }

type faults []Fault

func (f *faults) add(field, code, format string, args ...any) {
	*f = append(*f, Fault{field, code, fmt.Sprintf(format, args...)})
}

// Validate returns what is wrong with a list for an event with these tiers.
func (l *List) Validate(hasTier func(string) bool) []Fault {
	var f faults
	if len(l.Questions) > MaxQuestions {
		f.add("questions", "too_many", "must have at most %d items", MaxQuestions)
		return f
	}
	for i := range l.Questions {
		l.validate(&f, i, hasTier)
	}
	return f
}

func (l *List) validate(f *faults, i int, hasTier func(string) bool) {
	q, at := &l.Questions[i], "questions["+strconv.Itoa(i)+"]"
	switch {
	case !validID(q.ID):
		f.add(at+".id", "bad_format", "must have 1 to %d small letters, digits, - or _", MaxID)
	case slices.ContainsFunc(l.Questions[:i], func(o Question) bool { return o.ID == q.ID }):
		f.add(at+".id", "duplicate", "is the id of an earlier question")
	}
	if !slices.Contains(Kinds[:], q.Kind) {
		f.add(at+".kind", "not_allowed", "must be one of: text, long_text, choice, choices, number, date, consent")
	}
	if q.Scope != Order && q.Scope != Attendee {
		f.add(at+".scope", "not_allowed", "must be order or attendee")
	}
	line(f, at+".label", q.Label, 1, MaxLabel)
	line(f, at+".help", q.Help, 0, MaxHelp)
	for j, t := range q.Tiers {
		if !hasTier(t) || slices.Contains(q.Tiers[:j], t) {
			f.add(at+".tiers["+strconv.Itoa(j)+"]", "unknown", "is not a tier of this event, or is there twice")
		}
	}
	q.validateOptions(f, at)
	q.validateBounds(f, at)
	l.validateCondition(f, i, at)
}

func (q *Question) validateOptions(f *faults, at string) {
	choice := q.Kind == Choice || q.Kind == Choices
	switch {
	case !choice && len(q.Options) > 0:
		f.add(at+".options", "not_allowed", "belong to a choice only")
	case choice && len(q.Options) == 0:
		f.add(at+".options", "required", "must not be empty")
	case len(q.Options) > MaxOptions:
		f.add(at+".options", "too_many", "must have at most %d items", MaxOptions)
		return
	}
	for j, o := range q.Options {
		here := at + ".options[" + strconv.Itoa(j) + "]"
		line(f, here+".value", o.Value, 1, MaxOption)
		line(f, here+".label", o.Label, 1, MaxOption)
		if slices.ContainsFunc(q.Options[:j], func(e Option) bool { return e.Value == o.Value }) {
			f.add(here+".value", "duplicate", "is the value of an earlier option")
		}
	}
}

func (q *Question) validateBounds(f *faults, at string) {
	for _, b := range []struct {
		name  string
		value *int64
	}{{"min", q.Min}, {"max", q.Max}} {
		switch {
		case b.value == nil:
		case q.Kind != Number:
			f.add(at+"."+b.name, "not_allowed", "belongs to a number only")
		case *b.value < -MaxNumber || *b.value > MaxNumber:
			f.add(at+"."+b.name, "out_of_range", "must be between %d and %d", -MaxNumber, MaxNumber)
		}
	}
	if q.Min != nil && q.Max != nil && *q.Min > *q.Max {
		f.add(at+".max", "out_of_range", "must not be less than min")
	}
}

func (l *List) validateCondition(f *faults, i int, at string) {
	q := &l.Questions[i]
	if q.If == nil {
		return
	}
	at += ".if"
	n := slices.IndexFunc(l.Questions[:i], func(o Question) bool { return o.ID == q.If.Question })
	if n < 0 {
		f.add(at+".question", "unknown", "must be the id of an earlier question")
		return
	}
	on := &l.Questions[n]
	if on.Kind != Choice && on.Kind != Choices && on.Kind != Consent {
		f.add(at+".question", "not_allowed", "must be a choice or a consent")
		return
	}
	if q.Scope == Order && on.Scope == Attendee {
		f.add(at+".question", "not_allowed", "is answered by each attendee, and this question once for all")
	}
	if len(q.If.Values) == 0 || len(q.If.Values) > MaxOptions {
		f.add(at+".values", "required", "must have 1 to %d items", MaxOptions)
		return
	}
	for j, v := range q.If.Values {
		if !on.offers(v) {
			f.add(at+".values["+strconv.Itoa(j)+"]", "unknown", "is not a value of that question")
		}
	}
}

// offers reports whether a value is one that the question can be answered with.
func (q *Question) offers(value string) bool {
	if q.Kind == Consent {
		return value == Agreed
	}
	return slices.ContainsFunc(q.Options, func(o Option) bool { return o.Value == value })
}

// Encode returns the list as it is stored.
func (l *List) Encode() (string, error) {
	text, err := json.Marshal(l)
	return string(text), err
}

// Decode reads a list as Encode wrote it.
func Decode(version int64, text string) (*List, error) {
	l := &List{Version: version}
	if err := json.Unmarshal([]byte(text), l); err != nil {
		return nil, fmt.Errorf("question: version %d: %w", version, err)
	}
	return l, nil
}

func validID(id string) bool {
	if id == "" || len(id) > MaxID {
		return false
	}
	return strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

func line(f *faults, field, text string, least, most int) {
	switch n := utf8.RuneCountInString(text); {
	case n < least:
		f.add(field, "required", "must not be empty")
	case n > most:
		f.add(field, "too_long", "must have at most %d characters", most)
	}
}

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
}

// Answer is an answer as it is stored. Version is of the list that it was given to.
type Answer struct {
	Question string   `json:"q"`
	Version  int64    `json:"v"`
	Values   []string `json:"a"`
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
	asked := &asking{list: l, units: units, at: map[key][]string{}}
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
			out[g.Unit] = append(out[g.Unit], Answer{g.Question, l.Version, values})
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
			if !q.offers(v) {
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
		if !q.offers(v) {
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

// Words returns an answer as people read it, by the words that its question had.
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
