package message

import (
	"bytes"
	"fmt"
	htmltemplate "html/template"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/cover"
)

// Ticket is what a mail shows of a ticket that its reader holds.
type Ticket struct {
	Unit, Units int64  // which of its order's tickets it is, from 1, and of how many
	Name        string // who comes in with it; "" if that is not known
	Tier        string // its name
	Extra       bool   // it is an add-on or goods, which is handed over
	Seat        Seat
	Short       string // the code that can be typed, in groups; "" if it has none
	// ContentID names the picture of its QR code in the mail, without brackets.
	ContentID string
}

// Seat is where a seat is. The zero value is not a seat.
type Seat struct {
	Section, Row string
	Number       int
}

// shownTicket is a Ticket in one language, as the layouts show it.
type shownTicket struct {
	Label, Detail          string
	Alt, Short, ShortLabel string
	Picture                htmltemplate.URL
}

// tickets renders the tickets of a message for the HTML and for the text; both are ""
// without tickets.
func (r *Renderer) tickets(d *dictionary, list []Ticket) (html htmltemplate.HTML, text string, err error) {
	if len(list) == 0 {
		return "", "", nil
	}
	shown := make([]shownTicket, len(list))
	var lines strings.Builder
	for i := range list {
		shown[i] = d.shown(&list[i])
		s := &shown[i]
		lines.WriteString(s.Label)
		if s.Detail != "" {
			lines.WriteString(", " + s.Detail)
		}
		if s.Short != "" {
			lines.WriteString(". " + s.ShortLabel + " " + s.Short)
		}
		lines.WriteString("\n")
	}
	var b bytes.Buffer
	if err := r.html.ExecuteTemplate(&b, "tickets.html", shown); err != nil {
		return "", "", fmt.Errorf("message: tickets: %w", err)
	}
	return htmltemplate.HTML(b.String()), lines.String(), nil
}

// shown returns a ticket in the language of a dictionary.
func (d *dictionary) shown(t *Ticket) shownTicket {
	fill := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	s := shownTicket{
		Label: fill(d.ticketOf, "{n}", strconv.FormatInt(t.Unit, 10), "{of}", strconv.FormatInt(t.Units, 10)),
		Short: t.Short, ShortLabel: d.shortCode, Picture: htmltemplate.URL("cid:" + t.ContentID),
	}
	if t.Extra {
		s.Label = clean(t.Tier, maxTitle)
	}
	if name := cleanName(t.Name); name != "" {
		s.Label += " · " + name
	}
	var details []string
	if tier := clean(t.Tier, maxTitle); tier != "" && !t.Extra {
		details = append(details, tier)
	}
	if t.Seat != (Seat{}) {
		details = append(details, fill(d.seat, "{section}", clean(t.Seat.Section, maxName), "{row}", clean(t.Seat.Row, maxName), "{number}", strconv.Itoa(t.Seat.Number)))
	}
	s.Detail = strings.Join(details, ", ")
	if s.Alt = fill(d.codeAlt, "{ticket}", s.Label); s.Short != "" {
		s.Alt += " " + d.shortCode + " " + s.Short
	}
	return s
}

// tilesShown is how many tiles of an event's cover stand on top of its mails.
const tilesShown = 8

// tile is one tile of the cover in HTML.
type tile struct{ Fill, Corners htmltemplate.CSS }

// corners are the shapes of tiles as corners of a box, from the top left on.
var corners = map[cover.Shape]htmltemplate.CSS{cover.Leaf: "0 100% 0 100%", cover.TurnedLeaf: "100% 0 100% 0", cover.Disc: "50%"}

// coverOf returns the ground and the tiles of an event's cover.
func coverOf(event string) (ground htmltemplate.CSS, tiles []tile) {
	palette, list := cover.Of(event, tilesShown)
	for _, t := range list {
		tiles = append(tiles, tile{htmltemplate.CSS(t.Fill), corners[t.Shape]})
	}
	return htmltemplate.CSS(palette[0]), tiles
}
