// Package translations answers for the words of an event, and of a series, in other languages beside
// the main ones.
package translations

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// Handlers answer for the translations of events and series.
type Handlers struct {
	Access *access.Control
	Store  *store.Store
}

const (
	// maxBytes bounds the words of one language, as JSON is sent.
	maxBytes = 512 << 10
	// submitTries bounds how often a change is sent again after somebody else changed the event.
	submitTries = 8
)

// TranslationList is the translations of an event.
type TranslationList struct {
	MainLanguage string             `json:"main_language" doc:"What the event's own words are written in; empty: not said." example:"de"`
	Fields       int64              `json:"fields" doc:"How many texts there are to translate." example:"7"`
	Items        []TranslationBrief `json:"items" doc:"One for each language that the event has words in, beside the main one."`
}

// TranslationBrief says how far a translation is.
type TranslationBrief struct {
	Language string `json:"language" example:"fr"`
	Missing  int64  `json:"missing" doc:"Texts that are read in the main language."`
	Outdated int64  `json:"outdated" doc:"Texts of which the main one was changed after them."`
}

// Translation is the words of an event in one language, beside the main ones.
type Translation struct {
	Language string           `json:"language" example:"fr"`
	Texts    []TranslatedText `json:"texts" doc:"Every text of the event that can be translated, in the order of the event."`
}

// TranslatedText is a text and its translation.
type TranslatedText struct {
	Field string `json:"field" doc:"Of the event the name that it has there, such as title or description, or payment_instructions; else tiers.ID.name, tiers.ID.description, questions.ID.label, questions.ID.help, or questions.ID.options.VALUE. Add-ons and goods are tiers." example:"title"`
	Main  string `json:"main" doc:"As it was written, in the main language." example:"Laternenumzug"`
	Text  string `json:"text" doc:"In this language; empty: the main one is read." example:"Marche aux lanternes"`
	State string `json:"state" enum:"missing,outdated,current" doc:"missing: there is none. outdated: the main text was changed after it. Guests read it nevertheless."`
	Most  int64  `json:"max_length" doc:"How many characters it may have." example:"200"`
	Lines bool   `json:"lines" doc:"It may have more than one line."`
}

// TranslationChange is the words of an event in one language, all of them.
type TranslationChange struct {
	Texts []TranslationText `json:"texts" maxItems:"2000" doc:"Texts that are left out, or empty, are read in the main language. None at all: the event has no words in this language."`
}

// TranslationText is a translation of a text.
type TranslationText struct {
	Field    string `json:"field" minLength:"1" maxLength:"260" doc:"As in get-translation." example:"title"`
	Text     string `json:"text" maxLength:"10000" doc:"In this language." example:"Marche aux lanternes"`
	Reviewed bool   `json:"reviewed,omitempty" doc:"A text that is sent as it was stays outdated where it is; with true it is said to be right. One that changes is right."`
}

// TranslationDeleted answers what became of a translation.
type TranslationDeleted struct {
	Status    string `json:"status" enum:"deleted"`
	LedgerSeq int64  `json:"ledger_seq"`
}

// source is an event with what it asks, and its texts.
type source struct {
	*events.EventView
	fields []translation.Field
}

func (h *Handlers) source(c *access.Call, event string) (*source, error) {
	v, err := h.Store.Events.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	list, err := access.Questions(c.Context(), h.Store, event)
	return &source{v, fieldsOf(v, list)}, err
}

// fieldsOf are the texts of an event, and of what it asks, that can be translated: those that
// say something.
func fieldsOf(v *events.EventView, list *question.List) (fields []translation.Field) {
	add := func(name, main string, most int, lines bool) {
		if main != "" {
			fields = append(fields, translation.Field{Name: name, Main: main, Most: most, Lines: lines})
		}
	}
	for _, w := range v.Words() {
		add(w.Field, *w.Text, w.Most, w.Lines)
	}
	if list == nil {
		return fields
	}
	for i := range list.Questions {
		q := &list.Questions[i]
		add(translation.Question(q.ID, "label"), q.Label, question.MaxLabel, false)
		add(translation.Question(q.ID, "help"), q.Help, question.MaxHelp, false)
		for _, o := range q.Options {
			add(translation.Option(q.ID, o.Value), o.Label, question.MaxOption, false)
		}
	}
	return fields
}

func (h *Handlers) list(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TranslationList, error) {
	s, err := h.source(c, k.EventID)
	if err != nil {
		return nil, err
	}
	out := &TranslationList{MainLanguage: s.Details.MainLanguage, Fields: int64(len(s.fields)), Items: []TranslationBrief{}}
	for _, language := range locale.Names() {
		texts, there := s.Translations[language]
		if !there {
			continue
		}
		b := TranslationBrief{Language: language}
		for i := range s.fields {
			switch texts.Of(s.fields[i].Name, s.fields[i].Main) {
			case translation.Missing:
				b.Missing++
			case translation.Outdated:
				b.Outdated++
			}
		}
		out.Items = append(out.Items, b)
	}
	return out, nil
}

