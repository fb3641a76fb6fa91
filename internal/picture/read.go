package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// format is how a kind of file is read.
type format struct {
	size   func(data []byte) (Size, error)
	decode func(io.Reader) (image.Image, error)
	// turn is how the picture was held, as Exif counts it.
	turn func(data []byte) int
	// profile is that of its colours, as it is found; nil: there is none.
	profile func(data []byte) []byte
}

var (
	jpegFormat = &format{sizeBy(jpeg.DecodeConfig), jpeg.Decode, turnBy(exifOfJPEG), profileOfJPEG}
	pngFormat  = &format{sizeBy(png.DecodeConfig), png.Decode, turnBy(exifOfPNG), profileOfPNG}
	webpFormat = &format{sizeOfWebP, decodeWebP, turnBy(exifOfWebP), profileOfWebP}
)

// turnBy reads how a picture was held from the Exif data of its file, as it is found; nil: there is
// none.
func turnBy(exif func(data []byte) []byte) func([]byte) int {
	return func(data []byte) int { return orientation(exif(data)) }
}

func sizeBy(config func(io.Reader) (image.Config, error)) func([]byte) (Size, error) {
	return func(data []byte) (Size, error) {
		c, err := config(bytes.NewReader(data))
		return Size{c.Width, c.Height}, err
	}
}

// pngSign begins every PNG.
const pngSign = "\x89PNG\r\n\x1a\n"

// formatOf finds out what a file is by how it begins. Whatever stands behind that, and whatever
// it is called, only a decoder of that format reads it.
func formatOf(data []byte) (*format, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return jpegFormat, nil
	case bytes.HasPrefix(data, []byte(pngSign)):
		return pngFormat, nil
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return webpFormat, nil
	case isAVIF(data):
		return avifFormat, nil
	}
	return nil, &Refusal{Code: Unsupported, Kind: kindOf(data)}
}

// kindOf names what is not taken, so that people can be told what they have: "" where that is
// not known.
func kindOf(data []byte) string {
	head := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 1024)], []byte("\xef\xbb\xbf")), " \t\r\n"))
	switch {
	case len(data) >= 12 && string(data[4:8]) == "ftyp":
		switch string(data[8:12]) {
		case "heic", "heix", "hevc", "hevx", "mif1", "msf1":
			return "HEIC"
		}
	case bytes.HasPrefix(data, []byte("GIF8")):
		return "GIF"
	case bytes.HasPrefix(data, []byte("%PDF")):
		return "PDF"
	case bytes.HasPrefix(data, []byte("II*\x00")), bytes.HasPrefix(data, []byte("MM\x00*")):
		return "TIFF"
	case bytes.HasPrefix(data, []byte("BM")):
		return "BMP"
	case bytes.HasPrefix(data, []byte("\x1f\x8b")), bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return "ZIP"
	case bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg")):
		return "SVG"
	case bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("html")):
		return "HTML"
	}
	return ""
}

// open finds out what a file is and how large its picture, and refuses what is not taken. It
// reads headers alone.
func (mk *Maker) open(data []byte) (*format, Size, error) {
	f, err := formatOf(data)
	if err != nil {
		return nil, Size{}, err
	}
	if f == avifFormat && mk.avif == nil {
		return nil, Size{}, &Refusal{Code: Unsupported, Kind: "AVIF"}
	}
	size, err := f.size(data)
	if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
		return nil, Size{}, err
	}
	if err != nil {
		return nil, Size{}, &Refusal{Code: Broken, err: err}
	}
	return f, size, size.check()
}

