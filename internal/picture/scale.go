package picture

import (
	"image"
	"image/color"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// paper is what shows through what is transparent: JPEG has no transparency.
var paper = image.NewUniform(color.White)

// strip is how many lines of a picture are turned into colours at once.
const strip = 16

// weight is how much of a pixel goes into one that is made, of one.
type weight struct {
	from, to int // to is not of it
	first    float32
	last     float32
}

// weights say which of so many pixels go into each of n.
func weights(pixels, n int) []weight {
	list := make([]weight, n)
	for i := range list {
		// From i*pixels/n to (i+1)*pixels/n, in parts of 1/n of a pixel.
		begin, end := i*pixels, (i+1)*pixels
		w := weight{from: begin / n, to: (end + n - 1) / n}
		w.first = 1 - float32(begin%n)/float32(n)
		if w.last = 1; end%n != 0 {
			w.last = float32(end%n) / float32(n)
		}
		if w.to-w.from == 1 {
			w.first = float32(end-begin) / float32(n)
			w.last = w.first
		}
		list[i] = w
	}
	return list
}

// of is how much of pixel i goes into it.
func (w *weight) of(i int) float32 {
	switch i {
	case w.from:
		return w.first
	case w.to - 1:
		return w.last
	}
	return 1
}

// scale makes a picture as small as it should be, or smaller, and never larger: each pixel is
// the mean of what it covers. Beside the two pictures it needs a few lines of memory.
func scale(src image.Image, size Size) *image.RGBA {
	b := src.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, size.Width, size.Height))
	columns, rows := weights(b.Dx(), size.Width), weights(b.Dy(), size.Height)
	per := float32(size.Width) / float32(b.Dx()) * float32(size.Height) / float32(b.Dy())
	lines := image.NewRGBA(image.Rect(0, 0, b.Dx(), strip))
	line, sum := make([]float32, 3*size.Width), make([]float32, 3*size.Width)
	row := 0
	for top := 0; top < b.Dy(); top += strip {
		n := min(strip, b.Dy()-top)
		area := image.Rect(0, 0, b.Dx(), n)
		draw.Draw(lines, area, paper, image.Point{}, draw.Src)
		draw.Draw(lines, area, src, b.Min.Add(image.Pt(0, top)), draw.Over)
		for y := range n {
			narrow(line, lines.Pix[y*lines.Stride:], columns)
			for row < size.Height {
				share := rows[row].of(top + y)
				for i, v := range line {
					sum[i] += v * share
				}
				if top+y < rows[row].to-1 {
					break
				}
				finish(dst.Pix[row*dst.Stride:], sum, per)
				row++
				if row == size.Height || rows[row].from > top+y {
					break
				}
			}
		}
	}
	return dst
}

// narrow adds up a line of pixels into fewer.
func narrow(to []float32, from []byte, columns []weight) {
	for i := range columns {
		w := &columns[i]
		var r, g, b float32
		for x := w.from; x < w.to; x++ {
			share, p := w.of(x), from[4*x:4*x+3]
			r += share * float32(p[0])
			g += share * float32(p[1])
			b += share * float32(p[2])
		}
		to[3*i], to[3*i+1], to[3*i+2] = r, g, b
	}
}

// finish writes a line of pixels, and begins the next sum.
func finish(to []byte, sum []float32, per float32) {
	for i := 0; i < len(sum); i += 3 {
		p := to[i/3*4:]
		p[0], p[1], p[2], p[3] = level(sum[i]*per), level(sum[i+1]*per), level(sum[i+2]*per), 0xff
	}
	clear(sum)
}

func level(v float32) byte { return byte(min(max(v+0.5, 0), 255)) }

// upright turns a picture as it was held, by the orientation of Exif.
func upright(src *image.RGBA, orientation int) *image.RGBA {
	if orientation == 1 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	size, onItsSide := Size{w, h}, orientation >= 5
	mirrored := orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8
	flipped := orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7
	if onItsSide {
		size = size.turned()
	}
	dst := image.NewRGBA(image.Rect(0, 0, size.Width, size.Height))
	for y := range size.Height {
		for x := range size.Width {
			fromX, fromY := x, y
			if onItsSide {
				fromX, fromY = y, x
			}
			if mirrored {
				fromX = w - 1 - fromX
			}
			if flipped {
				fromY = h - 1 - fromY
			}
			copy(dst.Pix[y*dst.Stride+4*x:][:4], src.Pix[fromY*src.Stride+4*fromX:][:4])
		}
	}
	return dst
}

// Fill fills dst with a picture, cut so that what matters in it, in percent of its width and
// height, stays as near to the middle as it can. It is made larger where it is too small.
func Fill(dst *image.RGBA, src image.Image, x, y int) {
	b, want := src.Bounds(), sizeOf(dst)
	w, h := b.Dx(), b.Dy()
	if w*want.Height > h*want.Width {
		w = max(1, h*want.Width/want.Height)
	} else {
		h = max(1, w*want.Height/want.Width)
	}
	left := min(max(b.Dx()*x/100-w/2, 0), b.Dx()-w)
	top := min(max(b.Dy()*y/100-h/2, 0), b.Dy()-h)
	part := image.Rect(left, top, left+w, top+h).Add(b.Min)
	xdraw.ApproxBiLinear.Scale(dst, dst.Rect, src, part, draw.Src, nil)
}
