package guestlist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/guestlist"
)

// TestColumns: what a header is taken for, by what was said of it and by its words.
func TestColumns(t *testing.T) {
	asked := []guestlist.Asked{{ID: "diet", Label: "What do you eat?"}, {ID: "company", Label: "Your company"}}
	for _, c := range []struct {
		what, header string
		m            guestlist.Mapping
		want         string
	}{
		{"English", "E-mail address,Full name,Plus ones,Ticket type", guestlist.Mapping{}, "email name guests tier"},
		{"German", "Vorname,NACHNAME,E-Mail-Adresse,Gäste,Sprache", guestlist.Mapping{}, "first_name last_name email guests locale"},
		{"one's own name goes first", "Mail,email", guestlist.Mapping{IgnoreUnknown: true}, "- email"},
		{"two guesses", "Mail,E-Mail", guestlist.Mapping{IgnoreUnknown: true}, "email -"},
		{"unknown ones are left out", "email,shoe size", guestlist.Mapping{IgnoreUnknown: true}, "email -"},
		{"what was said counts", "Contact,Name", guestlist.Mapping{Fields: map[string]string{"CONTACT ": "email", "name": ""}}, "email -"},
		{"what was said goes before a name", "email,Contact", guestlist.Mapping{Fields: map[string]string{"contact": "email", "email": ""}}, "- email"},
		{"questions, by name and by words", "email,question:diet,Your company ", guestlist.Mapping{Questions: asked}, "email question:diet question:company"},
		{"a question by what was said", "email,Essen", guestlist.Mapping{Questions: asked, Fields: map[string]string{"essen": "question:diet"}}, "email question:diet"},
		{"a field goes before a question with its name", "email,name,Name", guestlist.Mapping{Questions: []guestlist.Asked{{ID: "n", Label: "Name"}}, IgnoreUnknown: true}, "duplicate"},
		{"a question twice", "email,question:diet,What do you eat?", guestlist.Mapping{Questions: asked, IgnoreUnknown: true}, "email question:diet -"},
		{"a question that nobody asks", "email,question:shoe", guestlist.Mapping{Questions: asked}, "unknown_field"},
		{"unknown", "email,shoe size", guestlist.Mapping{}, "unknown_field"},
		{"not there", "email", guestlist.Mapping{Fields: map[string]string{"phone": ""}}, "missing_column"},
		{"twice", "email,b", guestlist.Mapping{Fields: map[string]string{"b": "email"}}, "duplicate"},
	} {
		_, columns, faults := guestlist.Parse([]byte(c.header+"\n"+strings.Repeat("x,", strings.Count(c.header, ","))+"x\n"), c.m)
		var got []string
		for _, f := range faults.List {
			got = append(got, f.Code)
		}
		for _, column := range columns {
			if len(faults.List) > 0 {
				break
			}
			if column.Field == "" {
				column.Field = "-"
			}
			got = append(got, column.Field)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.what, s, c.want)
		}
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]string{
		"3": "3", " 3 ": "3", "3.0": "3", "3,00": "3", "1,000": "1000", "1.000": "1000", "1,000.0": "1000", "1.000,00": "1000", "1 000": "1000", "1’000": "1000", "0": "0",
		"3.5": "", "": "", "x": "", "-1": "", "1,5": "", "1..0": "", "3.": "", ".5": "", "1e3": "", "Ada": "",
	} {
		n, ok := guestlist.Whole(text)
		if got := fmt.Sprint(n); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %d, %v; want %q", text, n, ok, want)
		}
	}
}