// read decodes a picture, until ctx ends: a file may be made so that a few bytes of it cost
// much.
func (mk *Maker) read(ctx context.Context, f *format, data []byte, size Size) (m image.Image, err error) {
	defer func() {
		if r := recover(); r != nil { // a decoder met what it did not expect
			m, err = nil, &Refusal{Code: Broken, err: fmt.Errorf("decoder panicked: %v", r)}
		}
	}()
	if f == avifFormat {
		m, err = mk.avif(ctx, data, size)
	} else {
		m, err = f.decode(&patient{ctx: ctx, data: data})
	}
	switch {
	case ctx.Err() != nil:
		return nil, &Refusal{Code: TooSlow, Size: size, err: context.Cause(ctx)}
	case err != nil:
		return nil, &Refusal{Code: Broken, err: err}
	case m.Bounds().Dx() != size.Width || m.Bounds().Dy() != size.Height:
		return nil, &Refusal{Code: Broken, Size: size, err: fmt.Errorf("its header says another size than %v", m.Bounds())}
	}
	return m, nil
}

// patient gives a decoder its file in pieces, until a context ends.
type patient struct {
	ctx  context.Context
	data []byte
}

// piece is how much is read at once.
const piece = 4 << 10

// Read gives the next piece.
func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), piece)], p.data)
	p.data = p.data[n:]
	return n, nil
}

// decodeWebP decodes a WebP. The levels of a lossy one go from 16 to 235, and those of its colours from 16 to 240
// (RFC 6386, 9.2, by BT.601); the decoder hands them on as if they were of a JPEG, from 0 to 255 (https://go.dev/issue/40173).
func decodeWebP(r io.Reader) (image.Image, error) {
	m, err := webp.Decode(r)
	switch m := m.(type) {
	case *image.YCbCr:
		widen(m)
	case *image.NYCbCrA:
		widen(&m.YCbCr)
	}
	return m, err
}

// widen makes levels from 16 to 235, and 16 to 240 of colours, levels from 0 to 255.
func widen(m *image.YCbCr) {
	var luma, chroma [256]byte
	for i := range 256 {
		luma[i] = level(float32(i-16) * 255 / 219)
		chroma[i] = level(float32(i-128)*255/224 + 128)
	}
	for i, v := range m.Y {
		m.Y[i] = luma[v]
	}
	for _, plane := range [][]byte{m.Cb, m.Cr} {
		for i, v := range plane {
			plane[i] = chroma[v]
		}
	}
}

// sizeOfWebP is the size of the picture in a WebP. The decoder takes that of the frame, and for
// transparency that of the canvas, and the header may say two.
func sizeOfWebP(data []byte) (Size, error) {
	var canvas Size
	for chunk := range riffChunks(data) {
		d := chunk.data
		var frame Size
		switch chunk.name {
		case "VP8X":
			if len(d) < 10 {
				return Size{}, errors.New("the header of the canvas is short")
			}
			if d[0]&2 != 0 {
				return Size{}, &Refusal{Code: Moving}
			}
			canvas = Size{1 + (int(d[4]) | int(d[5])<<8 | int(d[6])<<16), 1 + (int(d[7]) | int(d[8])<<8 | int(d[9])<<16)}
			if err := canvas.check(); err != nil {
				return Size{}, err
			}
			continue
		case "ANIM", "ANMF":
			return Size{}, &Refusal{Code: Moving}
		case "VP8 ":
			if len(d) < 10 || d[3] != 0x9d || d[4] != 0x01 || d[5] != 0x2a {
				return Size{}, errors.New("the header of the frame is wrong")
			}
			frame = Size{int(binary.LittleEndian.Uint16(d[6:])) & 0x3fff, int(binary.LittleEndian.Uint16(d[8:])) & 0x3fff}
		case "VP8L":
			if len(d) < 5 || d[0] != 0x2f {
				return Size{}, errors.New("the header of the frame is wrong")
			}
			bits := binary.LittleEndian.Uint32(d[1:])
			frame = Size{1 + int(bits&0x3fff), 1 + int(bits>>14&0x3fff)}
		default:
			continue
		}
		if canvas != (Size{}) && frame != canvas {
			return Size{}, errors.New("its frame is not as large as its canvas")
		}
		return frame, nil
	}
	return Size{}, errors.New("it has no frame")
}
