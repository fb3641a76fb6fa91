package ticketpdf_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

// word is a word on paper, with where it stands in points from the left and the top.
type word struct {
	text             string
	left, top, right float64
}

var placed = regexp.MustCompile(`<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</word>`)

// placedWords are the words of a PDF as another program finds them. Set HOLDFAST_PAPER to keep the
// file in a folder, to look at it.
func placedWords(t *testing.T, name string, pdf []byte) (list []word) {
	t.Helper()
	dir := os.Getenv("HOLDFAST_PAPER")
	if dir == "" {
		dir = t.TempDir()
	}
	path := filepath.Join(dir, name+".pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, m := range placed.FindAllStringSubmatch(papertest.Run(t, nil, "pdftotext", "-enc", "UTF-8", "-bbox", path, "-"), -1) {
		list = append(list, word{text: m[5], left: number(m[1]), top: number(m[2]), right: number(m[3])})
	}
	return list
}

// found is the first word that contains a text.
func found(t *testing.T, list []word, text string) word {
	t.Helper()
	for _, w := range list {
		if strings.Contains(w.text, text) {
			return w
		}
	}
	t.Fatalf("no %q in %v", text, list)
	return word{}
}

// Margins in points: 20 mm of A4.
const (
	leftEdge  = 20 / 25.4 * 72
	rightEdge = 190 / 25.4 * 72
	near      = 1.5
)

func beginsAtRight(t *testing.T, w word) {
	t.Helper()
	if w.right < rightEdge-near || w.right > rightEdge+near {
		t.Errorf("%q ends at %.1f, the margin is at %.1f", w.text, w.right, rightEdge)
	}
}

// TestArabicTicket: what is printed in Arabic begins at the right, with words of its own, and what
// is written in Latin letters within it stands to the left of its label and can be read.
func TestArabicTicket(t *testing.T) {
	papertest.Tool(t, "pdftotext")
	pdf := printed(t, language.Arabic, sheet(t, func(s *ticketpdf.Sheet) {
		s.Title, s.When, s.Where = "نزهة الفوانيس", "من الخميس، 11 نوفمبر 2027، 17:00 إلى 20:00، Europe/Berlin", "Łódź, Ελλάδα"
		s.Name, s.Tier, s.Seat, s.Label, s.Short = "Zoë Šťastná", "عام", "الشرفة، الصف 3، المقعد 14", "التذكرة 1 من 2", "PFQ3F-5224D"
	}))
	if text := string(pdf); !strings.Contains(text, "/Lang (ar)") || !strings.Contains(text, "/Direction /R2L") {
		t.Error("it does not say that it is Arabic, from right to left")
	}
	list := placedWords(t, "ticket", pdf)
	for _, latin := range []string{"Ελλάδα"} {
		beginsAtRight(t, found(t, list, latin))
	}
	// The name stands within the card, whose lines begin a little further in.
	if w := found(t, list, "Šťastná"); w.right < rightEdge-25 || w.right > rightEdge-15 {
		t.Errorf("the name ends at %.1f", w.right)
	}
	// The code that can be typed stands in the middle.
	if w := found(t, list, "PFQ3F-5224D"); w.left+w.right < leftEdge+rightEdge-near || w.left+w.right > leftEdge+rightEdge+near {
		t.Errorf("the short code stands from %.1f to %.1f", w.left, w.right)
	}
	number := found(t, list, "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01")
	label := word{}
	for _, w := range list {
		if w.top > number.top-2 && w.top < number.top+2 && w.right > label.right {
			label = w
		}
	}
	beginsAtRight(t, label)
	if number.right >= label.left {
		t.Errorf("the number stands from %.1f to %.1f, its label from %.1f on", number.left, number.right, label.left)
	}
	// In the time the first hour stands to the right of the last, and both to the left of the year.
	if year, first, last := found(t, list, "2027"), found(t, list, "17:00"), found(t, list, "20:00"); year.left < first.right || first.left < last.right {
		t.Errorf("the year stands at %.1f, the first hour at %.1f, the last at %.1f", year.left, first.left, last.left)
	}
}

// TestArabicReceiptAndInvoice: texts stand at the right and amounts at the left, whichever letters
// a text is in, and sums and notes too.
func TestArabicReceiptAndInvoice(t *testing.T) {
	papertest.Tool(t, "pdftotext")
	made := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	lines := []ticketpdf.Line{{Text: "2 × Regular (19 %)", Amount: "48.00 €"}, {Text: "1 × قميص M (7 %)", Amount: "9.00 €"}, {Text: strings.Repeat("A very long name ", 10), Amount: "−3.00 €"}}
	sums := []ticketpdf.Line{{Text: "الضريبة", Amount: "9.10 €"}, {Text: "المبلغ المدفوع", Amount: "57.00 €"}}
	receipt, err := printer(t).PrintReceipt(language.Arabic, made, &ticketpdf.Receipt{
		Heading: "إيصال", Title: "Lantern walk", Facts: []ticketpdf.Fact{{Label: "المشتري", Text: "Zoë Šťastná, zoe@example.org"}}, Lines: lines, Sums: sums, Note: "إنه ليس تذكرة.",
	})
	if err != nil {
		t.Fatal(err)
	}
	invoice := &ticketpdf.Invoice{
		Event: "evt_1", Heading: "فاتورة SEA-2027-000142", Title: "Lantern walk",
		Parties: []ticketpdf.Block{{Label: "البائع", Lines: []string{"Seaside Events GmbH", "20457 Hamburg, DE", "الرقم الضريبي DE123456789"}}},
		Facts:   []ticketpdf.Fact{{Label: "التاريخ", Text: "2027-05-01"}}, Lines: lines, Details: []string{"بعد خصم 1.00 € للواحدة", "", ""}, Sums: sums, Notes: []string{"مدفوعة بالكامل."},
	}
	for i := range 40 {
		invoice.Lines = append(invoice.Lines, ticketpdf.Line{Text: fmt.Sprintf("%d × الفئة %d", i+1, i), Amount: fmt.Sprintf("%d.00 €", 1000+i)})
	}
	bill, err := printer(t).PrintInvoice(language.Arabic, made, invoice)
	if err != nil {
		t.Fatal(err)
	}
	for name, pdf := range map[string][]byte{"receipt": receipt, "invoice": bill} {
		list := placedWords(t, name, pdf)
		for _, amount := range []string{"48.00", "9.00", "−3.00", "9.10", "57.00"} {
			if w := found(t, list, amount); w.left < leftEdge-near || w.left > leftEdge+near {
				t.Errorf("%s: %s begins at %.1f, the margin is at %.1f", name, amount, w.left, leftEdge)
			}
		}
		for _, latin := range []string{"%)", "walk"} {
			beginsAtRight(t, found(t, list, latin))
		}
		// No text runs into an amount.
		long, amount := found(t, list, "very"), found(t, list, "−3.00")
		if long.top > amount.top+2 || long.left < amount.right {
			t.Errorf("%s: the long name stands at %v, its amount at %v", name, long, amount)
		}
		for _, w := range list {
			if w.left < leftEdge-near || w.right > rightEdge+near {
				t.Errorf("%s: %q stands from %.1f to %.1f", name, w.text, w.left, w.right)
			}
		}
	}
	// The heading of an invoice has its number to the left of the word.
	list := placedWords(t, "invoice", bill)
	number := found(t, list, "SEA-2027-000142")
	if number.right > rightEdge-10 {
		t.Errorf("the number of the invoice stands from %.1f to %.1f", number.left, number.right)
	}
}
