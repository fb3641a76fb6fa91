// Package colour shows pictures in the colours that they were taken in: it reads the profile that a file has
// (ICC.1:2022) and writes the pixels anew as sRGB (IEC 61966-2-1), which is what a file without a profile means.
package colour

import (
	"encoding/binary"
	"image"
	"math"
	"sync"
)

// Conversion makes sRGB of the colours of a profile. Colours that sRGB does not have become the nearest in each of
// red, green and blue. It is safe for concurrent use.
type Conversion struct {
	light  [3][256]float32 // of each channel: the linear light of a value, 0 to 1
	matrix [3][3]float32   // from the light of the profile to that of sRGB
}

// fromD50 is the light of sRGB of the colours between which profiles are connected, CIE XYZ under D50, adapted by
// Bradford's matrix.
var fromD50 = [3][3]float64{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// Of returns what makes sRGB of a profile. Nil: there is nothing to do, as it is sRGB, or it is not understood: it
// is of another kind than three primaries with a curve each, as those of cameras and screens are, or is broken.
func Of(data []byte) *Conversion {
	p, ok := parse(data)
	if !ok {
		return nil
	}
	c := &Conversion{}
	for i := range 3 {
		for j := range 3 {
			var sum float64
			for k := range 3 {
				sum += fromD50[i][k] * p.primaries[j][k]
			}
			c.matrix[i][j] = float32(sum)
		}
	}
	for i, curve := range p.curves {
		for v := range 256 {
			c.light[i][v] = float32(curve(float64(v) / 255))
		}
	}
	if !c.sound() || c.isSRGB() {
		return nil
	}
	return c
}

// sound reports whether white stays white and black black, and nothing is without a bound: of a profile that says
// otherwise nothing is taken.
func (c *Conversion) sound() bool {
	for i := range 3 {
		white := c.matrix[i][0] + c.matrix[i][1] + c.matrix[i][2]
		if !near(white, 1) || !near(c.light[i][0], 0) || !near(c.light[i][255], 1) {
			return false
		}
		for _, light := range c.light[i] {
			if math.IsNaN(float64(light)) || light < -1 || light > 2 {
				return false
			}
		}
	}
	return true
}

// near reports whether a number, which may be none, is about as large as another.
func near(v, want float32) bool { return math.Abs(float64(v-want)) < 0.03 }

// isSRGB reports whether no value is changed by more than a part of its step.
func (c *Conversion) isSRGB() bool {
	const part = 0.004
	for i := range 3 {
		for j := range 3 {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(float64(c.matrix[i][j])-want) > part {
				return false
			}
		}
		for v := range 256 {
			if math.Abs(encode(float64(c.light[i][v]))*255-float64(v)) > 0.6 {
				return false
			}
		}
	}
	return true
}

// encode is the value in sRGB, 0 to 1, of linear light.
func encode(light float64) float64 {
	if light <= 0.0031308 {
		return 12.92 * light
	}
	return 1.055*math.Pow(light, 1/2.4) - 0.055
}

// steps are of the table of levels: fine enough for the darkest values.
const steps = 1 << 14

// levels are the bytes of linear light in sRGB.
var levels = sync.OnceValue(func() *[steps + 1]byte {
	var t [steps + 1]byte
	for i := range t {
		t[i] = byte(math.Round(255 * encode(float64(i)/steps)))
	}
	return &t
})

// level is the byte of linear light.
func level(t *[steps + 1]byte, light float32) byte {
	return t[int(min(max(light, 0), 1)*steps+0.5)]
}

// Apply writes the pixels of an opaque picture as sRGB.
func (c *Conversion) Apply(m *image.RGBA) {
	t := levels()
	width := m.Rect.Dx()
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:][:4*width]
		for ; len(row) >= 4; row = row[4:] {
			r, g, b := c.light[0][row[0]], c.light[1][row[1]], c.light[2][row[2]]
			row[0] = level(t, c.matrix[0][0]*r+c.matrix[0][1]*g+c.matrix[0][2]*b)
			row[1] = level(t, c.matrix[1][0]*r+c.matrix[1][1]*g+c.matrix[1][2]*b)
			row[2] = level(t, c.matrix[2][0]*r+c.matrix[2][1]*g+c.matrix[2][2]*b)
		}
	}
}

// profile is what is taken of a profile: the primaries in CIE XYZ under D50, and the curves of its channels.
type profile struct {
	primaries [3][3]float64
	curves    [3]func(v float64) float64
}

