package export

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestXLSXCells reads every type of cell back with another program's reader.
func TestXLSXCells(t *testing.T) {
	at := inventory.At(time.Date(2031, 5, 1, 16, 30, 15, 0, time.UTC))
	long := strings.Repeat("é😀", maxCellText)
	var file bytes.Buffer
	table, err := newXLSX(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]any{
		{"text", "number", "amount", "time", "none"},
		{" a\t<b> & \"c\"\r\n=1+1 \x00 ", int64(-42), amount{-123456, "EUR"}, at, inventory.Instant(0)},
		{"", int64(123456789012), amount{7, "JPY"}, inventory.At(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)) + 1, long},
	} {
		if err := table.row(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.close(); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"text", "number", "amount", "time", "none"},
		{" a\t<b> & \"c\"\r\n=1+1 \uFFFD ", "-42", "-1234.56", "2031-05-01 16:30:15"},
		{"", "123456789012", "7", "1970-01-01 00:00:00", long[:len(rows[2][4])]},
	}
	for i := range want {
		if fmt.Sprintf("%q", rows[i]) != fmt.Sprintf("%q", want[i]) {
			t.Errorf("row %d is %.200q, want %.200q", i, rows[i], want[i])
		}
	}
	if n := len([]rune(rows[2][4])); n != maxCellText/3*2+1 {
		t.Errorf("a cell of %d characters", n)
	}
	if kind, err := f.GetCellType("Sheet1", "A2"); err != nil || kind != excelize.CellTypeInlineString {
		t.Errorf("a text is of type %v, %v", kind, err)
	}
	panes, err := f.GetPanes("Sheet1")
	if err != nil || !panes.Freeze || panes.YSplit != 1 || panes.TopLeftCell != "A2" {
		t.Errorf("the header is not frozen: %+v, %v", panes, err)
	}
}

// TestXLSXSheets fills a sheet and sees the next begin with the header.
func TestXLSXSheets(t *testing.T) {
	var file bytes.Buffer
	table, err := newXLSX(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]any{{"n"}, {int64(1)}} {
		if err := table.row(row); err != nil {
			t.Fatal(err)
		}
	}
	table.(*xlsxTable).rows = maxSheetRows // as if it were full
	if err := table.row([]any{int64(2)}); err != nil {
		t.Fatal(err)
	}
	if err := table.close(); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(f.GetSheetList()); got != "[Sheet1 Sheet2]" {
		t.Fatalf("sheets %s", got)
	}
	for sheet, want := range map[string]string{"Sheet1": "[[n] [1]]", "Sheet2": "[[n] [2]]"} {
		rows, err := f.GetRows(sheet)
		if err != nil || fmt.Sprint(rows) != want {
			t.Errorf("%s has %v, want %s (%v)", sheet, rows, want, err)
		}
	}
}

func TestColumnName(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		if got := columnName(i); got != want {
			t.Errorf("column %d is %s, want %s", i, got, want)
		}
	}
}
