// Package locale knows the languages that guests are spoken to, which of them suits a
// reader, and which form of a text goes with a number.
package locale

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Tags are the languages of everything that guests read. The first serves who speaks none
// of them.
var Tags = []language.Tag{
	language.English, language.German, language.French, language.Spanish, language.Italian, language.Dutch,
	language.Portuguese, language.Polish, language.Czech, language.Swedish, language.Turkish, language.Arabic,
}

// Names are the names of the tags, in their order.
func Names() []string {
	list := make([]string, len(Tags))
	for i, tag := range Tags {
		list[i] = tag.String()
	}
	return list
}

// Spoken reports whether a language is one of Tags, by its name.
func Spoken(name string) bool { return slices.Contains(Names(), name) }

// Name is the name of the language in Tags that suits a tag or the name of a locale best.
func Name(of string) string { return Tags[Of(of)].String() }

var matcher = language.NewMatcher(Tags)

// Match returns the index in Tags of the language that suits an Accept-Language header
// best (RFC 9110, section 12.5.4); 0 when none does.
func Match(accept string) int {
	const longest = 512 // bytes, of any honest header
	if accept == "" || len(accept) > longest {
		return 0
	}
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return 0
	}
	return matched(tags...)
}

// Of returns the index in Tags of the language that suits a tag, or the name of a locale
// such as "pt_BR", best; 0 when none does.
func Of(name string) int {
	tag, err := language.Parse(strings.ReplaceAll(name, "_", "-"))
	if name == "" || err != nil {
		return 0
	}
	return matched(tag)
}

func matched(tags ...language.Tag) int {
	_, i, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return 0
	}
	return i
}

// Dir is how a language is written: "ltr" or "rtl", as the dir attribute of HTML has it.
func Dir(tag language.Tag) string {
	script, _ := tag.Script()
	switch script.String() {
	case "Arab", "Hebr":
		return "rtl"
	}
	return "ltr"
}

// Comma is what stands between the parts of a list.
func Comma(tag language.Tag) string {
	if Dir(tag) == "rtl" {
		return "، "
	}
	return ", "
}

// Counted is a text for each plural form of a number, with {n} in the place of the number.
// Other is always there, and serves the forms that are not.
type Counted map[plural.Form]string

// forms are the names of plural forms in CLDR.
var forms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// UnmarshalJSON reads a text for each form, by the names that CLDR has for them.
func (c *Counted) UnmarshalJSON(b []byte) error {
	var texts map[string]string
	if err := json.Unmarshal(b, &texts); err != nil {
		return fmt.Errorf("locale: reading plural forms: %w", err)
	}
	*c = make(Counted, len(texts))
	for name, text := range texts {
		form, ok := forms[name]
		if !ok {
			return fmt.Errorf("locale: %q is no plural form", name)
		}
		(*c)[form] = text
	}
	return nil
}

// In returns the text of n in a language.
func (c Counted) In(tag language.Tag, n int64) string {
	text, ok := c[FormOf(tag, n)]
	if !ok {
		text = c[plural.Other]
	}
	return strings.ReplaceAll(text, "{n}", strconv.FormatInt(n, 10))
}

// FormOf is the plural form of n by the rules of CLDR, which look at no more than the last
// six digits, and whether there are more.
func FormOf(tag language.Tag, n int64) plural.Form {
	const most = 1_000_000
	if n >= most {
		n = most + n%most
	}
	return plural.Cardinal.MatchPlural(tag, int(n), 0, 0, 0, 0)
}

// Forms are the plural forms that numbers up to 1,000 have in a language.
func Forms(tag language.Tag) []plural.Form {
	var list []plural.Form
	seen := map[plural.Form]bool{}
	for n := range int64(1001) {
		if f := FormOf(tag, n); !seen[f] {
			seen[f] = true
			list = append(list, f)
		}
	}
	return list
}
