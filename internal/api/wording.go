package api

import (
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// NewWording is an organizer's words for one kind of message in one language.
type NewWording struct {
	Kind    string   `json:"kind" minLength:"1" maxLength:"60" example:"waitlist_offer"`
	Locale  string   `json:"locale" minLength:"2" maxLength:"35" example:"en"`
	Subject string   `json:"subject,omitempty" maxLength:"200"`
	Heading string   `json:"heading,omitempty" maxLength:"200"`
	Body    []string `json:"body,omitempty" maxItems:"20" doc:"Paragraphs of plain text; markup is shown as it is written."`
	Action  string   `json:"action,omitempty" maxLength:"200" doc:"The label of the button."`
	After   []string `json:"after,omitempty" maxItems:"20" doc:"Paragraphs below it."`
}

// Wording is words as they stand.
type Wording struct {
	NewWording
	EventID string `json:"event_id" doc:"Empty: of all events."`
}

// WordingKind is a kind of message and what its words may name.
type WordingKind struct {
	Kind         string   `json:"kind"`
	Placeholders []string `json:"placeholders" doc:"Written in braces; count takes two forms, as in {count|# place|# places}."`
}

// WordingList is what an organizer has changed, and what can be changed.
type WordingList struct {
	Items   []Wording     `json:"items"`
	Kinds   []WordingKind `json:"kinds"`
	Locales []string      `json:"locales"`
}

func (s *server) listWordings(c *Call, _ *None) (*WordingList, error) {
	return s.wordings(c, c.Caller.OrgID, "")
}

func (s *server) listEventWordings(c *Call, k *card, _ *None) (*WordingList, error) {
	return s.wordings(c, k.OrgID, k.EventID)
}

func (s *server) wordings(c *Call, org, event string) (*WordingList, error) {
	list, err := s.store.Wordings.WordingsOf(c.Context(), org, event)
	if err != nil {
		return nil, err
	}
	out := &WordingList{Items: []Wording{}, Locales: message.Locales()}
	for i := range list {
		w := Wording{EventID: list[i].EventID, NewWording: NewWording{Kind: list[i].Kind, Locale: list[i].Locale}}
		words, err := message.DecodeWords(list[i].Words)
		if err != nil {
			return nil, err
		}
		w.Subject, w.Heading, w.Body, w.Action, w.After = words.Subject, words.Heading, words.Body, words.Action, words.After
		out.Items = append(out.Items, w)
	}
	for _, kind := range message.Kinds() {
		out.Kinds = append(out.Kinds, WordingKind{string(kind), message.Placeholders(kind)})
	}
	return out, nil
}

// words checks the words: a placeholder that is not on the list is refused, and
// the field that names it is named.
func (in *NewWording) words(check *checks) *message.Words {
	if !slices.Contains(message.Locales(), in.Locale) {
		check.add("locale", "unknown", "must be one of: %s", strings.Join(message.Locales(), ", "))
	}
	w := &message.Words{Subject: in.Subject, Heading: in.Heading, Body: in.Body, Action: in.Action, After: in.After}
	err := w.Check(inventory.MessageKind(in.Kind))
	for _, e := range split(err) {
		if bad, ok := errors.AsType[*message.WordsError](e); ok {
			check.add(bad.Field, "bad_template", "%s", bad.Reason)
		}
	}
	return w
}

// split takes joined errors apart.
func split(err error) []error {
	if err == nil {
		return nil
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range many.Unwrap() {
			all = append(all, split(e)...)
		}
		return all
	}
	return []error{err}
}

func (in *NewWording) empty() bool {
	return in.Subject == "" && in.Heading == "" && len(in.Body) == 0 && in.Action == "" && len(in.After) == 0
}

func (s *server) putWording(c *Call, in *NewWording) (*Wording, error) {
	return s.keepWording(c, in, c.Caller.OrgID, "")
}

func (s *server) putEventWording(c *Call, k *card, in *NewWording) (*Wording, error) {
	return s.keepWording(c, in, k.OrgID, k.EventID)
}

func (s *server) keepWording(c *Call, in *NewWording, org, event string) (*Wording, error) {
	var check checks
	words := in.words(&check)
	if err := check.err(); err != nil {
		return nil, err
	}
	out := &Wording{NewWording: *in, EventID: event}
	if in.empty() {
		err := s.store.Wordings.DeleteWording(c.Context(), org, event, in.Kind, in.Locale)
		if errors.Is(err, store.ErrNotFound) {
			err = nil // it is said in our words already
		}
		return out, err
	}
	text, err := words.Encode()
	if err != nil {
		return nil, err
	}
	return out, s.store.Wordings.PutWording(c.Context(), store.Wording{
		OrgID: org, EventID: event, Kind: in.Kind, Locale: in.Locale, Words: text, UpdatedAt: inventory.At(s.now()),
	})
}

// Preview is a message as it would be read.
type Preview struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html"`
	SMS     string `json:"sms" doc:"What an SMS would say."`
}

