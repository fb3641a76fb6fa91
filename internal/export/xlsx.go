package export

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// maxSheetRows is how many rows a sheet of a workbook can have, and maxCellText
// how many UTF-16 units a cell can.
const (
	maxSheetRows = 1_048_576
	maxCellText  = 32_767
)

// xlsxTable is a workbook (ECMA-376, Office Open XML) that is written row by row
// into its ZIP archive: nothing of it is kept but the header. A text in it is an
// inline string and never a formula. A library for workbooks does much more, and
// is 6 MB of the binary.
type xlsxTable struct {
	zip    *zip.Writer
	sheet  *bufio.Writer // nil before the first row
	sheets int
	rows   int
	header []any
}

func newXLSX(w io.Writer) (table, error) {
	return &xlsxTable{zip: zip.NewWriter(w)}, nil
}

const (
	xmlHead  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainName = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	typeName = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	sheetTop = xmlHead + `<worksheet xmlns="` + mainName + `"><sheetViews><sheetView workbookViewId="0">` +
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
	sheetEnd = `</sheetData></worksheet>`
	// dateStyle is the index of the format of dates in stylesPart.
	dateStyle  = "1"
	stylesPart = xmlHead + `<styleSheet xmlns="` + mainName + `"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts>` +
		`<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
		`<cellXfs count="2"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`
)

// next ends the sheet at hand and begins another one.
func (t *xlsxTable) next() error {
	if err := t.endSheet(); err != nil {
		return err
	}
	t.sheets++
	t.rows = 0
	part, err := t.zip.Create("xl/worksheets/sheet" + strconv.Itoa(t.sheets) + ".xml")
	if err != nil {
		return err
	}
	t.sheet = bufio.NewWriter(part)
	_, err = t.sheet.WriteString(sheetTop)
	return err
}

func (t *xlsxTable) endSheet() error {
	if t.sheet == nil {
		return nil
	}
	if _, err := t.sheet.WriteString(sheetEnd); err != nil {
		return err
	}
	return t.sheet.Flush()
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

// write writes one row. Errors of the buffer stay with it until it is flushed.
func (t *xlsxTable) write(cells []any) error {
	t.rows++
	b := t.sheet
	b.WriteString(`<row r="` + strconv.Itoa(t.rows) + `">`)
	for i, c := range cells {
		at := columnName(i) + strconv.Itoa(t.rows)
		switch v := c.(type) {
		case string:
			b.WriteString(`<c r="` + at + `" t="inlineStr"><is><t xml:space="preserve">`)
			if err := xml.EscapeText(b, []byte(cellText(v))); err != nil {
				return err
			}
			b.WriteString(`</t></is></c>`)
		case int64:
			b.WriteString(`<c r="` + at + `"><v>` + strconv.FormatInt(v, 10) + `</v></c>`)
		case amount:
			// The file format has no decimals but binary fractions; 15 digits of
			// them are exact, which no amount of money here exceeds.
			b.WriteString(`<c r="` + at + `"><v>` + v.String() + `</v></c>`)
		case inventory.Instant:
			if v != 0 {
				b.WriteString(`<c r="` + at + `" s="` + dateStyle + `"><v>` + strconv.FormatFloat(serialDay(v), 'f', -1, 64) + `</v></c>`)
			}
		default:
			return fmt.Errorf("export: a cell of type %T", c)
		}
	}
	_, err := b.WriteString(`</row>`)
	return err
}

// columnName is the name of a column, counted from 0: A to Z, then AA.
func columnName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}

// cellText is as much of a text as a cell can hold. What XML cannot have, the
// control characters, xml.EscapeText replaces.
func cellText(s string) string {
	units := 0
	for i, r := range s {
		if units += max(utf16.RuneLen(r), 1); units > maxCellText {
			return s[:i]
		}
	}
	return s
}

// serialDay is a time as the format counts it: days since the end of 1899, in UTC.
func serialDay(at inventory.Instant) float64 {
	const unixEpoch = 25_569
	days := unixEpoch + float64(at.Time().UnixMilli())/(24*60*60*1000)
	return math.Round(days*1e9) / 1e9
}

func (t *xlsxTable) close() error {
	if t.sheet == nil { // a workbook has at least one sheet
		if err := t.next(); err != nil {
			return err
		}
	}
	if err := t.endSheet(); err != nil {
		return err
	}
	for _, part := range t.parts() {
		w, err := t.zip.Create(part.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, part.text); err != nil {
			return err
		}
	}
	return t.zip.Close()
}

// part is a file of the archive.
type part struct{ name, text string }

// parts are the files around the sheets: what each of them is, and how they hang
// together.
func (t *xlsxTable) parts() []part {
	var types, sheets, links strings.Builder
	for i := 1; i <= t.sheets; i++ {
		n := strconv.Itoa(i)
		types.WriteString(`<Override PartName="/xl/worksheets/sheet` + n + `.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)
		sheets.WriteString(`<sheet name="Sheet` + n + `" sheetId="` + n + `" r:id="rId` + n + `"/>`)
		links.WriteString(`<Relationship Id="rId` + n + `" Type="` + typeName + `/worksheet" Target="worksheets/sheet` + n + `.xml"/>`)
	}
	styles := strconv.Itoa(t.sheets + 1)
	const packageName = "http://schemas.openxmlformats.org/package/2006/"
	return []part{
		{"[Content_Types].xml", xmlHead + `<Types xmlns="` + packageName + `content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", xmlHead + `<Relationships xmlns="` + packageName + `relationships"><Relationship Id="rId1" Type="` + typeName + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", xmlHead + `<workbook xmlns="` + mainName + `" xmlns:r="` + typeName + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", xmlHead + `<Relationships xmlns="` + packageName + `relationships">` + links.String() +
			`<Relationship Id="rId` + styles + `" Type="` + typeName + `/styles" Target="styles.xml"/></Relationships>`},
		{"xl/styles.xml", stylesPart},
	}
}
