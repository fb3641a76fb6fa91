package seating

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// columns are those that a CSV plan may have; the first four it must have.
var columns = []string{"section", "row", "number", "tier", "x", "y", "accessible", "companion", "obstructed_view", "aisle_after"}

const requiredColumns = 4

// ParseCSV reads a plan from CSV with a header line: one seat a line, sections
// and rows in the order of their first seats. Fields are separated by commas or
// semicolons, whichever the header has. It returns a plan that was checked, or
// what is wrong, line by line.
func ParseCSV(text []byte) (*Plan, []Fault) {
	c := &checker{}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	header, _, _ := bytes.Cut(text, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1 // counted here, so that each line is told about
	r.TrimLeadingSpace = true
	if bytes.Count(header, []byte(";")) > bytes.Count(header, []byte(",")) {
		r.Comma = ';'
	}
	names, err := r.Read()
	if err != nil {
		c.add("csv[1]", "malformed", "must have a header line: %s", strings.Join(columns, ","))
		return nil, c.faults
	}
	at := c.header(names)
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	b := builder{plan: &Plan{}, rows: map[[2]string][2]int{}, sections: map[string]int{}}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var p *csv.ParseError
			at := "csv"
			if errors.As(err, &p) {
				at = lineAt(p.Line)
			}
			c.add(at, "malformed", "cannot be read as CSV")
			return nil, c.faults
		}
		line, _ := r.FieldPos(0)
		if len(fields) != len(names) {
			c.add(lineAt(line), "malformed", "has %d fields, the header has %d", len(fields), len(names))
			continue
		}
		if b.seats++; b.seats > MaxSeats {
			c.add(lineAt(line), "too_many", "must have at most %d seats", MaxSeats)
			return nil, c.faults
		}
		b.add(c, line, func(column string) string {
			if i, ok := at[column]; ok {
				return strings.TrimSpace(fields[i])
			}
			return ""
		})
	}
	b.finish()
	if len(c.faults) == 0 {
		c.faults = b.plan.Check()
	} else if more := b.plan.Check(); len(c.faults)+len(more) <= MaxFaults {
		// What can be read is checked too: one round of corrections, not ten.
		c.faults = append(c.faults, more...)
	}
	for i := range c.faults {
		if f := &c.faults[i]; !strings.HasPrefix(f.Field, "csv") {
			f.Field = b.line(f.Field)
		}
	}
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	return b.plan, nil
}

func lineAt(line int) string { return "csv[" + strconv.Itoa(line) + "]" }

// header finds the columns.
func (c *checker) header(names []string) map[string]int {
	at := map[string]int{}
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(columns, name) {
			c.add("csv[1]", "unknown_field", "has the column %q; the columns are %s", clip(name), strings.Join(columns, ", "))
			continue
		}
		if _, twice := at[name]; twice {
			c.add("csv[1]", "duplicate", "has the column %s twice", name)
		}
		at[name] = i
	}
	for _, name := range columns[:requiredColumns] {
		if _, ok := at[name]; !ok {
			c.add("csv[1]", "required", "has no column %s", name)
		}
	}
	return at
}

// clip shortens what came from outside before it is repeated.
func clip(s string) string {
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return strings.ToValidUTF8(s, "?")
}

// builder puts lines together to a plan.
type builder struct {
	plan     *Plan
	sections map[string]int
	rows     map[[2]string][2]int // section and row to their places in the plan
	lists    [][][]Seat           // seats by section and row
	seats    int
}

func (b *builder) add(c *checker, line int, field func(string) string) {
	s := Seat{Tier: field("tier"), line: line}
	number := func(column string) int {
		n, err := strconv.Atoi(field(column))
		if err != nil {
			c.add(lineAt(line)+"."+column, "wrong_type", "must be a whole number")
		}
		return n
	}
	before := len(c.faults)
	s.Number = number("number")
	for _, p := range []struct {
		column string
		to     **int
	}{{"x", &s.X}, {"y", &s.Y}} {
		if field(p.column) != "" {
			n := number(p.column)
			*p.to = &n
		}
	}
	for _, p := range []struct {
		column string
		to     *bool
	}{{"accessible", &s.Accessible}, {"companion", &s.Companion}, {"obstructed_view", &s.Obstructed}, {"aisle_after", &s.Aisle}} {
		switch strings.ToLower(field(p.column)) {
		case "", "no", "false", "0":
		case "yes", "true", "1", "x":
			*p.to = true
		default:
			c.add(lineAt(line)+"."+p.column, "wrong_type", "must be yes, no or empty")
		}
	}
	if len(c.faults) > before {
		return
	}
	section, row := field("section"), field("row")
	i, known := b.sections[section]
	if !known {
		i = len(b.plan.Sections)
		b.sections[section] = i
		b.plan.Sections = append(b.plan.Sections, Section{Name: section})
		b.lists = append(b.lists, nil)
	}
	at, known := b.rows[[2]string{section, row}]
	if !known {
		at = [2]int{i, len(b.lists[i])}
		b.rows[[2]string{section, row}] = at
		b.plan.Sections[i].Rows = append(b.plan.Sections[i].Rows, Row{Name: row})
		b.lists[i] = append(b.lists[i], nil)
	}
	b.lists[at[0]][at[1]] = append(b.lists[at[0]][at[1]], s)
}

func (b *builder) finish() {
	for i := range b.lists {
		for j := range b.lists[i] {
			b.plan.Sections[i].Rows[j].Seats = b.lists[i][j]
		}
	}
}

// line turns the place of a section or row into the line of its first seat.
func (b *builder) line(field string) string {
	var i, j int
	rest, ok := strings.CutPrefix(field, "sections[")
	if !ok {
		return "csv"
	}
	first, rest, _ := strings.Cut(rest, "]")
	i, err := strconv.Atoi(first)
	if err != nil {
		return "csv"
	}
	column := ".section"
	if rest, ok = strings.CutPrefix(rest, ".rows["); ok {
		first, _, _ = strings.Cut(rest, "]")
		if j, err = strconv.Atoi(first); err != nil {
			return "csv"
		}
		column = ".row"
	}
	return lineAt(b.lists[i][j][0].line) + column
}
