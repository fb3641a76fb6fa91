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
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// withAVIF is a maker that decodes AVIF as a server does, by a word.
func withAVIF(t testing.TB, word string) *Maker {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return NewMaker(2).WithAVIF(self, word)
}

func fileOf(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func box(name string, body ...[]byte) []byte {
	all := bytes.Join(body, nil)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(all))), name...), all...)
}

func u16(n ...int) (b []byte) {
	for _, v := range n {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func u32(n ...int) (b []byte) {
	for _, v := range n {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// mux is an AVIF of one picture: photo.avif, whose boxes are written anew, with what is changed.
type mux struct {
	brand      string
	kind       string
	w, h       int // of its ispe
	props      [][]byte
	items      int // further ones
	more       []byte
	from, size int // of its iloc, beside what is right
	before     []byte
	after      []byte
	metas      int
}

func photoAVIF(t testing.TB, change func(*mux)) []byte {
	t.Helper()
	m := mux{brand: "avif", kind: "av01", w: 160, h: 120, metas: 1}
	if change != nil {
		change(&m)
	}
	var config [][]byte
	var coded []byte
	file := fileOf(t, "photo.avif")
	err := boxed(file, func(name string, body []byte) error {
		switch name {
		case "mdat":
			coded = body
		case "meta":
			return boxed(body[4:], func(name string, body []byte) error {
				if name != "iprp" {
					return nil
				}
				return boxed(body, func(name string, body []byte) error {
					if name != "ipco" {
						return nil
					}
					return boxed(body, func(name string, body []byte) error {
						if name == "av1C" || name == "pixi" || name == "colr" {
							config = append(config, box(name, body))
						}
						return nil
					})
				})
			})
		}
		return nil
	})
	if err != nil || coded == nil {
		t.Fatal(err)
	}
	props := append([][]byte{box("ispe", u32(0, m.w, m.h))}, append(config, m.props...)...)
	associated := append(u32(0, 1), append(u16(1), byte(len(props)))...)
	for i := range props {
		associated = append(associated, byte(i+1))
	}
	entries := [][]byte{box("infe", u32(2<<24), u16(1, 0), []byte(m.kind), []byte{0})}
	for i := range m.items {
		entries = append(entries, box("infe", u32(2<<24), u16(2+i, 0), []byte("av01"), []byte{0}))
	}
	meta := func(at int) []byte {
		return box("meta", u32(0),
			box("hdlr", u32(0, 0), []byte("pict"), make([]byte, 13)),
			box("pitm", u32(0), u16(1)),
			box("iloc", u32(0), u16(0x4400, 1), u16(1, 0, 1), u32(at+m.from, len(coded)+m.size)),
			box("iinf", u32(0), u16(len(entries)), bytes.Join(entries, nil)),
			box("iprp", box("ipco", bytes.Join(props, nil)), box("ipma", associated)), m.more)
	}
	head := append(box("ftyp", []byte(m.brand), u32(0), []byte("avifmif1miaf")), m.before...)
	at := len(head) + m.metas*len(meta(0)) + 8
	for range m.metas {
		head = append(head, meta(at)...)
	}
	return append(append(head, box("mdat", coded)...), m.after...)
}

// seen decodes the largest file that was made.
func seen(t *testing.T, made *Made) image.Image {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(made.Files[len(made.Files)-1].Bytes))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func close24(a, b color.Color, by int) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	for _, d := range [3]int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(b2>>8)} {
		if max(d, -d) > by {
			return false
		}
	}
	return true
}

// TestAVIF: an AVIF is made anew as what is seen in it: its colours, on white where nothing is, of
// eight and of ten bits, and as its own boxes say it was held.
func TestAVIF(t *testing.T) {
	k := withAVIF(t, "decode-avif")
	made := func(file []byte) image.Image {
		t.Helper()
		m, err := k.Make(t.Context(), org, file)
		if err != nil {
			t.Fatal(err)
		}
		clean(t, m)
		return seen(t, m)
	}
	want := photo(160, 120)
	for name, file := range map[string][]byte{"as it came": fileOf(t, "photo.avif"), "written anew": photoAVIF(t, nil)} {
		got := made(file)
		if got.Bounds() != want.Bounds() {
			t.Fatalf("%s: %v", name, got.Bounds())
		}
		for _, at := range []image.Point{{8, 8}, {150, 8}, {8, 110}, {150, 110}, {80, 60}} {
			if a, b := got.At(at.X, at.Y), want.At(at.X, at.Y); !close24(a, b, 40) {
				t.Errorf("%s: at %v it is %v, not %v", name, at, a, b)
			}
		}
	}
	seeThrough := made(fileOf(t, "alpha.avif"))
	if left, right := seeThrough.At(20, 60), seeThrough.At(140, 60); !close24(left, color.RGBA{200, 0, 0, 255}, 25) || !close24(right, color.White, 8) {
		t.Errorf("opaque it is %v, and clear %v", left, right)
	}
	if deep := made(fileOf(t, "deep.avif")); deep.Bounds().Dx() < MinSide {
		t.Errorf("of ten bits it is %v", deep.Bounds())
	}
	// Reddish is the corner at the top left, bluish the one at the bottom right.
	turned := func(x, y int, turn int) (int, int) { // where a corner of 0 or 1 comes to stand
		switch turn {
		case 2:
			return 1 - x, y
		case 3:
			return 1 - x, 1 - y
		case 4:
			return x, 1 - y
		case 5:
			return y, x
		case 6:
			return 1 - y, x
		case 7:
			return 1 - y, 1 - x
		case 8:
			return y, 1 - x
		}
		return x, y
	}
	for _, c := range []struct{ angle, mirror, turn int }{{0, -1, 1}, {1, -1, 8}, {2, -1, 3}, {3, -1, 6}, {0, 0, 4}, {0, 1, 2}, {1, 0, 5}, {3, 0, 7}, {1, 1, 7}, {3, 1, 5}} {
		got := made(photoAVIF(t, func(m *mux) {
			m.props = append(m.props, box("irot", []byte{byte(c.angle)}))
			if c.mirror >= 0 {
				m.props = append(m.props, box("imir", []byte{byte(c.mirror)}))
			}
		}))
		b := got.Bounds()
		if (b.Dx() > b.Dy()) != (c.turn < 5) {
			t.Errorf("%+v: it is %v", c, b)
		}
		for corner, wanted := range map[[2]int]color.Color{{0, 0}: want.At(6, 6), {1, 1}: want.At(153, 113), {1, 0}: want.At(153, 6)} {
			x, y := turned(corner[0], corner[1], c.turn)
			if at := got.At(6+x*(b.Dx()-13), 6+y*(b.Dy()-13)); !close24(at, wanted, 60) {
				t.Errorf("%+v: the corner %v is %v, not %v", c, corner, at, wanted)
			}
		}
	}
}

// TestHostileAVIF: what is not one whole picture within bounds is refused, by its boxes or by the
// decoder, and what stands beside the picture is not kept.
func TestHostileAVIF(t *testing.T) {
	good := photoAVIF(t, nil)
	mdat := bytes.Index(good, []byte("mdat"))
	flipped := bytes.Clone(good)
	for i := mdat + 30; i < len(flipped); i += 3 {
		flipped[i] ^= 0x5a
	}
	html := append(bytes.Clone(good), "<html>"+script...)
	inside := photoAVIF(t, func(m *mux) { m.before = box("free", []byte("<html>"+script+"PK\x03\x04")) })
	exifed := photoAVIF(t, func(m *mux) { m.after = box("uuid", []byte("0123456789abcdefExif\x00\x00"+script)) })
	k := withAVIF(t, "decode-avif")
	for _, f := range []struct {
		name string
		file []byte
		want Code
		kind string
	}{
		{"only its sign", []byte("\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1"), Broken, ""},
		{"a box that ends behind the file", append(bytes.Clone(good[:32]), u32(1<<30)...), Broken, ""},
		{"cut in its boxes", good[:120], Broken, ""},
		{"cut in its picture", good[:len(good)-40], Broken, ""},
		{"its picture ends behind its end", photoAVIF(t, func(m *mux) { m.size = 1 << 20 }), Broken, ""},
		{"its picture begins behind its end", photoAVIF(t, func(m *mux) { m.from = 1 << 30 }), Broken, ""},
		{"its picture is elsewhere in it", photoAVIF(t, func(m *mux) { m.from = -400 }), Broken, ""},
		{"no meta box", append(box("ftyp", []byte("avif"), u32(0), []byte("avif")), box("mdat", make([]byte, 99))...), Broken, ""},
		{"two meta boxes", photoAVIF(t, func(m *mux) { m.metas = 2 }), Broken, ""},
		{"a bomb: its size", photoAVIF(t, func(m *mux) { m.w, m.h = 65535, 65535 }), OutOfBounds, ""},
		{"a bomb: 2³² − 1 pixels wide", photoAVIF(t, func(m *mux) { m.w, m.h = 1<<32-1, 1<<32-1 }), OutOfBounds, ""},
		{"a bomb: the size of something else in it", photoAVIF(t, func(m *mux) { m.more = nil; m.props = append(m.props, box("ispe", u32(0, 30000, 30000))) }), OutOfBounds, ""},
		{"too small", photoAVIF(t, func(m *mux) { m.w, m.h = 16, 16 }), OutOfBounds, ""},
		{"no size", photoAVIF(t, func(m *mux) { m.w, m.h = 0, 0 }), OutOfBounds, ""},
		{"two sizes", photoAVIF(t, func(m *mux) { m.props = append(m.props, box("ispe", u32(0, 200, 200))) }), Broken, ""},
		{"tiles", photoAVIF(t, func(m *mux) { m.kind = "grid" }), Unsupported, "tiled AVIF"},
		{"pictures over each other", photoAVIF(t, func(m *mux) { m.kind = "iovl" }), Unsupported, "composed AVIF"},
		{"a picture by another", photoAVIF(t, func(m *mux) { m.kind = "iden" }), Unsupported, "composed AVIF"},
		{"a JPEG in it", photoAVIF(t, func(m *mux) { m.kind = "jpeg" }), Broken, ""},
		{"cut out of a larger one", photoAVIF(t, func(m *mux) { m.props = append(m.props, box("clap", u32(100, 1, 100, 1, 0, 1, 0, 1))) }), Unsupported, "cropped AVIF"},
		{"a thousand items", photoAVIF(t, func(m *mux) { m.items = 1000 }), Broken, ""},
		{"a thousand properties", photoAVIF(t, func(m *mux) {
			for range 100 {
				m.props = append(m.props, box("irot", []byte{0}))
			}
		}), Broken, ""},
		{"a sequence by its brand", photoAVIF(t, func(m *mux) { m.brand = "avis" }), Moving, ""},
		{"a sequence by its boxes", photoAVIF(t, func(m *mux) { m.after = box("moov", box("mvhd", make([]byte, 100))) }), Moving, ""},
		{"HEIC that says it is AVIF", photoAVIF(t, func(m *mux) { m.kind = "hvc1" }), Broken, ""},
		{"its pixels are something else", flipped, "", ""},
		{"a page behind it", html, Broken, ""},
		{"a page in it", inside, harmless, ""},
		{"where it was taken", exifed, harmless, ""},
	} {
		t.Run(f.name, func(t *testing.T) {
			made, err := k.Make(t.Context(), org, f.file)
			var refusal *Refusal
			switch {
			case f.want == harmless, f.want == "" && err == nil: // the decoder makes something of it
				if err != nil {
					t.Fatal(err)
				}
				clean(t, made)
			case !errors.As(err, &refusal) || f.want != "" && refusal.Code != f.want || refusal.Kind != f.kind:
				t.Fatalf("got %v, want %s %s", err, f.want, f.kind)
			}
		})
	}
	// Without the program that decodes it, it is refused by its name.
	var refusal *Refusal
	if _, err := NewMaker(2).Make(t.Context(), org, good); !errors.As(err, &refusal) || refusal.Code != Unsupported || refusal.Kind != "AVIF" {
		t.Errorf("without a program: %v", err)
	}
}

// program writes a program that does something else than decode.
func program(t *testing.T, does string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "decode")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+does+"\n"), 0o755); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	return path
}

