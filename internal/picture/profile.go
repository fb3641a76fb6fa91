package picture

import (
	"bytes"
	"compress/zlib"
	"io"
	"slices"
)

// maxProfile is how large the colour profile of a file may be, in bytes: those of cameras and screens have a few
// thousand. A larger one is taken for none.
const maxProfile = 1 << 20

// profileOfWebP finds the colour profile of a WebP; nil: it has none.
func profileOfWebP(data []byte) []byte {
	for c := range riffChunks(data) {
		if c.name == "ICCP" {
			return c.data
		}
	}
	return nil
}

// profileOfPNG finds the colour profile of a PNG (PNG, third edition, 11.3.2.3).
func profileOfPNG(data []byte) []byte {
	for c := range pngChunks(data) {
		if c.name != "iCCP" {
			continue
		}
		_, packed, ok := bytes.Cut(c.data, []byte{0}) // behind its name
		if !ok || len(packed) < 1 || packed[0] != 0 {
			return nil
		}
		r, err := zlib.NewReader(bytes.NewReader(packed[1:]))
		if err != nil {
			return nil
		}
		profile, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
		if err != nil || len(profile) > maxProfile {
			return nil
		}
		return profile
	}
	return nil
}

// profileOfJPEG puts the colour profile of a JPEG together (ICC.1:2022, B.4): its parts are counted from 1, and
// may stand in any order.
func profileOfJPEG(data []byte) []byte {
	mark := []byte("ICC_PROFILE\x00")
	var parts [][]byte
	for s := range jpegSegments(data) {
		if s.marker != 0xe2 || len(s.data) < len(mark)+2 || !bytes.HasPrefix(s.data, mark) {
			continue
		}
		nth, of := int(s.data[len(mark)]), int(s.data[len(mark)+1])
		if parts == nil {
			parts = make([][]byte, of)
		}
		if nth < 1 || nth > of || of != len(parts) || parts[nth-1] != nil {
			return nil
		}
		parts[nth-1] = s.data[len(mark)+2:]
	}
	if slices.ContainsFunc(parts, func(p []byte) bool { return p == nil }) {
		return nil
	}
	profile := slices.Concat(parts...)
	if len(profile) > maxProfile {
		return nil
	}
	return profile
}

// profileOfAVIF finds the colour profile of an AVIF (ISO/IEC 14496-12, 12.1.5).
func profileOfAVIF(data []byte) []byte {
	a, err := readAVIF(data)
	if err != nil || len(a.profile) > maxProfile {
		return nil
	}
	return a.profile
}
