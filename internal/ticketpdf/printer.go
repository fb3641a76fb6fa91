package ticketpdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// MaxSheets is how many tickets one document has at most: a page is 3 kB, and
// the code of each is drawn module by module.
const MaxSheets = 200

// Sheet is what is printed of one ticket.
type Sheet struct {
	Code   *ticket.Code
	Event  string // its id, of which the band on top is drawn
	Title  string // of the event
	When   string // in words, in the event's zone
	Where  string
	Name   string // who comes in with it; "" when it is not known
	Tier   string
	Seat   string // "" when it names none
	Label  string // "Ticket 1 of 2"
	Number string // tkt_…
	Short  string // what can be typed instead of the code; "" when it has none
	Log    *Head  // of the event's public log; nil when it has none
}

// Head is how far the public log of an event was when something was printed.
type Head struct {
	Entries     int64
	Fingerprint string // of the root of the tree over them, in hex
}

// Errors of Print.
var (
	ErrNone    = errors.New("ticketpdf: nothing to print")
	ErrTooMany = errors.New("ticketpdf: too many tickets for one document")
)

// Printer prints. It is safe for concurrent use.
type Printer struct {
	regular, bold face
	letters       *letters
}

// New reads the fonts.
func New() (*Printer, error) {
	regular, err := newFace(dejavusans.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := newFace(dejavusansbold.TTF)
	return &Printer{regular, bold, newLetters()}, err
}

// Measures in millimetres, of A4 upright.
const (
	pageWidth = 210
	margin    = 20
	top       = 14
	wide      = pageWidth - 2*margin
	codeWide  = 70 // with the quiet zone: a module is 1.3 mm, which any phone reads
	footer    = 262
	// What a point is in millimetres, and the height of a line by the size of its letters.
	millimetres = 0.3528
	leading     = 1.35
)

// document is one PDF as it grows.
type document struct {
	*fpdf.Fpdf
	p       *Printer
	w       *words
	drawing *drawing
	y       float64
	bottom  float64  // where a ticket ends, above the foot of its page
	rtl     bool     // its language is written from right to left: lines begin at the right
	inset   float64  // how much where a line begins is free
	spare   float64  // how much where a line ends is something else's
	whole   bool     // everything on the page could be printed
	parts   [][]part // of each page, in the order of reading
}

// Print returns a PDF with a page for each sheet, in the language that serves
// tag best. made is the date that the document bears.
func (p *Printer) Print(tag language.Tag, made time.Time, sheets []Sheet) ([]byte, error) {
	switch {
	case len(sheets) == 0:
		return nil, ErrNone
	case len(sheets) > MaxSheets:
		return nil, ErrTooMany
	}
	d := p.document(tag, made, wordsIn(tag).ticket+" – "+sheets[0].Title)
	for i := range sheets {
		d.sheet(&sheets[i])
	}
	return d.bytes()
}

// document begins a PDF of A4 pages with a title.
func (p *Printer) document(tag language.Tag, made time.Time, title string) *document {
	w := wordsIn(tag)
	d := &document{Fpdf: fpdf.New("P", "mm", "A4", ""), p: p, w: w, drawing: newDrawing(p.letters), rtl: locale.Dir(w.tag) == "rtl"}
	d.drawing.rtl = d.rtl
	d.SetMargins(margin, margin, margin)
	d.SetAutoPageBreak(false, 0)
	d.AddUTF8FontFromBytes("dejavu", "", dejavusans.TTF)
	d.AddUTF8FontFromBytes("dejavu", "B", dejavusansbold.TTF)
	d.SetTitle(title, true)
	d.SetCreator("Holdfast", true)
	d.SetProducer("Holdfast", true)
	d.SetLang(w.tag.String())
	d.SetCreationDate(made.UTC())
	d.SetModificationDate(made.UTC())
	return d
}

// bytes ends the document.
func (d *document) bytes() ([]byte, error) {
	var b bytes.Buffer
	if err := d.Output(&b); err != nil {
		return nil, fmt.Errorf("ticketpdf: %w", err)
	}
	return structured(b.Bytes(), d.parts, d.rtl)
}

func (d *document) sheet(s *Sheet) {
	d.AddPage()
	d.y, d.whole = top, true
	d.band(s.Event)
	d.grey()
	d.lines("", 11, s.Label, 1)
	d.black()
	d.y += 2
	d.heading(24, s.Title, 3)
	d.y += 4
	d.fact(d.w.when, s.When)
	d.fact(d.w.where, s.Where)
	d.y += 3
	from := d.y
	d.tagged(part{figure, d.w.code}, func() { d.code(s.Code) })
	d.short(s.Short)
	d.y += 3
	torn := d.y
	d.y += 4
	d.inset = 7
	d.fact(d.w.name, s.Name)
	d.fact(d.w.tier, s.Tier)
	d.fact(d.w.seat, s.Seat)
	d.inset = 0
	d.y++
	d.decoration(func() { d.card(from, torn) })
	d.bottom = d.y
	d.rule(footer)
	d.y = footer + 3
	d.grey()
	d.lines("", 9, d.w.ask, 2)
	d.lines("", 8, d.w.number+" "+s.Number, 1)
	if s.Log != nil {
		d.lines("", 8, strings.NewReplacer("{n}", strconv.FormatInt(s.Log.Entries, 10), "{root}", s.Log.Fingerprint).Replace(d.w.log), 2)
	}
	if !d.whole {
		d.lines("", 8, d.w.squares, 2)
	}
	d.black()
}

// rule draws a line across the page.
func (d *document) rule(y float64) {
	d.decoration(func() {
		d.SetDrawColor(180, 180, 180)
		d.SetLineWidth(0.2)
		d.Line(margin, y, pageWidth-margin, y)
	})
}

func (d *document) grey()  { d.ink(90) }
func (d *document) black() { d.ink(0) }

// ink is the shade of what comes next, written or drawn.
func (d *document) ink(shade int) {
	d.SetTextColor(shade, shade, shade)
	d.SetFillColor(shade, shade, shade)
	d.SetDrawColor(shade, shade, shade)
}

// fact prints a label and, below it, up to two lines of text; nothing when the
// text is empty.
func (d *document) fact(label, text string) {
	if text == "" {
		return
	}
	d.grey()
	d.lines("", 9, label, 1)
	d.black()
	d.lines("", 14, text, 2)
	d.y += 2
}

// lines prints a paragraph of at most so many lines; what does not fit ends in an
// ellipsis. An error ends the document.
func (d *document) lines(style string, points float64, text string, most int) {
	d.print(paragraph, style, points, text, most)
}

// heading prints what the page is about, as lines does.
func (d *document) heading(points float64, text string, most int) {
	d.print(heading, "B", points, text, most)
}

func (d *document) print(as role, style string, points float64, text string, most int) {
	bold := style == "B"
	t, err := d.p.ready(text, bold)
	if err != nil {
		d.SetError(err)
		return
	}
	if t.text == "" {
		return
	}
	d.whole = d.whole && t.whole
	if !t.plain {
		d.tagged(part{as, t.text}, func() {
			if err := d.drawn(bold, points, t.text, most); err != nil {
				d.SetError(err)
			}
		})
		return
	}
	d.SetFont("dejavu", style, points)
	height := points * millimetres * leading
	list := d.broken(t.text)
	if len(list) > most {
		list = list[:most]
		list[most-1] = d.cut(list[most-1])
	}
	d.tagged(part{role: as}, func() {
		for i, line := range list {
			x := d.from(d.GetStringWidth(line))
			if i < len(list)-1 {
				line += " " // whoever reads it out runs the lines together
			}
			d.Text(x, d.y+height*0.75, line)
			d.y += height
		}
	})
}

// from is the left end of a line so many millimetres wide, which begins where lines of the
// language do.
func (d *document) from(width float64) float64 {
	if d.rtl {
		return pageWidth - margin - d.inset - width
	}
	return margin + d.inset
}

// broken parts a text into lines at spaces, and a word that is wider than the
// page anywhere.
func (d *document) broken(text string) []string {
	var list []string
	line, space := []rune{}, -1
	for _, r := range text {
		line = append(line, r)
		if r == ' ' {
			space = len(line) - 1
		}
		if d.GetStringWidth(string(line)) <= wide-d.inset-d.spare {
			continue
		}
		at, rest := len(line)-1, len(line)-1
		if space > 0 {
			at, rest = space, space+1
		}
		list = append(list, string(line[:at]))
		line, space = append([]rune{}, line[rest:]...), -1
	}
	if len(line) > 0 {
		list = append(list, string(line))
	}
	return list
}

func (d *document) cut(line string) string {
	runes := []rune(line)
	for len(runes) > 0 && d.GetStringWidth(string(runes)+"…") > wide-d.inset-d.spare {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// short prints what can be typed instead of the code, in the middle below it.
func (d *document) short(text string) {
	if text == "" {
		return
	}
	const points = 15
	d.SetFont("dejavu", "B", points)
	height := points * millimetres * leading
	d.tagged(part{role: paragraph}, func() { d.Text((pageWidth-d.GetStringWidth(text))/2, d.y+height*0.75, text) })
	d.y += height
}

// code draws the QR code as rectangles: sharp at any size, and a printer's
// driver has no image to smooth.
func (d *document) code(c *ticket.Code) {
	module := float64(codeWide) / float64(c.Size()+2*ticket.QuietZone)
	left, top := float64(pageWidth-codeWide)/2, d.y
	d.SetFillColor(0, 0, 0)
	for y := range c.Size() {
		for x := 0; x < c.Size(); {
			run := 0
			for x+run < c.Size() && c.Black(x+run, y) {
				run++
			}
			if run > 0 {
				d.Rect(left+float64(x+ticket.QuietZone)*module, top+float64(y+ticket.QuietZone)*module,
					float64(run)*module, module, "F")
			}
			x += max(run, 1)
		}
	}
	d.y += codeWide
}
