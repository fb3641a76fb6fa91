package ticketpdf

import (
	"slices"
	"testing"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

// TestLanguagesAreComplete: each language of guests that is written from left to right has
// all words of tickets.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	var printed []language.Tag
	for _, w := range dictionaries {
		printed = append(printed, w.tag)
		localetest.Check{Tag: w.tag, Other: []string{"tag"}}.Compare(t, *english, *w)
	}
	want := slices.DeleteFunc(slices.Clone(locale.Tags), func(tag language.Tag) bool { return locale.Dir(tag) == "rtl" })
	if !slices.Equal(printed, want) {
		t.Errorf("tickets are printed in %v, want %v", printed, want)
	}
}
