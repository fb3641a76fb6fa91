package saleimport

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The columns of pretix's exporter "Waiting list" (pretix/base/exporters/waitinglist.py).
// Their headers, and what stands under Status, are in the language of the person who exported:
// columns are known by their place, and the file by what stands there.
const (
	waitDate = iota
	waitName
	waitEmail
	waitPhone
	waitProduct
	waitProductID
	waitVariation
	waitVariationID
	waitSlug
	waitEvent
	waitSubEvent
	waitStart
	waitEnd
	waitLanguage
	waitPriority
	waitStatus
	waitVoucher
	waitColumns
)

var waitTime = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`)

// readWaitlist reads who waits. They come in in the order in which pretix would serve them:
// the highest priority first, and of each the longest wait.
func (r *pretixReader) readWaitlist(file []byte) {
	type waiting struct {
		Waiting
		priority int64
		date     string
	}
	var list []waiting
	for i, line := range r.waitLines(file) {
		at, row := waitLine(line.no), line.fields
		if len(row) != waitColumns || !waitTime.MatchString(row[waitDate]) {
			r.Faults.Add(at, "bad_format", "must have the %d columns of pretix's export \"Waiting list\", with a date in the first", waitColumns)
			if i == 0 {
				return
			}
			continue
		}
		if of := r.Of[strings.Index(r.Of, "/")+1:]; row[waitSlug] != of {
			r.Faults.Add(at, "mismatch", "is of the event %q, and the orders are of %q", row[waitSlug], of)
			continue
		}
		item, err := strconv.ParseInt(row[waitProductID], 10, 64)
		key := [2]int64{item, 0}
		if err == nil && row[waitVariationID] != "" {
			key[1], err = strconv.ParseInt(row[waitVariationID], 10, 64)
		}
		tier, known := r.tiers[key]
		if err != nil || !known {
			r.Faults.Add(at, "unknown", "is for %q, %q, and there is no such item", row[waitProduct], row[waitVariation])
			continue
		}
		priority, err := strconv.ParseInt(row[waitPriority], 10, 64)
		if err != nil {
			r.Faults.Add(at, "wrong_type", "has the priority %q, which is not a whole number", row[waitPriority])
			continue
		}
		if row[waitVoucher] != "" {
			r.leave(LeftVoucher, "", 0)
			continue
		}
		list = append(list, waiting{
			Waiting:  Waiting{Path: at, Email: row[waitEmail], Name: clip(oneLine(row[waitName]), maxText), Locale: row[waitLanguage], Tier: tier},
			priority: priority, date: row[waitDate],
		})
	}
	slices.SortStableFunc(list, func(a, b waiting) int {
		return cmp.Or(cmp.Compare(b.priority, a.priority), cmp.Compare(a.date, b.date))
	})
	// Classes keep the priority over those who come later: of those above 0 the lowest is 1.
	class, last := 0, int64(0)
	for i := len(list) - 1; i >= 0; i-- {
		if p := list[i].priority; p > last {
			class, last = min(class+1, inventory.MaxClass), p
		}
		list[i].Class = class
	}
	for i := range list {
		r.Waiting = append(r.Waiting, list[i].Waiting)
	}
}

// undefused is a text without the quote that keeps spreadsheets from taking it for a formula.
func undefused(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && strings.IndexAny(rest, "@+-=|%") == 0 {
		return rest
	}
	return text
}

// waitLine names a line of the waitlist.
func waitLine(no int) string { return "waitlist[" + strconv.Itoa(no) + "]" }

// csvLine is a line of a file.
type csvLine struct {
	no     int // as an editor counts
	fields []string
}

// waitLines parts a file into its lines, without the header.
func (r *pretixReader) waitLines(file []byte) []csvLine {
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	// What was not UTF-8 has replacement characters once it has come as JSON.
	if bytes.ContainsRune(file, utf8.RuneError) {
		r.Faults.Add("waitlist", "encoding", "must be UTF-8: the file of pretix's export \"Waiting list\" as CSV")
		return nil
	}
	header, _, _ := bytes.Cut(file, []byte("\n"))
	c := csv.NewReader(bytes.NewReader(file))
	c.FieldsPerRecord = -1
	for _, separator := range []rune{',', ';', '\t'} {
		if bytes.Count(header, []byte(string(separator))) == waitColumns-1 {
			c.Comma = separator
		}
	}
	var lines []csvLine
	for n := 0; ; n++ {
		row, err := c.Read()
		switch {
		case errors.Is(err, io.EOF):
			return lines
		case err != nil:
			line := 1
			if bad := new(csv.ParseError); errors.As(err, &bad) {
				line = bad.Line
			}
			r.Faults.Add(waitLine(line), "bad_format", "cannot be read as CSV")
			return lines
		case n > MaxRows:
			r.Faults.Add("waitlist", "too_many", "must have at most %d lines", MaxRows)
			return nil
		case n > 0:
			for i := range row {
				row[i] = undefused(row[i])
			}
			no, _ := c.FieldPos(0)
			lines = append(lines, csvLine{no, row})
		case len(row) != waitColumns:
			r.Faults.Add(waitLine(1), "bad_format", "must have the %d columns of pretix's export \"Waiting list\", and has %d", waitColumns, len(row))
			return nil
		}
	}
}
