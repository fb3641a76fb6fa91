package wire

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Question is one that an event asks.
type Question struct {
	ID       string             `json:"id" minLength:"1" maxLength:"40" doc:"Small letters, digits, - and _: unique among the questions of the event. A question that is changed keeps it." example:"diet"`
	Kind     string             `json:"kind" enum:"text,long_text,choice,choices,number,date,consent,file" doc:"What it is answered with: one line, several lines, one of the options, any of them, a whole number, a day, yes, or a file that was sent before." example:"choice"`
	Scope    string             `json:"scope" enum:"order,attendee" doc:"Whether it is answered once for what was ordered, or for each who comes." example:"attendee"`
	Label    string             `json:"label" minLength:"1" maxLength:"300" doc:"What is asked. Plain text." example:"What do you eat?"`
	Help     string             `json:"help,omitempty" maxLength:"1000" doc:"What stands below it. Plain text." example:"We cook for everybody."`
	Required bool               `json:"required,omitempty" doc:"Nobody takes part without an answer, except by staff, at a till where it is said. Of a consent: without agreeing."`
	Tiers    []string           `json:"tiers,omitempty" maxItems:"50" doc:"The tiers of which it is asked. Default: all."`
	Options  []QuestionOption   `json:"options,omitempty" maxItems:"50" doc:"Of a choice."`
	Min      *int64             `json:"min,omitempty" doc:"The least number. Default: any." example:"1"`
	Max      *int64             `json:"max,omitempty" doc:"The greatest number. Default: any." example:"10"`
	Accept   []string           `json:"accept,omitempty" maxItems:"2" enum:"image,pdf" doc:"Of a file: what it may be, a JPEG, PNG, WebP or AVIF, or a PDF. Default: either."`
	MaxBytes int64              `json:"max_bytes,omitempty" doc:"Of a file: how large it may be, from 10 KiB to 10 MiB. Default: 10 MiB." example:"5242880"`
	If       *QuestionCondition `json:"if,omitempty" doc:"It is asked only where an earlier question was answered so. Default: always."`
	AtDoor   bool               `json:"at_door,omitempty" doc:"Whoever checks people in sees the answer. Default: only those who may read orders in full do."`
}

// QuestionOption is one of those that a choice is made of.
type QuestionOption struct {
	Value string `json:"value" minLength:"1" maxLength:"200" doc:"What an answer has; it stays when the label is changed." example:"vegan"`
	Label string `json:"label" minLength:"1" maxLength:"200" doc:"Plain text." example:"Vegan"`
}

// QuestionCondition asks a question only of people who have answered an earlier one so.
type QuestionCondition struct {
	Question string   `json:"question" maxLength:"40" doc:"The id of an earlier question: a choice or a consent." example:"food"`
	Values   []string `json:"values" minItems:"1" maxItems:"50" doc:"One of these was answered; \"yes\" of a consent."`
}

// QuestionsIn is what an event is to ask.
type QuestionsIn struct {
	Version       *int64     `json:"version,omitempty" minimum:"0" doc:"The version that was read and is changed, 0 before the first: when the event has another by now, nothing is changed. Default: whatever it has."`
	EditableUntil *time.Time `json:"editable_until,omitempty" doc:"Up to when people may change their answers. Default: until the event begins."`
	Questions     []Question `json:"questions" maxItems:"30" doc:"In the order in which they are asked."`
}

// Questions is what an event asks.
type Questions struct {
	Version       int64      `json:"version" doc:"Counts the changes of the list; 0: it was never asked anything." example:"3"`
	EditableUntil *time.Time `json:"editable_until" doc:"Up to when people may change their answers; null: until the event begins."`
	Questions     []Question `json:"questions"`
}

