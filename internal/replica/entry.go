package replica

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// version is that of the format: a replica of a later one is not read.
const version = 1

// magic is how each entry begins.
const magic = "holdfast replica\n"

// maxHeader and maxPageSize bound what is believed of an entry.
const (
	maxHeader   = 64 << 10
	maxPageSize = 64 << 10
)

// entry is one object of the log: what was committed since the entry before it, or the word
// of a server that it goes on from here.
type entry struct {
	Version int    `json:"version"`
	Seq     uint64 `json:"seq"`
	Prev    string `json:"prev"` // hash of the entry before; "": there is none
	Run     string `json:"run"`  // the server that wrote it
	Host    string `json:"host,omitempty"`
	At      int64  `json:"at"` // microseconds
	// Joined says that with its pages the database is what it was at the entry before, and
	// what was committed since. Where it is false a snapshot of this seq begins anew.
	Joined bool `json:"joined"`
	// Stamp is that of the database behind it, End where its log was read to.
	Stamp sqlite.Stamp    `json:"stamp"`
	End   sqlite.Position `json:"end"`
	// Size is that of a page, Total how many the database has, Count how many come.
	Size  int    `json:"size,omitempty"`
	Total uint32 `json:"total,omitempty"`
	Count int    `json:"count,omitempty"`

	pages map[uint32][]byte
	hash  string // of all its bytes
}

// encoder and decoder are safe for concurrent use.
var (
	encoder, _ = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest)) // no option fails
	decoder, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(1<<30))
)

// encode returns the bytes of an entry, and sets its hash: magic, length of the header,
// header, compressed pages by number, and the SHA-256 of all that.
func (e *entry) encode() ([]byte, error) {
	e.Version, e.Count = version, len(e.pages)
	header, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("replica: encode: %w", err)
	}
	raw := make([]byte, 0, len(e.pages)*(4+e.Size))
	numbers := make([]uint32, 0, len(e.pages))
	for n := range e.pages {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		raw = append(binary.BigEndian.AppendUint32(raw, n), e.pages[n]...)
	}
	b := binary.BigEndian.AppendUint32([]byte(magic), uint32(len(header))) //nolint:gosec // a header is short
	b = encoder.EncodeAll(raw, append(b, header...))
	sum := sha256.Sum256(b)
	b = append(b, sum[:]...)
	e.hash = hex.EncodeToString(sum[:])
	return b, nil
}

// decode reads an entry. withPages says whether its pages are of interest. The error says
// what is wrong with it.
func decode(b []byte, withPages bool) (*entry, error) {
	const length = 4
	if len(b) < len(magic)+length+sha256.Size || !bytes.HasPrefix(b, []byte(magic)) {
		return nil, fmt.Errorf("it is not an entry, or not all of one (%d bytes)", len(b))
	}
	body, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if is := sha256.Sum256(body); !bytes.Equal(is[:], sum) {
		return nil, fmt.Errorf("its checksum is not that of its content")
	}
	body = body[len(magic):]
	n := binary.BigEndian.Uint32(body)
	if body = body[length:]; n > maxHeader || int(n) > len(body) {
		return nil, fmt.Errorf("its header has %d bytes", n)
	}
	e := &entry{}
	if err := json.Unmarshal(body[:n], e); err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	e.hash = hex.EncodeToString(sum)
	if e.Version != version {
		return nil, fmt.Errorf("it is of version %d of the format, and this program reads version %d", e.Version, version)
	}
	if !withPages {
		return e, nil
	}
	raw, err := decoder.DecodeAll(body[n:], nil)
	if err != nil {
		return nil, fmt.Errorf("its pages cannot be read: %w", err)
	}
	if e.Size < 0 || e.Size > maxPageSize || len(raw) != e.Count*(length+e.Size) {
		return nil, fmt.Errorf("it has %d bytes of pages instead of %d pages", len(raw), e.Count)
	}
	e.pages = make(map[uint32][]byte, e.Count)
	for ; len(raw) > 0; raw = raw[length+e.Size:] {
		e.pages[binary.BigEndian.Uint32(raw)] = raw[length : length+e.Size]
	}
	return e, nil
}

// snapshot is what is kept of a whole database: its pages, in parts.
type snapshot struct {
	Version int    `json:"version"`
	Seq     uint64 `json:"seq"`   // of the entry after which it was taken
	Entry   string `json:"entry"` // the hash of that entry
	At      int64  `json:"at"`    // microseconds
	Size    int    `json:"size"`
	Total   uint32 `json:"total"`
	Parts   []part `json:"parts"`
}

// part is one object of a snapshot.
type part struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"` // before it was compressed
	Hash  string `json:"hash"`  // of its bytes as they are kept
}

// Folders of a replica.
const (
	logFolder       = "log"
	snapshotsFolder = "snapshots"
)

func entryName(seq uint64) string { return fmt.Sprintf("%s/%016d", logFolder, seq) }

func partName(seq uint64, try string, n int) string {
	return fmt.Sprintf("%s/%016d-%s-%06d", snapshotsFolder, seq, try, n)
}

// seqOf is the number in the name of an object.
func seqOf(name, folder string) (seq uint64, ok bool) {
	_, err := fmt.Sscanf(name, folder+"/%d", &seq)
	return seq, err == nil
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// time returns when an entry was written.
func (e *entry) time() time.Time { return time.UnixMicro(e.At) }

// byAge orders what has a number.
func byAge(a, b uint64) int { return cmp.Compare(a, b) }