// language is that of the path, one beside the main one of the event.
func language(c *access.Call, v *events.EventView) (string, error) {
	var check httpapi.Checks
	asked := c.Param("translation")
	if wire.Spoken(&check, "translation", asked); asked != "" && asked == v.Details.MainLanguage {
		check.Add("translation", "not_allowed", "is the main language of the event: change its words themselves")
	}
	return asked, check.Err()
}

func (h *Handlers) get(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Translation, error) {
	s, err := h.source(c, k.EventID)
	if err != nil {
		return nil, err
	}
	in, err := language(c, s.EventView)
	if err != nil {
		return nil, err
	}
	return s.show(in, s.Translations[in]), nil
}

func (s *source) show(language string, texts translation.Texts) *Translation {
	out := &Translation{Language: language, Texts: []TranslatedText{}}
	for i := range s.fields {
		f := &s.fields[i]
		out.Texts = append(out.Texts, TranslatedText{
			Field: f.Name, Main: f.Main, Text: texts[f.Name].Text, State: string(texts.Of(f.Name, f.Main)), Most: int64(f.Most), Lines: f.Lines,
		})
	}
	return out
}

// read checks the words of a language; have are those that it had.
func (in *TranslationChange) read(check *httpapi.Checks, fields []translation.Field, have translation.Texts) translation.Texts {
	known := make(map[string]*translation.Field, len(fields))
	for i := range fields {
		known[fields[i].Name] = &fields[i]
	}
	texts, seen := translation.Texts{}, map[string]bool{}
	for i := range in.Texts {
		t, at := &in.Texts[i], "texts["+httpapi.Itoa(int64(i))+"]"
		f := known[t.Field]
		switch {
		case f == nil:
			check.Add(at+".field", "unknown", "is not a text of this event")
			continue
		case seen[t.Field]:
			check.Add(at+".field", "duplicate", "stands there twice")
			continue
		}
		seen[t.Field] = true
		said := ""
		if f.Lines {
			said = check.Prose(at+".text", t.Text, f.Most)
		} else {
			said = check.Line(at+".text", t.Text, 0, f.Most)
		}
		if said == "" {
			continue
		}
		of := translation.Mark(f.Main)
		if was, there := have[t.Field]; there && was.Text == said && !t.Reviewed {
			of = was.Of
		}
		texts[t.Field] = translation.Text{Text: said, Of: of}
	}
	return texts
}

func (h *Handlers) set(c *access.Call, k *access.EventSummary, in *TranslationChange) (*Translation, error) {
	s, _, err := h.change(c, k.EventID, func(check *httpapi.Checks, s *source, language string) translation.Texts {
		return in.read(check, s.fields, s.Translations[language])
	})
	if err != nil {
		return nil, err
	}
	return s.show(c.Param("translation"), s.Translations[c.Param("translation")]), nil
}

func (h *Handlers) remove(c *access.Call, _ *httpapi.None) (*TranslationDeleted, error) {
	k, err := c.Event()
	if err != nil {
		return nil, err
	}
	_, seq, err := h.change(c, k.EventID, func(*httpapi.Checks, *source, string) translation.Texts { return nil })
	if err != nil {
		return nil, err
	}
	return &TranslationDeleted{"deleted", seq}, nil
}

// change gives the event in the path other words in the language there, by a command of the event
// that changes nothing else: so its version says that something is read otherwise.
func (h *Handlers) change(c *access.Call, event string, words func(*httpapi.Checks, *source, string) translation.Texts) (*source, int64, error) {
	for try := 1; ; try++ {
		s, err := h.source(c, event)
		if err != nil {
			return nil, 0, err
		}
		in, err := language(c, s.EventView)
		if err != nil {
			return nil, 0, err
		}
		var check httpapi.Checks
		texts := words(&check, s, in)
		if err := check.Err(); err != nil {
			return nil, 0, err
		}
		e := &s.Event
		cmd := inventory.Configure{Who: c.Who(), From: e, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}
		reply, err := c.Submit(event, cmd, &events.DetailsChange{Translations: translation.All{in: texts}})
		if err != nil && reply.Code == inventory.SettingsMoved && try < submitTries {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		h.Access.Forget(event)
		if s.Translations == nil {
			s.Translations = translation.All{}
		}
		s.Translations[in] = texts
		return s, reply.Seq, nil
	}
}
