package upload

import (
	"bytes"
	"encoding/binary"
)

// Code says why a file is not taken.
type Code string

// The codes.
const (
	// TooLarge: it has more bytes than the question takes.
	TooLarge Code = "too_large"
	// NotAccepted: it is not of a kind that the question takes.
	NotAccepted Code = "not_accepted"
	// BrokenPDF: it begins as a PDF, and does not end as one.
	BrokenPDF Code = "broken_pdf"
	// TwoFiles: it is a PDF, and an archive too.
	TwoFiles Code = "two_files"
)

// Refusal says why a file is not taken.
type Refusal struct{ Code Code }

// Error says why, for a log.
func (r *Refusal) Error() string { return "upload: " + string(r.Code) }

// What a PDF begins and ends with (ISO 32000-2, 7.5.2 and 7.5.5).
const (
	pdfHeader  = "%PDF-"
	pdfStart   = "startxref"
	pdfEnd     = "%%EOF"
	pdfTrailer = 1024 // bytes in which startxref stands before the end
)

// checkPDF returns a PDF without what stands behind its end. Readers look for the header in the first
// kilobyte; here it has to be the first bytes, so that the file is nothing else by them. What is in
// a PDF is not looked at: it is given out to be saved, never to be shown here.
func checkPDF(data []byte) ([]byte, error) {
	if len(data) < len(pdfHeader)+3 || (data[5] != '1' && data[5] != '2') || data[6] != '.' || data[7] < '0' || data[7] > '9' {
		return nil, &Refusal{BrokenPDF}
	}
	at := bytes.LastIndex(data, []byte(pdfEnd))
	if at < 0 {
		return nil, &Refusal{BrokenPDF}
	}
	if !bytes.Contains(data[max(0, at-pdfTrailer):at], []byte(pdfStart)) {
		return nil, &Refusal{BrokenPDF}
	}
	// What is cut off counts too: whoever hides an archive there wants something else than to answer.
	if isZIP(data) {
		return nil, &Refusal{TwoFiles}
	}
	kept := make([]byte, 0, at+len(pdfEnd)+1)
	return append(append(kept, data[:at+len(pdfEnd)]...), '\n'), nil
}

// What ends a ZIP archive, which programs read from its end: a record of 22 bytes with a comment
// behind it (APPNOTE.TXT, 4.3.16).
const (
	zipEnd     = "PK\x05\x06"
	zipEndLen  = 22
	zipEndRoom = zipEndLen + 1<<16
)

// isZIP reports whether programs may take a file for a ZIP archive: near its end is the mark of
// the record that ends one, or anywhere such a record of an archive in one part. Compressed data
// has the mark by chance once in four thousand million bytes.
func isZIP(data []byte) bool {
	if bytes.Contains(data[max(0, len(data)-zipEndRoom):], []byte(zipEnd)) {
		return true
	}
	for rest := data; ; {
		at := bytes.Index(rest, []byte(zipEnd))
		if at < 0 {
			return false
		}
		if rest = rest[at:]; len(rest) < zipEndLen {
			return true
		}
		n := binary.LittleEndian.Uint16
		if n(rest[4:]) == 0 && n(rest[6:]) == 0 && n(rest[8:]) == n(rest[10:]) {
			return true
		}
		rest = rest[len(zipEnd):]
	}
}
