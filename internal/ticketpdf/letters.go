package ticketpdf

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"sync"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-text/typesetting/font"
	"golang.org/x/text/unicode/bidi"
)

// fontFiles are the fonts beside DejaVu, compressed; fonts/README.md says where
// they are from.
//
//go:embed fonts/*.ttf.gz
var fontFiles embed.FS

// typeface is a font that is read when a letter of it is drawn for the first
// time: that of the Chinese characters alone takes more memory than all else.
type typeface struct {
	blocks [][2]rune // of Unicode, that this font is for; none: whatever no other is for
	load   func() (*font.Font, error)
}

func newTypeface(read func() ([]byte, error), blocks ...[2]rune) *typeface {
	return &typeface{blocks: blocks, load: sync.OnceValues(func() (*font.Font, error) {
		ttf, err := read()
		if err != nil {
			return nil, fmt.Errorf("ticketpdf: font: %w", err)
		}
		f, err := font.ParseTTF(bytes.NewReader(ttf))
		if err != nil {
			return nil, fmt.Errorf("ticketpdf: font: %w", err)
		}
		return f.Font, nil
	})}
}

// file is a font of fontFiles.
func file(name string, blocks ...[2]rune) *typeface {
	return newTypeface(func() ([]byte, error) {
		f, err := fontFiles.Open("fonts/" + name + ".ttf.gz")
		if err != nil {
			return nil, err
		}
		defer f.Close() //nolint:errcheck // it is in memory
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(z)
	}, blocks...)
}

// letters are all fonts: what a letter is drawn with follows from its block.
type letters struct {
	regular, bold *typeface // DejaVu
	others        []*typeface
}

func newLetters() *letters {
	return &letters{
		regular: newTypeface(func() ([]byte, error) { return dejavusans.TTF, nil }),
		bold:    newTypeface(func() ([]byte, error) { return dejavusansbold.TTF, nil }),
		others: []*typeface{
			file("NotoNaskhArabic", [2]rune{0x0600, 0x06FF}, [2]rune{0x0750, 0x077F}, [2]rune{0x08A0, 0x08FF}, [2]rune{0xFB50, 0xFDFF}, [2]rune{0xFE70, 0xFEFF}),
			file("NotoSansDevanagari", [2]rune{0x0900, 0x097F}, [2]rune{0xA8E0, 0xA8FF}),
			file("NotoSansBengali", [2]rune{0x0980, 0x09FF}),
			file("NotoSansGurmukhi", [2]rune{0x0A00, 0x0A7F}),
			file("NotoSansGujarati", [2]rune{0x0A80, 0x0AFF}),
			file("NotoSansOriya", [2]rune{0x0B00, 0x0B7F}),
			file("NotoSansTamil", [2]rune{0x0B80, 0x0BFF}),
			file("NotoSansTelugu", [2]rune{0x0C00, 0x0C7F}),
			file("NotoSansKannada", [2]rune{0x0C80, 0x0CFF}),
			file("NotoSansMalayalam", [2]rune{0x0D00, 0x0D7F}),
			file("NotoSansSinhala", [2]rune{0x0D80, 0x0DFF}),
			file("NotoSansThai", [2]rune{0x0E00, 0x0E7F}),
			file("NotoSansLao", [2]rune{0x0E80, 0x0EFF}),
			file("NotoSerifTibetan", [2]rune{0x0F00, 0x0FFF}),
			file("NotoSansMyanmar", [2]rune{0x1000, 0x109F}, [2]rune{0xA9E0, 0xA9FF}, [2]rune{0xAA60, 0xAA7F}),
			file("NotoSansEthiopic", [2]rune{0x1200, 0x139F}, [2]rune{0x2D80, 0x2DDF}, [2]rune{0xAB00, 0xAB2F}),
			file("NotoSansKhmer", [2]rune{0x1780, 0x17FF}, [2]rune{0x19E0, 0x19FF}),
			file("NotoSansThaana", [2]rune{0x0780, 0x07BF}),
			file("NotoSansMongolian", [2]rune{0x1800, 0x18AF}),
			file("PaperHangul", [2]rune{0x1100, 0x11FF}, [2]rune{0x3130, 0x318F}, [2]rune{0xAC00, 0xD7A3}),
			file("DroidSansFallback", [2]rune{0x2E80, 0x312F}, [2]rune{0x3190, 0x9FFF}, [2]rune{0xF900, 0xFAFF}, [2]rune{0xFE30, 0xFE4F}, [2]rune{0xFF00, 0xFFEF}),
		},
	}
}

// of is the font that a letter is drawn with.
func (l *letters) of(r rune, bold bool) *typeface {
	for _, t := range l.others {
		for _, b := range t.blocks {
			if b[0] <= r && r <= b[1] {
				return t
			}
		}
	}
	if bold {
		return l.bold
	}
	return l.regular
}

// has reports whether there is a letter to draw.
func (l *letters) has(r rune, bold bool) (bool, error) {
	f, err := l.of(r, bold).load()
	if err != nil {
		return false, err
	}
	_, ok := f.NominalGlyph(r)
	return ok, nil
}

// rightToLeft says how a text runs: as its first letter does (UAX #9, rules P2
// and P3).
func rightToLeft(text []rune) bool {
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		return fromRight(r)
	}
	return false
}

// fromRight reports whether a letter is of a script that is written from right to left.
func fromRight(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}
