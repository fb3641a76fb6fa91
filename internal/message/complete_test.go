package message

import (
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/locale"
)

var braced = regexp.MustCompile(`\{[a-z_]+\}`)

// noText are fields that say nothing in some languages.
var noText = []string{"tag", "date", "shortDate", "euroFirst", "clockTail", "point", "thousands", "between"}

// TestLanguagesAreComplete checks that each language of guests has each text, each plural
// form, and the placeholders of the English text.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	if len(dictionaries) != len(locale.Tags) {
		t.Fatalf("%d dictionaries for %d languages", len(dictionaries), len(locale.Tags))
	}
	for i, d := range dictionaries {
		if d.tag != locale.Tags[i] {
			t.Errorf("dictionary %d is %s, language %s", i, d.tag, locale.Tags[i])
		}
		c := comparison{t, d}
		c.fields(d.tag.String(), reflect.ValueOf(*english), reflect.ValueOf(*d))
	}
}

// comparison compares a dictionary with the English one.
type comparison struct {
	t *testing.T
	d *dictionary
}

func (c comparison) fields(what string, a, b reflect.Value) {
	for i := range a.NumField() {
		if name := a.Type().Field(i).Name; !slices.Contains(noText, name) {
			c.values(what+" "+name, a.Field(i), b.Field(i))
		}
	}
}

func (c comparison) values(what string, a, b reflect.Value) {
	c.t.Helper()
	switch {
	case a.Type() == reflect.TypeFor[locale.Counted]():
		c.counted(what, a, b)
	case a.Kind() == reflect.String:
		if a.String() != "" && b.String() == "" {
			c.t.Errorf("%s is empty", what)
		}
		if x, y := placeholdersOf(a.String()), placeholdersOf(b.String()); !slices.Equal(x, y) {
			c.t.Errorf("%s has %v, English %v", what, y, x)
		}
	case a.Kind() == reflect.Struct:
		c.fields(what, a, b)
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			c.values(what, a.Index(i), b.Index(i))
		}
	case a.Kind() == reflect.Slice: // paragraphs, which a language may divide as it likes
		if (a.Len() == 0) != (b.Len() == 0) {
			c.t.Errorf("%s has %d paragraphs, English %d", what, b.Len(), a.Len())
		}
		if x, y := placeholdersOf(joined(a)), placeholdersOf(joined(b)); !slices.Equal(slices.Compact(x), slices.Compact(y)) {
			c.t.Errorf("%s has %v, English %v", what, y, x)
		}
	case a.Kind() == reflect.Map:
		if a.Len() != b.Len() {
			c.t.Errorf("%s has %d texts, English %d", what, b.Len(), a.Len())
		}
		for _, k := range a.MapKeys() {
			if v := b.MapIndex(k); v.IsValid() {
				c.values(what+" "+nameOf(k), a.MapIndex(k), v)
			} else {
				c.t.Errorf("%s lacks %s", what, nameOf(k))
			}
		}
	}
}

// counted checks the plural forms: all that the language has, with {n} or the number
// itself.
func (c comparison) counted(what string, a, b reflect.Value) {
	forms := map[uint64]bool{}
	for _, k := range b.MapKeys() {
		forms[k.Uint()] = b.MapIndex(k).String() != ""
	}
	for _, f := range locale.Forms(c.d.tag) {
		if !forms[uint64(f)] {
			c.t.Errorf("%s lacks the plural form %v", what, f)
		}
	}
	if !forms[0] { // plural.Other
		c.t.Errorf("%s lacks the plural form for all others", what)
	}
}

func nameOf(k reflect.Value) string {
	if k.Kind() == reflect.Struct { // a wordingKey
		return k.Field(0).String() + " " + k.Field(1).String()
	}
	return k.String()
}

func joined(list reflect.Value) string {
	all := ""
	for i := range list.Len() {
		all += list.Index(i).String() + "\n"
	}
	return all
}

func placeholdersOf(s string) []string {
	found := braced.FindAllString(s, -1)
	slices.Sort(found)
	return found
}
