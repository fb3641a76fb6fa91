package ticketpdf_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

// TestTagged: another program reads what each part of a page is, in the order of reading:
// a heading, paragraphs, the code by what it shows, and names whose letters are drawn as
// they were typed. What decorates the page is not among it.
func TestTagged(t *testing.T) {
	papertest.Tool(t, "pdfinfo")
	path := filepath.Join(t.TempDir(), "x.pdf")
	pdf := printed(t, language.German, sheet(t, nil), sheet(t, func(s *ticketpdf.Sheet) { s.Title, s.Name, s.Short = "山田太郎の夜", "山田太郎", "7K3M-9QXA" }))
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := papertest.Run(t, nil, "pdfinfo", path); !strings.Contains(said, "Tagged:          yes") || !strings.Contains(said, "Pages:           2\n") {
		t.Errorf("pdfinfo: %s", said)
	}
	read := func(path string) (parts []string) {
		role := ""
		for line := range strings.SplitSeq(papertest.Run(t, nil, "pdfinfo", "-enc", "UTF-8", "-struct-text", path), "\n") {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, `"`) {
				parts = append(parts, role+" "+strings.Trim(line, `" `))
			}
			role, _, _ = strings.Cut(line, " ")
		}
		return parts
	}
	foot := []string{
		"P Zeig diesen Code am Einlass, auf Papier oder auf einem Bildschirm. Er lässt eine Person einmal hinein. Gib ihn nicht weiter.",
		"P Ticketnummer tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01",
		"P Beim Drucken hatte das öffentliche Protokoll der Veranstaltung 1234 Einträge und den Fingerabdruck 21abada1c9aa5b58.",
	}
	facts := []string{"P Wann", "P Thursday, 11 November 2027, 17:00 to 20:00", "P Wo", "P Łódź, Ελλάδα"}
	owner := []string{"P Ticket", "P General", "P Platz", "P Balcony, row 3, seat 14"}
	want := slices.Concat([]string{"P Ticket 1 of 2", "H1 Lantern walk"}, facts, []string{"Figure ", "P Name", "P Zoë Šťastná"}, owner, foot,
		[]string{"P Ticket 1 of 2", "H1 山田太郎の夜"}, facts, []string{"Figure ", "P 7K3M-9QXA", "P Name", "P 山田太郎"}, owner, foot)
	if got := read(path); !slices.Equal(got, want) {
		t.Errorf("read %q\nwant %q", got, want)
	}
	// What is read instead of what is drawn, or seen, is in the file as UTF-16.
	for _, want := range []string{"/Alt <FEFF00510052002D0043006F0064006500200064006500730020005400690063006B006500740073>", "/ActualText <FEFF5C717530592A90CE>", "/Lang (de)"} {
		if !strings.Contains(string(pdf), want) {
			t.Errorf("no %s in the file", want)
		}
	}
}

// TestDecorationIsNotRead: all that is drawn on a page is a part of it or decoration.
func TestDecorationIsNotRead(t *testing.T) {
	for _, page := range pages(t, printed(t, language.English, sheet(t, nil), sheet(t, func(s *ticketpdf.Sheet) { s.Name = "محمد" }))) {
		depth, outside := 0, ""
		for line := range strings.SplitSeq(page, "\n") {
			switch {
			case strings.HasSuffix(line, "BDC"), strings.HasSuffix(line, "BMC"):
				depth++
			case line == "EMC":
				depth--
			case depth == 0 && (strings.Contains(line, "Tj") || strings.HasSuffix(line, " f") || strings.HasSuffix(line, " S") || strings.HasSuffix(line, " B")):
				outside += line + "; "
			}
			if depth < 0 || depth > 1 {
				t.Fatalf("marks of a depth of %d", depth)
			}
		}
		if depth != 0 || outside != "" {
			t.Errorf("%d marks are open; outside of all: %s", depth, outside)
		}
	}
}
