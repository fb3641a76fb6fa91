package picture

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const org = "org_3k9q0a7c1v5m"

// script is what must be nowhere in what is made.
const script = `<script>alert("from a picture")</script>`

// photo is a picture that is not of two colours: reddish at the top left, bluish at the bottom right.
func photo(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{R: byte(255 - 255*x/w), G: byte((x ^ y) & 63), B: byte(255 * y / h), A: 255})
		}
	}
	return m
}

func jpegOf(m image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func pngOf(m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func gifOf(m image.Image) []byte {
	var b bytes.Buffer
	if err := gif.Encode(&b, m, nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// segment is a part of a JPEG.
func segment(marker byte, body ...byte) []byte {
	return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
}

// within puts segments behind the beginning of a JPEG.
func within(file []byte, segments ...[]byte) []byte {
	return bytes.Join(append(append([][]byte{file[:2]}, segments...), file[2:]), nil)
}

// pngChunk is a part of a PNG.
func pngChunk(name string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, name...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// afterHeader puts chunks behind the header of a PNG.
func afterHeader(file []byte, chunks ...[]byte) []byte {
	const header = 8 + 25
	return bytes.Join(append(append([][]byte{file[:header]}, chunks...), file[header:]), nil)
}

// emptyPNG is a PNG of any size whose pixels are all zeros, and as small as they pack.
func emptyPNG(w, h uint32, depth, kind, interlaced byte, lines int, width int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	line := make([]byte, width)
	for range lines {
		z.Write(line) //nolint:errcheck // into memory
	}
	z.Close() //nolint:errcheck // into memory
	return bytes.Join([][]byte{[]byte(pngSign), pngChunk("IHDR", append(head, depth, kind, 0, 0, interlaced)), pngChunk("IDAT", b.Bytes()), pngChunk("IEND", nil)}, nil)
}

// sized is a JPEG whose header says another size.
func sized(file []byte, w, h int) []byte {
	file = bytes.Clone(file)
	copy(file[bytes.Index(file, []byte{0xff, 0xc0})+5:], []byte{byte(h >> 8), byte(h), byte(w >> 8), byte(w)})
	return file
}

// interlaced is how many bytes the pixels of a PNG have that comes in seven passes.
func interlaced(w, h, pixel int) (n int) {
	for _, p := range [7][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		columns, rows := (w-p[0]+p[2]-1)/p[2], (h-p[1]+p[3]-1)/p[3]
		n += rows * (1 + columns*pixel)
	}
	return n
}

// exif is Exif data that says how a picture was held, and some more.
func exif(turn uint16, order binary.AppendByteOrder) []byte {
	sign := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		sign = "MM\x00*"
	}
	b := order.AppendUint32([]byte(sign), 8)
	b = order.AppendUint16(b, 2)
	b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, 0x010f), 2), uint32(len(script))) // the maker
	b = order.AppendUint32(b, 38)
	b = order.AppendUint32(order.AppendUint16(order.AppendUint16(b, tagOrientation), 3), 1)
	b = order.AppendUint16(order.AppendUint16(b, turn), 0)
	b = order.AppendUint32(b, 0)
	return append(b, script...)
}

func exifSegment(turn uint16, order binary.AppendByteOrder) []byte {
	return segment(0xe1, append([]byte("Exif\x00\x00"), exif(turn, order)...)...)
}

// bits writes a bit stream, the lowest bit first.
type bits struct {
	bytes []byte
	n     int
}

func (b *bits) add(v uint32, n int) {
	for i := range n {
		if b.n%8 == 0 {
			b.bytes = append(b.bytes, 0)
		}
		b.bytes[b.n/8] |= byte(v>>i&1) << (b.n % 8)
		b.n++
	}
}

// lossless is the frame of a WebP of one colour: its pixels take no bit at all.
func lossless(w, h int) []byte {
	b := bits{bytes: []byte{0x2f}, n: 8}
	b.add(uint32(w-1), 14)
	b.add(uint32(h-1), 14)
	b.add(0, 1+3) // no transparency, version 0
	b.add(0, 1+1+1)
	for _, level := range []uint32{0x60, 0x20, 0xa0, 0xff} { // green, red, blue, alpha
		b.add(1, 1)
		b.add(0, 1)
		b.add(1, 1)
		b.add(level, 8)
	}
	b.add(1, 1)
	b.add(0, 3)
	return append(b.bytes, 0, 0, 0, 0)
}

func riffChunk(name string, body []byte) []byte {
	b := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body))), body...)
	if len(body)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

