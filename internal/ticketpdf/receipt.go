package ticketpdf

import (
	"time"

	"golang.org/x/text/language"
)

// Receipt is what is printed of an order that was paid. Texts are in the language
// that it is printed in, amounts with their currency.
type Receipt struct {
	Event   string // its id, of which the band on top is drawn
	Heading string // "Receipt"
	Title   string // of the event
	Facts   []Fact // who, when, which order
	Lines   []Line // what was ordered
	Sums    []Line // what it adds up to; the last one is set in bold
	Note    string // in small letters, below
}

// Fact is a label and what it says; without a text it is left out.
type Fact struct{ Label, Text string }

// Line is a text and an amount.
type Line struct{ Text, Amount string }

// maxLines is how many lines a receipt has on its one page; an order of seats, each at
// a price of its own, has no more than 10.
const maxLines = 24

// PrintReceipt returns a PDF of one page. made is the date that the document bears.
func (p *Printer) PrintReceipt(tag language.Tag, made time.Time, r *Receipt) ([]byte, error) {
	if len(r.Lines) == 0 {
		return nil, ErrNone
	}
	if len(r.Lines) > maxLines {
		return nil, ErrTooMany
	}
	d := p.document(tag, made, r.Heading+" – "+r.Title)
	d.AddPage()
	d.y, d.whole = top, true
	d.band(r.Event)
	d.grey()
	d.lines("", 11, r.Heading, 1)
	d.black()
	d.y += 2
	d.heading(20, r.Title, 2)
	d.y += 4
	for _, f := range r.Facts {
		d.small(f)
	}
	d.y += 4
	for i, l := range r.Lines {
		d.amount("", l, i == 0)
	}
	for i, l := range r.Sums {
		style := ""
		if i == len(r.Sums)-1 {
			style = "B"
		}
		d.amount(style, l, i == 0)
	}
	d.y += 6
	d.grey()
	d.lines("", 9, r.Note, 3)
	if !d.whole {
		d.lines("", 8, d.w.squares, 2)
	}
	return d.bytes()
}

// small prints a label and its text in letters of a receipt.
func (d *document) small(f Fact) {
	if f.Text == "" {
		return
	}
	d.grey()
	d.lines("", 8, f.Label, 1)
	d.black()
	d.lines("", 11, f.Text, 2)
	d.y++
}

// amount prints a text and an amount where its line ends, below a rule when it begins a block.
func (d *document) amount(style string, l Line, ruled bool) {
	const points = 11
	if ruled {
		d.y += 2
		d.rule(d.y)
		d.y += 3
	}
	top := d.y
	d.black()
	d.SetFont("dejavu", style, points)
	left := pageWidth - margin - d.GetStringWidth(l.Amount)
	if d.rtl {
		left = margin
	}
	d.spare = d.GetStringWidth(l.Amount) + 8
	d.lines(style, points, l.Text, 2)
	d.spare = 0
	d.SetFont("dejavu", style, points)
	d.tagged(part{role: paragraph}, func() { d.Text(left, top+points*millimetres*leading*0.75, l.Amount) })
	d.y++
}
