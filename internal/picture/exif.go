package picture

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// chunk is a part of a file.
type chunk struct {
	name string
	data []byte
}

// riffChunks are the parts of a RIFF file, as far as they are whole.
func riffChunks(data []byte) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		for at := 12; at+8 <= len(data); {
			length := int(binary.LittleEndian.Uint32(data[at+4:]))
			rest := data[at+8:]
			if !yield(chunk{string(data[at : at+4]), rest[:min(length, len(rest))]}) || length >= len(rest) {
				return
			}
			at += 8 + length + length%2
		}
	}
}

func exifOfWebP(data []byte) []byte {
	for c := range riffChunks(data) {
		if c.name == "EXIF" {
			return bytes.TrimPrefix(c.data, []byte("Exif\x00\x00"))
		}
	}
	return nil
}

// pngChunks are the parts of a PNG, as far as they are whole.
func pngChunks(data []byte) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		for at := len(pngSign); at+12 <= len(data); {
			length := int(binary.BigEndian.Uint32(data[at:]))
			rest := data[at+8:]
			if length < 0 || length > len(rest) || !yield(chunk{string(data[at+4 : at+8]), rest[:length]}) {
				return
			}
			at += 12 + length
		}
	}
}

func exifOfPNG(data []byte) []byte {
	for c := range pngChunks(data) {
		if c.name == "eXIf" {
			return c.data
		}
	}
	return nil
}

// jpegSegment is a part of a JPEG.
type jpegSegment struct {
	marker byte
	data   []byte
}

// jpegSegments are the parts of a JPEG before its picture begins, as far as they are whole.
func jpegSegments(data []byte) iter.Seq[jpegSegment] {
	return func(yield func(jpegSegment) bool) {
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			marker, length := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
			if marker == 0xff { // padding
				at++
				continue
			}
			if marker == 0xda || length < 2 || at+2+length > len(data) || !yield(jpegSegment{marker, data[at+4 : at+2+length]}) {
				return
			}
			at += 2 + length
		}
	}
}

// exifOfJPEG finds the first segment with Exif data.
func exifOfJPEG(data []byte) []byte {
	for s := range jpegSegments(data) {
		if s.marker == 0xe1 && bytes.HasPrefix(s.data, []byte("Exif\x00\x00")) {
			return s.data[6:]
		}
	}
	return nil
}

// Of Exif data.
const (
	tagOrientation = 0x0112
	// maxTags bounds how many fields are looked at.
	maxTags = 200
)

// orientation reads how a picture was held, 1 to 8, from Exif data; 1 where it does not say.
func orientation(exif []byte) int {
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 1
	}
	n := int(order.Uint16(exif[at:]))
	for i := range min(n, maxTags) {
		field := at + 2 + int64(i)*12
		if field+12 > int64(len(exif)) {
			return 1
		}
		if order.Uint16(exif[field:]) == tagOrientation {
			if v := int(order.Uint16(exif[field+8:])); order.Uint16(exif[field+2:]) == 3 && v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
	}
	return 1
}
