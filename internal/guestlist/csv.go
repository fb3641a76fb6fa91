package guestlist

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a file.
const (
	// MaxBytes is how long its text may be.
	MaxBytes = 8_000_000
	// MaxLines is how many people it may name.
	MaxLines = 50_000
	// MaxFaults is how many faults are told; the rest is counted.
	MaxFaults = 1000
	// maxColumns bounds the header: nobody needs more than there are columns, and
	// what has a million is not a guest list.
	maxColumns = 100
)

// The columns that a file may have. Each line names its person by one of the
// first two, or comes with one that does.
const (
	Email  = "email"
	UserID = "user_id"
	Name   = "name"
	Guests = "guests"
	Tier   = "tier"
	Locale = "locale"
	Class  = "priority_class"
	// First and Last are put together where there is no name.
	First = "first_name"
	Last  = "last_name"
	// Order is what lines have in common whose people come together, a line for each; Unit is the
	// order in which they are, and Attendee who comes with the line.
	Order    = "order_id"
	Unit     = "unit"
	Attendee = "attendee_name"
)

// Columns are all of them.
var Columns = []string{Email, UserID, Name, First, Last, Guests, Tier, Locale, Class, Order, Unit, Attendee}

// Fault is something that is wrong with a file.
type Fault struct {
	Line    int    // 0: the file as a whole
	Column  string // "": the line as a whole
	Code    string
	Message string
}

// Field names the place of a fault as problems do: csv[3].email.
func (f Fault) Field() string {
	switch {
	case f.Line == 0:
		return "csv"
	case f.Column == "":
		return "csv[" + strconv.Itoa(f.Line) + "]"
	}
	return "csv[" + strconv.Itoa(f.Line) + "]." + f.Column
}

// Faults are what is wrong with a file, as far as it is told, and how much it is
// in all.
type Faults struct {
	List  []Fault
	Total int
	// Lines are those with a fault, each of them, however many there are.
	Lines map[int]bool
}

// Add tells of a fault.
func (f *Faults) Add(line int, column, code, format string, args ...any) {
	if f.Lines == nil {
		f.Lines = map[int]bool{}
	}
	f.Lines[line] = true
	if f.Total++; f.Total <= MaxFaults {
		f.List = append(f.List, Fault{line, column, code, fmt.Sprintf(format, args...)})
	}
}

// Line is a line of a file: what stands in its columns, without the spaces
// around it. A column that the file does not have is empty.
type Line struct {
	No int // as an editor counts
	at map[string]int
	is []string
	// exported: the file is one that an export of guests has written.
	exported bool
}

// Get is what stands in a column.
func (l *Line) Get(column string) string {
	i, ok := l.at[column]
	if !ok {
		return ""
	}
	text := strings.TrimSpace(l.is[i])
	if rest, marked := strings.CutPrefix(text, "'"); l.exported && marked && formula(rest) {
		return rest // the export keeps spreadsheets from taking it for a formula
	}
	return text
}

// Exported reports whether the file is one that an export of guests has written: options stand in it
// by their labels.
func (l *Line) Exported() bool { return l.exported }

// formula reports whether a text begins as one in a spreadsheet.
func formula(text string) bool {
	return text != "" && strings.ContainsRune("=+-@\t\r\n|\uff1d\uff0b\uff0d\uff20", []rune(text)[0])
}

// FullName is the name, or the first and the last name together.
func (l *Line) FullName() string {
	if name := l.Get(Name); name != "" {
		return name
	}
	return strings.TrimSpace(l.Get(First) + " " + l.Get(Last))
}

// maxCount bounds the guests that a number may stand for: the rules of the event have
// a limit of their own, which is lower.
const maxCount = 1000

