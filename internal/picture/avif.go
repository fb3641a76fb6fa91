package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"strings"
	"time"
)

// An AVIF is decoded by a program of its own, as its format is much larger than the others and its
// decoder is written in C: the process is small, has nothing to lose, and is killed when it takes
// too long. What is decoded follows from the boxes of the file, which are read here before, and
// alone: ISO/IEC 14496-12 and 23008-12, as far as the AVIF specification (1.1.0) uses them.

// avifFormat reads what decides whether an AVIF is decoded. Its decoder is the Maker's.
var avifFormat = &format{
	size: func(data []byte) (Size, error) { a, err := readAVIF(data); return a.size, err },
	turn: func(data []byte) int { a, _ := readAVIF(data); return a.turn },

	profile: profileOfAVIF,
}

// Limits of the boxes of an AVIF.
const (
	maxMeta  = 1 << 20 // bytes
	maxItems = 32      // what the file names: pictures, their transparency, metadata
	maxProps = 64      // what is said of them
)

// errAVIF begins what is wrong with the boxes of a file.
var errAVIF = errors.New("the boxes of the file are wrong")

// avif is what the boxes of a file say of its picture.
type avif struct {
	size Size
	turn int // as Exif counts it, 1 to 8
	// profile is that of its colours, nil where it has none, or says by numbers which they are.
	profile []byte
}

// isAVIF reports whether a file says that it is one.
func isAVIF(data []byte) bool {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return false
	}
	brands := data[8:min(len(data), int(min(binary.BigEndian.Uint32(data), 256)))]
	for ; len(brands) >= 4; brands = brands[4:] {
		if b := string(brands[:4]); b == "avif" || b == "avis" {
			return true
		}
	}
	return false
}

// boxed goes through boxes that stand one behind the other, each of which must be whole.
func boxed(data []byte, each func(name string, body []byte) error) error {
	for len(data) > 0 {
		if len(data) < 8 {
			return errAVIF
		}
		head, length := 8, uint64(binary.BigEndian.Uint32(data))
		switch length {
		case 0: // to the end
			length = uint64(len(data))
		case 1:
			if len(data) < 16 {
				return errAVIF
			}
			head, length = 16, binary.BigEndian.Uint64(data[8:])
		}
		if length < uint64(head) || length > uint64(len(data)) {
			return fmt.Errorf("%w: %.4q says %d bytes", errAVIF, data[4:8], length)
		}
		if err := each(string(data[4:8]), data[head:length]); err != nil {
			return err
		}
		data = data[length:]
	}
	return nil
}

// fields reads numbers of a box, the highest byte first. What is missing is noticed at the end.
type fields struct {
	data  []byte
	short bool
}

func (f *fields) take(bytes int) (n uint64) {
	if len(f.data) < bytes {
		f.short, f.data = true, nil
		return 0
	}
	for _, b := range f.data[:bytes] {
		n = n<<8 | uint64(b)
	}
	f.data = f.data[bytes:]
	return n
}

func (f *fields) skip(bytes int) { f.take(bytes) }

// full reads what begins a full box.
func (f *fields) full() (version int, flags uint32) {
	n := uint32(f.take(4)) //nolint:gosec // four bytes
	return int(n >> 24), n & 0xffffff
}

// metaBox is what the meta box of a file says.
type metaBox struct {
	primary    uint64
	kinds      map[uint64]string
	props      []prop
	associated map[uint64][]int // of an item its properties, by number from 1
}

// prop is a property of an item.
type prop struct {
	name string
	body []byte
}

// readAVIF reads the boxes of a file, and refuses what is more than one picture that is whole.
func readAVIF(data []byte) (avif, error) {
	var meta *metaBox
	err := boxed(data, func(name string, body []byte) (err error) {
		switch name {
		case "ftyp":
			if len(body) >= 4 && string(body[:4]) == "avis" {
				return &Refusal{Code: Moving}
			}
		case "moov", "moof":
			return &Refusal{Code: Moving}
		case "meta":
			if meta != nil || len(body) > maxMeta {
				return errAVIF
			}
			meta, err = readMeta(body, uint64(len(data)))
		}
		return err
	})
	if err != nil {
		return avif{}, err
	}
	if meta == nil {
		return avif{}, fmt.Errorf("%w: it has no meta box", errAVIF)
	}
	return meta.picture()
}

