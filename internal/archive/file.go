package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// format is the version of the form of files.
const format = 1

// maxLine bounds a line of a file: the largest value of a row is a seating plan.
const maxLine = 64 << 20

// ErrFile: a file is not an archive, or was changed.
var ErrFile = errors.New("archive: the file is not what was written")

// header is the first line of a file.
type header struct {
	Format  int               `json:"holdfast_archive"`
	Event   string            `json:"event_id"`
	Org     string            `json:"organization_id"`
	Title   string            `json:"title"`
	Seq     int64             `json:"ledger_seq"`
	Head    string            `json:"head_hash"`
	Written inventory.Instant `json:"written_at"` // microseconds, UTC
}

// section begins the rows of a table, or ends them.
type section struct {
	Table    string   `json:"table,omitempty"`
	Columns  []string `json:"columns,omitempty"`
	Types    []string `json:"types,omitempty"`
	End      string   `json:"end,omitempty"`
	Rows     int64    `json:"rows"`
	Checksum string   `json:"checksum,omitempty"`
}

// writer writes a file.
type writer struct {
	zip  *gzip.Writer
	out  *bufio.Writer
	sum  hash.Hash
	size int64
	rows int64
}

// counter counts and hashes what is written.
type counter struct {
	w    io.Writer
	file *writer
}

func (c counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.file.sum.Write(p[:n])
	c.file.size += int64(n)
	return n, err
}

func newWriter(w io.Writer, h *header) (*writer, error) {
	f := &writer{sum: sha256.New()}
	f.zip = gzip.NewWriter(counter{w, f})
	f.out = bufio.NewWriterSize(f.zip, 1<<16)
	return f, f.line(h)
}

func (w *writer) line(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = w.out.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("archive: write: %w", err)
	}
	return nil
}

// table writes the rows of a table, and returns how many there were.
func (w *writer) table(t *archives.ArchivedTable, read func(take func(row []any) error) error) (int64, error) {
	begin := section{Table: t.Name, Columns: t.Names()}
	for _, c := range t.Columns {
		begin.Types = append(begin.Types, c.Type)
	}
	if err := w.line(&begin); err != nil {
		return 0, err
	}
	end := section{End: t.Name}
	var sum database.Checksum
	err := read(func(row []any) error {
		end.Rows++
		sum.Add(row)
		return w.line(row)
	})
	if err != nil {
		return 0, err
	}
	w.rows += end.Rows
	end.Checksum = sum.String()
	return end.Rows, w.line(&end)
}

// close ends the file.
func (w *writer) close() error {
	err := w.line(map[string]int64{"total": w.rows})
	if err == nil {
		err = w.out.Flush()
	}
	if err = errors.Join(err, w.zip.Close()); err != nil {
		return fmt.Errorf("archive: write: %w", err)
	}
	return nil
}

func (w *writer) checksum() string { return hex.EncodeToString(w.sum.Sum(nil)) }

// reader reads a file, and hashes it.
type reader struct {
	header header
	raw    *bufio.Reader
	zip    *gzip.Reader
	lines  *bufio.Scanner
	sum    hash.Hash
	size   int64
}

// hashing hashes what is read.
type hashing struct {
	r    io.Reader
	file *reader
}

func (h hashing) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	h.file.sum.Write(p[:n])
	h.file.size += int64(n)
	return n, err
}

func newReader(r io.Reader) (*reader, error) {
	f := &reader{sum: sha256.New()}
	f.raw = bufio.NewReader(hashing{r, f})
	var err error
	if f.zip, err = gzip.NewReader(f.raw); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	f.lines = bufio.NewScanner(f.zip)
	f.lines.Buffer(make([]byte, 1<<16), maxLine)
	line, err := f.next()
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(line, &f.header); err != nil || f.header.Format == 0 {
		return nil, fmt.Errorf("%w: it does not begin as an archive", ErrFile)
	}
	if f.header.Format != format {
		return nil, fmt.Errorf("archive: the file is of format %d, which this version does not read", f.header.Format)
	}
	return f, nil
}

// next returns the next line.
func (r *reader) next() ([]byte, error) {
	if r.lines.Scan() {
		return r.lines.Bytes(), nil
	}
	err := r.lines.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return nil, fmt.Errorf("%w: %w", ErrFile, err)
}

// read reads to the end: begin is called with each table and its columns, and returns what takes
// its rows (nil: nobody does); end with how many there were and their checksum, as it was written
// and as it was read.
func (r *reader) read(begin func(table string, columns, types []string) (take func(row []any) error, err error), end func(table string, rows int64, checksum string) error) error {
	for {
		line, err := r.next()
		if err != nil {
			return err
		}
		var head struct {
			section
			Total *int64 `json:"total"`
		}
		if err := json.Unmarshal(line, &head); err != nil {
			return fmt.Errorf("%w: %w", ErrFile, err)
		}
		if head.Total != nil {
			return r.rest()
		}
		if head.Table == "" || len(head.Columns) != len(head.Types) {
			return fmt.Errorf("%w: a line names no table", ErrFile)
		}
		if err := r.rows(&head.section, begin, end); err != nil {
			return err
		}
	}
}

// rows reads the rows of a table.
func (r *reader) rows(s *section, begin func(string, []string, []string) (func([]any) error, error), end func(string, int64, string) error) error {
	take, err := begin(s.Table, s.Columns, s.Types)
	if err != nil {
		return err
	}
	var n int64
	var sum database.Checksum
	for {
		line, err := r.next()
		if err != nil {
			return err
		}
		if line[0] == '{' {
			var last section
			if err := json.Unmarshal(line, &last); err != nil || last.End != s.Table || last.Rows != n || last.Checksum != sum.String() {
				return fmt.Errorf("%w: the rows of %s are not those that were written", ErrFile, s.Table)
			}
			return end(s.Table, n, last.Checksum)
		}
		row, err := rowOf(line, s.Types)
		if err != nil {
			return fmt.Errorf("%w: a row of %s: %w", ErrFile, s.Table, err)
		}
		n++
		sum.Add(row)
		if take != nil {
			if err := take(row); err != nil {
				return err
			}
		}
	}
}

// rest reads what is behind the last line, so that all of the file is hashed.
func (r *reader) rest() error {
	if r.lines.Scan() || r.lines.Err() != nil {
		return fmt.Errorf("%w: something follows its end", ErrFile)
	}
	if _, err := io.Copy(io.Discard, r.raw); err != nil {
		return fmt.Errorf("archive: read: %w", err)
	}
	return nil
}

func (r *reader) checksum() string { return hex.EncodeToString(r.sum.Sum(nil)) }

// rowOf reads a row of values of these types.
func rowOf(line []byte, types []string) ([]any, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var row []any
	if err := d.Decode(&row); err != nil {
		return nil, err
	}
	if len(row) != len(types) {
		return nil, fmt.Errorf("%d values, want %d", len(row), len(types))
	}
	for i, typ := range types {
		ok := true
		switch v := row[i].(type) {
		case nil:
		case json.Number:
			n, err := v.Int64()
			row[i], ok = n, err == nil && typ == "bigint"
		case bool:
			ok = typ == "boolean"
		case string:
			if ok = typ == "text" || typ == "bytea"; typ == "bytea" {
				b, err := base64.StdEncoding.DecodeString(v)
				row[i], ok = b, err == nil
			}
		default:
			ok = false
		}
		if !ok {
			return nil, fmt.Errorf("value %d is not of type %s", i+1, typ)
		}
	}
	return row, nil
}
