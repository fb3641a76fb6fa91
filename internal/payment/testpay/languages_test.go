package testpay

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

// TestLanguagesAreComplete: the page has all words in each language of guests.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	if len(languages) != len(locale.Tags) {
		t.Fatalf("%d dictionaries for %d languages", len(languages), len(locale.Tags))
	}
	for i := range languages {
		w := &languages[i]
		if w.Tag != locale.Tags[i].String() {
			t.Errorf("dictionary %d is %s, language %s", i, w.Tag, locale.Tags[i])
		}
		localetest.Check{Tag: locale.Tags[i], Other: []string{"Tag"}}.Compare(t, english, *w)
	}
}
