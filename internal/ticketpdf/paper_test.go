package ticketpdf_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

const token = "AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6ylcTXJpaSBPgnRze4HGZxfgTzwzvI5wvu70crW2hx9wMMy2g51Nly9u2gxmiCwI4Tv_MKPxY-1wc"

func printer(t testing.TB) *ticketpdf.Printer {
	t.Helper()
	p, err := ticketpdf.New()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func code(t testing.TB, text string) *ticket.Code {
	t.Helper()
	c, err := ticket.NewCode(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func sheet(t testing.TB, change func(*ticketpdf.Sheet)) ticketpdf.Sheet {
	t.Helper()
	s := ticketpdf.Sheet{
		Code: code(t, token), Title: "Lantern walk", When: "Thursday, 11 November 2027, 17:00 to 20:00", Where: "Łódź, Ελλάδα",
		Name: "Zoë Šťastná", Tier: "General", Seat: "Balcony, row 3, seat 14", Label: "Ticket 1 of 2", Number: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01",
		Log: &ticketpdf.Head{Entries: 1234, Fingerprint: "21abada1c9aa5b58"},
	}
	if change != nil {
		change(&s)
	}
	return s
}

func printed(t testing.TB, tag language.Tag, sheets ...ticketpdf.Sheet) []byte {
	t.Helper()
	b, err := printer(t).Print(tag, time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC), sheets)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)

// pages returns what is drawn on each page of a PDF.
func pages(t *testing.T, pdf []byte) []string {
	t.Helper()
	var list []string
	for _, m := range streams.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // a font, or not compressed
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), " re f") {
			list = append(list, string(text))
		}
	}
	return list
}

var rectangle = regexp.MustCompile(`(?m)^([\d.]+) ([\d.]+) ([\d.]+) (-?[\d.]+) re f$`)

// modules reads the code back from the rectangles of a page, which are all of
// its filled ones: the smallest height is a module.
func modules(t *testing.T, page string, size int) [][]bool {
	t.Helper()
	found := rectangle.FindAllStringSubmatch(page, -1)
	if len(found) < size {
		t.Fatalf("%d rectangles", len(found))
	}
	number := func(s string) float64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	left, top := math.Inf(1), 0.0
	for _, m := range found {
		left, top = min(left, number(m[1])), max(top, number(m[2]))
	}
	module := math.Abs(number(found[0][4]))
	grid := make([][]bool, size)
	for i := range grid {
		grid[i] = make([]bool, size)
	}
	for _, m := range found {
		x, y := int(math.Round((number(m[1])-left)/module)), int(math.Round((top-number(m[2]))/module))
		for n := range int(math.Round(number(m[3]) / module)) {
			grid[y][x+n] = true
		}
	}
	return grid
}

// Every module of the printed code is that of the code.
func TestCodeOnPaper(t *testing.T) {
	other := strings.Replace(token, "A", "B", 1)
	list := pages(t, printed(t, language.English, sheet(t, nil), sheet(t, func(s *ticketpdf.Sheet) { s.Code = code(t, other) })))
	if len(list) != 2 {
		t.Fatalf("%d pages", len(list))
	}
	for n, text := range []string{token, other} {
		want := code(t, text)
		for y, row := range modules(t, list[n], want.Size()) {
			for x, black := range row {
				if black != want.Black(x, y) {
					t.Fatalf("page %d: module %d, %d is wrong", n+1, x, y)
				}
			}
		}
	}
}

// What another program reads in it, in both languages.
func TestTextOnPaper(t *testing.T) {
	papertest.Tool(t, "pdftotext") // what it would see is checked from the PDF's own text above, too
	for tag, want := range map[language.Tag][]string{
		language.English:            {"When", "Where", "Name", "Ticket", "Show this code at the door", "Ticket number tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "public log had 1234 entries and the fingerprint 21abada1c9aa5b58."},
		language.MustParse("de-AT"): {"Wann", "Wo", "Ticket", "Zeig diesen Code am Einlass", "Protokoll der Veranstaltung 1234 Einträge und den Fingerabdruck 21abada1c9aa5b58."},
		language.MustParse("ja"):    {"Show this code at the door"},
	} {
		path := filepath.Join(t.TempDir(), "x.pdf")
		if err := os.WriteFile(path, printed(t, tag, sheet(t, nil), sheet(t, func(s *ticketpdf.Sheet) { s.Name = "🎉🎉 Taro" })), 0o600); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(papertest.Run(t, nil, "pdftotext", "-layout", path, "-")), " ") // however lines are broken
		for _, w := range append(want, "Lantern walk", "Thursday, 11 November 2027, 17:00 to 20:00", "Łódź, Ελλάδα", "Zoë Šťastná", "Balcony, row 3, seat 14", "□□ Taro") {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in %s", tag, w, text)
			}
		}
		if n := strings.Count(text, "□ st"); n != 1 {
			t.Errorf("%s: the squares are explained %d times, on two pages of which one has some", tag, n)
		}
	}
}

