package messages

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
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
	Placeholders []string `json:"placeholders" doc:"Written in braces; count takes two forms, as in {count|# place|# places}. answers, what was answered to the questions of the event, stands in body and after only: in a paragraph of its own it is one for each answer, and none where nothing was answered."`
}

// WordingList is what an organizer has changed, and what can be changed.
type WordingList struct {
	Items   []Wording     `json:"items"`
	Kinds   []WordingKind `json:"kinds"`
	Locales []string      `json:"locales"`
}

func (h *Handlers) listWordings(c *access.Call, _ *httpapi.None) (*WordingList, error) {
	return h.wordings(c, c.Caller.OrgID, "")
}

func (h *Handlers) listEventWordings(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*WordingList, error) {
	return h.wordings(c, k.OrgID, k.EventID)
}

func (h *Handlers) wordings(c *access.Call, org, event string) (*WordingList, error) {
	list, err := h.Store.Wordings.WordingsOf(c.Context(), org, event)
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
func (in *NewWording) words(check *httpapi.Checks) *message.Words {
	if !slices.Contains(message.Locales(), in.Locale) {
		check.Add("locale", "unknown", "must be one of: %s", strings.Join(message.Locales(), ", "))
	}
	w := &message.Words{Subject: in.Subject, Heading: in.Heading, Body: in.Body, Action: in.Action, After: in.After}
	err := w.Check(inventory.MessageKind(in.Kind))
	for _, e := range split(err) {
		if bad, ok := errors.AsType[*message.WordsError](e); ok {
			check.Add(bad.Field, "bad_template", "%s", bad.Reason)
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

func (h *Handlers) putWording(c *access.Call, in *NewWording) (*Wording, error) {
	return h.keepWording(c, in, c.Caller.OrgID, "")
}

func (h *Handlers) putEventWording(c *access.Call, k *access.EventSummary, in *NewWording) (*Wording, error) {
	return h.keepWording(c, in, k.OrgID, k.EventID)
}

func (h *Handlers) keepWording(c *access.Call, in *NewWording, org, event string) (*Wording, error) {
	var check httpapi.Checks
	words := in.words(&check)
	if err := check.Err(); err != nil {
		return nil, err
	}
	out := &Wording{NewWording: *in, EventID: event}
	if in.empty() {
		err := h.Store.Wordings.DeleteWording(c.Context(), org, event, in.Kind, in.Locale)
		if errors.Is(err, database.ErrNotFound) {
			err = nil // it is said in our words already
		}
		return out, err
	}
	text, err := words.Encode()
	if err != nil {
		return nil, err
	}
	return out, h.Store.Wordings.PutWording(c.Context(), messages.Wording{
		OrgID: org, EventID: event, Kind: in.Kind, Locale: in.Locale, Words: text, UpdatedAt: inventory.At(h.Now()),
	})
}

// Preview is a message as it would be read.
type Preview struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html"`
	SMS     string `json:"sms" doc:"What an SMS would say."`
	ReplyTo string `json:"reply_to,omitempty" doc:"Where answers to the mail go. Absent: to the sender of the installation." example:"hello@harbour.example"`
}

// sampled returns the event and, when there are any, the words of a request.
func (h *Handlers) sampled(c *access.Call, in *NewWording) (*events.EventView, *message.Words, error) {
	k, err := c.Event()
	if err != nil {
		return nil, nil, err
	}
	var check httpapi.Checks
	words := in.words(&check)
	if err := check.Err(); err != nil {
		return nil, nil, err
	}
	if in.empty() {
		words = nil
	}
	if h.Dispatcher == nil {
		return nil, nil, kindNoMail.Problem()
	}
	ev, err := h.Store.Events.Event(c.Context(), k.EventID)
	return ev, words, err
}

func (h *Handlers) previewWording(c *access.Call, in *NewWording) (*Preview, error) {
	ev, words, err := h.sampled(c, in)
	if err != nil {
		return nil, err
	}
	r, err := h.Dispatcher.Preview(c.Context(), ev, inventory.MessageKind(in.Kind), in.Locale, words)
	if err != nil {
		return nil, err
	}
	return h.preview(c, &r)
}

// preview is what was rendered, and where answers to it go.
func (h *Handlers) preview(c *access.Call, r *mailkit.Rendered) (*Preview, error) {
	b, err := h.Store.Wordings.BrandOf(c.Context(), c.Caller.OrgID)
	return &Preview{Subject: r.Subject, Text: r.Text, HTML: r.HTML, SMS: delivery.Text(r), ReplyTo: b.ReplyTo}, err
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

func (h *Handlers) testWording(c *access.Call, in *TestWording) (*TestSent, error) {
	ev, words, err := h.sampled(c, &in.NewWording)
	if err != nil {
		return nil, err
	}
	return h.try(c, ev, inventory.MessageKind(in.Kind), in.Locale, in.To, words)
}

// TestReminder is a reminder to oneself.
type TestReminder struct {
	To     string `json:"to" minLength:"1" maxLength:"254" doc:"Your address."`
	Locale string `json:"locale,omitempty" maxLength:"35" doc:"Default en."`
}

func (h *Handlers) testReminder(c *access.Call, in *TestReminder) (*TestSent, error) {
	if in.Locale == "" {
		in.Locale = message.Locales()[0]
	}
	ev, _, err := h.sampled(c, &NewWording{Kind: string(message.Reminder), Locale: in.Locale})
	if err != nil {
		return nil, err
	}
	return h.try(c, ev, message.Reminder, in.Locale, in.To, nil)
}

// try sends a sample. With an Idempotency-Key it has the same key each time.
func (h *Handlers) try(c *access.Call, ev *events.EventView, kind inventory.MessageKind, locale, to string, words *message.Words) (*TestSent, error) {
	var check httpapi.Checks
	to = check.Email("to", to)
	if err := check.Err(); err != nil {
		return nil, err
	}
	name := h.IDs.Top("tst_")
	if c.Key != "" {
		name = delivery.PersonKey(h.Reader.ContactKey(), c.Caller.OrgID, c.Key)
	}
	err := h.Dispatcher.Try(c.Context(), ev, kind, locale, to, name, words)
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
	ReplyTo string `json:"reply_to,omitempty" maxLength:"254" doc:"Where guests' answers to mails go. Absent: to the sender of the installation." example:"hello@harbour.example"`
}

func (h *Handlers) getBrand(c *access.Call, _ *httpapi.None) (*Brand, error) {
	b, err := h.Store.Wordings.BrandOf(c.Context(), c.Caller.OrgID)
	return brandOf(&b), err
}

func (h *Handlers) putBrand(c *access.Call, in *Brand) (*Brand, error) {
	var check httpapi.Checks
	b := messages.Brand{
		OrgID: c.Caller.OrgID, Name: check.Line("name", in.Name, 0, 120), Colour: strings.ToLower(in.Colour),
		Address: check.Line("address", in.Address, 0, 300), UpdatedAt: inventory.At(h.Now()),
	}
	if in.ReplyTo != "" {
		if b.ReplyTo = check.Email("reply_to", in.ReplyTo); strings.ContainsFunc(b.ReplyTo[:strings.LastIndexByte(b.ReplyTo, '@')+1], func(r rune) bool { return r > unicode.MaxASCII }) {
			check.Add("reply_to", "bad_format", "must have plain letters before the @, so that every mail program can answer")
		}
	}
	if b.Colour != "" {
		if err := message.CheckColour(b.Colour); err != nil {
			check.Add("colour", "bad_colour", "%s", strings.TrimPrefix(err.Error(), "message: "))
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	return brandOf(&b), h.Store.Wordings.PutBrand(c.Context(), b)
}

func brandOf(b *messages.Brand) *Brand {
	return &Brand{Name: b.Name, Colour: b.Colour, Address: b.Address, ReplyTo: b.ReplyTo}
}
