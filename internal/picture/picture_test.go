package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestSizes: a picture is kept in the widths that it has.
func TestSizes(t *testing.T) {
	k := NewMaker(2)
	for _, c := range []struct {
		of   Size
		want []Size
	}{
		{Size{3200, 1800}, []Size{{480, 270}, {960, 540}, {1600, 900}}},
		{Size{1600, 900}, []Size{{480, 270}, {960, 540}, {1600, 900}}},
		{Size{1000, 500}, []Size{{480, 240}, {960, 480}, {1000, 500}}},
		{Size{480, 480}, []Size{{480, 480}}},
		{Size{300, 200}, []Size{{300, 200}}},
		{Size{1000, 4000}, []Size{{480, 1920}, {500, 2000}}},
		{Size{101, 3000}, []Size{{67, 2000}}},
	} {
		made, err := k.Make(t.Context(), org, jpegOf(photo(c.of.Width, c.of.Height)))
		if err != nil {
			t.Fatal(err)
		}
		var got []Size
		for _, f := range made.Files {
			got = append(got, f.Size)
		}
		if len(got) != len(c.want) {
			t.Errorf("%v: %v, want %v", c.of, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, want %v", c.of, got, c.want)
			}
		}
		clean(t, made)
	}
}

// TestNames: the same picture is the same one, and another's is another.
func TestNames(t *testing.T) {
	k := NewMaker(2)
	name := func(org string, file []byte) string {
		made, err := k.Make(t.Context(), org, file)
		if err != nil {
			t.Fatal(err)
		}
		return made.ID
	}
	one := jpegOf(photo(300, 200))
	if name(org, one) != name(org, within(one, segment(0xfe, 'x'))) {
		t.Error("what is not seen names a picture")
	}
	if name(org, one) == name("org_3k9q0a7c1v5n", one) || name(org, one) == name(org, jpegOf(photo(200, 300))) {
		t.Error("two pictures have one name")
	}
}

// TestOrientation: a picture is kept as it was held.
func TestOrientation(t *testing.T) {
	k := NewMaker(2)
	// Its corners are red, green and blue from the top left, clockwise, and white.
	corners := [4]color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}
	m := image.NewRGBA(image.Rect(0, 0, 240, 160))
	for y := range 160 {
		for x := range 240 {
			at := 0
			switch {
			case x >= 120 && y < 80:
				at = 1
			case x >= 120:
				at = 2
			case y >= 80:
				at = 3
			}
			m.SetRGBA(x, y, corners[at])
		}
	}
	for turn, want := range map[uint16][4]int{ // which corner of m stands at each, clockwise
		1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {2, 3, 0, 1}, 4: {3, 2, 1, 0},
		5: {0, 3, 2, 1}, 6: {3, 0, 1, 2}, 7: {2, 1, 0, 3}, 8: {1, 2, 3, 0},
	} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			files := [][]byte{
				within(jpegOf(m), exifSegment(turn, order)),
				afterHeader(pngOf(m), pngChunk("eXIf", exif(turn, order))),
			}
			for i, file := range files {
				made, err := k.Make(t.Context(), org, file)
				if err != nil {
					t.Fatal(err)
				}
				if lies := made.Largest() == (Size{160, 240}); lies != (turn >= 5) {
					t.Errorf("turn %d: %v", turn, made.Largest())
				}
				got, err := jpeg.Decode(bytes.NewReader(made.Files[len(made.Files)-1].Bytes))
				if err != nil {
					t.Fatal(err)
				}
				w, h := got.Bounds().Dx(), got.Bounds().Dy()
				for at, p := range []image.Point{{20, 20}, {w - 20, 20}, {w - 20, h - 20}, {20, h - 20}} {
					if !like(got.At(p.X, p.Y), corners[want[at]]) {
						t.Errorf("file %d, turn %d: corner %d is %v", i, turn, at, got.At(p.X, p.Y))
					}
				}
			}
		}
	}
}

func like(got color.Color, want color.RGBA) bool {
	r, g, b, _ := got.RGBA()
	near := func(a uint32, b uint8) bool { d := int(a>>8) - int(b); return d > -12 && d < 12 }
	return near(r, want.R) && near(g, want.G) && near(b, want.B)
}

// TestScale: a smaller picture is as bright as the larger one, and nothing of it is left out.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 90).Draw(t, "height")
		size := Size{rapid.IntRange(1, w).Draw(t, "new width"), rapid.IntRange(1, h).Draw(t, "new height")}
		m := image.NewRGBA(image.Rect(0, 0, w, h))
		var before, after float64
		for y := range h {
			for x := range w {
				v := rapid.Byte().Draw(t, "level")
				m.SetRGBA(x, y, color.RGBA{v, v, v, 255})
				before += float64(v)
			}
		}
		small := scale(m, size)
		for i := 0; i < len(small.Pix); i += 4 {
			after += float64(small.Pix[i])
		}
		before, after = before/float64(w*h), after/float64(size.Width*size.Height)
		if d := before - after; d > 0.6 || d < -0.6 {
			t.Fatalf("%dx%d to %v: mean %f became %f", w, h, size, before, after)
		}
	})
}

