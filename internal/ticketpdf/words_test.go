package ticketpdf

import (
	"slices"
	"testing"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

// TestLanguagesAreComplete: each language of guests has all words of tickets.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	var printed []language.Tag
	for _, w := range dictionaries {
		printed = append(printed, w.tag)
		localetest.Check{Tag: w.tag, Other: []string{"tag"}}.Compare(t, *english, *w)
	}
	if !slices.Equal(printed, locale.Tags) {
		t.Errorf("tickets are printed in %v, want %v", printed, locale.Tags)
	}
}