func webpOf(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

// canvas is the header of a WebP with more than a frame.
func canvas(flags byte, w, h int) []byte {
	w, h = w-1, h-1
	return riffChunk("VP8X", []byte{flags, 0, 0, 0, byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)})
}

// progressive is a JPEG of so many pixels whose coefficients the decoder has to keep, with so
// many scans that change nothing.
func progressive(w, h, scans int) []byte {
	blocks := (w + 7) / 8 * ((h + 7) / 8)
	tables := bytes.Repeat([]byte{1}, 64)
	b := bytes.Join([][]byte{
		{0xff, 0xd8},
		segment(0xdb, append([]byte{0}, tables...)...),
		segment(0xc2, 8, byte(h>>8), byte(h), byte(w>>8), byte(w), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0),
		segment(0xc4, append([]byte{0, 1}, append(make([]byte, 15), 0)...)...),
		segment(0xc4, append([]byte{0x10, 1}, append(make([]byte, 15), 0xe0)...)...),
		segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0),
		make([]byte, (3*blocks+7)/8),
	}, nil)
	runs := (blocks + 1<<14 - 1) >> 14
	scan := append(segment(0xda, 1, 1, 0, 1, 63, 0), make([]byte, (15*runs+7)/8)...)
	return append(append(b, bytes.Repeat(scan, scans)...), 0xff, 0xd9)
}

// harmless is a picture that is taken, and what was hidden in it is gone.
const harmless Code = "harmless"

type hostile struct {
	name string
	file []byte
	want Code
	kind string
}

