package ticketpdf

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// em is the size in which text is shaped, before it is drawn at its own: so that
// nothing is lost to rounding.
const em = 1000

// drawing shapes texts and draws their letters as outlines. A document has one:
// it is not safe for concurrent use.
type drawing struct {
	letters *letters
	bold    bool
	rtl     bool // whatever has letters from right to left runs so, whichever it begins with
	faces   map[*font.Font]*font.Face
	err     error // the first of a font that could not be read
	shaper  shaping.HarfbuzzShaper
	parts   shaping.Segmenter
	wrapper shaping.LineWrapper
}

func newDrawing(l *letters) *drawing {
	return &drawing{letters: l, faces: map[*font.Font]*font.Face{}}
}

// ResolveFace is the font of a letter, as the segmenter asks for it.
func (w *drawing) ResolveFace(r rune) *font.Face {
	f, err := w.letters.of(r, w.bold).load()
	if err != nil {
		w.err = err
		return &font.Face{Font: &font.Font{}}
	}
	if w.faces[f] == nil {
		w.faces[f] = font.NewFace(f)
	}
	return w.faces[f]
}

// shape turns a text into lines of glyphs, as wide as they may be in ems, at most
// so many; what does not fit ends in an ellipsis. The runs of a line are in the
// order in which they stand from left to right.
func (w *drawing) shape(text []rune, tag string, bold bool, wide float64, most int) ([]shaping.Line, error) {
	w.bold = bold
	in := shaping.Input{Text: text, RunEnd: len(text), Direction: di.DirectionLTR, Size: fixed.I(em), Language: language.NewLanguage(tag)}
	if rightToLeft(text) || w.rtl && slices.ContainsFunc(text, fromRight) {
		in.Direction = di.DirectionRTL
	}
	var runs []shaping.Output
	before := in.Direction
	for _, part := range w.parts.Split(in, w) {
		if w.err != nil {
			return nil, w.err
		}
		if n := number(text[part.RunStart:part.RunEnd]); before == di.DirectionRTL && part.Direction == di.DirectionLTR && part.RunStart+n < part.RunEnd {
			first := part
			first.RunEnd, part.RunStart = part.RunStart+n, part.RunStart+n
			if n > 0 {
				runs = append(runs, w.shaper.Shape(first))
			}
		}
		runs = append(runs, w.shaper.Shape(part))
		before = part.Direction
	}
	more := in
	more.Text, more.RunEnd, more.Face = []rune{'…'}, 1, w.ResolveFace('…')
	if w.err != nil {
		return nil, w.err
	}
	config := shaping.WrapConfig{Direction: in.Direction, TruncateAfterLines: most, Truncator: w.shaper.Shape(more)}
	lines, cut := w.wrapper.WrapParagraph(config, int(wide*em), text, shaping.NewSliceIterator(runs))
	for i, line := range lines {
		read := len(line)
		if cut > 0 && i == len(lines)-1 {
			read-- // the ellipsis is not part of the text
			line[read].Runes.Count = 0
		}
		arrange(line, levels(line, text, in.Direction, read))
	}
	return lines, nil
}

// levels are how deep each run of a line is in text of the other direction
// (UAX #9), the first so many of which are of the text. The line breaker knows
// directions and no levels: a number within text from right to left would stand on
// its wrong side.
func levels(line shaping.Line, text []rune, direction di.Direction, read int) []int {
	list := make([]int, len(line))
	for i := range line {
		switch run := &line[i]; {
		case run.Direction == di.DirectionRTL:
			list[i] = 1
		case direction == di.DirectionRTL:
			list[i] = 2
		case i > 0 && i < read && list[i-1] > 0 && number(text[run.Runes.Offset:run.Runes.Offset+run.Runes.Count]) == run.Runes.Count:
			list[i] = 2
		}
	}
	return list
}

// number is how many characters of a text are a number that it begins with: digits
// with single signs between them.
func number(text []rune) int {
	n := 0
	for i, r := range text {
		switch {
		case unicode.IsDigit(r):
			n = i + 1
		case i > n || !unicode.IsPunct(r) || n == 0:
			return n
		}
	}
	return n
}

// arrange puts the runs of a line, in the order in which they are read, into that
// in which they stand (UAX #9, rule L2).
func arrange(line shaping.Line, levels []int) {
	for level := 2; level > 0; level-- {
		for i := 0; i < len(line); i++ {
			from := i
			for i < len(line) && levels[i] >= level {
				i++
			}
			slices.Reverse(line[from:i])
			slices.Reverse(levels[from:i])
		}
	}
}