// Of the header and the table of a profile (ICC.1:2022, 7.2 and 7.3), in bytes.
const (
	headerSize = 128
	tagSize    = 12
	maxTags    = 100
)

// parse reads a profile of a camera or screen; false where it is something else, or broken.
func parse(data []byte) (p profile, ok bool) {
	if len(data) < headerSize+4 || string(data[36:40]) != "acsp" || string(data[16:20]) != "RGB " || string(data[20:24]) != "XYZ " {
		return p, false
	}
	tags := map[string][]byte{}
	n := binary.BigEndian.Uint32(data[headerSize:])
	if n > maxTags || len(data) < headerSize+4+int(n)*tagSize {
		return p, false
	}
	for i := range int(n) {
		tag := data[headerSize+4+i*tagSize:]
		at, size := uint64(binary.BigEndian.Uint32(tag[4:])), uint64(binary.BigEndian.Uint32(tag[8:]))
		if at+size > uint64(len(data)) {
			return p, false
		}
		tags[string(tag[:4])] = data[at : at+size]
	}
	for i, channel := range []string{"r", "g", "b"} {
		primary, curve := tags[channel+"XYZ"], curveOf(tags[channel+"TRC"])
		if len(primary) < 20 || string(primary[:4]) != "XYZ " || curve == nil {
			return p, false
		}
		for k := range 3 {
			p.primaries[i][k] = fixed(primary[8+4*k:])
		}
		p.curves[i] = curve
	}
	return p, true
}

// fixed is a number with 16 bits behind the point (s15Fixed16Number).
func fixed(b []byte) float64 {
	return float64(int32(binary.BigEndian.Uint32(b))) / 65536 //nolint:gosec // the sign is meant
}

// curveOf is the curve of a channel, from a value to its light; nil where it is of another kind, or broken.
func curveOf(tag []byte) func(v float64) float64 {
	if len(tag) < 12 {
		return nil
	}
	switch string(tag[:4]) {
	case "curv":
		return sampled(tag[8:])
	case "para":
		return parametric(binary.BigEndian.Uint16(tag[8:]), tag[12:])
	}
	return nil
}

// sampled is a curve by its points with the same distance (ICC.1:2022, 10.6): none is a straight line, one is the
// exponent.
func sampled(data []byte) func(v float64) float64 {
	n, points := binary.BigEndian.Uint32(data), data[4:]
	if uint64(len(points)) < 2*uint64(n) {
		return nil
	}
	switch n {
	case 0:
		return func(v float64) float64 { return v }
	case 1:
		exponent := float64(binary.BigEndian.Uint16(points)) / 256
		return func(v float64) float64 { return math.Pow(v, exponent) }
	}
	at := func(i uint32) float64 { return float64(binary.BigEndian.Uint16(points[2*i:])) / 65535 }
	return func(v float64) float64 {
		place := v * float64(n-1)
		i := min(uint32(place), n-2)
		part := place - float64(i)
		return at(i)*(1-part) + at(i+1)*part
	}
}

// parameters are how many numbers each kind of a parametric curve has.
var parameters = []int{1, 3, 4, 5, 7}

// parametric is a curve by its formula (ICC.1:2022, 10.18): (ax+b)^g above d, and a straight line below it.
func parametric(kind uint16, data []byte) func(v float64) float64 {
	if int(kind) >= len(parameters) || len(data) < 4*parameters[kind] {
		return nil
	}
	n := make([]float64, 7) // g a b c d e f
	for i := range parameters[kind] {
		n[i] = fixed(data[4*i:])
	}
	g, a, b, c, d, e, f := n[0], n[1], n[2], n[3], n[4], n[5], n[6]
	switch kind {
	case 0:
		return func(v float64) float64 { return math.Pow(v, g) }
	case 1: // 0 below -b/a
		return bent(g, a, b, -b/a, 0, 0, 0)
	case 2: // c everywhere
		return bent(g, a, b, -b/a, c, 0, c)
	case 3: // cx below d
		return bent(g, a, b, d, 0, c, 0)
	}
	return bent(g, a, b, d, e, c, f)
}

// bent is (ax+b)^g + over from x = at on, and slope·x + under below.
func bent(g, a, b, at, over, slope, under float64) func(v float64) float64 {
	return func(v float64) float64 {
		if v >= at {
			return math.Pow(a*v+b, g) + over
		}
		return slope*v + under
	}
}
