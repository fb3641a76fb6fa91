package mailkit

import (
	"bytes"
	"embed"
	"fmt"
	htmltemplate "html/template"
	texttemplate "text/template"

	"github.com/holdfast-events/holdfast/internal/cover"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

//go:embed layout.html layout.txt tickets.html
var files embed.FS

// Layouts are the layouts of mails. They are safe for concurrent use.
type Layouts struct {
	html *htmltemplate.Template
	text *texttemplate.Template
}

// NewLayouts returns the layouts.
func NewLayouts() (*Layouts, error) {
	html, err := htmltemplate.ParseFS(files, "layout.html", "tickets.html")
	if err != nil {
		return nil, fmt.Errorf("message: html layout: %w", err)
	}
	text, err := texttemplate.ParseFS(files, "layout.txt")
	if err != nil {
		return nil, fmt.Errorf("message: text layout: %w", err)
	}
	return &Layouts{html, text}, nil
}

// Render lays a letter out, as HTML and as plain text.
func (l *Layouts) Render(of *Letter) (html, text string, err error) {
	var a, b bytes.Buffer
	if err := l.html.ExecuteTemplate(&a, "layout.html", of); err != nil {
		return "", "", fmt.Errorf("html: %w", err)
	}
	if err := l.text.ExecuteTemplate(&b, "layout.txt", of); err != nil {
		return "", "", fmt.Errorf("text: %w", err)
	}
	return a.String(), b.String(), nil
}

// Codes lays out pictures of QR codes.
func (l *Layouts) Codes(list []Code) (htmltemplate.HTML, error) {
	var b bytes.Buffer
	if err := l.html.ExecuteTemplate(&b, "tickets.html", list); err != nil {
		return "", fmt.Errorf("codes: %w", err)
	}
	return htmltemplate.HTML(b.String()), nil
}

// Filled are paragraphs with the values of their placeholders.
func Filled(texts []string, fill func(string) string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = fill(t)
	}
	return out
}

// Start and End are the sides at which a line begins and ends, for mail programs that know
// left and right alone.
func (l Letter) Start() string { return side(l.Dir != "rtl") }

// End is the other side of Start.
func (l Letter) End() string { return side(l.Dir == "rtl") }

func side(left bool) string {
	if left {
		return "left"
	}
	return "right"
}

// Letter is what the layouts show.
type Letter struct {
	Lang, Title string
	Dir         string // "ltr" or "rtl"
	// Event is the title of the event, Ground and Tiles its cover; empty in mails about
	// accounts.
	Event              string
	Ground             htmltemplate.CSS
	Tiles              []Tile
	Greeting, Heading  string
	Body               []string
	HowTitle           string
	How                []string // the organizer's payment instructions, by line
	Facts              []Fact
	BillTitle          string
	Bill               []BillRow
	Tickets            htmltemplate.HTML // rendered, with the QR codes
	TicketsText        string
	Action, URL        string
	Bookings           []Row
	After              []string
	Check, CheckURL    string // the page on which a draw is checked
	Footer, FooterMore string
	Log, LogURL        string // the head of the event's public log, and the page about it
	// Brand and Address are the organizer's; Colour is the colour of the button.
	Brand, Address  string
	Colour          htmltemplate.CSS
	Preferences     string // URL of the page to opt out; "" for mandatory messages
	PreferencesText string
}

// Row leads to what somebody has at an event.
type Row struct{ Title, When, URL string }

// Fact is a labelled line: When, Where, With.
type Fact struct{ Label, Value, URL string }

// AccountLines name an account to transfer to.
func AccountLines(a *events.BankAccount) []string {
	lines := []string{Clean(a.Holder, MaxTitle), "IBAN " + inventory.InFours(a.IBAN)}
	if a.BIC != "" {
		lines = append(lines, "BIC "+a.BIC)
	}
	return lines
}

// Rendered is a rendered message.
type Rendered struct {
	Locale  string // language of the text, one of locale.Tags
	Subject string // one line
	Text    string // plain text, lines end in \n
	HTML    string // a whole document
	// Lead is the first paragraph of the body and URL the target of the button, for
	// channels that carry no more than that.
	Lead, URL string
	// Optional is set for kinds that a person can opt out of, at PreferencesURL.
	Optional       bool
	PreferencesURL string
}

// Code is a QR code with what stands beside it: a ticket in one language.
type Code struct {
	Label, Detail          string
	Alt, Short, ShortLabel string
	Picture                htmltemplate.URL
}

// tilesShown is how many tiles of an event's cover stand on top of its mails.
const tilesShown = 8

// Tile is one tile of the cover in HTML.
type Tile struct{ Fill, Corners htmltemplate.CSS }

// corners are the shapes of tiles as corners of a box, from the top left on.
var corners = map[cover.Shape]htmltemplate.CSS{cover.Leaf: "0 100% 0 100%", cover.TurnedLeaf: "100% 0 100% 0", cover.Disc: "50%"}

// CoverOf returns the ground and the tiles of an event's cover.
func CoverOf(event string) (ground htmltemplate.CSS, tiles []Tile) {
	palette, list := cover.Of(event, tilesShown)
	for _, t := range list {
		tiles = append(tiles, Tile{htmltemplate.CSS(t.Fill), corners[t.Shape]})
	}
	return htmltemplate.CSS(palette[0]), tiles
}

// BillRow is a line of a bill: what, and how much.
type BillRow struct {
	Label, Amount string
	Total         bool // the sum of those above
}

// DefaultColour is the colour of the button without one of the organizer: the accent of
// the pages.
const DefaultColour = "#12594a"

// Wording is the text of a message in one language.
type Wording struct {
	Subject string
	Heading string
	Body    []string
	Action  string // label of the link; empty: no link
	After   []string
}