func readMeta(body []byte, length uint64) (*metaBox, error) {
	if len(body) < 4 {
		return nil, errAVIF
	}
	m := &metaBox{kinds: map[uint64]string{}, associated: map[uint64][]int{}}
	seen := map[string]bool{}
	err := boxed(body[4:], func(name string, body []byte) error {
		if seen[name] && name != "uuid" && name != "free" {
			return fmt.Errorf("%w: two of %.4q", errAVIF, name)
		}
		seen[name] = true
		switch f := (&fields{data: body}); name {
		case "pitm":
			version, _ := f.full()
			m.primary = f.take(2 + 2*min(version, 1))
			return f.whole()
		case "iinf":
			return m.items(f)
		case "iloc":
			return extents(f, length)
		case "iprp":
			return boxed(body, func(name string, body []byte) error {
				switch name {
				case "ipco":
					return boxed(body, m.property)
				case "ipma":
					return m.associate(&fields{data: body})
				}
				return nil
			})
		}
		return nil
	})
	return m, err
}

func (f *fields) whole() error {
	if f.short {
		return errAVIF
	}
	return nil
}

// items reads which items there are. A picture of tiles, or of others, is not taken.
func (m *metaBox) items(f *fields) error {
	version, _ := f.full()
	if n := f.take(2 + 2*min(version, 1)); n > maxItems {
		return fmt.Errorf("%w: %d items", errAVIF, n)
	}
	if f.short {
		return errAVIF
	}
	return boxed(f.data, func(name string, body []byte) error {
		e := &fields{data: body}
		version, _ := e.full()
		if name != "infe" || version < 2 || len(m.kinds) >= maxItems {
			return errAVIF
		}
		id := e.take(2 + 2*min(version-2, 1))
		e.skip(2)
		kind := string(e.data[:min(4, len(e.data))])
		e.skip(4)
		m.kinds[id] = kind
		switch kind {
		case "grid":
			return &Refusal{Code: Unsupported, Kind: "tiled AVIF"}
		case "iovl", "iden", "tmap":
			return &Refusal{Code: Unsupported, Kind: "composed AVIF"}
		}
		return e.whole()
	})
}

// property keeps a property, and refuses a size that is too large, whatever it is of.
func (m *metaBox) property(name string, body []byte) error {
	if len(m.props) >= maxProps {
		return fmt.Errorf("%w: too many properties", errAVIF)
	}
	m.props = append(m.props, prop{name, body})
	if name != "ispe" {
		return nil
	}
	s, err := sizeOfISPE(body)
	if err == nil && (min(s.Width, s.Height) < 1 || max(s.Width, s.Height) > MaxSide || s.Width*s.Height > MaxPixels) {
		return &Refusal{Code: OutOfBounds, Size: s}
	}
	return err
}

func sizeOfISPE(body []byte) (Size, error) {
	f := &fields{data: body}
	f.full()
	s := Size{int(f.take(4)), int(f.take(4))} //nolint:gosec // four bytes
	return s, f.whole()
}

func (m *metaBox) associate(f *fields) error {
	version, flags := f.full()
	entries := f.take(4)
	if entries > maxItems {
		return fmt.Errorf("%w: %d items have properties", errAVIF, entries)
	}
	for range entries {
		id := f.take(2 + 2*min(version, 1))
		for range f.take(1) {
			var index uint64
			if flags&1 != 0 {
				index = f.take(2) & 0x7fff
			} else {
				index = f.take(1) & 0x7f
			}
			m.associated[id] = append(m.associated[id], int(index)) //nolint:gosec // fifteen bits
		}
	}
	return f.whole()
}

// extents refuses a file in which something ends behind its end.
func extents(f *fields, length uint64) error {
	version, _ := f.full()
	sizes := f.take(2)
	offset, size, base, index := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	if version == 0 {
		index = 0
	}
	if max(offset, size, base, index) > 8 {
		return errAVIF
	}
	items := f.take(2 + 2*min(max(version-1, 0), 1))
	if items > maxItems {
		return errAVIF
	}
	for range items {
		f.skip(2 + 2*min(max(version-1, 0), 1))
		method := uint64(0)
		if version > 0 {
			method = f.take(2) & 15
		}
		if f.take(2) != 0 { // in another file
			return errAVIF
		}
		from, count := f.take(base), f.take(2)
		if count > maxItems || method > 1 {
			return errAVIF
		}
		for range count {
			f.skip(index)
			at, n := f.take(offset), f.take(size)
			if end := from + at; method == 0 && (end < from || end > length || n > length-end) {
				return fmt.Errorf("%w: its picture ends behind its end", errAVIF)
			}
		}
	}
	return f.whole()
}

