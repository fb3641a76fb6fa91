package tidy

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// decisionIndex lists every decision record.
const decisionIndex = "docs/decisions/README.md"

var (
	decisionName = regexp.MustCompile(`^docs/decisions/((\d{4})-([a-z0-9-]+)\.md)$`)
	// decisionHead is how a record begins: number, title, status and date.
	decisionHead = regexp.MustCompile(`^# (\d{4}): (.+)\n\n- Status: (accepted|replaced by \[\d{4}\]\([a-z0-9.-]+\))\n- Date: (\d{4}-\d{2}-\d{2}(?:, revised \d{4}-\d{2}-\d{2})?)\n`)
	// decisionParts are the sections of every record, in this order.
	decisionParts = []string{"\n## Context\n", "\n## Decision\n", "\n## Alternatives\n", "\n## Consequences\n"}
	indexRow      = regexp.MustCompile(`(?m)^\| \[\d{4}\].*\|$`)
	notInSlug     = regexp.MustCompile(`[^a-z0-9]+`)
)

// decisions wants each record named after its number and title, with status,
// date and all sections, and the index to list exactly these records. Numbers
// may be missing: several records are written at the same time.
func decisions(t *tree) []string {
	var found []string
	rows := map[string]bool{}
	for _, row := range indexRow.FindAllString(t.text(decisionIndex), -1) {
		rows[row] = true
	}
	last := ""
	for _, f := range t.files { // in the order of their names
		if !under(f.path, "docs/decisions") || f.path == decisionIndex {
			continue
		}
		name := decisionName.FindStringSubmatch(f.path)
		if name == nil {
			found = append(found, f.path+": a decision is named NNNN-title.md")
			continue
		}
		if name[2] == last || last == "" && name[2] != "0001" {
			found = append(found, fmt.Sprintf("%s: after number %q comes the next one", f.path, last))
		}
		last = name[2]
		row, faults := decisionRecord(f, name)
		found = append(found, faults...)
		if row != "" && !rows[row] {
			found = append(found, fmt.Sprintf("%s: no row %q", decisionIndex, row))
		}
		delete(rows, row)
	}
	for row := range rows {
		found = append(found, fmt.Sprintf("%s: %q is not the row of a record", decisionIndex, row))
	}
	if last == "" {
		found = append(found, "docs/decisions has no records")
	}
	return found
}

// decisionRecord returns the row of the index for a record, and what is wrong
// with the record. name holds the file's name, its number and its slug.
func decisionRecord(f file, name []string) (row string, found []string) {
	head := decisionHead.FindStringSubmatch(f.text)
	if head == nil {
		return "", []string{f.path + ": a record begins with its number and title, its status and its date"}
	}
	number, title, status, date := head[1], head[2], head[3], head[4]
	if number != name[2] {
		found = append(found, fmt.Sprintf("%s: the title has the number %s", f.path, number))
	}
	if slug := strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(title), "-"), "-"); slug != name[3] {
		found = append(found, fmt.Sprintf("%s: the title makes the name %s-%s.md", f.path, number, slug))
	}
	rest := f.text
	for _, part := range decisionParts {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			found = append(found, fmt.Sprintf("%s: no section %q, or not in its place", f.path, strings.TrimSpace(part)))
			continue
		}
		rest = after
	}
	return fmt.Sprintf("| [%s](%s) | %s | %s | %s |", number, name[1], title, date, status), found
}

// aRecord is the text of a record without faults.
const aRecord = "# 0001: Keep one pot\n\n- Status: accepted\n- Date: 2026-11-21\n\n## Context\n\n## Decision\n\n## Alternatives\n\n## Consequences\n"

const aRow = "| [0001](0001-keep-one-pot.md) | Keep one pot | 2026-11-21 | accepted |\n"

// records is a tree with an index and one record.
func records(index, name, text string) fstest.MapFS {
	return fstest.MapFS{decisionIndex: {Data: []byte(index)}, "docs/decisions/" + name: {Data: []byte(text)}}
}

var badDecisions = []fstest.MapFS{
	src("README.md", "no decisions"),
	records("", "0001-keep-one-pot.md", aRecord),
	records(aRow+"| [0002](0002-y.md) | Y | 2026-11-21 | accepted |\n", "0001-keep-one-pot.md", aRecord),
	records(aRow, "0001-keep-two-pots.md", aRecord),
	records(aRow, "first.md", aRecord),
	records(aRow, "0001-keep-one-pot.md", strings.Replace(aRecord, "- Date: 2026-11-21\n", "", 1)),
	records(aRow, "0001-keep-one-pot.md", strings.Replace(aRecord, "## Alternatives\n\n", "", 1)),
	records(aRow, "0001-keep-one-pot.md", strings.Replace(strings.Replace(aRecord, "Context", "X", 1), "Decision", "Context", 1)),
	records("| [0002](0002-keep-one-pot.md) | Keep one pot | 2026-11-21 | accepted |\n", "0002-keep-one-pot.md", strings.ReplaceAll(aRecord, "0001", "0002")),
}

// TestDecisionWithoutFaults keeps the bad trees honest: they differ from a good
// one by one fault each.
func TestDecisionWithoutFaults(t *testing.T) {
	good, err := load(records(aRow, "0001-keep-one-pot.md", aRecord))
	if err != nil {
		t.Fatal(err)
	}
	if found := decisions(good); len(found) > 0 {
		t.Error(strings.Join(found, "\n"))
	}
}