// List checks what an event is to ask.
func (in *QuestionsIn) List(check *httpapi.Checks, k *access.EventSummary) *question.List {
	l := &question.List{}
	if in.EditableUntil != nil {
		l.EditableUntil = int64(inventory.At(*in.EditableUntil))
	}
	for i := range in.Questions {
		q := &in.Questions[i]
		at := "questions[" + httpapi.Itoa(int64(i)) + "]"
		out := question.Question{
			ID: q.ID, Kind: question.Kind(q.Kind), Scope: question.Scope(q.Scope), Label: words(check, at+".label", q.Label), Help: words(check, at+".help", q.Help),
			Required: q.Required, Tiers: q.Tiers, Min: q.Min, Max: q.Max, AtDoor: q.AtDoor, MaxBytes: q.MaxBytes,
		}
		for _, m := range q.Accept {
			out.Accept = append(out.Accept, question.Media(m))
		}
		for j, o := range q.Options {
			here := at + ".options[" + httpapi.Itoa(int64(j)) + "]"
			out.Options = append(out.Options, question.Option{Value: words(check, here+".value", o.Value), Label: words(check, here+".label", o.Label)})
		}
		if q.If != nil {
			out.If = &question.Condition{Question: q.If.Question, Values: q.If.Values}
		}
		l.Questions = append(l.Questions, out)
	}
	for _, f := range l.Validate(k.HasTier) {
		check.Add(f.Field, f.Code, "%s", f.Message)
	}
	return l
}

// words is a text of one line; its length is checked with the list.
func words(check *httpapi.Checks, field, text string) string {
	if r, bad := httpapi.Forbidden(text, ""); bad {
		check.Add(field, "forbidden_character", "must not contain the character %U", r)
	}
	return strings.TrimSpace(text)
}

// QuestionsOf shows what an event asks.
func QuestionsOf(l *question.List) *Questions {
	out := &Questions{Questions: []Question{}}
	if l == nil {
		return out
	}
	out.Version = l.Version
	if l.EditableUntil != 0 {
		out.EditableUntil = TimePtr(inventory.Instant(l.EditableUntil))
	}
	for i := range l.Questions {
		out.Questions = append(out.Questions, questionOf(&l.Questions[i]))
	}
	return out
}

func questionOf(q *question.Question) Question {
	out := Question{
		ID: q.ID, Kind: string(q.Kind), Scope: string(q.Scope), Label: q.Label, Help: q.Help, Required: q.Required, Tiers: q.Tiers, Min: q.Min, Max: q.Max,
		AtDoor: q.AtDoor, MaxBytes: q.MaxBytes,
	}
	for _, m := range q.Accept {
		out.Accept = append(out.Accept, string(m))
	}
	for _, o := range q.Options {
		out.Options = append(out.Options, QuestionOption(o))
	}
	if q.If != nil {
		out.If = &QuestionCondition{q.If.Question, q.If.Values}
	}
	return out
}

// AnswerIn is an answer to a question.
type AnswerIn struct {
	Question string   `json:"question" maxLength:"40" doc:"The id of the question." example:"diet"`
	Unit     int64    `json:"unit,omitempty" minimum:"0" maximum:"100" doc:"Of a question that each attendee answers: whose answer it is, by the number that the ticket has. 1 is the person who registers, and each guest has the next; of an order, the items are counted in their order." example:"1"`
	Value    string   `json:"value,omitempty" maxLength:"2000" doc:"The answer: a text, the value of an option, a number, a day like 2027-05-31, yes, or the id of a file that was sent for the question." example:"vegan"`
	Values   []string `json:"values,omitempty" maxItems:"50" doc:"Of a question of the kind choices: the values of the options."`
}

// given are answers as the rules know them.
func given(check *httpapi.Checks, in []AnswerIn) []question.Given {
	out := make([]question.Given, len(in))
	for i := range in {
		a := &in[i]
		at := "answers[" + strconv.Itoa(i) + "]"
		if r, bad := httpapi.Forbidden(a.Value, "\r\n\t"); bad {
			check.Add(at+".value", "forbidden_character", "must not contain the character %U", r)
		}
		values := a.Values
		switch {
		case a.Value != "" && len(values) > 0:
			check.Add(at+".values", "not_allowed", "must not stand beside value")
		case a.Value != "":
			values = []string{strings.ReplaceAll(a.Value, "\r\n", "\n")}
		}
		out[i] = question.Given{Question: a.Question, Unit: a.Unit, Values: values}
	}
	return out
}

// UnitsOf are so many units of a tier.
func UnitsOf(n int64, tier string) []question.Unit {
	units := make([]question.Unit, min(n, inventory.MaxOrderUnits))
	for i := range units {
		units[i] = question.Unit{No: int64(i + 1), Tier: tier}
	}
	return units
}

// KindQuestionsTooOften refuses another version of what an event asks.
var KindQuestionsTooOften = httpapi.Kind{
	Code: "questions_changed_too_often", Status: 409, Title: "The questions were changed too often",
	Help: "Each change is kept, because answers keep the words under which they were given. An event has at most 1,000 versions.",
}

