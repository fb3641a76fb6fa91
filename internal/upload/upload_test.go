package upload

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/question"
)

const endedPDF = "%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF"

// TestCheckPDF: a PDF is kept up to its end, and what is not one, or something else too, is refused.
func TestCheckPDF(t *testing.T) {
	record := "PK\x05\x06" + strings.Repeat("\x00", 18)
	updated := endedPDF + "\n2 0 obj<<>>endobj\nstartxref\n44\n%%EOF"
	for _, c := range []struct {
		name, data string
		kept       string
		code       Code
	}{
		{"as it is", endedPDF, endedPDF + "\n", ""},
		{"with something behind it", endedPDF + "\r\n<script>alert(1)</script>", endedPDF + "\n", ""},
		{"that was changed since", updated, updated + "\n", ""},
		{"without an end", "%PDF-1.4\n1 0 obj<<>>endobj", "", BrokenPDF},
		{"cut off", endedPDF[:20], "", BrokenPDF},
		{"of no version", "%PDF-x.4" + endedPDF[8:], "", BrokenPDF},
		{"header alone", "%PDF-", "", BrokenPDF},
		{"whose end is a text", "%PDF-1.4\n%%EOF", "", BrokenPDF},
		{"and an archive behind it", endedPDF + "PK\x03\x04card" + record, "", TwoFiles},
		{"and an archive within it", strings.Replace(endedPDF, "endobj", record+strings.Repeat("x", zipEndRoom)+"endobj", 1), "", TwoFiles},
		{"with the mark of an archive at its very end", endedPDF + "\nPK\x05\x06", "", TwoFiles},
		{"with the mark by chance", strings.Replace(endedPDF, "endobj", "PK\x05\x06\x91\x17\x03\x80"+strings.Repeat("x", zipEndRoom)+"endobj", 1), "", ""},
	} {
		kept, err := checkPDF([]byte(c.data))
		refused, _ := err.(*Refusal) //nolint:errorlint // what checkPDF returns
		switch {
		case c.code != "" && (refused == nil || refused.Code != c.code):
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		case c.code == "" && (err != nil || c.kept != "" && string(kept) != c.kept):
			t.Errorf("%s: %q, %v", c.name, kept, err)
		}
	}
}

// TestCleanName: a name is one line that says what the file is, and leads nowhere.
func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"card.png": "card.jpg", "": "file.jpg", "../../etc/passwd": "passwd.jpg", `C:\me\card.JPEG`: "card.jpg", "a\u202egpj.exe": "agpj.jpg",
		".htaccess": "file.jpg", "a\r\nSet-Cookie: x": "aSet-Cookie x.jpg", "Ausweis Zoë.webp": "Ausweis Zoë.jpg", strings.Repeat("ä", 300): strings.Repeat("ä", MaxName-4) + ".jpg", "bad\xff.png": "bad.jpg",
	} {
		if got := cleanName(name, question.Image); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