// Guests are the names of those who come along: the column has them with semicolons, or
// line breaks, between them. A number stands for so many whose names are not known: they
// are called after the person who brings them, with a number.
func (l *Line) Guests() []string {
	var names []string
	if n, ok := Whole(l.Get(Guests)); ok {
		for i := range min(n, maxCount) {
			names = append(names, strings.TrimSpace(l.FullName()+" +"+strconv.FormatInt(i+1, 10)))
		}
		return names
	}
	for name := range strings.FieldsFuncSeq(l.Get(Guests), func(r rune) bool { return r == ';' || r == '\n' }) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Parse reads CSV with a header. Fields are separated by commas, semicolons or
// tabs, whichever the header has most of. It says what is wrong with the form;
// what the values may be is for the caller.
//
// Columns are what the mapping says, or else what their names are guessed to mean. Which
// they are is returned too.
func Parse(text []byte, m Mapping) ([]Line, []Column, *Faults) {
	faults := &Faults{}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if i := bytes.IndexByte(text, 0); i >= 0 {
		faults.Add(lineOf(text, i), "", "encoding", "has a zero byte, as in UTF-16: save the file as CSV in UTF-8")
		return nil, nil, faults
	}
	header, _, _ := bytes.Cut(text, []byte("\n"))
	comma := separator(header)
	if n := strings.Count(string(header), string(comma)) + 1; n > maxColumns {
		faults.Add(1, "", "too_many", "has %d columns; the columns are %s", n, m.names())
		return nil, nil, faults
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = comma
	r.FieldsPerRecord = -1 // counted here, so that each line is told about
	r.ReuseRecord = false
	names, err := r.Read()
	if err != nil {
		faults.Add(1, "", "malformed", "must be a header with the columns of the file: %s", m.names())
		return nil, nil, faults
	}
	exported := ofExport(names)
	columns := m.columns(names, exported, faults)
	at := map[string]int{}
	for i, c := range columns {
		if c.Field != "" {
			at[c.Field] = i
		}
	}
	_, mail := at[Email]
	if _, user := at[UserID]; !mail && !user && faults.Total == 0 {
		faults.Add(1, "", "required", "has neither the column %s nor %s", Email, UserID)
	}
	if faults.Total > 0 {
		return nil, columns, faults
	}
	return readLines(r, len(names), at, exported, faults), columns, faults
}

func readLines(r *csv.Reader, columns int, at map[string]int, exported bool, faults *Faults) []Line {
	var lines []Line
	fields := slices.Sorted(maps.Keys(at))
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line := 0
			if p := (*csv.ParseError)(nil); errors.As(err, &p) {
				line = p.StartLine
			}
			faults.Add(line, "", "malformed", "cannot be read as CSV: a quote is missing, or one too many")
			return nil // where the next line begins is anybody's guess
		}
		no, _ := r.FieldPos(0)
		switch {
		case len(cells) == 1 && strings.TrimSpace(cells[0]) == "" && columns > 1:
			continue // spaces and a line break
		case len(cells) != columns:
			faults.Add(no, "", "malformed", "has %d fields, the header has %d", len(cells), columns)
			continue
		case len(lines) == MaxLines:
			faults.Add(no, "", "too_many", "is beyond the %d lines that a file may have: split it", MaxLines)
			return nil
		}
		l := Line{No: no, at: at, is: cells, exported: exported}
		for _, column := range fields {
			if strings.ContainsRune(l.Get(column), utf8.RuneError) {
				faults.Add(no, column, "encoding", "is not UTF-8 text: save the file as CSV in UTF-8")
			}
		}
		lines = append(lines, l)
	}
	if len(lines) == 0 && faults.Total == 0 {
		faults.Add(0, "", "required", "has no line beside the header")
	}
	return lines
}

// separator is the one that a header uses.
func separator(header []byte) rune {
	best, most := ',', 0
	for _, r := range ",;\t" {
		if n := strings.Count(string(header), string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

// clip shortens what came from outside before it is repeated.
func clip(s string) string {
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return strings.ToValidUTF8(s, "?")
}

func lineOf(text []byte, at int) int { return 1 + bytes.Count(text[:at], []byte("\n")) }
