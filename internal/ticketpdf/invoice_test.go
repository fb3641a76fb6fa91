package ticketpdf_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

// TestPrintInvoice: an invoice of any length is printed whole, and twice the same.
func TestPrintInvoice(t *testing.T) {
	t.Parallel()
	papertest.Tool(t, "pdftotext")
	p, err := ticketpdf.New()
	if err != nil {
		t.Fatal(err)
	}
	v := &ticketpdf.Invoice{
		Event: "evt_3k9q0a7c1v5m", Heading: "Rechnung SEA-2027-000142", Title: "Konzert am Kai",
		Parties: []ticketpdf.Block{
			{Label: "Verkäufer", Lines: []string{"Seaside Events GmbH", "Am Hafen 1", "20457 Hamburg, DE", "USt-IdNr. DE123456789"}},
			{Label: "Käufer", Lines: []string{"Łódź Sp. z o.o.", "東京"}},
		},
		Facts: []ticketpdf.Fact{{Label: "Datum", Text: "2027-05-01"}, {Label: "Leer"}},
		Sums:  []ticketpdf.Line{{Text: "Netto", Amount: "100,00 €"}, {Text: "Gesamt", Amount: "119,00 €"}},
		Notes: []string{"Vollständig bezahlt."},
	}
	made := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	if _, err := p.PrintInvoice(language.German, made, v); err == nil {
		t.Error("nothing was printed")
	}
	for i := range 60 {
		v.Lines = append(v.Lines, ticketpdf.Line{Text: fmt.Sprintf("%d × Kategorie %d", i+1, i), Amount: fmt.Sprintf("%d,00 €", i)})
		v.Details = append(v.Details, "abzüglich je 1,00 € Rabatt")
	}
	body, err := p.PrintInvoice(language.German, made, v)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := p.PrintInvoice(language.German, made, v); err != nil || !bytes.Equal(again, body) {
		t.Errorf("the second time it is another file: %v", err)
	}
	path := filepath.Join(t.TempDir(), "invoice.pdf")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	text := papertest.Run(t, nil, "pdftotext", "-layout", path, "-")
	for _, want := range []string{"Seaside Events GmbH", "USt-IdNr. DE123456789", "60 × Kategorie 59", "119,00 €", "Vollständig bezahlt."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if pages := strings.Count(text, "Rechnung SEA-2027-000142"); pages < 3 || strings.Contains(text, "Leer") {
		t.Errorf("the heading is on %d pages: %s", pages, text)
	}
}
