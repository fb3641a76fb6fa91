// Package avif decodes AVIF with libavif and libaom, compiled to WebAssembly: in the process that
// package picture starts for each file, and nowhere else. What the file makes the decoder do stays
// within the memory of its module, which is bounded; the process is killed from outside when it
// takes too long. It keeps nothing, and nothing of it is made before Decode is called.
//
// decode.wasm.gz is lib/decode.wasm.gz of github.com/gen2brain/avif v0.4.4 (libavif 1.1.1, libaom
// 3.10.0, libyuv), byte for byte; a test compares its hash. Its licences are in LICENSES.txt. The
// Go code of that module is not used: it loads a library of the system where there is one.
package avif

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	_ "embed" // of the decoder
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/holdfast-events/holdfast/internal/picture"
)

//go:embed decode.wasm.gz
var packed []byte

// maxPages is how much memory the decoder has, in pages of 64 KiB: 768 MiB, which is what 25
// megapixels of 10 bits in three planes take.
const maxPages = 768 << 20 >> 16

// ErrDecode says that the decoder could not make a picture of it.
var ErrDecode = errors.New("avif: it cannot be decoded")

// Decode reads a file of one picture, and writes its width and height as four bytes each, the
// highest first, and its pixels line by line: red, green and blue, on white. The picture is as it
// is stored: whether it is turned is for others to say.
func Decode(ctx context.Context, in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(io.LimitReader(in, picture.MaxBytes+1))
	if err != nil {
		return fmt.Errorf("avif: read: %w", err)
	}
	if len(data) == 0 || len(data) > picture.MaxBytes {
		return fmt.Errorf("%w: %d bytes", ErrDecode, len(data))
	}
	d, err := start(ctx)
	if err != nil {
		return err
	}
	p, err := d.decode(data)
	if err != nil {
		return err
	}
	return p.write(out)
}

// decoder is the module, with its memory.
type decoder struct {
	ctx    context.Context
	module api.Module
}

// start compiles the decoder, which takes half a second. Where no process may run what it has
// written into its memory, the decoder is interpreted instead: that needs nothing, and takes some thirty times as long.
func start(ctx context.Context) (*decoder, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("avif: decoder: %w", err)
	}
	code, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("avif: decoder: %w", err)
	}
	// All memory that it may have is set aside at once, and none is taken before it is used:
	// growing it would copy it.
	config := wazero.NewRuntimeConfig()
	if !mayCompile() {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	r := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(maxPages).WithMemoryCapacityFromMax(true))
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, r); err != nil {
		return nil, fmt.Errorf("avif: decoder: %w", err)
	}
	compiled, err := r.CompileModule(ctx, code)
	if err != nil {
		return nil, fmt.Errorf("avif: decoder: %w", err)
	}
	// It has no files, no clock, no arguments, and nothing to write to.
	module, err := r.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	if err != nil {
		return nil, fmt.Errorf("avif: decoder: %w", err)
	}
	return &decoder{ctx, module}, nil
}

// call calls a function of the module.
func (d *decoder) call(name string, args ...uint64) (uint64, error) {
	out, err := d.module.ExportedFunction(name).Call(d.ctx, args...)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrDecode, err)
	}
	return out[0], nil
}

// reserve reserves memory in the module.
func (d *decoder) reserve(n int) (uint32, error) {
	at, err := d.call("malloc", uint64(n)) //nolint:gosec // n is positive
	if err == nil && at == 0 {
		err = fmt.Errorf("%w: it needs more memory than it may have", ErrDecode)
	}
	return uint32(at), err //nolint:gosec // addresses have 32 bits
}

// pixels are what was decoded, in the memory of the module.
type pixels struct {
	width, height, deep int
	bytes               []byte // red, green, blue and opacity, times which the others are
}

// untouched is what stands where the decoder says how long a picture is shown, before it does: it
// says that it is done when it has met the end of a file that is cut.
const untouched = 0xfff8_dead_beef_0001

func (d *decoder) decode(data []byte) (*pixels, error) {
	memory := d.module.Memory()
	file, err := d.reserve(len(data))
	if err != nil {
		return nil, err
	}
	said, err := d.reserve(24)
	if err != nil {
		return nil, err
	}
	if !memory.Write(file, data) || !memory.WriteUint64Le(said+16, untouched) {
		return nil, fmt.Errorf("%w: no memory", ErrDecode)
	}
	run := func(headAlone, out uint64) error {
		at := uint64(said)
		done, err := d.call("decode", uint64(file), uint64(len(data)), headAlone, 0, at, at+4, at+8, at+12, at+16, out)
		if err == nil && done == 0 {
			err = ErrDecode
		}
		return err
	}
	if err := run(1, 0); err != nil {
		return nil, err
	}
	p := &pixels{deep: 1}
	var numbers [4]uint32
	for i := range numbers {
		n, ok := memory.ReadUint32Le(said + uint32(4*i)) //nolint:gosec // four of them
		if !ok {
			return nil, ErrDecode
		}
		numbers[i] = n
	}
	if numbers[2] > 8 {
		p.deep = 2
	}
	if w, h := int64(numbers[0]), int64(numbers[1]); w < 1 || h < 1 || w > picture.MaxSide || h > picture.MaxSide || w*h > picture.MaxPixels || numbers[3] != 1 {
		return nil, fmt.Errorf("%w: %d pictures of %d × %d", ErrDecode, numbers[3], w, h)
	}
	p.width, p.height = int(numbers[0]), int(numbers[1])
	out, err := d.reserve(p.width * p.height * 4 * p.deep)
	if err != nil {
		return nil, err
	}
	if err := run(0, uint64(out)); err != nil {
		return nil, err
	}
	if done, ok := memory.ReadUint64Le(said + 16); !ok || done == untouched {
		return nil, fmt.Errorf("%w: part of it is missing", ErrDecode)
	}
	var ok bool
	if p.bytes, ok = memory.Read(out, uint32(p.width*p.height*4*p.deep)); !ok { //nolint:gosec // at most 200 MB
		return nil, ErrDecode
	}
	return p, nil
}

// write writes the pixels on white.
func (p *pixels) write(out io.Writer) error {
	b := bufio.NewWriterSize(out, 1<<16)
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(p.width)), uint32(p.height)) //nolint:gosec // both are bounded
	b.Write(head)                                                                                                //nolint:errcheck // Flush says it
	line := make([]byte, 3*p.width)
	for y := range p.height {
		from := p.bytes[y*p.width*4*p.deep:]
		for x := range p.width {
			at := from[x*4*p.deep:]
			white := 0xff - int(p.level(at, 3))
			for c := range 3 {
				line[3*x+c] = byte(min(0xff, int(p.level(at, c))+white)) //nolint:gosec // at most 255
			}
		}
		b.Write(line) //nolint:errcheck // Flush says it
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("avif: write: %w", err)
	}
	return nil
}

// level is a channel of a pixel, of 255: the higher byte where it has two.
func (p *pixels) level(at []byte, channel int) byte { return at[channel*p.deep+p.deep-1] }
