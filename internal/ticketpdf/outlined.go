package ticketpdf

import (
	"strings"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// A Pen draws the outlines of letters: what it draws is filled.
type Pen interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	QuadTo(ax, ay, x, y float32)
	CubeTo(ax, ay, bx, by, x, y float32)
	ClosePath()
}

// OutlinedLine is a line of text as the outlines of its letters.
type OutlinedLine struct {
	// Width is how wide it is, in ems.
	Width float64
	// RightToLeft is how its text runs.
	RightToLeft bool

	runs shaping.Line
}

// Outlined sets a text in any script in lines of outlines, as wide as they may be in ems and at
// most so many; what does not fit ends in an ellipsis. What no font has, such as an
// emoji, is left out. It is safe for concurrent use.
func (p *Printer) Outlined(text, tag string, bold bool, wide float64, most int) ([]OutlinedLine, error) {
	ready, err := p.ready(text, bold)
	if err != nil {
		return nil, err
	}
	letters := []rune(strings.TrimSpace(strings.ReplaceAll(ready.text, string(square), "")))
	if len(letters) == 0 {
		return nil, nil
	}
	lines, err := newDrawing(p.letters).shape(letters, tag, bold, wide, most)
	if err != nil {
		return nil, err
	}
	out := make([]OutlinedLine, len(lines))
	for i, line := range lines {
		out[i] = OutlinedLine{RightToLeft: rightToLeft(letters), runs: line}
		for k := range line {
			out[i].Width += ems(line[k].Advance)
		}
	}
	return out, nil
}

func ems(v fixed.Int26_6) float64 { return float64(v) / 64 / em }

// Draw draws the line from a point of the base line on, so many units to an em.
func (l *OutlinedLine) Draw(pen Pen, x, y, size float64) {
	for i := range l.runs {
		r := &l.runs[i]
		unit := size / float64(r.Face.Upem())
		for k := range r.Glyphs {
			g := &r.Glyphs[k]
			if o, ok := r.Face.GlyphData(g.GlyphID).(font.GlyphOutline); ok {
				draw(pen, o, x+ems(g.XOffset)*size, y-ems(g.YOffset)*size, unit)
			}
			x += ems(g.Advance) * size
		}
	}
}

// draw draws one letter.
func draw(pen Pen, o font.GlyphOutline, x, y, unit float64) {
	open := false
	for i := range o.Segments {
		s := &o.Segments[i]
		var to [3][2]float32
		for k, p := range s.Args {
			to[k] = [2]float32{float32(x + float64(p.X)*unit), float32(y - float64(p.Y)*unit)}
		}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if open {
				pen.ClosePath()
			}
			open = true
			pen.MoveTo(to[0][0], to[0][1])
		case opentype.SegmentOpLineTo:
			pen.LineTo(to[0][0], to[0][1])
		case opentype.SegmentOpQuadTo:
			pen.QuadTo(to[0][0], to[0][1], to[1][0], to[1][1])
		case opentype.SegmentOpCubeTo:
			pen.CubeTo(to[0][0], to[0][1], to[1][0], to[1][1], to[2][0], to[2][1])
		}
	}
	if open {
		pen.ClosePath()
	}
}
