package message

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

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
		localetest.Check{
			Tag: d.tag, Blank: true,
			Other: []string{"tag", "date", "shortDate", "euroFirst", "clockTail", "point", "thousands", "between"},
		}.Compare(t, *english, *d)
	}
}
