package message

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// The kinds of announcements, which are not messages of the ledger.
const (
	Reminder     inv.MessageKind = messages.ReminderKind
	EventChanged inv.MessageKind = messages.EventChangedKind
	// EventPostponed tells guests that the event has no date for now.
	EventPostponed inv.MessageKind = messages.EventPostponedKind
	// Announcement is what an organizer writes to guests. It has no default text.
	Announcement inv.MessageKind = messages.AnnouncementKind
	// NewEvent tells somebody who follows an organization that it has published an event.
	NewEvent inv.MessageKind = messages.NewEventKind
	// Feedback asks guests how the event was.
	Feedback inv.MessageKind = messages.FeedbackKind
)

// Optional reports whether a person may opt out of a kind. Messages about changes of
// the person's own tickets are mandatory.
func Optional(kind inv.MessageKind) bool {
	return kind == Reminder || kind == Announcement || kind == NewEvent || kind == Feedback
}

// Kinds returns the kinds of messages with a default text, which an organizer may
// change.
func Kinds() []inv.MessageKind {
	var kinds []inv.MessageKind
	for k := range english.wordings {
		if !slices.Contains(kinds, k.Kind) && k.Kind != Announcement {
			kinds = append(kinds, k.Kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// Locales returns the languages of the default texts, the fallback first.
func Locales() []string {
	var list []string
	for _, d := range dictionaries {
		list = append(list, d.Tag.String())
	}
	return list
}

// Limits of an organizer's texts, in characters.
const (
	maxSubject    = 200
	maxHeading    = 200
	maxParagraph  = 2000
	maxParagraphs = 20
)

// Words are an organizer's text for one kind of message in one language. Empty fields
// use the default.
type Words struct {
	Subject string   `json:"subject,omitempty"`
	Heading string   `json:"heading,omitempty"`
	Body    []string `json:"body,omitempty"`
	Action  string   `json:"action,omitempty"`
	After   []string `json:"after,omitempty"`
}

// WordsError is a field of Words that cannot be used, and why.
type WordsError struct{ Field, Reason string }

func (e *WordsError) Error() string { return "message: " + e.Field + " " + e.Reason }

// everywhere are the placeholders of all kinds but those to people without tickets; ofOffers, ofPending
// and ofTransfers those of offers, of orders to be paid, and of transfers.
var (
	everywhere      = []string{"title", "name", "places", "count", "starts", "starts_short", "location", "organization", "window"}
	ofOffers        = []string{"held", "deadline", "deadline_short"}
	ofPending       = []string{"held", "total", "reference", "deadline", "deadline_short"}
	ofTransfers     = []string{"other"}
	ofAnnouncements = []string{"name", "title", "starts", "starts_short", "location", "organization"}
)

// Placeholders returns the placeholders that an organizer's text for a kind may use.
func Placeholders(kind inv.MessageKind) []string {
	if kind == Announcement || kind == NewEvent { // its readers may have no tickets
		return slices.Clone(ofAnnouncements)
	}
	list := slices.Clone(everywhere)
	switch {
	case kind == inv.MsgOffer, kind == inv.MsgOfferExtended:
		list = append(list, ofOffers...)
	case kind == inv.MsgOrderPending:
		list = append(list, ofPending...)
	case OfTransfer(kind):
		list = append(list, ofTransfers...)
	case confirms(kind):
		list = append(list, ofConfirmations...)
	}
	return list
}

var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// Check returns joined *WordsErrors unless the words can be used for a kind: every
// placeholder is allowed, and no text contains line breaks, control characters or
// characters that change the direction of text.
func (w *Words) Check(kind inv.MessageKind) error {
	if !slices.Contains(Kinds(), kind) && kind != Announcement {
		return &WordsError{"kind", "is not a kind of message"}
	}
	if len(w.Body) > maxParagraphs {
		return &WordsError{"body", fmt.Sprintf("has more than %d paragraphs", maxParagraphs)}
	}
	if len(w.After) > maxParagraphs {
		return &WordsError{"after", fmt.Sprintf("has more than %d paragraphs", maxParagraphs)}
	}
	allowed := Placeholders(kind)
	short := slices.DeleteFunc(Placeholders(kind), func(p string) bool { return slices.Contains(ofConfirmations, p) })
	err := errors.Join(
		checkText(short, "subject", w.Subject, maxSubject),
		checkText(short, "heading", w.Heading, maxHeading),
		checkText(short, "action", w.Action, maxHeading),
	)
	for i, p := range w.Body {
		err = errors.Join(err, checkText(allowed, "body["+strconv.Itoa(i)+"]", p, maxParagraph))
	}
	for i, p := range w.After {
		err = errors.Join(err, checkText(allowed, "after["+strconv.Itoa(i)+"]", p, maxParagraph))
	}
	return err
}

func checkText(allowed []string, field, text string, most int) error {
	switch {
	case !utf8.ValidString(text):
		return &WordsError{field, "is not UTF-8"}
	case utf8.RuneCountInString(text) > most:
		return &WordsError{field, fmt.Sprintf("has more than %d characters", most)}
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || mailkit.Invisible(r) }):
		return &WordsError{field, "contains a line break or another character that shows nothing"}
	}
	for _, m := range braces.FindAllStringSubmatch(text, -1) {
		name, forms, counted := strings.Cut(m[1], "|")
		if !slices.Contains(allowed, name) {
			return &WordsError{field, fmt.Sprintf("names {%s}, which is not one of: %s", name, strings.Join(allowed, ", "))}
		}
		if counted && (name != "count" || strings.Count(forms, "|") != 1) {
			return &WordsError{field, "has {" + m[1] + "}: only count takes forms, and it takes two, as in {count|# place|# places}"}
		}
		if name == "count" && !counted {
			return &WordsError{field, "has {count} without its two forms, as in {count|# place|# places}"}
		}
	}
	if strings.ContainsAny(braces.ReplaceAllString(text, ""), "{}") {
		return &WordsError{field, "has a brace without its other half"}
	}
	return nil
}

// Encode returns the JSON that is stored.
func (w *Words) Encode() (string, error) {
	text, err := json.Marshal(w)
	return string(text), err
}

// DecodeWords reads what Encode wrote.
func DecodeWords(text string) (Words, error) {
	var w Words
	err := json.Unmarshal([]byte(text), &w)
	return w, err
}

// orDefault replaces the default text by the words that are not empty.
func (w *Words) orDefault(ours mailkit.Wording) mailkit.Wording {
	set := func(to *string, from string) {
		if from != "" {
			*to = from
		}
	}
	set(&ours.Subject, w.Subject)
	set(&ours.Heading, w.Heading)
	if ours.Action != "" { // a kind without a link has no label
		set(&ours.Action, w.Action)
	}
	if len(w.Body) > 0 {
		ours.Body = w.Body
	}
	if len(w.After) > 0 {
		ours.After = w.After
	}
	return ours
}

// forms replaces "{count|one|other}" by its form for n, with n for #.
func (d *dictionary) forms(text string, n int64) string {
	if !strings.Contains(text, "{count|") {
		return text
	}
	return braces.ReplaceAllStringFunc(text, func(s string) string {
		rest, ok := strings.CutPrefix(s, "{count|")
		if !ok {
			return s
		}
		one, other, _ := strings.Cut(strings.TrimSuffix(rest, "}"), "|")
		form := other
		if locale.FormOf(d.Tag, n) == plural.One {
			form = one
		}
		return strings.ReplaceAll(form, "#", strconv.FormatInt(n, 10))
	})
}

// Style is an organizer's brand and texts for the messages of an event. A nil Style is
// the default.
type Style struct {
	Brand messages.Brand
	// Organization is what the organization is called, where its brand says nothing else.
	Organization string
	own          map[styleKey]Words
}

type styleKey struct {
	kind   inv.MessageKind
	locale string
}

// NewStyle returns the style of an event. The event's own texts replace those of the
// organization. Texts that cannot be read are left out and named in the error.
func NewStyle(b messages.Brand, list []messages.Wording) (*Style, error) {
	s := &Style{Brand: b, own: map[styleKey]Words{}}
	var errs []error
	for _, ofEvent := range []bool{false, true} {
		for i := range list {
			if (list[i].EventID != "") != ofEvent {
				continue
			}
			var w Words
			if err := json.Unmarshal([]byte(list[i].Words), &w); err != nil {
				errs = append(errs, fmt.Errorf("message: words for %s in %s: %w", list[i].Kind, list[i].Locale, err))
				continue
			}
			s.own[styleKey{inv.MessageKind(list[i].Kind), list[i].Locale}] = w
		}
	}
	return s, errors.Join(errs...)
}

// With returns the style with another text for one kind.
func (s *Style) With(kind inv.MessageKind, locale string, w Words) *Style {
	out := &Style{own: map[styleKey]Words{}}
	if s != nil {
		out.Brand, out.Organization = s.Brand, s.Organization
		for k, v := range s.own {
			out.own[k] = v
		}
	}
	out.own[styleKey{kind, locale}] = w
	return out
}

func (s *Style) words(kind inv.MessageKind, locale string) (Words, bool) {
	if s == nil {
		return Words{}, false
	}
	w, ok := s.own[styleKey{kind, locale}]
	return w, ok
}

func (s *Style) organization() string {
	if s == nil {
		return ""
	}
	return mailkit.Clean(cmp.Or(s.Brand.Name, s.Organization), mailkit.MaxTitle)
}

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// CheckColour returns an error unless a colour is written as #rrggbb and has a contrast
// of at least 4.5 to white (WCAG 2.2, 1.4.3), so that white text on it can be read.
func CheckColour(text string) error {
	if !colour.MatchString(text) {
		return errors.New("message: a colour is written as #rrggbb")
	}
	if contrast(text) < 4.5 {
		return errors.New("message: white text on this colour is hard to read: the contrast is below 4.5")
	}
	return nil
}

// brand returns the brand for the layout. The colour is checked again because it goes
// into CSS unescaped.
func (s *Style) brand() (name, address string, button htmltemplate.CSS) {
	if s == nil {
		return "", "", mailkit.DefaultColour
	}
	button = mailkit.DefaultColour
	if colour.MatchString(s.Brand.Colour) {
		button = htmltemplate.CSS(s.Brand.Colour)
	}
	return mailkit.Clean(s.Brand.Name, mailkit.MaxTitle), mailkit.Clean(s.Brand.Address, maxAddress), button
}

const maxAddress = 300
