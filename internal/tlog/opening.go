package tlog

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
)

// An Opening goes with a proof as its extra data: the entry that it is of, and what leads
// from the entry to the private row.
type Opening struct {
	Salt    Salt
	RowHash audit.Hash // of the row in the chain of the audit log
	Subject string     // what the entry is about, by its real ID
	Entry   []byte     // its text
}

// openingWords are a preset dictionary of DEFLATE (RFC 1951): what entries are made of, so
// that a proof has their names and times, and not the words around them. Proofs that were
// given are read with it: it never changes.
const openingWords = `"minute":"2026-11-28T21:14Z","actor":"person"public"staff"system","kind":"hold"entry"offer","subject":"","from":"held"waiting"offered",` +
	`"to":"released"confirmed"accepted","reason":"registered"offered"joined"accepted","rule":3,"related_kind":"person","related":"","units":1,` +
	`"tier":"tir_","class":1,"rank":"2026-11-28T","seats":true,"previous":`

// maxEntry bounds what the text of an entry is unpacked to.
const maxEntry = 64 << 10

// ErrOpening says that the extra data of a proof is not an Opening of its entry.
var ErrOpening = errors.New("tlog: this is not an opening of an entry")

// frame is what the text of an entry has around what cannot be told otherwise: the event is
// the log's, the seq follows from the index, and the row from salt and hash.
func (o *Opening) frame(event string, index int64) (before, after string) {
	row := sha256.Sum256(append(o.Salt[:], o.RowHash[:]...))
	return fmt.Sprintf(`{"v":%q,"event":%q,"seq":%d,`, EntryVersion, event, index+1), `,"row":"` + hex.EncodeToString(row[:]) + `"}`
}

// Extra packs an Opening of the entry of an event at an index: 16 bytes of salt, 32 of the
// hash, and packed by DEFLATE the ID, a line feed, and the text of the entry without its
// version, event, seq and row.
func (o *Opening) Extra(event string, index int64) ([]byte, error) {
	before, after := o.frame(event, index)
	middle, ok := strings.CutPrefix(string(o.Entry), before)
	middle, ends := strings.CutSuffix(middle, after)
	if !ok || !ends {
		return nil, fmt.Errorf("%w: %s", ErrOpening, o.Entry)
	}
	b := bytes.NewBuffer(append(o.Salt[:], o.RowHash[:]...))
	w, err := flate.NewWriterDict(b, flate.BestCompression, []byte(openingWords))
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, o.Subject+"\n"+middle); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Open reads the extra data of a proof of the entry of an event at an index.
func Open(extra []byte, event string, index int64) (*Opening, error) {
	o := &Opening{}
	if len(extra) < len(o.Salt)+len(o.RowHash) {
		return nil, ErrOpening
	}
	copy(o.RowHash[:], extra[copy(o.Salt[:], extra):])
	text, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(bytes.NewReader(extra[len(o.Salt)+len(o.RowHash):]), []byte(openingWords)), maxEntry))
	subject, middle, ok := strings.Cut(string(text), "\n")
	if err != nil || !ok {
		return nil, ErrOpening
	}
	before, after := o.frame(event, index)
	o.Subject, o.Entry = subject, []byte(before+middle+after)
	return o, nil
}
