package ticketpdf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

// TestDrawnTextIsKept: names whose letters are drawn are found in the PDF as they were
// typed, by another program.
func TestDrawnTextIsKept(t *testing.T) {
	papertest.Tool(t, "pdftotext")
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for script, name := range names {
		if script == "mixed" { // the reader turns a number within text from right to left around by itself
			continue
		}
		d := p.document(language.English, time.Time{}, "x")
		d.AddPage()
		d.y = margin
		d.lines("", 14, name, 1)
		pdf, err := d.bytes()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "x.pdf")
		if err := os.WriteFile(file, pdf, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(strings.NewReplacer("\u202a", "", "\u202b", "", "\u202c", "", "\u200e", "", "\u200f", "").Replace(papertest.Run(t, nil, "pdftotext", "-enc", "UTF-8", file, "-"))); got != norm.NFC.String(name) {
			t.Errorf("%s: %+q is read as %+q", script, name, got)
		}
	}
}

// TestWhatIsUnseenEnds: what is written after a name that was drawn can be seen, and is as
// wide as it should be.
func TestWhatIsUnseenEnds(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	d := p.document(language.English, time.Time{}, "x")
	d.SetCompression(false)
	d.AddPage()
	d.y = margin
	d.lines("", 14, "محمد 12 Ada", 1)
	pdf, err := d.bytes()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for rest := string(pdf); ; n++ {
		_, after, begins := strings.Cut(rest, "3 Tr ")
		if !begins {
			break
		}
		unseen, after, ends := strings.Cut(after, "0 Tr 100 Tz")
		if !ends || strings.Count(unseen, "BT") != 1 || strings.Contains(unseen, " f\n") {
			t.Fatalf("what is unseen: %q", unseen)
		}
		rest = after
	}
	if n < 2 {
		t.Errorf("%d runs are written", n)
	}
}
