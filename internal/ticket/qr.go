package ticket

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strconv"
	"strings"

	"rsc.io/qr"
)

// QuietZone is the white border that a scanner needs around the code, in modules.
const QuietZone = 4

// pngScale is how many pixels wide a module is: a code of 45 modules is 424
// pixels wide, which prints sharply at 35 mm.
const pngScale = 8

// Code is a QR code. It is black on white in every form: a code in the colours
// of a dark page is one that many scanners cannot read.
type Code struct{ code *qr.Code }

// NewCode makes the QR code of a text, such that a seventh of it may be damaged
// (level M).
func NewCode(text string) (*Code, error) {
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("ticket: QR code: %w", err)
	}
	return &Code{c}, nil
}

// Size is how many modules the code is wide, without its quiet zone.
func (c *Code) Size() int { return c.code.Size }

// Black reports whether a module is black; those outside are white.
func (c *Code) Black(x, y int) bool { return c.code.Black(x, y) }

// PNG returns the code with its quiet zone as a PNG image.
func (c *Code) PNG() ([]byte, error) {
	side := (c.Size() + 2*QuietZone) * pngScale
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		for x := range side {
			if c.Black(x/pngScale-QuietZone, y/pngScale-QuietZone) {
				img.Pix[y*img.Stride+x] = 1
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("ticket: PNG: %w", err)
	}
	return b.Bytes(), nil
}

// SVG returns the code with its quiet zone as an SVG element. It has no style
// and no script, so it may stand in a page whose policy allows neither. label
// says to those who do not see it what it is.
func (c *Code) SVG(label string) string {
	side := strconv.Itoa(c.Size() + 2*QuietZone)
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + " " + side +
		`" role="img" aria-label="` + escaper.Replace(label) + `" shape-rendering="crispEdges">` +
		`<rect width="` + side + `" height="` + side + `" fill="#ffffff"/><path fill="#000000" d="`)
	for y := range c.Size() {
		for x := 0; x < c.Size(); {
			run := 0
			for x+run < c.Size() && c.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+QuietZone, y+QuietZone, run, run)
			}
			x += max(run, 1)
		}
	}
	b.WriteString(`"/></svg>`)
	return b.String()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