// sampled returns the event and, when there are any, the words of a request.
func (s *server) sampled(c *Call, in *NewWording) (*store.EventView, *message.Words, error) {
	k, err := c.event()
	if err != nil {
		return nil, nil, err
	}
	var check checks
	words := in.words(&check)
	if err := check.err(); err != nil {
		return nil, nil, err
	}
	if in.empty() {
		words = nil
	}
	if s.cfg.Dispatcher == nil {
		return nil, nil, kindNoMail.Problem()
	}
	ev, err := s.store.Events.Event(c.Context(), k.EventID)
	return ev, words, err
}

func (s *server) previewWording(c *Call, in *NewWording) (*Preview, error) {
	ev, words, err := s.sampled(c, in)
	if err != nil {
		return nil, err
	}
	r, err := s.cfg.Dispatcher.Preview(c.Context(), ev, inventory.MessageKind(in.Kind), in.Locale, words)
	if err != nil {
		return nil, err
	}
	return &Preview{r.Subject, r.Text, r.HTML, delivery.Text(&r)}, nil
}

// TestWording is a message to oneself.
type TestWording struct {
	NewWording
	To string `json:"to" minLength:"1" maxLength:"254" doc:"Your address."`
}

// TestSent answers a test.
type TestSent struct {
	Status string `json:"status" enum:"sent"`
}

func (s *server) testWording(c *Call, in *TestWording) (*TestSent, error) {
	ev, words, err := s.sampled(c, &in.NewWording)
	if err != nil {
		return nil, err
	}
	return s.try(c, ev, inventory.MessageKind(in.Kind), in.Locale, in.To, words)
}

// TestReminder is a reminder to oneself.
type TestReminder struct {
	To     string `json:"to" minLength:"1" maxLength:"254" doc:"Your address."`
	Locale string `json:"locale,omitempty" maxLength:"35" doc:"Default en."`
}

func (s *server) testReminder(c *Call, in *TestReminder) (*TestSent, error) {
	if in.Locale == "" {
		in.Locale = message.Locales()[0]
	}
	ev, _, err := s.sampled(c, &NewWording{Kind: string(message.Reminder), Locale: in.Locale})
	if err != nil {
		return nil, err
	}
	return s.try(c, ev, message.Reminder, in.Locale, in.To, nil)
}

// try sends a sample. With an Idempotency-Key it has the same key each time.
func (s *server) try(c *Call, ev *store.EventView, kind inventory.MessageKind, locale, to string, words *message.Words) (*TestSent, error) {
	var check checks
	to = check.email("to", to)
	if err := check.err(); err != nil {
		return nil, err
	}
	name := s.ids.Top("tst_")
	if c.Key != "" {
		name = delivery.PersonKey(s.contactKey(), c.Caller.OrgID, c.Key)
	}
	err := s.cfg.Dispatcher.Try(c.Context(), ev, kind, locale, to, name, words)
	switch {
	case errors.Is(err, delivery.ErrNoMail):
		return nil, kindNoMail.Problem()
	case errors.Is(err, delivery.ErrRefused):
		return nil, kindNotSent.With(strings.TrimPrefix(err.Error(), delivery.ErrRefused.Error()+": "))
	case err != nil:
		return nil, err
	}
	return &TestSent{"sent"}, nil
}

// Brand is how an organization's messages look.
type Brand struct {
	Name    string `json:"name,omitempty" maxLength:"120" doc:"Shown on top of mails, and as their sender."`
	Colour  string `json:"colour,omitempty" maxLength:"7" doc:"Of buttons, as #rrggbb." example:"#1d4ed8"`
	Address string `json:"address,omitempty" maxLength:"300" doc:"Shown at the end of mails."`
}

func (s *server) getBrand(c *Call, _ *None) (*Brand, error) {
	b, err := s.store.Wordings.BrandOf(c.Context(), c.Caller.OrgID)
	return &Brand{b.Name, b.Colour, b.Address}, err
}

func (s *server) putBrand(c *Call, in *Brand) (*Brand, error) {
	var check checks
	b := store.Brand{
		OrgID: c.Caller.OrgID, Name: check.line("name", in.Name, 0, 120), Colour: strings.ToLower(in.Colour),
		Address: check.line("address", in.Address, 0, 300), UpdatedAt: inventory.At(s.now()),
	}
	if b.Colour != "" {
		if err := message.CheckColour(b.Colour); err != nil {
			check.add("colour", "bad_colour", "%s", strings.TrimPrefix(err.Error(), "message: "))
		}
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	return &Brand{b.Name, b.Colour, b.Address}, s.store.Wordings.PutBrand(c.Context(), b)
}
