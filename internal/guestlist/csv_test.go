package guestlist_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/guestlist"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"one", "email\nada@example.org\n", "2 ada@example.org  []"},
		{"columns in any order", "name,EMAIL , guests\nAda,ada@example.org,\"Bob; Cyd ;\"\n", "2 ada@example.org Ada [Bob Cyd]"},
		{"semicolons, a mark of byte order, CRLF", "\ufeffname;email\r\nAda; ada@example.org \r\n", "2 ada@example.org Ada []"},
		{"tabs", "email\tname\nada@example.org\tAda, Countess\n", "2 ada@example.org Ada, Countess []"},
		{"a line break in quotes, and the line behind it", "email,name,guests\na@example.org,A,\"B\nC\"\nb@example.org,B,\n", "2 a@example.org A [B C]|4 b@example.org B []"},
		{"empty lines", "email,name\n\n   \na@example.org,A\n\n", "4 a@example.org A []"},
	} {
		lines, _, faults := guestlist.Parse([]byte(c.text), guestlist.Mapping{})
		if faults.Total != 0 {
			t.Errorf("%s: %v", c.what, faults.List)
		}
		var got []string
		for i := range lines {
			got = append(got, fmt.Sprint(lines[i].No, " ", lines[i].Get("email"), " ", lines[i].Get("name"), " ", lines[i].Guests()))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for _, c := range []struct{ what, text, field, code string }{
		{"nothing", "", "csv[1]", "malformed"},
		{"only a header", "email,name\n", "csv", "required"},
		{"a column that nobody knows", "email,shoe_size\n", "csv[1]", "unknown_field"},
		{"neither way to name a person", "name,guests\nAda,\n", "csv[1]", "required"},
		{"a column twice", "email,name,email\n", "csv[1].email", "duplicate"},
		{"a million columns", "email" + strings.Repeat(",x", 1_000_000) + "\n", "csv[1]", "too_many"},
		{"a million fields", "email,name\n" + strings.Repeat("x,", 1_000_000) + "\n", "csv[2]", "malformed"},
		{"Latin-1", "email,name\na@example.org,J\xfcrgen\n", "csv[2].name", "encoding"},
		{"Latin-1 in the header", "email,gr\xfc\xdfe\n", "csv[1]", "encoding"},
		{"UTF-16", "\xff\xfee\x00m\x00a\x00i\x00l\x00\n\x00", "csv[1]", "encoding"},
		{"a quote that stays open", "email,name\na@example.org,\"A\nb@example.org,B\n", "csv[2]", "malformed"},
		{"a quote within", "email,name\na@example.org,A \"B\" C\n", "csv[2]", "malformed"},
		{"too many lines", "email\n" + strings.Repeat("a@example.org\n", guestlist.MaxLines+1), fmt.Sprintf("csv[%d]", guestlist.MaxLines+2), "too_many"},
	} {
		lines, _, faults := guestlist.Parse([]byte(c.text), guestlist.Mapping{})
		if faults.Total == 0 {
			t.Errorf("%s: nothing wrong with it, %d lines", c.what, len(lines))
			continue
		}
		if f := faults.List[0]; f.Field() != c.field || f.Code != c.code || len(f.Message) > 300 {
			t.Errorf("%s: %s %s %q, want %s %s", c.what, f.Field(), f.Code, f.Message, c.field, c.code)
		}
	}
	_, _, faults := guestlist.Parse([]byte("email,name\n"+strings.Repeat("a,b,c\n", 3000)), guestlist.Mapping{})
	if faults.Total != 3000 || len(faults.List) != guestlist.MaxFaults {
		t.Errorf("%d faults, %d told", faults.Total, len(faults.List))
	}
}

func FuzzParse(f *testing.F) {
	f.Add("email,name,guests\na@example.org,A,\"B;C\"\n")
	f.Add("user_id;tier\r\n\"x\"\"y\";VIP\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines, _, faults := guestlist.Parse([]byte(text), guestlist.Mapping{})
		if len(lines) == 0 && faults.Total == 0 || len(faults.List) > faults.Total || len(lines) > guestlist.MaxLines {
			t.Fatalf("%d lines, %d of %d faults", len(lines), len(faults.List), faults.Total)
		}
		for i := range lines {
			if i > 0 && lines[i].No <= lines[i-1].No {
				t.Fatal("lines out of order")
			}
			if slices.Contains(lines[i].Guests(), "") {
				t.Fatal("a guest without a name")
			}
		}
	})
}
