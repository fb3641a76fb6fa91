package message

import (
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
	"github.com/holdfast-events/holdfast/internal/store"
)

// The kinds of messages that come from no row of the ledger: everybody confirmed
// is told at a time.
const (
	Reminder     inv.MessageKind = store.NoticeReminder
	EventChanged inv.MessageKind = store.NoticeChanged
	// Bulletin is what an organizer writes to guests: its words are theirs.
	Bulletin inv.MessageKind = store.NoticeBulletin
)

// Optional says whether a person may opt out of a kind. What tells of a change
// of the person's own place is always told.
func Optional(kind inv.MessageKind) bool { return kind == Reminder || kind == Bulletin }

// Kinds are the kinds of messages that there are words for, which an organizer may
// change; a Bulletin has no others than theirs.
func Kinds() []inv.MessageKind {
	var kinds []inv.MessageKind
	for k := range english.letters {
		if !slices.Contains(kinds, k.kind) && k.kind != Bulletin {
			kinds = append(kinds, k.kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// Locales are the languages that there are words in, the fallback first.
func Locales() []string {
	var list []string
	for _, d := range dictionaries {
		list = append(list, d.tag.String())
	}
	return list
}

// Limits of an organizer's words, in characters.
const (
	maxSubject    = 200
	maxHeading    = 200
	maxParagraph  = 2000
	maxParagraphs = 20
)

// Words are an organizer's words for one kind of message in one language. What
// is empty is said in ours.
type Words struct {
	Subject string   `json:"subject,omitempty"`
	Heading string   `json:"heading,omitempty"`
	Body    []string `json:"body,omitempty"`
	Action  string   `json:"action,omitempty"`
	After   []string `json:"after,omitempty"`
}

// WordsError says which field of Words cannot be used, and why.
type WordsError struct{ Field, Reason string }

func (e *WordsError) Error() string { return "message: " + e.Field + " " + e.Reason }

// everywhere are the placeholders of all kinds; ofOffers those of kinds that
// come with an offer, and so with a deadline; ofPending those of what is to be paid;
// ofTransfers those of a ticket between two people.
var (
	everywhere  = []string{"title", "name", "places", "count", "starts", "starts_short", "location", "organization", "window"}
	ofOffers    = []string{"held", "deadline", "deadline_short"}
	ofPending   = []string{"held", "total", "reference", "deadline", "deadline_short"}
	ofTransfers = []string{"other"}
	ofBulletin  = []string{"name", "title", "starts", "starts_short", "location", "organization"}
)

// Placeholders are the names that an organizer's words for a kind may use.
func Placeholders(kind inv.MessageKind) []string {
	if kind == Bulletin { // whoever reads it may have no place to speak of
		return slices.Clone(ofBulletin)
	}
	list := slices.Clone(everywhere)
	switch {
	case kind == inv.MsgOffer, kind == inv.MsgOfferExtended:
		list = append(list, ofOffers...)
	case kind == inv.MsgOrderPending:
		list = append(list, ofPending...)
	case OfTransfer(kind):
		list = append(list, ofTransfers...)
	}
	return list
}

var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// Check says whether the words can be used for a kind: every placeholder is on
// the list, and no text has what would forge a line or turn letters around. Its
// errors are *WordsError.
func (w *Words) Check(kind inv.MessageKind) error {
	if !slices.Contains(Kinds(), kind) && kind != Bulletin {
		return &WordsError{"kind", "is no kind of message"}
	}
	if len(w.Body) > maxParagraphs {
		return &WordsError{"body", fmt.Sprintf("has more than %d paragraphs", maxParagraphs)}
	}
	if len(w.After) > maxParagraphs {
		return &WordsError{"after", fmt.Sprintf("has more than %d paragraphs", maxParagraphs)}
	}
	allowed := Placeholders(kind)
	err := errors.Join(
		checkText(allowed, "subject", w.Subject, maxSubject),
		checkText(allowed, "heading", w.Heading, maxHeading),
		checkText(allowed, "action", w.Action, maxHeading),
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
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || invisible(r) }):
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

// Encode is the JSON that a store.Wording keeps.
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

// over puts the words over ours.
func (w *Words) over(ours wording) wording {
	set := func(to *string, from string) {
		if from != "" {
			*to = from
		}
	}
	set(&ours.subject, w.Subject)
	set(&ours.heading, w.Heading)
	if ours.action != "" { // without a link there is nothing to label
		set(&ours.action, w.Action)
	}
	if len(w.Body) > 0 {
		ours.body = w.Body
	}
	if len(w.After) > 0 {
		ours.after = w.After
	}
	return ours
}

// forms picks the form of "{count|one|other}" that goes with n, and puts n in
// the place of #.
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
		if plural.Cardinal.MatchPlural(d.tag, int(n%10_000_000), 0, 0, 0, 0) == plural.One {
			form = one
		}
		return strings.ReplaceAll(form, "#", strconv.FormatInt(n, 10))
	})
}

// Style is how the messages of an event are said and look, where its organizer
// wants them otherwise than ours. A nil Style is ours.
type Style struct {
	Brand store.Brand
	own   map[styleKey]Words
}

type styleKey struct {
	kind   inv.MessageKind
	locale string
}

// NewStyle makes the style of an event; its own words go over those of the
// organization. Words that cannot be read are left out and named in the error.
func NewStyle(b store.Brand, list []store.Wording) (*Style, error) {
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

// With is the style with other words for one kind, for a preview.
func (s *Style) With(kind inv.MessageKind, locale string, w Words) *Style {
	out := &Style{own: map[styleKey]Words{}}
	if s != nil {
		out.Brand = s.Brand
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
	return clean(s.Brand.Name, maxTitle)
}

// ourColour is that of the button when the organization has none.
const ourColour = "#0f766e"

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// CheckColour says whether white text on a colour can be read: it is written as
// #rrggbb and has a contrast of at least 4.5 to white (WCAG 2.2, 1.4.3).
func CheckColour(text string) error {
	if !colour.MatchString(text) {
		return errors.New("message: a colour is written as #rrggbb")
	}
	if contrast(text) < 4.5 {
		return errors.New("message: white text on this colour is hard to read: the contrast is below 4.5")
	}
	return nil
}

// brand returns what the layout shows. A colour is checked again because it
// stands in CSS, where nothing escapes it.
func (s *Style) brand() (name, address string, button htmltemplate.CSS) {
	if s == nil {
		return "", "", ourColour
	}
	button = ourColour
	if colour.MatchString(s.Brand.Colour) {
		button = htmltemplate.CSS(s.Brand.Colour)
	}
	return clean(s.Brand.Name, maxTitle), clean(s.Brand.Address, maxAddress), button
}

const maxAddress = 300