// Names of every script are drawn where they stand, and nothing of them is said to
// be missing; in grey and in black, regular and bold.
func TestScriptsOnPaper(t *testing.T) {
	for _, name := range []string{"محمد الفاتح", "שלום כהן", "श्रीमती किर्ति", "สมชาย ผู้ใหญ่", "山田太郎", "김연아"} {
		list := pages(t, printed(t, language.English, sheet(t, func(s *ticketpdf.Sheet) { s.Title, s.Name, s.Label = name, name, name })))
		if len(list) != 1 {
			t.Fatalf("%s: %d pages", name, len(list))
		}
		if n := strings.Count(list[0], " c\n"); n < 3*10 {
			t.Errorf("%s: %d curves", name, n)
		}
		// Hebrew has bold letters of its own; others are drawn thicker.
		if thick := strings.Contains(list[0], "\nB\n"); thick == (name == "שלום כהן") {
			t.Errorf("%s: drawn thicker: %v", name, thick)
		}
	}
}

// The page as a printer draws it has the code, sharp enough to be told apart
// module by module at 110 dots an inch.
func TestRendered(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.pdf")
	if err := os.WriteFile(path, printed(t, language.English, sheet(t, func(s *ticketpdf.Sheet) { *s = ticketpdf.Sheet{Code: s.Code, Title: "T"} })), 0o600); err != nil {
		t.Fatal(err)
	}
	papertest.Run(t, nil, "pdftoppm", "-r", "110", "-singlefile", "-png", path, filepath.Join(dir, "x"))
	raw, err := os.ReadFile(filepath.Join(dir, "x.png"))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := code(t, token)
	box := finder(img)
	step := float64(box.Dx()) / float64(want.Size())
	for y := range want.Size() {
		for x := range want.Size() {
			if black := dark(img, box.Min.X+int((float64(x)+0.5)*step), box.Min.Y+int((float64(y)+0.5)*step)); black != want.Black(x, y) {
				t.Fatalf("module %d, %d is wrong in %v", x, y, box)
			}
		}
	}
	if _, err := exec.LookPath("zbarimg"); err == nil {
		if text := papertest.Run(t, nil, "zbarimg", "-q", "--raw", filepath.Join(dir, "x.png")); strings.TrimSpace(text) != token {
			t.Errorf("a scanner reads %q", text)
		}
	}
}

func dark(img image.Image, x, y int) bool {
	r, _, _, _ := img.At(x, y).RGBA()
	return r < 0x8000
}

// finder is where the code stands: in the middle of a page on which no other text
// reaches that far.
func finder(img image.Image) image.Rectangle {
	b := img.Bounds()
	box := image.Rectangle{Min: image.Pt(b.Dx(), b.Dy())}
	for y := b.Dy() * 15 / 100; y < b.Dy()*58/100; y++ {
		for x := b.Dx() * 30 / 100; x < b.Dx()*70/100; x++ {
			if dark(img, x, y) {
				box.Min.X, box.Min.Y = min(box.Min.X, x), min(box.Min.Y, y)
				box.Max.X, box.Max.Y = max(box.Max.X, x+1), max(box.Max.Y, y+1)
			}
		}
	}
	return box
}

// However long the texts are, a ticket has one page.
func TestOnePageEach(t *testing.T) {
	long := strings.Repeat("Donaudampfschifffahrtsgesellschaftskapitän", 8) + " " + strings.Repeat("x ", 300)
	pdf := printed(t, language.German, sheet(t, func(s *ticketpdf.Sheet) {
		s.Title, s.When, s.Where, s.Name, s.Tier, s.Seat, s.Label = long, long, long, long, long, long, long
	}), sheet(t, func(s *ticketpdf.Sheet) {
		*s = ticketpdf.Sheet{Code: s.Code, Title: "T"}
	}))
	if list := pages(t, pdf); len(list) != 2 {
		t.Errorf("%d pages", len(list))
	}
}

func TestNothingToPrint(t *testing.T) {
	p := printer(t)
	if _, err := p.Print(language.English, time.Now(), nil); !errors.Is(err, ticketpdf.ErrNone) {
		t.Error(err)
	}
	if _, err := p.Print(language.English, time.Now(), make([]ticketpdf.Sheet, ticketpdf.MaxSheets+1)); !errors.Is(err, ticketpdf.ErrTooMany) {
		t.Error(err)
	}
}

func BenchmarkPrint(b *testing.B) {
	p, s := printer(b), sheet(b, nil)
	for b.Loop() {
		if _, err := p.Print(language.English, time.Now(), []ticketpdf.Sheet{s, s}); err != nil {
			b.Fatal(err)
		}
	}
}