func hostileFiles() []hostile {
	small, plainPNG := jpegOf(photo(200, 150)), pngOf(photo(200, 150))
	noise := jpegOf(photo(640, 480))
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write(small) //nolint:errcheck // into memory
	z.Close()      //nolint:errcheck // into memory
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="/x"/></svg>`)
	icc := bytes.Repeat([]byte{'i'}, 60_000)
	var profiles [][]byte
	for i := range 200 {
		profiles = append(profiles, segment(0xe2, append(append([]byte("ICC_PROFILE\x00"), byte(i+1), 200), icc...)...))
	}
	var bomb bytes.Buffer
	deflate := zlib.NewWriter(&bomb)
	deflate.Write(make([]byte, 50<<20)) //nolint:errcheck // into memory
	deflate.Close()                     //nolint:errcheck // into memory
	header := func(w, h uint32) []byte { return emptyPNG(w, h, 8, 2, 0, 1, 10) }
	frame := lossless(200, 150)
	return []hostile{
		// Two files in one.
		{"a JPEG with a page behind it", append(bytes.Clone(small), script...), harmless, ""},
		{"a JPEG with a page in a comment", within(small, segment(0xfe, []byte(script)...)), harmless, ""},
		{"a JPEG with an archive behind it", append(bytes.Clone(small), "PK\x03\x04"+script...), harmless, ""},
		{"a JPEG with a second one as its thumbnail", within(small, segment(0xe1, append([]byte("http://ns.adobe.com/xap/1.0/\x00"+script), small...)...)), harmless, ""},
		{"a PNG with a page in a text", afterHeader(plainPNG, pngChunk("tEXt", []byte("Comment\x00"+script))), harmless, ""},
		{"a PNG with a page behind its end", append(bytes.Clone(plainPNG), script...), harmless, ""},
		{"a PNG with a program in a chunk of its own", afterHeader(plainPNG, pngChunk("prIv", []byte("MZ"+script))), harmless, ""},
		{"a WebP with a page in its metadata", webpOf(canvas(4, 200, 150), riffChunk("VP8L", frame), riffChunk("XMP ", []byte(script))), harmless, ""},
		{"a GIF that is a script", append([]byte("GIF89a/*"), []byte("*/=1;alert(1)")...), Unsupported, "GIF"},
		{"a GIF with a JPEG behind it", append(gifOf(photo(120, 120)), small...), Unsupported, "GIF"},
		{"a page with a JPEG behind it", append([]byte("<!doctype html>"+script), small...), Unsupported, "HTML"},
		{"an archive", []byte("PK\x03\x04" + script), Unsupported, "ZIP"},
		{"a packed JPEG", zipped.Bytes(), Unsupported, "ZIP"},
		{"a PDF with a JPEG in it", append([]byte("%PDF-1.7\n"), small...), Unsupported, "PDF"},
		// What is drawn by a program.
		{"an SVG", svg, Unsupported, "SVG"},
		{"an SVG behind a declaration", append([]byte("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!DOCTYPE svg>"), svg...), Unsupported, "SVG"},
		{"an SVG behind blanks", append([]byte(" \n\t"), svg...), Unsupported, "SVG"},
		{"a packed SVG", append([]byte("\x1f\x8b"), svg...), Unsupported, "ZIP"},
		// Formats that are not read.
		{"an AVIF", []byte("\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1"), Unsupported, "AVIF"},
		{"a HEIC", []byte("\x00\x00\x00\x20ftypheic\x00\x00\x00\x00heicmif1"), Unsupported, "HEIC"},
		{"a TIFF", []byte("II*\x00\x08\x00\x00\x00"), Unsupported, "TIFF"},
		{"nothing", nil, Unsupported, ""},
		{"text", []byte("hello"), Unsupported, ""},
		// Parts of files.
		{"a JPEG of three bytes", small[:3], Broken, ""},
		{"half of a JPEG's header", small[:100], Broken, ""},
		{"half of a JPEG", noise[:len(noise)/2], Broken, ""},
		{"a PNG without its end", plainPNG[:len(plainPNG)/2], Broken, ""},
		{"a PNG with a wrong sum", bytes.Replace(plainPNG, []byte("IDAT"), []byte("IDAT\x00"), 1), Broken, ""},
		{"a WebP without a frame", webpOf(canvas(0, 200, 150)), Broken, ""},
		{"half of a WebP's frame", webpOf(riffChunk("VP8 ", []byte("\x10\x02\x00\x9d\x01\x2a\xc8\x00\x96\x00\x01"))), Broken, ""},
		// Bombs.
		{"a PNG of 30,000 × 30,000", header(30_000, 30_000), OutOfBounds, ""},
		{"a JPEG of 65,535 × 65,535", sized(small, 65535, 65535), OutOfBounds, ""},
		{"a WebP of 16,384 × 16,384 in forty bytes", webpOf(riffChunk("VP8L", lossless(16384, 16384))), OutOfBounds, ""},
		{"a WebP with a small canvas and a huge frame", webpOf(canvas(0, 200, 150), riffChunk("VP8L", lossless(16384, 16384))), Broken, ""},
		{"a WebP with a huge canvas and a small frame", webpOf(canvas(16, 1<<24, 255), riffChunk("ALPH", []byte{0}), riffChunk("VP8L", frame)), OutOfBounds, ""},
		{"a PNG with a text of 50 MB, packed", afterHeader(plainPNG, pngChunk("zTXt", append([]byte("Comment\x00\x00"), bomb.Bytes()...))), harmless, ""},
		{"a PNG with a profile of 50 MB, packed", afterHeader(plainPNG, pngChunk("iCCP", append([]byte("p\x00\x00"), bomb.Bytes()...))), harmless, ""},
		{"a PNG with 50 MB behind its pixels, packed", bytes.Join([][]byte{[]byte(pngSign), plainPNG[8:33], pngChunk("IDAT", bomb.Bytes()), pngChunk("IEND", nil)}, nil), Broken, ""},
		{"a JPEG with twelve megabytes of profiles", within(small, profiles...), harmless, ""},
		{"a PNG whose chunk says it has 2 GB", afterHeader(plainPNG, []byte("\x7f\xff\xff\xfftEXtabcd")), Broken, ""},
		{"a JPEG whose segment says it has no length", within(small, []byte{0xff, 0xe1, 0, 0}), Broken, ""},
		{"a PNG without width", header(0, 200), Broken, ""},
		{"a PNG of negative width", header(1<<31+200, 200), Broken, ""},
		{"a PNG of one pixel", pngOf(photo(1, 1)), OutOfBounds, ""},
		{"a JPEG without height", sized(small, 200, 0), OutOfBounds, ""},
		{"a strip of 30,000 × 100", header(30_000, 100), OutOfBounds, ""},
		// Metadata.
		{"a JPEG with a script in its Exif data", within(small, exifSegment(1, binary.LittleEndian)), harmless, ""},
		{"Exif data that point beyond their end", within(small, segment(0xe1, []byte("Exif\x00\x00MM\x00*\xff\xff\xff\xff"+script)...)), harmless, ""},
		{"Exif data with 65,535 fields", within(small, segment(0xe1, []byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff"+script)...)), harmless, ""},
		// Moving pictures.
		{"a WebP that moves", webpOf(canvas(2, 200, 150), riffChunk("ANIM", make([]byte, 6)), riffChunk("ANMF", append(make([]byte, 16), frame...))), Moving, ""},
		{"a PNG that moves", afterHeader(plainPNG, pngChunk("acTL", make([]byte, 8)), pngChunk("fcTL", make([]byte, 26))), harmless, ""},
		// Ways to write a picture that are seldom met.
		{"a JPEG for printing", cmyk(200, 152), harmless, ""},
		{"a PNG of 16 bits, transparent and interlaced", emptyPNG(200, 150, 16, 6, 1, 1, interlaced(200, 150, 8)), harmless, ""},
		{"a PNG of one bit", emptyPNG(200, 150, 1, 0, 0, 150, 26), harmless, ""},
		{"a JPEG that comes line by line", progressive(200, 152, 3), harmless, ""},
	}
}

// cmyk is a JPEG of four colours, as printers have them, all of one tone.
func cmyk(w, h int) []byte {
	blocks := (w + 7) / 8 * ((h + 7) / 8)
	return bytes.Join([][]byte{
		{0xff, 0xd8},
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...),
		segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...),
		segment(0xc0, 8, byte(h>>8), byte(h), byte(w>>8), byte(w), 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0),
		segment(0xc4, append([]byte{0, 1}, append(make([]byte, 15), 0)...)...),
		segment(0xc4, append([]byte{0x10, 1}, append(make([]byte, 15), 0)...)...),
		segment(0xda, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0),
		make([]byte, blocks), {0xff, 0xd9},
	}, nil)
}

// TestHostileFiles: what is not a picture is refused with a reason, and of what is one nothing is
// kept but what is seen.
func TestHostileFiles(t *testing.T) {
	k := NewMaker(2)
	files := hostileFiles()
	if len(files) < 40 {
		t.Errorf("%d files", len(files))
	}
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			made, err := k.Make(t.Context(), org, f.file)
			if f.want == harmless {
				if err != nil {
					t.Fatal(err)
				}
				clean(t, made)
				// The one file of an answer is the largest of these, byte for byte.
				if one, err := k.Rewrite(t.Context(), f.file); err != nil || one.Hash != made.Files[len(made.Files)-1].Hash {
					t.Errorf("rewritten: %v", err)
				}
				return
			}
			if _, err := k.Rewrite(t.Context(), f.file); !errors.As(err, new(*Refusal)) {
				t.Errorf("rewritten: %v", err)
			}
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.Code != f.want || refusal.Kind != f.kind {
				t.Fatalf("got %v, want %s %s", err, f.want, f.kind)
			}
		})
	}
}

// clean holds a picture that was made to what may be in it.
func clean(t *testing.T, made *Made) {
	t.Helper()
	if !Valid(made.ID) || !strings.HasPrefix(made.ID, Prefix+strings.TrimPrefix(org, "org_")) {
		t.Errorf("id %q", made.ID)
	}
	for _, f := range made.Files {
		c, err := jpeg.DecodeConfig(bytes.NewReader(f.Bytes))
		if err != nil || c.Width != f.Width || c.Height != f.Height {
			t.Errorf("%v instead of %v, %v", c, f.Size, err)
		}
		for _, hidden := range []string{"script", "Exif", "ICC_PROFILE", "Adobe", "PK\x03\x04", "http"} {
			if bytes.Contains(f.Bytes, []byte(hidden)) {
				t.Errorf("%q is in what was made", hidden)
			}
		}
		// Between its beginning and its pixels are tables alone.
		for at := 2; at < len(f.Bytes) && f.Bytes[at+1] != 0xda; at += 2 + int(binary.BigEndian.Uint16(f.Bytes[at+2:])) {
			if marker := f.Bytes[at+1]; marker != 0xdb && marker != 0xc0 && marker != 0xc4 {
				t.Errorf("a segment %#x is in what was made", marker)
			}
		}
		if !bytes.HasSuffix(f.Bytes, []byte{0xff, 0xd9}) || bytes.Count(f.Bytes, []byte{0xff, 0xd9}) != 1 {
			t.Error("something stands behind the end")
		}
	}
}

// TestSlowFile: a file of fifteen megabytes can be made to cost minutes. It costs what a
// picture may.
func TestSlowFile(t *testing.T) {
	k := NewMaker(2)
	k.decode = 200 * time.Millisecond
	file := progressive(4000, 4000, 30_000)
	if len(file) > MaxBytes {
		t.Fatalf("%d bytes", len(file))
	}
	began := time.Now()
	_, err := k.Make(t.Context(), org, file)
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != TooSlow {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestMemory: pictures take so much memory and no more, however many come at once, and however
// they are written.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const most = 900 << 20
	collecting := debug.SetGCPercent(100) // as a server collects, whatever the suite does
	defer debug.SetGCPercent(collecting)
	k := NewMaker(4)
	files := [][]byte{
		progressive(5000, 5000, 0), // of all, the decoder keeps most for this
		emptyPNG(5000, 5000, 16, 6, 0, 5000, 1+5000*8),
		webpOf(riffChunk("VP8L", lossless(5000, 5000))),
		progressive(2500, 2500, 0), progressive(2500, 2500, 0), progressive(2500, 2500, 0), progressive(2500, 2500, 0),
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	heap := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before := heap()
	var done atomic.Int64
	for i := range files {
		go func() {
			defer done.Add(1)
			if made, err := k.Make(t.Context(), org, files[i]); err != nil {
				t.Errorf("file %d: %v", i, err)
			} else if made.Largest().Width != 1600 {
				t.Errorf("file %d: %v", i, made.Largest())
			}
		}()
	}
	var peak uint64
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for done.Load() < int64(len(files)) {
		<-tick.C
		now := heap()
		peak = max(peak, now-min(before, now))
	}
	t.Logf("%d MB at most", peak>>20)
	if peak > most {
		t.Errorf("%d MB, more than %d", peak>>20, most>>20)
	}
}