// TestTransparent: what is transparent is white.
func TestTransparent(t *testing.T) {
	made, err := NewMaker(1).Make(t.Context(), org, pngOf(image.NewNRGBA(image.Rect(0, 0, 200, 120))))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(made.Files[0].Bytes))
	if err != nil || !like(m.At(100, 60), color.RGBA{255, 255, 255, 255}) {
		t.Errorf("%v, %v", m.At(100, 60), err)
	}
}

// TestBusy: whoever waits too long is told so, and whoever goes away takes no turn.
func TestBusy(t *testing.T) {
	k := NewMaker(1)
	k.wait = time.Millisecond
	if err := k.pixels.Acquire(t.Context(), MaxPixels); err != nil {
		t.Fatal(err)
	}
	file := jpegOf(photo(200, 150))
	if _, err := k.Make(t.Context(), org, file); !errors.Is(err, ErrBusy) {
		t.Errorf("while another is decoded: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.Make(gone, org, file); !errors.Is(err, context.Canceled) {
		t.Errorf("who went away: %v", err)
	}
	k.pixels.Release(MaxPixels)
	if _, err := k.Make(t.Context(), org, file); err != nil {
		t.Error(err)
	}
}

// TestQueue: each who waits has a file in memory, so few wait, and whoever comes behind them is told
// so at once.
func TestQueue(t *testing.T) {
	k := NewMaker(1)
	if err := k.pixels.Acquire(t.Context(), MaxPixels); err != nil {
		t.Fatal(err)
	}
	file := jpegOf(photo(200, 150))
	const come = 40
	done := make(chan error, come)
	for range come {
		go func() {
			_, err := k.Make(t.Context(), org, file)
			done <- err
		}()
	}
	for range come - cap(k.queue) { // all others wait
		if err := <-done; !errors.Is(err, ErrBusy) {
			t.Errorf("behind those who wait: %v", err)
		}
	}
	k.pixels.Release(MaxPixels)
	for range cap(k.queue) {
		if err := <-done; err != nil {
			t.Errorf("who waited: %v", err)
		}
	}
}

func TestParseFile(t *testing.T) {
	for file, want := range map[string]int{"480.jpg": 480, "1.jpg": 1, "1600.jpg": 1600, "0.jpg": 0, "0480.jpg": 0, "48 0.jpg": 0, "+48.jpg": 0, "480.png": 0, ".jpg": 0, "99999.jpg": 0, "-1.jpg": 0} {
		if got, ok := ParseFile(file); got != want && ok || ok != (want > 0) {
			t.Errorf("%s: %d, %t", file, got, ok)
		}
	}
}

// FuzzOpen: no header brings the code that reads it down, and what is opened is within bounds.
func FuzzOpen(f *testing.F) {
	for _, h := range hostileFiles() {
		if len(h.file) < 4096 {
			f.Add(h.file)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		format, size, err := NewMaker(1).WithAVIF("none").open(data)
		var refusal *Refusal
		if err != nil && !errors.As(err, &refusal) {
			t.Fatal(err)
		}
		if err == nil && (size.check() != nil || format.turn(data) > 8) {
			t.Fatal(size)
		}
	})
}

// TestColours: pictures that say their colours by a profile, as a browser writes those of Display P3, are kept in
// these colours. They have four fields: color(display-p3 1 0 0), 0.5 0.8 0.2, 0.2 0.4 0.9, and grey.
func TestColours(t *testing.T) {
	k := NewMaker(2)
	want := []color.RGBA{{255, 0, 0, 255}, {100, 206, 0, 255}, {27, 104, 238, 255}, {217, 217, 217, 255}}
	for _, kind := range []string{"jpeg", "png", "webp"} {
		data, err := os.ReadFile("testdata/p3." + kind)
		if err != nil {
			t.Fatal(err)
		}
		made, err := k.Make(t.Context(), org, data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := jpeg.Decode(bytes.NewReader(made.Files[0].Bytes))
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			got := color.RGBAModel.Convert(m.At(80*i+40, 100)).(color.RGBA)
			if far(got.R, w.R) || far(got.G, w.G) || far(got.B, w.B) {
				t.Errorf("%s: field %d is %v, want about %v", kind, i, got, w)
			}
		}
	}
}

// far reports whether two levels differ by more than writing JPEG does.
func far(a, b byte) bool { return max(a, b)-min(a, b) > 8 }