// picture is what is said of the picture that is shown.
func (m *metaBox) picture() (a avif, err error) {
	if kind := m.kinds[m.primary]; kind != "av01" {
		return a, fmt.Errorf("%w: what it shows is %.4q", errAVIF, kind)
	}
	angle, mirrored := 0, 0
	for _, n := range m.associated[m.primary] {
		if n < 1 || n > len(m.props) {
			return a, fmt.Errorf("%w: property %d of %d", errAVIF, n, len(m.props))
		}
		p := m.props[n-1]
		switch {
		case p.name == "ispe" && a.size == (Size{}):
			if a.size, err = sizeOfISPE(p.body); err != nil {
				return a, err
			}
		case p.name == "ispe":
			return a, fmt.Errorf("%w: two sizes", errAVIF)
		case p.name == "irot" && len(p.body) == 1:
			angle = int(p.body[0] & 3)
		case p.name == "imir" && len(p.body) == 1:
			mirrored = 1 + int(p.body[0]&1)
		case p.name == "colr" && len(p.body) > 4 && (string(p.body[:4]) == "prof" || string(p.body[:4]) == "rICC"):
			a.profile = p.body[4:]
		case p.name == "clap": // which would show what was cut off
			return a, &Refusal{Code: Unsupported, Kind: "cropped AVIF"}
		}
	}
	if a.size == (Size{}) {
		return a, fmt.Errorf("%w: it says no size", errAVIF)
	}
	a.turn = turns[mirrored][angle]
	return a, nil
}

// turns are orientations as Exif counts them: by whether a picture is mirrored, not at all, top to
// bottom or left to right, after it was turned so many quarters against the clock.
var turns = [3][4]int{{1, 8, 3, 6}, {4, 5, 2, 7}, {2, 7, 4, 5}}

// killed is how long a process that was killed may take to be gone.
const killed = 2 * time.Second

// WithAVIF has the maker decode AVIF by a program that reads the file, and writes what package avif
// does: this one, as a rule, with an argument. Without it AVIF is not taken.
func (mk *Maker) WithAVIF(program string, args ...string) *Maker {
	mk.avif = func(ctx context.Context, data []byte, size Size) (image.Image, error) {
		return runAVIF(ctx, program, args, data, size)
	}
	return mk
}

// runAVIF decodes a file in a process of its own, which has no environment, until ctx ends. Its
// pixels are red, green and blue, on white.
func runAVIF(ctx context.Context, program string, args []string, data []byte, size Size) (image.Image, error) {
	c := exec.CommandContext(ctx, program, args...) //nolint:gosec // this binary, with a word
	var said strings.Builder
	c.Env, c.Dir, c.WaitDelay = []string{"GOMAXPROCS=1", "GOMEMLIMIT=256MiB"}, "/", killed
	c.Stdin, c.Stderr = bytes.NewReader(data), &bounded{to: &said, left: 300}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("picture: AVIF: %w", err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("picture: AVIF: %w", err)
	}
	m, read := pixels(out, size)
	if read != nil && c.Process.Kill() == nil {
		read = fmt.Errorf("%w: %s", read, said.String())
	}
	if err := c.Wait(); err != nil || read != nil {
		return nil, errors.Join(read, err, errors.New(strings.TrimSpace(said.String())))
	}
	return m, nil
}

// pixels reads a picture of a size, and no more.
func pixels(out io.Reader, size Size) (*image.RGBA, error) {
	var head [8]byte
	if _, err := io.ReadFull(out, head[:]); err != nil {
		return nil, err
	}
	if got := (Size{int(binary.BigEndian.Uint32(head[:])), int(binary.BigEndian.Uint32(head[4:]))}); got != size {
		return nil, fmt.Errorf("it is decoded as %v", got)
	}
	m := image.NewRGBA(image.Rect(0, 0, size.Width, size.Height))
	line := make([]byte, 3*size.Width)
	for y := range size.Height {
		if _, err := io.ReadFull(out, line); err != nil {
			return nil, err
		}
		to := m.Pix[y*m.Stride:]
		for x := range size.Width {
			to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = line[3*x], line[3*x+1], line[3*x+2], 0xff
		}
	}
	if n, _ := out.Read(head[:1]); n != 0 {
		return nil, errors.New("more comes than its pixels")
	}
	return m, nil
}

// bounded writes so many bytes and leaves out the rest.
type bounded struct {
	to   *strings.Builder
	left int
}

// Write takes all, and keeps what is left of its bytes.
func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	b.to.Write(p[:n])
	return len(p), nil
}