// Answer is an answer with the words of the question to which it was given.
type Answer struct {
	Question string   `json:"question" example:"diet"`
	Unit     int64    `json:"unit" doc:"Whose it is, by the number of the ticket; 0: of the whole." example:"1"`
	Version  int64    `json:"version" doc:"Of the list of questions to which it was given."`
	Kind     string   `json:"kind" enum:"text,long_text,choice,choices,number,date,consent,file"`
	Label    string   `json:"label" doc:"The question as it was asked then." example:"What do you eat?"`
	Value    string   `json:"value,omitempty" example:"vegan"`
	Values   []string `json:"values,omitempty" doc:"Of a question of the kind choices."`
	Text     string   `json:"text" doc:"The answer as people read it, by the labels that the options had then; of a file, its name." example:"Vegan"`
	AtDoor   bool     `json:"at_door,omitempty" doc:"Whoever checks people in sees it."`
	// File is what a question of the kind file was answered with.
	File *AnswerFile `json:"file,omitempty" doc:"Of a question of the kind file. Whoever may read the answer gets it from /v1/orders/{order_id}/files/{file_id}, or of a place on the waitlist from /v1/waitlist/{entry_id}/files/{file_id}."`
}

// AnswersOf shows what was answered of one thing.
func AnswersOf(lists map[int64]*question.List, rows []audience.Answered) ([]Answer, error) {
	out := []Answer{}
	for i := range rows {
		list, err := question.DecodeAnswers(rows[i].Answers)
		if err != nil {
			return nil, err
		}
		for _, a := range list {
			w := Answer{Question: a.Question, Unit: rows[i].Unit, Version: a.Version, Label: a.Question, Text: strings.Join(a.Values, "; ")}
			if l := lists[a.Version]; l != nil {
				if q := l.Find(a.Question); q != nil {
					w.Kind, w.Label, w.Text, w.AtDoor = string(q.Kind), q.Label, a.Words(q), q.AtDoor
				}
			}
			if a.File != nil {
				w.File = &AnswerFile{ID: a.Values[0], Name: a.File.Name, Media: string(a.File.Media), Size: a.File.Size}
			}
			if w.Kind == string(question.Choices) {
				w.Values = a.Values
			} else if len(a.Values) > 0 {
				w.Value = a.Values[0]
			}
			out = append(out, w)
		}
	}
	return out, nil
}

// AnswersOfTicket are those of a unit of an order, and of the whole order.
func (r *Reader) AnswersOfTicket(c *access.Call, k *access.EventSummary, order string, unit int64) ([]Answer, error) {
	found, err := r.Store.Questions.AnswersOfOrders(c.Context(), k.EventID, []string{order})
	if err != nil {
		return nil, err
	}
	rows := slices.DeleteFunc(found[order], func(a audience.Answered) bool { return a.Unit != 0 && a.Unit != unit })
	lists, err := r.Lists(c, k.EventID, rows...)
	if err != nil {
		return nil, err
	}
	return AnswersOf(lists, rows)
}

// Lists reads the versions of the questions of an event that answers were given to.
func (r *Reader) Lists(c *access.Call, event string, rows ...audience.Answered) (map[int64]*question.List, error) {
	var versions []int64
	for i := range rows {
		list, err := question.DecodeAnswers(rows[i].Answers)
		if err != nil {
			return nil, err
		}
		for _, a := range list {
			versions = append(versions, a.Version)
		}
	}
	slices.Sort(versions)
	found, err := r.Store.Questions.Versions(c.Context(), event, slices.Compact(versions))
	if err != nil {
		return nil, err
	}
	lists := make(map[int64]*question.List, len(found))
	for i := range found {
		if lists[found[i].Version], err = question.Decode(found[i].Version, found[i].Document); err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// NamesOf are who come with a hold by what was said with it, by unit: the person who ordered with
// the first, and a guest with each other.
func NamesOf(h *inventory.Hold, p *inventory.Person) map[int64]string {
	names := map[int64]string{1: inventory.NameFor(h.Name, p)}
	for i, g := range guestsOf(h.Guests) {
		names[int64(i)+2] = g.Name
	}
	return names
}

// TierOfUnit is the tier of a unit of a hold.
func TierOfUnit(h *inventory.Hold, unit int64) string {
	if h.Order != nil {
		for i := range h.Order.Items {
			if int64(h.Order.Items[i].No) == unit {
				return h.Order.Items[i].Tier
			}
		}
	}
	return h.Tier
}
