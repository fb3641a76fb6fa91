package ticketpdf

import (
	"time"

	"golang.org/x/text/language"
)

// Invoice is what is printed of an invoice or a credit note. Texts are in its language,
// amounts with their currency.
type Invoice struct {
	Event   string   // its id, of which the band on top is drawn
	Heading string   // "Invoice", with its number
	Title   string   // of the event
	Parties []Block  // who sells and who buys
	Facts   []Fact   // dates, which order, which other document
	Lines   []Line   // what was sold
	Details []string // of each line in small letters; "" for none
	Sums    []Line   // what it adds up to; the last one is set in bold
	Notes   []string // in small letters, below
}

// Block is a label with lines below it.
type Block struct {
	Label string
	Lines []string
}

// bottomOfPage is where a page of an invoice ends.
const bottomOfPage = 275

// PrintInvoice returns a PDF of as many pages as the lines take. made is the date that the
// document bears.
func (p *Printer) PrintInvoice(tag language.Tag, made time.Time, v *Invoice) ([]byte, error) {
	if len(v.Lines) == 0 {
		return nil, ErrNone
	}
	d := p.document(tag, made, v.Heading)
	d.SetCatalogSort(true) // the same document is the same file, whenever it is printed
	d.AddPage()
	d.y, d.whole = top, true
	d.band(v.Event)
	d.heading(20, v.Heading, 2)
	d.grey()
	d.lines("", 11, v.Title, 2)
	d.y += 4
	for _, b := range v.Parties {
		d.block(b)
	}
	for _, f := range v.Facts {
		d.small(f)
	}
	d.y += 2
	for i, l := range v.Lines {
		d.turn(v.Heading, 16)
		d.amount("", l, i == 0)
		if i < len(v.Details) && v.Details[i] != "" {
			d.grey()
			d.lines("", 8, v.Details[i], 2)
			d.black()
			d.y++
		}
	}
	d.turn(v.Heading, float64(10*len(v.Sums)))
	for i, l := range v.Sums {
		style := ""
		if i == len(v.Sums)-1 {
			style = "B"
		}
		d.amount(style, l, i == 0)
	}
	d.y += 5
	d.grey()
	for _, n := range v.Notes {
		d.turn(v.Heading, 14)
		d.lines("", 9, n, 8)
		d.y++
	}
	if !d.whole {
		d.lines("", 8, d.w.squares, 2)
	}
	return d.bytes()
}

// turn begins another page, with the heading on top, when less than so many millimetres are
// left of this one.
func (d *document) turn(heading string, need float64) {
	if d.y+need <= bottomOfPage {
		return
	}
	d.AddPage()
	d.y = top
	d.grey()
	d.lines("", 9, heading, 1)
	d.black()
	d.y += 2
}

// block prints a label and the lines below it; nothing where there are none.
func (d *document) block(b Block) {
	if len(b.Lines) == 0 {
		return
	}
	d.grey()
	d.lines("", 8, b.Label, 1)
	d.black()
	for _, text := range b.Lines {
		d.lines("", 11, text, 2)
	}
	d.y += 2
}
