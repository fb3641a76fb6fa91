// Package localetest compares the texts of a language with the English ones.
package localetest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// A Check compares the texts of a language, of any type, with the English ones: each is
// there, with the same placeholders and all plural forms of the language.
type Check struct {
	Tag language.Tag
	// Other are names of fields that differ between languages, such as layouts of dates.
	Other []string
	// Blank says that a text may be left empty where the English one is. Else none may.
	Blank bool
}

var braced = regexp.MustCompile(`\{[a-z_]+\}`)

// Compare reports what a language lacks.
func (c Check) Compare(t testing.TB, english, texts any) {
	t.Helper()
	c.values(t, c.Tag.String(), reflect.ValueOf(english), reflect.ValueOf(texts))
}

func (c Check) values(t testing.TB, what string, a, b reflect.Value) {
	t.Helper()
	switch {
	case a.Type() == reflect.TypeFor[locale.Counted]():
		c.counted(t, what, b)
	case a.Kind() == reflect.String:
		if b.String() == "" && (a.String() != "" || !c.Blank) {
			t.Errorf("%s is empty", what)
		}
		if x, y := placeholders(a.String()), placeholders(b.String()); !slices.Equal(x, y) {
			t.Errorf("%s has %v, English %v", what, y, x)
		}
	case a.Kind() == reflect.Struct:
		for i := range a.NumField() {
			if name := a.Type().Field(i).Name; !slices.Contains(c.Other, name) {
				c.values(t, what+" "+name, a.Field(i), b.Field(i))
			}
		}
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			c.values(t, what, a.Index(i), b.Index(i))
		}
	case a.Kind() == reflect.Slice:
		paragraphs(t, what, a, b)
	case a.Kind() == reflect.Map:
		if a.Len() != b.Len() {
			t.Errorf("%s has %d texts, English %d", what, b.Len(), a.Len())
		}
		for _, k := range a.MapKeys() {
			if v := b.MapIndex(k); v.IsValid() {
				c.values(t, fmt.Sprint(what, " ", k), a.MapIndex(k), v)
			} else {
				t.Errorf("%s lacks %v", what, k)
			}
		}
	}
}

// counted checks the plural forms: all that the language has, and the one for what is left.
func (c Check) counted(t testing.TB, what string, texts reflect.Value) {
	t.Helper()
	has := map[plural.Form]bool{}
	for _, k := range texts.MapKeys() {
		has[plural.Form(k.Uint())] = texts.MapIndex(k).String() != ""
	}
	for _, f := range append(locale.Forms(c.Tag), plural.Other) {
		if !has[f] {
			t.Errorf("%s lacks the plural form %v", what, f)
		}
	}
}

// paragraphs compares lists of paragraphs, which a language may divide as it likes.
func paragraphs(t testing.TB, what string, a, b reflect.Value) {
	t.Helper()
	if (a.Len() == 0) != (b.Len() == 0) {
		t.Errorf("%s has %d paragraphs, English %d", what, b.Len(), a.Len())
	}
	if x, y := placeholders(joined(a)), placeholders(joined(b)); !slices.Equal(slices.Compact(x), slices.Compact(y)) {
		t.Errorf("%s has %v, English %v", what, y, x)
	}
}

func joined(list reflect.Value) string {
	all := ""
	for i := range list.Len() {
		all += list.Index(i).String() + "\n"
	}
	return all
}

func placeholders(s string) []string {
	found := braced.FindAllString(s, -1)
	slices.Sort(found)
	return found
}
