package export

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

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
			t.record = append(t.record, Inert(v))
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

// Inert keeps a spreadsheet from taking a text for a formula: what begins as one
// gets an apostrophe in front (OWASP, CSV injection).
func Inert(s string) string {
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

// maxSheetRows is how many rows a sheet of a workbook can have.
const maxSheetRows = 1_048_576

// xlsxTable is a workbook; rows go to a temporary file as they come. A text in
// it is a text and never a formula.
type xlsxTable struct {
	w      io.Writer
	file   *excelize.File
	sheet  *excelize.StreamWriter
	sheets int
	rows   int
	header []any
	date   int // style
}

func newXLSX(w io.Writer) (table, error) {
	f := excelize.NewFile()
	pattern := "yyyy-mm-dd hh:mm:ss"
	date, err := f.NewStyle(&excelize.Style{CustomNumFmt: &pattern})
	if err != nil {
		return nil, err
	}
	return &xlsxTable{w: w, file: f, date: date}, nil
}

func (t *xlsxTable) next() error {
	if t.sheet != nil {
		if err := t.sheet.Flush(); err != nil {
			return err
		}
	}
	t.sheets++
	name := "Sheet" + strconv.Itoa(t.sheets)
	if t.sheets > 1 {
		if _, err := t.file.NewSheet(name); err != nil {
			return err
		}
	}
	var err error
	t.rows = 0
	if t.sheet, err = t.file.NewStreamWriter(name); err != nil {
		return err
	}
	return t.sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

func (t *xlsxTable) row(cells []any) error {
	if t.header == nil {
		t.header = cells
	}
	if t.sheet == nil || t.rows == maxSheetRows {
		again := t.sheet != nil
		if err := t.next(); err != nil {
			return err
		}
		if again {
			if err := t.write(t.header); err != nil {
				return err
			}
		}
	}
	return t.write(cells)
}

func (t *xlsxTable) write(cells []any) error {
	values := make([]any, len(cells))
	for i, c := range cells {
		switch v := c.(type) {
		case string:
			values[i] = v
		case int64:
			values[i] = v
		case amount:
			// The file format has no decimals but binary fractions; 15 digits of
			// them are exact, which no amount of money here exceeds.
			n, err := strconv.ParseFloat(v.String(), 64)
			if err != nil {
				return err
			}
			values[i] = n
		case inventory.Instant:
			if v != 0 {
				values[i] = excelize.Cell{StyleID: t.date, Value: v.Time()}
			}
		default:
			return fmt.Errorf("export: a cell of type %T", c)
		}
	}
	t.rows++
	cell, err := excelize.CoordinatesToCellName(1, t.rows)
	if err != nil {
		return err
	}
	return t.sheet.SetRow(cell, values)
}

func (t *xlsxTable) close() (err error) {
	if t.sheet != nil {
		err = t.sheet.Flush()
	}
	if err == nil {
		_, err = t.file.WriteTo(t.w)
	}
	if closeErr := t.file.Close(); err == nil {
		err = closeErr
	}
	return err
}
