package localetest

import (
	"fmt"
	"slices"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// recorder takes what a check complains about.
type recorder struct {
	testing.TB
	said []string
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

type texts struct {
	tag    string
	hello  string
	empty  string
	places locale.Counted
	body   []string
	days   [2]string
	states map[string]string
}

// TestCompare finds each kind of what a language can lack.
func TestCompare(t *testing.T) {
	t.Parallel()
	english := func() texts {
		return texts{
			tag: "en", hello: "Hello {name}", empty: "", places: locale.Counted{plural.One: "1 place", plural.Other: "{n} places"},
			body: []string{"{a} and", "{b}"}, days: [2]string{"Sunday", "Monday"}, states: map[string]string{"on": "On"},
		}
	}
	for want, change := range map[string]func(*texts){
		"":                                     func(*texts) {},
		"pl hello is empty":                    func(x *texts) { x.hello = "" },
		"pl hello has [{n}], English [{name}]": func(x *texts) { x.hello = "Cześć {n}" },
		"pl places lacks the plural form 4":    func(x *texts) { delete(x.places, plural.Few) },
		"pl body has 0 paragraphs, English 2":  func(x *texts) { x.body = nil },
		"pl days is empty":                     func(x *texts) { x.days[1] = "" },
		"pl states lacks on":                   func(x *texts) { x.states = map[string]string{"off": "Nie"} },
	} {
		polish := english()
		polish.tag, polish.places = "pl", locale.Counted{plural.One: "1 miejsce", plural.Few: "{n} miejsca", plural.Many: "{n} miejsc", plural.Other: "{n} miejsca"}
		change(&polish)
		r := &recorder{TB: t}
		Check{Tag: language.Polish, Other: []string{"tag"}, Blank: true}.Compare(r, english(), polish)
		if want == "" && len(r.said) > 0 || want != "" && !slices.Contains(r.said, want) {
			t.Errorf("want %q, it says %q", want, r.said)
		}
	}
	r := &recorder{TB: t}
	if (Check{Tag: language.English, Other: []string{"tag"}}).Compare(r, english(), english()); !slices.Equal(r.said, []string{"en empty is empty"}) {
		t.Errorf("where nothing may be blank: %q", r.said)
	}
}