// drawn prints a text as the outlines of its letters.
func (d *document) drawn(bold bool, points float64, text string, most int) error {
	size := points * millimetres
	lines, err := d.drawing.shape([]rune(text), d.w.tag.String(), bold, (wide-d.inset-d.spare)/size, most)
	if err != nil {
		return err
	}
	for _, line := range lines {
		width := 0.0
		for i := range line {
			width += ems(line[i].Advance) * size
		}
		x, y := d.from(width), d.y+size*leading*0.75
		for i := range line {
			d.unseen([]rune(text), &line[i], x, y, points)
			x = d.run(&line[i], x, y, size, bold)
		}
		d.y += size * leading
	}
	return nil
}

// unseen writes the text of a run where its glyphs are about to be drawn, so that it can be
// searched, copied and read aloud: in no colour, as wide as they are, and from left to right
// as it stands, which is what readers of PDF take their text from. The font need not have its
// letters: what they are is said by their codes.
func (d *document) unseen(text []rune, r *shaping.Output, x, y, points float64) {
	part := slices.Clone(text[r.Runes.Offset : r.Runes.Offset+r.Runes.Count])
	if r.Runes.Count == 0 {
		part = []rune{'…'}
	}
	part = slices.DeleteFunc(part, func(r rune) bool { return r > 0xFFFF }) // the writer knows no others
	if r.Direction == di.DirectionRTL {
		slices.Reverse(part)
	}
	d.SetFont("dejavu", "", points)
	advance, natural := float64(r.Advance)/64/em*points*millimetres, d.GetStringWidth(string(part))
	if len(part) == 0 || advance <= 0 || natural <= 0 {
		return
	}
	d.RawWriteStr(fmt.Sprintf("3 Tr %.2f Tz\n", 100*advance/natural))
	d.Text(x, y, string(part))
	d.RawWriteStr("0 Tr 100 Tz\n")
}

// run draws one run of glyphs from a point of the base line on, and returns where
// it ends. A font that has no bold letters has its own drawn a little thicker.
func (d *document) run(r *shaping.Output, x, y, size float64, bold bool) float64 {
	at := func(v fixed.Int26_6) float64 { return float64(v) / 64 / em * size }
	unit := size / float64(r.Face.Upem())
	for i := range r.Glyphs {
		g := &r.Glyphs[i]
		if o, ok := r.Face.GlyphData(g.GlyphID).(font.GlyphOutline); ok {
			d.outline(o, x+at(g.XOffset), y-at(g.YOffset), unit)
		}
		x += at(g.Advance)
	}
	style := "F"
	if solid, err := d.p.letters.bold.load(); bold && (err != nil || r.Face.Font != solid) {
		style = "FD"
		d.SetLineWidth(size * 0.03)
		d.SetLineJoinStyle("round")
	}
	d.DrawPath(style)
	return x
}

// outline adds a glyph to the path, at a point, in units of its font. A curve with
// one point between its ends is one with two, as PDF has them.
func (d *document) outline(o font.GlyphOutline, x, y, unit float64) {
	type point struct{ x, y float64 }
	var from point
	for i := range o.Segments {
		s := &o.Segments[i]
		var to [3]point
		for k, p := range s.Args {
			to[k] = point{x + float64(p.X)*unit, y - float64(p.Y)*unit}
		}
		between := func(end point) point { return point{(end.x + 2*to[0].x) / 3, (end.y + 2*to[0].y) / 3} }
		switch s.Op {
		case opentype.SegmentOpMoveTo: // filling closes what is open
			d.MoveTo(to[0].x, to[0].y)
			from = to[0]
		case opentype.SegmentOpLineTo:
			d.LineTo(to[0].x, to[0].y)
			from = to[0]
		case opentype.SegmentOpQuadTo:
			a, b := between(from), between(to[1])
			d.CurveBezierCubicTo(a.x, a.y, b.x, b.y, to[1].x, to[1].y)
			from = to[1]
		case opentype.SegmentOpCubeTo:
			d.CurveBezierCubicTo(to[0].x, to[0].y, to[1].x, to[1].y, to[2].x, to[2].y)
			from = to[2]
		}
	}
}
