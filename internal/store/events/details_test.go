package events

import (
	"reflect"
	"testing"
)

// asWritten are the texts of an event that are the same in every language, and why.
var asWritten = map[string]string{
	"Coordinates":       "figures",
	"Category":          "of a closed list, which every page has words for",
	"Language":          "a code",
	"MainLanguage":      "a code",
	"OnlineURL":         "an address",
	"BusinessOwesTaxIn": "a code",
	"CoverPicture":      "an ID",
}

// TestEveryTextIsTranslated finds a text that somebody added to the details and that stays as it was
// written on pages in other languages: it is a Word, by the name of its column, or stands in asWritten.
func TestEveryTextIsTranslated(t *testing.T) {
	t.Parallel()
	var d Details
	words := map[string]*string{}
	for _, w := range d.words() {
		words[w.Field] = w.Text
		if w.Most == 0 {
			t.Errorf("%s can have no characters", w.Field)
		}
	}
	v := reflect.ValueOf(&d).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Field(i).Kind() != reflect.String {
			continue
		}
		text, can := words[columnOf(name)]
		switch {
		case can && text != v.Field(i).Addr().Interface():
			t.Errorf("the word %s is not %s", columnOf(name), name)
		case can == (asWritten[name] != ""):
			t.Errorf("%s: that it is a word is %t; in asWritten stands %q", name, can, asWritten[name])
		}
	}
}
