package tlog

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
)

// Salt is what the hash of an audit row is salted with in its entry: chance, kept beside the entry
// until somebody whom the row is about is erased. The zero Salt is one that was erased.
type Salt [16]byte

// Erased reports whether the salt is gone.
func (s Salt) Erased() bool { return s == Salt{} }

// maxBundle bounds what a bundle is unpacked to.
const maxBundle = TileWidth * maxEntry

// ErrBundle says that a bundle of entries is not whole, or cannot be read.
var ErrBundle = errors.New("tlog: this is not a bundle of entries")

// PackBundle packs the texts of the entries of a tile as they are stored: one line each, by
// DEFLATE.
func PackBundle(texts [][]byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriterDict(&b, flate.BestSpeed, []byte(openingWords))
	if err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	for _, text := range texts {
		if bytes.IndexByte(text, '\n') >= 0 || len(text) == 0 {
			return nil, fmt.Errorf("%w: an entry is not one line", ErrBundle)
		}
		if _, err := w.Write(append(text[:len(text):len(text)], '\n')); err != nil {
			return nil, fmt.Errorf("tlog: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	return b.Bytes(), nil
}

// UnpackBundle returns the texts of a stored bundle.
func UnpackBundle(packed []byte) ([][]byte, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(bytes.NewReader(packed), []byte(openingWords)), maxBundle+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrBundle, err)
	case len(text) == 0 || len(text) > maxBundle || text[len(text)-1] != '\n':
		return nil, ErrBundle
	}
	texts := bytes.Split(text[:len(text)-1], []byte{'\n'})
	if len(texts) > TileWidth {
		return nil, fmt.Errorf("%w: it has %d entries", ErrBundle, len(texts))
	}
	return texts, nil
}

// SaltAt returns the salt of an entry of a bundle, counted from 0, of the salts of all, one after
// the other.
func SaltAt(salts []byte, i int) (s Salt) {
	if end := (i + 1) * len(s); end <= len(salts) {
		copy(s[:], salts[end-len(s):])
	}
	return s
}