// TestAVIFProgramFails: whatever the program does that decodes, its file is refused, and it does
// not outlive the time that a picture may take.
func TestAVIFProgramFails(t *testing.T) {
	file := photoAVIF(t, nil)
	const head = `printf '\000\000\000\240\000\000\000\170'`
	for name, c := range map[string]struct {
		does string
		want Code
	}{
		"says no":         {"echo 'avif: no' >&2; exit 1", Broken},
		"says nothing":    {"exit 0", Broken},
		"another size":    {`printf '\000\000\100\000\000\000\100\000'; cat /dev/zero`, Broken},
		"too few":         {head + "; head -c 1000 /dev/zero", Broken},
		"too many":        {head + "; cat /dev/zero", Broken},
		"fails after all": {head + "; head -c 57600 /dev/zero; exit 3", Broken},
		"hangs":           {"exec sleep 60", TooSlow},
		"its child hangs": {"sleep 5 & " + head + "; sleep 60", TooSlow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := NewMaker(2).WithAVIF(program(t, c.does))
			if c.want == TooSlow {
				k.decode = 300 * time.Millisecond
			}
			began := time.Now()
			_, err := k.Make(t.Context(), org, file)
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.Code != c.want {
				t.Errorf("got %v", err)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
			if name == "says no" && (err == nil || !strings.Contains(err.Error(), "avif: no")) {
				t.Errorf("what it said is not told: %v", err)
			}
		})
	}
	if _, err := NewMaker(2).WithAVIF(filepath.Join(t.TempDir(), "none")).Make(t.Context(), org, file); err == nil {
		t.Error("without a program")
	}
	// Whoever goes away is not told that it is slow.
	gone, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := NewMaker(2).WithAVIF(program(t, "exec sleep 60")).Make(gone, org, file); !errors.Is(err, context.Canceled) {
		t.Errorf("gone: %v", err)
	}
}
