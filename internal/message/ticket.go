package message

import (
	"fmt"
	htmltemplate "html/template"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/message/mailkit"
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

// tickets renders the tickets of a message for the HTML and for the text; both are ""
// without tickets.
func (r *Renderer) tickets(d *dictionary, list []Ticket) (html htmltemplate.HTML, text string, err error) {
	if len(list) == 0 {
		return "", "", nil
	}
	shown := make([]mailkit.Code, len(list))
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
	if html, err = r.Layouts.Codes(shown); err != nil {
		return "", "", fmt.Errorf("message: tickets: %w", err)
	}
	return html, lines.String(), nil
}

// shown returns a ticket in the language of a dictionary.
func (d *dictionary) shown(t *Ticket) mailkit.Code {
	fill := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	s := mailkit.Code{
		Label: fill(d.ticketOf, "{n}", strconv.FormatInt(t.Unit, 10), "{of}", strconv.FormatInt(t.Units, 10)),
		Short: t.Short, ShortLabel: d.shortCode, Picture: htmltemplate.URL("cid:" + t.ContentID),
	}
	if t.Extra {
		s.Label = mailkit.Clean(t.Tier, mailkit.MaxTitle)
	}
	if name := mailkit.CleanName(t.Name); name != "" {
		s.Label += " · " + name
	}
	var details []string
	if tier := mailkit.Clean(t.Tier, mailkit.MaxTitle); tier != "" && !t.Extra {
		details = append(details, tier)
	}
	if t.Seat != (Seat{}) {
		details = append(details, fill(d.seat, "{section}", mailkit.Clean(t.Seat.Section, mailkit.MaxName), "{row}", mailkit.Clean(t.Seat.Row, mailkit.MaxName), "{number}", strconv.Itoa(t.Seat.Number)))
	}
	s.Detail = strings.Join(details, ", ")
	if s.Alt = fill(d.codeAlt, "{ticket}", s.Label); s.Short != "" {
		s.Alt += " " + d.shortCode + " " + s.Short
	}
	return s
}
