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
	Upload   Kind = "file"      // a file that was uploaded before, by its id
)

// Kinds are all kinds.
var Kinds = [...]Kind{Text, LongText, Choice, Choices, Number, Date, Consent, Upload}

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
	Accept   []Media    `json:"accept,omitempty"`    // of a file; empty: all
	MaxBytes int64      `json:"max_bytes,omitempty"` // of a file; 0: MaxFileBytes
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
	return l.with(func(field, main string) string {
		said, _ := texts.Or(field, main)
		return said
	})
}

// SaidIn returns the list with the words under which an answer is read that was given to it: those
// that translate just the words it has, and those themselves else. What was translated since the
// question was changed is another question's.
func (l *List) SaidIn(texts translation.Texts) *List {
	if len(texts) == 0 {
		return l
	}
	return l.with(func(field, main string) string {
		if main == "" || texts.Of(field, main) != translation.Current || texts[field].Text == "" {
			return main
		}
		return texts[field].Text
	})
}

func (l *List) with(say func(field, main string) string) *List {
	out := *l
	out.Questions = slices.Clone(l.Questions)
	for i := range out.Questions {
		q := &out.Questions[i]
		q.Label = say(translation.Question(q.ID, "label"), q.Label)
		q.Help = say(translation.Question(q.ID, "help"), q.Help)
		q.Options = slices.Clone(q.Options)
		for j := range q.Options {
			o := &q.Options[j]
			o.Label = say(translation.Option(q.ID, o.Value), o.Label)
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
		f.add(at+".kind", "not_allowed", "must be one of: text, long_text, choice, choices, number, date, consent, file")
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
	q.validateFile(f, at)
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
		if !on.Offers(v) {
			f.add(at+".values["+strconv.Itoa(j)+"]", "unknown", "is not a value of that question")
		}
	}
}

// Offers reports whether a value is one of those that the question lets people choose: an option of it,
// or Agreed.
func (q *Question) Offers(value string) bool {
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
