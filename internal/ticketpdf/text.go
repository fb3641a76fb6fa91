package ticketpdf

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// square stands for a character that cannot be drawn.
const square = '□'

// simple are the scripts whose letters can be set one beside the other, from
// left to right. They are written as text, which can be searched and copied.
var simple = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian,
	unicode.Common, unicode.Cherokee, unicode.Tifinagh, unicode.Canadian_Aboriginal,
	unicode.Ogham, unicode.Runic, unicode.Coptic, unicode.Braille,
}

// face is a font that text is written with, asked what it has.
type face struct{ font *sfnt.Font }

func newFace(ttf []byte) (face, error) {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		return face{}, fmt.Errorf("ticketpdf: font: %w", err)
	}
	return face{f}, nil
}

// writes reports whether a character written as text comes out as it is to be read.
// The writer of the PDF knows the first 65,536 characters only.
func (f face) writes(r rune) bool {
	if r > 0xFFFF || unicode.IsControl(r) || !unicode.In(r, simple...) {
		return false
	}
	i, err := f.font.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// readied is a text of which each character can be printed, in its logical order.
type readied struct {
	text string
	// plain: it can be written as text. Otherwise its letters join, stack, change
	// their order or run from right to left, and are drawn.
	plain bool
	whole bool // no character is a square
}

// ready makes a text ready to be printed.
func (p *Printer) ready(text string, bold bool) (readied, error) {
	f := p.regular
	if bold {
		f = p.bold
	}
	out := readied{plain: true, whole: true}
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case joiner(r):
			b.WriteRune(r)
		case unicode.Is(unicode.Cf, r), r >= 0xFE00 && r <= 0xFE0F:
			// What only says how others look, or turns them around, draws nothing.
		case f.writes(r):
			b.WriteRune(r)
		default:
			has, err := p.letters.has(r, bold)
			if err != nil {
				return out, err
			}
			if has && !unicode.IsControl(r) {
				out.plain = false
				b.WriteRune(r)
			} else {
				out.whole = false
				b.WriteRune(square)
			}
		}
	}
	out.text = strings.TrimSpace(b.String())
	if out.plain {
		out.text = strings.Map(func(r rune) rune {
			if joiner(r) {
				return -1
			}
			return r
		}, out.text)
	}
	return out, nil
}

// joiner reports whether a character has others beside it join or stand apart.
func joiner(r rune) bool { return r == 0x200C || r == 0x200D }
