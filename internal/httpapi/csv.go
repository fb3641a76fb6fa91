package httpapi

import (
	"encoding/csv"
	"io"
)

// MediaCSV is the media type of tables.
const MediaCSV = "text/csv; charset=utf-8"

// CSV is a download of a table as RFC 4180 has it: columns, and below them what rows writes.
func CSV(name string, columns []string, rows func(*csv.Writer) error) *Download {
	return &Download{Media: MediaCSV, Name: name, Write: func(out io.Writer) error {
		w := csv.NewWriter(out)
		w.UseCRLF = true
		if err := w.Write(columns); err != nil {
			return err
		}
		if err := rows(w); err != nil {
			return err
		}
		w.Flush()
		return w.Error()
	}}
}

// CSVPages is CSV of a list of any length, which is read in pages of limit rows: read returns
// the page that begins behind a row, and the first for nil. That is read before anything is
// answered, so that what cannot be read is a problem and no half of a file.
func CSVPages[T any](name string, columns []string, limit int, read func(after *T) ([]T, error), record func(*T) []string) (*Download, error) {
	first, err := read(nil)
	if err != nil {
		return nil, err
	}
	return CSV(name, columns, func(w *csv.Writer) error {
		for page := first; ; {
			for i := range page {
				if err := w.Write(record(&page[i])); err != nil {
					return err
				}
			}
			if len(page) < limit {
				return nil
			}
			var err error
			if page, err = read(&page[len(page)-1]); err != nil {
				return err
			}
		}
	}), nil
}
