package colour_test

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/holdfast-events/holdfast/internal/picture/colour"
)

// tag is a part of a profile.
type tag struct {
	name string
	data []byte
}

// profile writes a profile with its tags.
func profile(tags ...tag) []byte {
	out := make([]byte, 128, 1024)
	copy(out[16:], "RGB XYZ ")
	copy(out[36:], "acsp")
	out = binary.BigEndian.AppendUint32(out, uint32(len(tags)))
	at := len(out) + 12*len(tags)
	for _, t := range tags {
		out = append(out, t.name...)
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.data)))
		at += len(t.data)
	}
	for _, t := range tags {
		out = append(out, t.data...)
	}
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

func fixed(kind string, numbers ...float64) []byte {
	out := append([]byte(kind), 0, 0, 0, 0)
	for _, n := range numbers {
		out = binary.BigEndian.AppendUint32(out, uint32(int32(math.Round(n*65536))))
	}
	return out
}

// formula is a parametric curve of a kind.
func formula(kind uint16, numbers ...float64) []byte {
	head := binary.BigEndian.AppendUint16([]byte("para\x00\x00\x00\x00"), kind)
	return append(append(head, 0, 0), fixed("", numbers...)[4:]...)
}

// points is a curve by its points.
func points(at ...uint16) []byte {
	out := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(len(at)))
	for _, p := range at {
		out = binary.BigEndian.AppendUint16(out, p)
	}
	return out
}

var (
	srgbCurve = formula(3, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)
	// Display P3 under D50, as its profiles have it.
	p3 = [][]float64{{0.51512, 0.24120, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407}}
	// sRGB under D50.
	srgb = [][]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}
)

// of is a profile with primaries and one curve.
func of(primaries [][]float64, curve []byte) []byte {
	var tags []tag
	for i, c := range []string{"r", "g", "b"} {
		tags = append(tags, tag{c + "XYZ", fixed("XYZ ", primaries[i]...)}, tag{c + "TRC", curve})
	}
	return profile(tags...)
}

// light and value go from a byte of sRGB to its light and back, as CSS Color 4 has them (17.1).
func light(v byte) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func value(l float64) float64 {
	l = min(max(l, 0), 1)
	if l <= 0.0031308 {
		return 255 * 12.92 * l
	}
	return 255 * (1.055*math.Pow(l, 1/2.4) - 0.055)
}

// fromP3 is a colour of Display P3 in sRGB, by the matrices of CSS Color 4.
func fromP3(c color.RGBA) [3]float64 {
	r, g, b := light(c.R), light(c.G), light(c.B)
	return [3]float64{
		value(1.2249402*r - 0.2249402*g), value(-0.0420569*r + 1.0420571*g), value(-0.0196376*r - 0.0786361*g + 1.0982735*b),
	}
}

// TestDisplayP3: colours of screens and telephones are seen as they were.
func TestDisplayP3(t *testing.T) {
	t.Parallel()
	for name, curve := range map[string][]byte{"by formula": srgbCurve, "by points": points(table()...)} {
		c := colour.Of(of(p3, curve))
		if c == nil {
			t.Fatal(name, "is not understood")
		}
		m := image.NewRGBA(image.Rect(0, 0, 40, 50))
		random := rand.New(rand.NewPCG(3, 5)) //nolint:gosec // colours
		for i := range m.Pix {
			m.Pix[i] = byte(random.Uint32())
			if i%4 == 3 {
				m.Pix[i] = 0xff
			}
		}
		want := make([][3]float64, 0, 2000)
		for y := range 50 {
			for x := range 40 {
				want = append(want, fromP3(m.RGBAAt(x, y)))
			}
		}
		c.Apply(m)
		for i, w := range want {
			got := m.RGBAAt(i%40, i/40)
			for k, v := range []byte{got.R, got.G, got.B} {
				if math.Abs(float64(v)-w[k]) > 1.6 {
					t.Fatalf("%s: %v is %v, want %.1f", name, i, got, w)
				}
			}
			if got.A != 0xff {
				t.Fatalf("%s: %v is transparent", name, i)
			}
		}
	}
}

