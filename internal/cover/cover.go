// Package cover owns the colours and the pattern that stand for an event which brought
// no picture, where there is no room for all of its cover: on top of its mails and of its
// printed tickets.
//
// They follow from the event's ID alone. The colours are those of the cover that pages
// draw (web/src/lib/ui/art.ts); testdata/palettes.json holds both to the same choice.
// Packages message and ticketpdf call it.
package cover

// Palette is the colours of a cover, as #rrggbb: its ground, and four that stand on it.
type Palette [5]string

var palettes = [...]Palette{
	{"#0f3d3a", "#1f6f63", "#f2b65a", "#f7e7c6", "#e0633f"},
	{"#1b2a4e", "#32508f", "#f39c6b", "#ffe3c9", "#7fb7d6"},
	{"#4a1f3d", "#8c2f5b", "#f4a259", "#f9dec9", "#5b8e7d"},
	{"#f3dfc1", "#e3a857", "#c8553d", "#28536b", "#7ea8be"},
	{"#dcebe3", "#8cc0a8", "#2f6f5e", "#f2b65a", "#ef7b5a"},
	{"#2d1e4f", "#5b3e96", "#f26ca7", "#ffd6e8", "#7ad3d1"},
	{"#f6e6dd", "#f0a58f", "#d1495b", "#30475e", "#edae49"},
	{"#12343b", "#2d545e", "#e1b382", "#c89666", "#f4ede1"},
}

// Shape is what a tile of the pattern shows: a leaf between two opposite corners, or a
// disc.
type Shape int

// The shapes of tiles. A Leaf runs from the top left to the bottom right, a TurnedLeaf
// from the top right to the bottom left.
const (
	Leaf Shape = iota
	TurnedLeaf
	Disc
)

// Tile is one square of the pattern.
type Tile struct {
	Fill  string // #rrggbb, one of the palette
	Shape Shape
}

// Of returns the palette of an event, and n tiles of its pattern in a row.
func Of(event string, n int) (Palette, []Tile) {
	next := numbers(event)
	p := palettes[int(next()*float64(len(palettes)))]
	tiles := make([]Tile, n)
	for i := range tiles {
		tiles[i].Fill = p[1+int(next()*4)]
		switch turn, disc := next() < 0.5, next() < 0.2; {
		case disc:
			tiles[i].Shape = Disc
		case turn:
			tiles[i].Shape = TurnedLeaf
		}
	}
	return p, tiles
}

// numbers returns a stream of numbers in [0, 1) that is the same for the same text, here
// and in the pages: mulberry32, seeded with the FNV-1a hash of the text.
func numbers(seed string) func() float64 {
	h := uint32(2166136261)
	for i := range len(seed) {
		h = (h ^ uint32(seed[i])) * 16777619
	}
	return func() float64 {
		h += 0x6d2b79f5
		t := (h ^ h>>15) * (1 | h)
		t = (t + (t^t>>7)*(61|t)) ^ t
		return float64(t^t>>14) / (1 << 32)
	}
}
