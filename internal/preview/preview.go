// Package preview draws what is shown of a link to an event: a picture of 1200 × 630 pixels
// with its title, when and where, over its picture or its art, in any script.
//
// It draws and nothing else: package internal/page says what a preview says, answers with it
// and remembers it.
package preview

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"strconv"

	"golang.org/x/image/vector"

	"github.com/holdfast-events/holdfast/internal/cover"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// Width and Height are those of a preview, as whoever shows links wants them.
const Width, Height = 1200, 630

// MediaType is the type of what is drawn.
const MediaType = "image/jpeg"

// quality is that of the JPEG: letters need more than photos.
const quality = 88

// Card is what a preview says.
type Card struct {
	Event string // its id, of which its art is drawn
	Title string
	When  string
	Where string
	Host  string
	Tag   string // the language of When, and of the others where they do not say
	// Picture is that of the event, nil where it has none; X and Y are what matters in it, in
	// percent.
	Picture image.Image
	X, Y    int64
}

// Drawer draws previews. It is safe for concurrent use.
type Drawer struct {
	// Letters sets texts; required.
	Letters *ticketpdf.Printer
}

// Of the layout, in pixels.
const (
	margin    = 72
	titleSize = 68
	whenSize  = 36
	whereSize = 32
	leading   = 1.22
	// tile is the width of a square of the art; the art is so many of them wide.
	tile, columns = 126, 3
)

// line is a line of text and how large it is.
type line struct {
	ticketpdf.OutlinedLine
	size float64
	// above is the room above it, and strong what stands out.
	above  float64
	strong bool
}

// Draw draws a preview, as a JPEG.
func (d *Drawer) Draw(c *Card) ([]byte, error) {
	m := image.NewRGBA(image.Rect(0, 0, Width, Height))
	palette, tiles := cover.Of(c.Event, columns*Height/tile)
	ground, err := shade(palette[0])
	if err != nil {
		return nil, err
	}
	wide, ink := Width-2*margin, color.RGBA{0xff, 0xff, 0xff, 0xff}
	if c.Picture != nil {
		picture.Fill(m, c.Picture, int(c.X), int(c.Y))
		darken(m)
	} else {
		draw.Draw(m, m.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
		if err := art(m, tiles); err != nil {
			return nil, err
		}
		wide -= columns * tile
		if bright(ground) {
			ink = color.RGBA{0x16, 0x1a, 0x1d, 0xff}
		}
	}
	lines, err := d.lines(c, float64(wide))
	if err != nil {
		return nil, err
	}
	write(m, lines, wide, ink)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	return b.Bytes(), nil
}

// lines sets the texts.
func (d *Drawer) lines(c *Card, wide float64) ([]line, error) {
	var list []line
	for _, t := range []struct {
		text        string
		size, above float64
		most        int
		strong      bool
	}{
		{c.Title, titleSize, 0, 3, true},
		{c.When, whenSize, 22, 2, true},
		{c.Where, whereSize, 8, 1, false},
		{c.Host, whereSize, 8, 1, false},
	} {
		set, err := d.Letters.Outlined(t.text, c.Tag, t.strong, wide/t.size, t.most)
		if err != nil {
			return nil, fmt.Errorf("preview: %w", err)
		}
		for i, l := range set {
			above := 0.0
			if i == 0 {
				above = t.above
			}
			list = append(list, line{l, t.size, above, t.strong})
		}
	}
	return list, nil
}

// write draws lines above the lower margin. What runs from right to left ends at the right.
func write(m *image.RGBA, lines []line, wide int, ink color.RGBA) {
	high := 0.0
	for _, l := range lines {
		high += l.above + l.size*leading
	}
	y := Height - margin - high
	for _, l := range lines {
		y += l.above
		x := float64(margin)
		if l.RightToLeft {
			x += float64(wide) - l.Width*l.size
		}
		// As high as letters with signs above and below them.
		top, tall := int(y-l.size*0.5), int(l.size*2.2)
		r := vector.NewRasterizer(Width, tall)
		l.Draw(r, x, y+l.size*0.95-float64(top), l.size)
		paint := ink
		if !l.strong {
			paint.A = 0xd8
			paint = premultiplied(paint)
		}
		r.Draw(m, image.Rect(0, top, Width, top+tall), image.NewUniform(paint), image.Point{})
		y += l.size * leading
	}
}

func premultiplied(c color.RGBA) color.RGBA {
	by := func(v byte) byte { return byte(int(v) * int(c.A) / 255) }
	return color.RGBA{by(c.R), by(c.G), by(c.B), c.A}
}

// darken lays a shadow over the lower part of a picture, on which white letters can be read
// whatever it shows.
func darken(m *image.RGBA) {
	for y := range Height {
		// From a fifth at the top to four fifths at the bottom.
		keep := 255 - 51 - 153*min(y*3/2, Height)/Height
		for i := y * m.Stride; i < y*m.Stride+4*Width; i += 4 {
			for k := range 3 {
				m.Pix[i+k] = byte(int(m.Pix[i+k]) * keep / 255)
			}
		}
	}
}

// art draws the pattern of an event at the right.
func art(m *image.RGBA, tiles []cover.Tile) error {
	rows := Height / tile
	for i, t := range tiles {
		if i >= columns*rows {
			break
		}
		fill, err := shade(t.Fill)
		if err != nil {
			return err
		}
		at := image.Pt(Width-columns*tile+i%columns*tile, i/columns*tile)
		r := vector.NewRasterizer(tile, tile)
		const x, y float32 = 0, 0
		const s, k = tile, tile * 0.5523 / 2 // how far the handles of a quarter of a circle are
		switch t.Shape {
		case cover.Disc:
			cx, cy, h := x+s/2, y+s/2, float32(s)/2
			r.MoveTo(cx-h, cy)
			r.CubeTo(cx-h, cy-k, cx-k, cy-h, cx, cy-h)
			r.CubeTo(cx+k, cy-h, cx+h, cy-k, cx+h, cy)
			r.CubeTo(cx+h, cy+k, cx+k, cy+h, cx, cy+h)
			r.CubeTo(cx-k, cy+h, cx-h, cy+k, cx-h, cy)
		case cover.Leaf:
			r.MoveTo(x, y)
			r.CubeTo(x+2*k, y, x+s, y+s-2*k, x+s, y+s)
			r.CubeTo(x+s-2*k, y+s, x, y+2*k, x, y)
		case cover.TurnedLeaf:
			r.MoveTo(x+s, y)
			r.CubeTo(x+s, y+2*k, x+2*k, y+s, x, y+s)
			r.CubeTo(x, y+s-2*k, x+s-2*k, y, x+s, y)
		}
		r.ClosePath()
		r.Draw(m, image.Rectangle{at, at.Add(image.Pt(tile, tile))}, image.NewUniform(fill), image.Point{})
	}
	return nil
}

// shade reads a colour that is written as #rrggbb.
func shade(text string) (color.RGBA, error) {
	v, err := strconv.ParseUint(text[1:], 16, 24)
	if err != nil {
		return color.RGBA{}, fmt.Errorf("preview: colour %q: %w", text, err)
	}
	return color.RGBA{byte(v >> 16), byte(v >> 8), byte(v), 0xff}, nil
}

// bright reports whether dark letters are read better on a colour than white ones.
func bright(c color.RGBA) bool { return 299*int(c.R)+587*int(c.G)+114*int(c.B) > 140_000 }