// table has the points of the curve of sRGB.
func table() []uint16 {
	var out []uint16
	for i := range 1024 {
		x := float64(i) / 1023
		l := x / 12.92
		if x > 0.04045 {
			l = math.Pow((x+0.055)/1.055, 2.4)
		}
		out = append(out, uint16(math.Round(65535*l)))
	}
	return out
}

// TestCurves: each kind of curve is read as ICC.1:2022 says.
func TestCurves(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		curve []byte
		light func(v float64) float64
	}{
		"a straight line": {points(), func(v float64) float64 { return v }},
		"an exponent":     {points(0x0233), func(v float64) float64 { return math.Pow(v, 563.0/256) }},
		"kind 0":          {formula(0, 1.8), func(v float64) float64 { return math.Pow(v, 1.8) }},
		"kind 1":          {formula(1, 2, 1.1, -0.1), func(v float64) float64 { return math.Pow(max(1.1*v-0.1, 0), 2) }},
		"kind 2":          {formula(2, 2, 0.9, 0, 0.02), func(v float64) float64 { return 0.9*0.9*v*v + 0.02 }},
		"kind 4":          {formula(4, 2.4, 0.9479, 0.0521, 0.0774, 0.0405, 0, 0.001), func(v float64) float64 { return kind4(v) }},
	} {
		c := colour.Of(of(srgb, x.curve))
		if name == "kind 2" { // white is 0.83: nothing is taken of it
			if c != nil {
				t.Errorf("%s: what has no white is taken", name)
			}
			continue
		}
		if c == nil {
			t.Errorf("%s is not understood", name)
			continue
		}
		m := image.NewRGBA(image.Rect(0, 0, 256, 1))
		for v := range 256 {
			m.SetRGBA(v, 0, color.RGBA{byte(v), byte(v), byte(v), 0xff})
		}
		c.Apply(m)
		for v := range 256 {
			want, got := value(x.light(float64(v)/255)), m.RGBAAt(v, 0)
			if math.Abs(float64(got.G)-want) > 1.6 {
				t.Errorf("%s: %d is %v, want %.1f", name, v, got, want)
				break
			}
		}
	}
}

func kind4(v float64) float64 {
	if v < 0.0405 {
		return 0.0774*v + 0.001
	}
	return math.Pow(0.9479*v+0.0521, 2.4)
}

// TestNothingToDo: sRGB is left as it is, and so is what is not understood.
func TestNothingToDo(t *testing.T) {
	t.Parallel()
	grey, lab, few := of(p3, srgbCurve), of(p3, srgbCurve), of(p3, srgbCurve)
	copy(grey[16:], "GRAY")
	copy(lab[20:], "Lab ")
	binary.BigEndian.PutUint32(few[128:], 99)
	for name, data := range map[string][]byte{
		"nothing": nil, "sRGB": of(srgb, srgbCurve), "grey": grey, "connected by Lab": lab, "fewer tags than it says": few, "short": few[:131],
		"a curve of another kind": of(p3, []byte("mft1\x00\x00\x00\x00\x00\x00\x00\x00")), "a curve that is short": of(p3, points(1, 2, 3)[:15]),
		"a kind of formula that is not": of(p3, formula(9, 1)), "a formula that is short": of(p3, formula(3, 2.4)), "a curve without numbers": of(p3, []byte("para")),
		"white is blue": of([][]float64{p3[0], p3[1], {0.9, 0.3, 2}}, srgbCurve), "a primary that is short": profile(tag{"rXYZ", []byte("XYZ ")}, tag{"rTRC", srgbCurve}),
		"not a number": of(p3, formula(3, 0.5, 2, -1, 0, 0)),
	} {
		if colour.Of(data) != nil {
			t.Errorf("%s: something is done", name)
		}
	}
}

// FuzzOf: no profile is worse than none.
func FuzzOf(f *testing.F) {
	f.Add(of(p3, srgbCurve))
	f.Add(of(p3, points(table()...)))
	f.Add(of(srgb, formula(4, 2.4, 0.9479, 0.0521, 0.0774, 0.0405, 0, 0.001)))
	f.Fuzz(func(_ *testing.T, data []byte) {
		if c := colour.Of(data); c != nil {
			m := image.NewRGBA(image.Rect(0, 0, 256, 1))
			for i := range m.Pix {
				m.Pix[i] = byte(i / 4)
			}
			c.Apply(m)
		}
	})
}
