package paper

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// square stands for a character that cannot be drawn.
const square = '□'

// simple are the scripts whose letters can be set one beside the other. Others
// join, stack or reorder them, which the writer of the PDF cannot do; some of
// those have glyphs in the font all the same.
var simple = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian, unicode.Hebrew,
	unicode.Common, unicode.Inherited, unicode.Cherokee, unicode.Tifinagh, unicode.Canadian_Aboriginal,
	unicode.Ogham, unicode.Runic, unicode.Coptic, unicode.Braille,
}

// face is a font, asked what it has.
type face struct{ font *sfnt.Font }

func newFace(ttf []byte) (face, error) {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		return face{}, fmt.Errorf("paper: font: %w", err)
	}
	return face{f}, nil
}

// draws says whether a character comes out as it is to be read. The writer of
// the PDF knows the first 65,536 characters only.
func (f face) draws(r rune) bool {
	if r > 0xFFFF || unicode.IsControl(r) || !unicode.In(r, simple...) {
		return false
	}
	i, err := f.font.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// drawable returns a text in which each character can be drawn, in its logical
// order, and whether it is all there.
func (f face) drawable(text string) (string, bool) {
	whole := true
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r == 0x200C || r == 0x200D || r >= 0xFE00 && r <= 0xFE0F:
			// Joiners and variation selectors draw nothing by themselves.
		case !f.draws(r):
			whole = false
			b.WriteRune(square)
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String()), whole
}

// visual puts one line into the order in which it stands on paper from left to
// right (UAX #9, rule L2). Vowel points of Hebrew are left out: turned around
// they would stand over the wrong letter, and a name is read without them.
func visual(line string) string {
	var p bidi.Paragraph
	if _, err := p.SetString(line); err != nil {
		return line
	}
	order, err := p.Order()
	if err != nil {
		return line
	}
	runs := make([]run, order.NumRuns())
	for i := range runs {
		r := order.Run(i)
		runs[i] = run{text: r.String(), level: 1}
		if r.Direction() == bidi.RightToLeft {
			runs[i].text = bidi.ReverseString(strings.Map(withoutMarks, runs[i].text))
		} else if runs[i].level = 0; !p.IsLeftToRight() || within(&order, i) {
			runs[i].level = 2
		}
	}
	for level := 2; level > 0; level-- {
		reverseFrom(runs, level)
	}
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.text)
	}
	return b.String()
}

// run is a stretch of text of one direction, as it stands.
type run struct {
	text  string
	level int
}

// within says whether a run from left to right is a number inside of text from
// right to left.
func within(order *bidi.Ordering, i int) bool {
	if i == 0 || i == order.NumRuns()-1 {
		return false
	}
	text := order.Run(i)
	return strings.IndexFunc(text.String(), unicode.IsLetter) < 0
}

// reverseFrom turns each stretch of runs around whose level is at least that.
func reverseFrom(runs []run, level int) {
	for i := 0; i < len(runs); i++ {
		from := i
		for i < len(runs) && runs[i].level >= level {
			i++
		}
		slices.Reverse(runs[from:i])
	}
}

func withoutMarks(r rune) rune {
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	return r
}
