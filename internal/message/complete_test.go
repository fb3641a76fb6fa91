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
		if d.Tag != locale.Tags[i] {
			t.Errorf("dictionary %d is %s, language %s", i, d.Tag, locale.Tags[i])
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *english, *d)
	}
}

// TestWaitingMails checks that each language has what people who wait are told.
func TestWaitingMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if waitingWordings[d] == nil {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *waitingWordings[english], *waitingWordings[d])
	}
}

// TestPassMailsAreComplete checks that each language has what people with a pass are told.
func TestPassMailsAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if passWordings[d] == nil {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *passWordings[english], *passWordings[d])
	}
}
