package ticketpdf_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

// A receipt has each line with its amount, however long the text beside it.
func TestReceipt(t *testing.T) {
	made := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	r := &ticketpdf.Receipt{
		Heading: "Receipt", Title: "Lantern walk",
		Facts: []ticketpdf.Fact{{Label: "Buyer", Text: "Zoë Šťastná"}, {Label: "Where", Text: ""}},
		Lines: []ticketpdf.Line{{Text: "2 × Regular (19 %)", Amount: "48.00 EUR"}, {Text: strings.Repeat("A very long name ", 20), Amount: "9.00 EUR"}},
		Sums:  []ticketpdf.Line{{Text: "Tax", Amount: "9.10 EUR"}, {Text: "Paid", Amount: "57.00 EUR"}},
		Note:  "It is not a ticket.",
	}
	pdf, err := printer(t).PrintReceipt(language.English, made, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []int{0, 25} {
		other := *r
		other.Lines = make([]ticketpdf.Line, bad)
		if _, err := printer(t).PrintReceipt(language.English, made, &other); !errors.Is(err, ticketpdf.ErrNone) && !errors.Is(err, ticketpdf.ErrTooMany) {
			t.Errorf("%d lines: %v", bad, err)
		}
	}
	papertest.Tool(t, "pdftotext")
	path := filepath.Join(t.TempDir(), "receipt.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	text := papertest.Run(t, nil, "pdftotext", "-layout", path, "-")
	for _, want := range []string{"Receipt", "Lantern walk", "Zoë Šťastná", "2 × Regular (19 %)", "48.00 EUR", "9.00 EUR", "57.00 EUR", "It is not a ticket."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in %s", want, text)
		}
	}
	if strings.Contains(text, "Where") {
		t.Errorf("a label without a text: %s", text)
	}
}
