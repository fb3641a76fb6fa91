package export

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// table is a file that grows by rows. A cell is a string, an int64, an
// inventory.Instant (zero: empty) or an amount.
type table interface {
	row(cells []any) error
	// close writes what is left to the file.
	close() error
}

// amount is money in minor units.
type amount struct {
	minor    int64
	currency string
}

// String is the amount in major units with all its decimals, a point before
// them and nothing between thousands, as programs read it.
func (a amount) String() string {
	digits := inventory.Decimals(a.currency)
	text := strconv.FormatInt(a.minor, 10)
	sign := ""
	if text[0] == '-' {
		sign, text = "-", text[1:]
	}
	if digits == 0 {
		return sign + text
	}
	for len(text) <= digits {
		text = "0" + text
	}
	return sign + text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// csvTable is RFC 4180 with a byte order mark, by which spreadsheets know UTF-8.
type csvTable struct {
	buffer *bufio.Writer
	out    *csv.Writer
	record []string
}

func newCSV(w io.Writer) (table, error) {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString("\ufeff"); err != nil {
		return nil, err
	}
	out := csv.NewWriter(b)
	out.UseCRLF = true
	return &csvTable{buffer: b, out: out}, nil
}

func (t *csvTable) row(cells []any) error {
	t.record = t.record[:0]
	for _, c := range cells {
		switch v := c.(type) {
		case string:
			t.record = append(t.record, inert(v))
		case int64:
			t.record = append(t.record, strconv.FormatInt(v, 10))
		case amount:
			t.record = append(t.record, v.String())
		case inventory.Instant:
			text := ""
			if v != 0 {
				text = v.Time().Format(time.RFC3339)
			}
			t.record = append(t.record, text)
		default:
			return fmt.Errorf("export: a cell of type %T", c)
		}
	}
	return t.out.Write(t.record)
}

func (t *csvTable) close() error {
	t.out.Flush()
	if err := t.out.Error(); err != nil {
		return err
	}
	return t.buffer.Flush()
}

// inert keeps a spreadsheet from taking a text for a formula: what begins as one
// gets an apostrophe in front (OWASP, CSV injection).
func inert(s string) string {
	if s == "" {
		return s
	}
	switch r, _ := utf8.DecodeRuneInString(s); r {
	// The last four are such signs in full width, which some accept too.
	case '=', '+', '-', '@', '\t', '\r', '\n', '|', '\uff1d', '\uff0b', '\uff0d', '\uff20':
		return "'" + s
	}
	return s
}
