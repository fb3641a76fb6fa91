package preview

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

func drawer(t testing.TB) *Drawer {
	t.Helper()
	p, err := ticketpdf.New()
	if err != nil {
		t.Fatal(err)
	}
	return &Drawer{Letters: p}
}

func decoded(t testing.TB, file []byte) image.Image {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds().Dx() != Width || m.Bounds().Dy() != Height {
		t.Fatalf("%v", m.Bounds())
	}
	return m
}

// ink counts the pixels of a part of a preview that differ from those of another.
func ink(a, b image.Image, part image.Rectangle) (n int) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, bl, _ := a.At(x, y).RGBA()
			R, G, B, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r) - int(R), int(g) - int(G), int(bl) - int(B)} {
				if d > 0x3000 || d < -0x3000 {
					n++
					break
				}
			}
		}
	}
	return n
}

var photo = func() image.Image {
	m := image.NewRGBA(image.Rect(0, 0, 960, 540))
	for y := range 540 {
		for x := range 960 {
			m.SetRGBA(x, y, color.RGBA{byte(x / 4), 200, byte(y / 3), 255})
		}
	}
	return m
}()

// TestDraw: each preview has all its texts inside its margins, in scripts of both directions
// and at any length, and is the same each time.
func TestDraw(t *testing.T) {
	d := drawer(t)
	for name, c := range map[string]Card{
		"english":  {Title: "Lantern walk", When: "Friday 28 May 2027, 19:00", Where: "Old harbour, Hamburg", Host: "Riverside Workshop", Tag: "en"},
		"picture":  {Title: "Lantern walk", When: "Friday 28 May 2027, 19:00", Where: "Old harbour, Hamburg", Host: "Riverside Workshop", Tag: "en", Picture: photo, X: 10, Y: 90},
		"long":     {Title: strings.Repeat("Donaudampfschifffahrtsgesellschaft und andere ", 8), When: strings.Repeat("Freitag, 28. Mai 2027 ", 6), Where: strings.Repeat("Am Alten Hafen ", 20), Host: strings.Repeat("Werkstatt ", 20), Tag: "de"},
		"word":     {Title: strings.Repeat("W", 200), When: "x", Tag: "en"},
		"arabic":   {Title: "مسيرة الفوانيس في الميناء القديم", When: "الجمعة ٢٨ مايو ٢٠٢٧", Where: "هامبورغ", Host: "ورشة النهر", Tag: "ar"},
		"japanese": {Title: "灯籠流し", When: "2027年5月28日", Where: "東京", Tag: "ja"},
		"hindi":    {Title: "दीप यात्रा", When: "28 मई 2027", Where: "वाराणसी", Tag: "hi"},
		"emoji":    {Title: "🎉 Party", When: "x", Tag: "en"},
		"empty":    {},
	} {
		t.Run(name, func(t *testing.T) {
			c.Event = "evt_3k9q0a7c1v5m"
			file, err := d.Draw(&c)
			if err != nil {
				t.Fatal(err)
			}
			if folder := os.Getenv("HOLDFAST_SCREENS"); folder != "" {
				if err := os.WriteFile(filepath.Join(folder, "preview-"+name+".jpg"), file, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			again, err := d.Draw(&c)
			if err != nil || !bytes.Equal(file, again) {
				t.Error("it is another each time")
			}
			bare := Card{Event: c.Event, Picture: c.Picture, X: c.X, Y: c.Y}
			without, err := d.Draw(&bare)
			if err != nil {
				t.Fatal(err)
			}
			with, plain := decoded(t, file), decoded(t, without)
			area := image.Rect(margin, margin, Width-margin, Height-margin/2)
			if written := ink(with, plain, area); (written > 500) != (c.Title != "") {
				t.Errorf("%d pixels are letters", written)
			}
			for _, edge := range []image.Rectangle{image.Rect(0, 0, margin-16, Height), image.Rect(Width-margin+16, 0, Width, Height), image.Rect(0, Height-24, Width, Height), image.Rect(0, 0, Width, 24)} {
				if n := ink(with, plain, edge); n > 20 {
					t.Errorf("%d pixels of letters are at the edge %v", n, edge)
				}
			}
		})
	}
}

// TestDirection: what runs from right to left stands at the right.
func TestDirection(t *testing.T) {
	d := drawer(t)
	at := func(title string) (left, right int) {
		draw := func(c Card) image.Image {
			c.Event, c.Picture = "evt_3k9q0a7c1v5m", photo
			file, err := d.Draw(&c)
			if err != nil {
				t.Fatal(err)
			}
			return decoded(t, file)
		}
		with, without := draw(Card{Title: title}), draw(Card{})
		return ink(with, without, image.Rect(0, 0, Width/2, Height)), ink(with, without, image.Rect(Width/2, 0, Width, Height))
	}
	if left, right := at("Walk"); left < 10*right {
		t.Errorf("Latin letters: %d at the left, %d at the right", left, right)
	}
	if left, right := at("فوانيس"); right < 10*left {
		t.Errorf("Arabic letters: %d at the left, %d at the right", left, right)
	}
}

func BenchmarkDraw(b *testing.B) {
	d := drawer(b)
	c := Card{Event: "evt_3k9q0a7c1v5m", Title: "Lantern walk through the old harbour", When: "Friday 28 May 2027, 19:00", Where: "Hamburg", Host: "Riverside Workshop", Tag: "en", Picture: photo}
	for b.Loop() {
		if _, err := d.Draw(&c); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed()/time.Millisecond)/float64(b.N), "ms/op")
}
