// Package picture makes pictures of what somebody sent: it decodes JPEG, PNG, WebP and AVIF, and
// writes what is seen anew, as JPEG in a few widths. Nothing else of what came is kept: no
// metadata, no place where it was taken, no second file inside the first, and nothing that a
// browser could run.
//
// It owns what is taken and what is not, and bounds the pixels, the memory and the time that a
// picture takes before it is decoded. What it makes is named after its content, so that its
// address can be kept for good. It stores nothing: packages internal/api/pictures and
// internal/picture/shelf do.
package picture

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
)

// Limits of what is taken.
const (
	// MaxBytes is the largest file.
	MaxBytes = 15 << 20
	// MaxPixels is how many pixels a picture has at most: what a camera of 24 megapixels takes.
	MaxPixels = 25_000_000
	// MinSide and MaxSide bound its width and its height.
	MinSide, MaxSide = 100, 20_000
)

// MediaType is the type of the files that are made.
const MediaType = "image/jpeg"

// widths are those in which a picture is kept, as far as it is that wide; its own, up to the
// last of these, is kept too.
var widths = [...]int{480, 960, 1600}

// maxWidth and maxHeight bound what is kept.
const maxWidth, maxHeight = 1600, 2000

// Size is a width and a height in pixels.
type Size struct{ Width, Height int }

// Sizes returns the sizes in which a picture is kept whose largest one is given, the smallest
// first.
func Sizes(largest Size) []Size {
	var list []Size
	for _, w := range widths {
		if w < largest.Width {
			list = append(list, Size{w, max(1, (largest.Height*w+largest.Width/2)/largest.Width)})
		}
	}
	return append(list, largest)
}

// kept is the largest size that is kept of a picture.
func kept(s Size) Size {
	if s.Width > maxWidth {
		s = Size{maxWidth, max(1, (s.Height*maxWidth+s.Width/2)/s.Width)}
	}
	if s.Height > maxHeight {
		s = Size{max(1, (s.Width*maxHeight+s.Height/2)/s.Height), maxHeight}
	}
	return s
}

// File is a picture in one width.
type File struct {
	Size
	Bytes []byte
	Hash  [sha256.Size]byte
}

// Made is a picture that was made: its files, the smallest first.
type Made struct {
	ID    string
	Files []File
}

// Largest is the size of the largest file.
func (m *Made) Largest() Size { return m.Files[len(m.Files)-1].Size }

// Prefix begins the ids of pictures. An id has the code of the organization, and a hash of the
// files: the same picture again is the same one.
const Prefix = "pic_"

// name is the id of a picture of an organization.
func name(org string, files []File) string {
	h := sha256.New()
	for _, f := range files {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(f.Width))) //nolint:gosec // a width is positive
		h.Write(f.Hash[:])
	}
	return id.OfOrganization(Prefix, org, [sha256.Size]byte(h.Sum(nil)))
}

// Valid reports whether a text has the form of an id of a picture.
func Valid(picture string) bool {
	_, ok := id.EventOf(picture, Prefix)
	return ok
}

// FileName is the name of the file of a picture in a width, where files are kept.
func FileName(picture string, width int) string {
	return "pictures/" + picture + "-" + strconv.Itoa(width) + ".jpg"
}

// Folder has the files of all pictures.
const Folder = "pictures"

// PathPrefix begins the addresses of pictures.
const PathPrefix = "/media/"

// Path is where everybody finds a picture in a width.
func Path(picture string, width int) string {
	return PathPrefix + picture + "/" + strconv.Itoa(width) + ".jpg"
}

// ParseFile reads the last part of a Path. It takes each width in one form alone.
func ParseFile(file string) (width int, ok bool) {
	digits, ok := strings.CutSuffix(file, ".jpg")
	if !ok || digits == "" || len(digits) > 4 || digits[0] < '1' || digits[0] > '9' {
		return 0, false
	}
	width, err := strconv.Atoi(digits)
	return width, err == nil && width > 0
}

// Code says why a picture is not taken.
type Code string

// The codes.
const (
	// Unsupported: it is not a JPEG, PNG, WebP, or AVIF of one picture that stands in it whole.
	Unsupported Code = "unsupported"
	// Broken: it cannot be decoded: part of it is missing, or wrong.
	Broken Code = "broken"
	// OutOfBounds: it has too few or too many pixels.
	OutOfBounds Code = "out_of_bounds"
	// Moving: it is a WebP or AVIF of several pictures.
	Moving Code = "moving"
	// TooSlow: decoding it takes too long.
	TooSlow Code = "too_slow"
)

// Refusal says why a picture is not taken.
type Refusal struct {
	Code Code
	// Kind is what it is instead, with Unsupported, where that is known: "SVG", "AVIF".
	Kind string
	// Size is that of what is OutOfBounds, where it is known.
	Size Size
	err  error
}

// Error says why, for a log.
func (r *Refusal) Error() string {
	return strings.TrimSpace(fmt.Sprintf("picture: %s %s %dx%d: %v", r.Code, r.Kind, r.Size.Width, r.Size.Height, r.err))
}

// Unwrap returns what the decoder said.
func (r *Refusal) Unwrap() error { return r.err }

// check refuses a size.
func (s Size) check() error {
	if min(s.Width, s.Height) < MinSide || max(s.Width, s.Height) > MaxSide || s.Width*s.Height > MaxPixels {
		return &Refusal{Code: OutOfBounds, Size: s}
	}
	return nil
}

// turned is the size of a picture that lies on its side.
func (s Size) turned() Size { return Size{s.Height, s.Width} }

// Types are the media types that may be sent. What counts is what the bytes are.
func Types() []string { return slices.Clone(types) }

var types = []string{"image/jpeg", "image/png", "image/webp", "image/avif"}
