package picture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/holdfast-events/holdfast/internal/picture/colour"
)

const (
	// waitFor is how long somebody waits until a picture can be decoded.
	waitFor = 20 * time.Second
	// decodeFor is how long decoding one may take: a camera's picture takes less than a second.
	decodeFor = 15 * time.Second
	// waiting is how many wait at most until theirs is decoded: each has its file in memory.
	waiting = 8
	// quality is that of the JPEG files that are made.
	quality = 82
)

// ErrBusy says that too many pictures are being decoded.
var ErrBusy = errors.New("picture: too many pictures are being decoded")

// Maker makes pictures. As many are decoded at once as there are processors, and no more than
// MaxPixels in all, and few more wait: what it takes in memory is bounded by that. It is safe for
// concurrent use.
type Maker struct {
	pixels *semaphore.Weighted
	queue  chan struct{} // has one for each file that is decoded or waits
	least  int64         // what the smallest picture counts as
	wait   time.Duration
	decode time.Duration
	// avif decodes an AVIF; nil: none is taken.
	avif func(ctx context.Context, data []byte, size Size) (image.Image, error)
}

// NewMaker returns a maker for so many processors.
func NewMaker(processors int) *Maker {
	return &Maker{
		pixels: semaphore.NewWeighted(MaxPixels), least: MaxPixels / int64(max(processors, 1)), queue: make(chan struct{}, max(processors, 1)+waiting),
		wait: waitFor, decode: decodeFor,
	}
}

// Make makes a picture of an organization from a file. The error is a *Refusal when it is not
// taken, and ErrBusy when it is to be tried again.
func (mk *Maker) Make(ctx context.Context, org string, data []byte) (*Made, error) {
	made := &Made{}
	err := mk.make(ctx, data, func(largest *image.RGBA) error {
		for _, s := range Sizes(sizeOf(largest)) {
			m := largest
			if s != sizeOf(largest) {
				m = scale(largest, s)
			}
			file, err := write(m)
			if err != nil {
				return err
			}
			made.Files = append(made.Files, file)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	made.ID = name(org, made.Files)
	return made, nil
}

// Rewrite writes what is seen in a file anew, in the largest size that is kept alone, with the errors
// of Make.
func (mk *Maker) Rewrite(ctx context.Context, data []byte) (file File, err error) {
	err = mk.make(ctx, data, func(largest *image.RGBA) error {
		file, err = write(largest)
		return err
	})
	return file, err
}

// make calls keep with the largest picture that is kept of a file, while it counts among those that
// are decoded.
func (mk *Maker) make(ctx context.Context, data []byte, keep func(*image.RGBA) error) error {
	f, size, err := mk.open(data)
	if err != nil {
		return err
	}
	select {
	case mk.queue <- struct{}{}:
		defer func() { <-mk.queue }()
	default:
		return ErrBusy
	}
	weight := max(int64(size.Width)*int64(size.Height), mk.least)
	if f == avifFormat {
		weight = MaxPixels // its process takes as much memory as all others together
	}
	if err := mk.acquire(ctx, weight); err != nil {
		return err
	}
	defer mk.pixels.Release(weight)
	largest, err := mk.reduce(ctx, f, size, data)
	if err != nil {
		return err
	}
	return keep(largest)
}

// Load decodes a file that a Maker made.
func (mk *Maker) Load(ctx context.Context, data []byte) (image.Image, error) {
	f, size, err := mk.open(data)
	if err != nil {
		return nil, err
	}
	if err := mk.acquire(ctx, mk.least); err != nil {
		return nil, err
	}
	defer mk.pixels.Release(mk.least)
	return mk.read(ctx, f, data, size)
}

func (mk *Maker) acquire(ctx context.Context, weight int64) error {
	ctx, cancel := context.WithTimeoutCause(ctx, mk.wait, ErrBusy)
	defer cancel()
	if err := mk.pixels.Acquire(ctx, weight); err != nil {
		return context.Cause(ctx)
	}
	return nil
}

// reduce decodes a file and returns the largest picture that is kept of it, as it was held, in the colours of
// sRGB.
func (mk *Maker) reduce(ctx context.Context, f *format, size Size, data []byte) (*image.RGBA, error) {
	late, cancel := context.WithTimeout(ctx, mk.decode)
	defer cancel()
	m, err := mk.read(late, f, data, size)
	if err != nil {
		return nil, reason(ctx, err)
	}
	turn, to := f.turn(data), kept(size)
	if turn >= 5 {
		to = kept(size.turned()).turned()
	}
	small := scale(m, to)
	if c := colour.Of(f.profile(data)); c != nil {
		c.Apply(small)
	}
	return upright(small, turn), nil
}

// reason is why ctx ended, if it did, and err otherwise: whoever went away is not told that their
// picture is slow.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func sizeOf(m image.Image) Size { return Size{m.Bounds().Dx(), m.Bounds().Dy()} }

// write encodes a picture.
func write(m *image.RGBA) (File, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		return File{}, fmt.Errorf("picture: encode: %w", err)
	}
	return File{Size: sizeOf(m), Bytes: b.Bytes(), Hash: sha256.Sum256(b.Bytes())}, nil
}
