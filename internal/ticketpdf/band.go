package ticketpdf

import (
	"strconv"

	"github.com/holdfast-events/holdfast/internal/cover"
)

// The band on top of a page has so many tiles of an event's pattern, as its mails have.
const (
	bandTiles = 20
	bandSide  = float64(wide) / bandTiles
	// quarter is how far a curve's controls are along a quarter of a circle.
	quarter = 0.5523
)

// band draws the colours and the pattern of an event, from margin to margin. All of it is
// curves and lines: the rectangles of a page are those of its code.
func (d *document) band(event string) {
	palette, tiles := cover.Of(event, bandTiles)
	d.decoration(func() { d.tiles(palette[0], tiles) })
	d.y += bandSide + 6
	d.black()
}

func (d *document) tiles(ground string, tiles []cover.Tile) {
	d.colour(ground)
	d.MoveTo(margin, d.y)
	d.LineTo(margin+wide, d.y)
	d.LineTo(margin+wide, d.y+bandSide)
	d.LineTo(margin, d.y+bandSide)
	d.ClosePath()
	d.DrawPath("F")
	for i, t := range tiles {
		d.colour(t.Fill)
		x := margin + float64(i)*bandSide
		switch t.Shape {
		case cover.Leaf:
			d.leaf(x, x+bandSide)
		case cover.TurnedLeaf:
			d.leaf(x+bandSide, x)
		case cover.Disc:
			d.Circle(x+bandSide/2, d.y+bandSide/2, bandSide/2, "F")
		}
	}
}

// leaf runs from the top at x to the bottom at end.
func (d *document) leaf(x, end float64) {
	across, top, bottom := (end-x)*quarter, d.y, d.y+bandSide
	d.MoveTo(x, top)
	d.CurveBezierCubicTo(x+across, top, end, bottom-bandSide*quarter, end, bottom)
	d.CurveBezierCubicTo(end-across, bottom, x, top+bandSide*quarter, x, top)
	d.ClosePath()
	d.DrawPath("F")
}

// colour is what is filled next, as #rrggbb.
func (d *document) colour(text string) {
	n, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		d.SetError(err)
		return
	}
	d.SetFillColor(int(n>>16), int(n>>8&0xff), int(n&0xff))
}

// card draws a frame of the height that ends here around what began at top, with a row of
// dashes where it is torn in two.
func (d *document) card(top, torn float64) {
	d.SetDrawColor(190, 190, 190)
	d.SetLineWidth(0.3)
	d.RoundedRect(margin, top, wide, d.y-top, 5, "1234", "D")
	d.SetDashPattern([]float64{1.5, 1.5}, 0)
	d.Line(margin, torn, margin+wide, torn)
	d.SetDashPattern(nil, 0)
	d.black()
}
