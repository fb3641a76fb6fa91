package locale

import (
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]string{
		"": "en", "de": "de", "de-AT, en;q=0.8": "de", "pt-BR": "pt", "zh-CN, tr;q=0.5": "tr", "ar-EG": "ar", "zh": "en", "nonsense;;": "en",
		"fr;q=0.1, sv;q=0.9": "sv", "*": "en",
	} {
		if got := Tags[Match(accept)].String(); got != want {
			t.Errorf("Match(%q) is %s, want %s", accept, got, want)
		}
	}
	for name, want := range map[string]string{"": "en", "pl_PL": "pl", "cs": "cs", "xx": "en", "es-MX": "es", "!": "en", "de-CH-1996": "de"} {
		if got := Tags[Of(name)].String(); got != want {
			t.Errorf("Of(%q) is %s, want %s", name, got, want)
		}
	}
}

func TestCounted(t *testing.T) {
	t.Parallel()
	tickets := Counted{plural.One: "1 bilet", plural.Few: "{n} bilety", plural.Many: "{n} biletów", plural.Other: "{n} biletu"}
	for n, want := range map[int64]string{0: "0 biletów", 1: "1 bilet", 2: "2 bilety", 5: "5 biletów", 12: "12 biletów", 22: "22 bilety", 10_000_001: "10000001 biletów"} {
		if got := tickets.In(language.Polish, n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := (Counted{plural.Other: "{n} places"}).In(language.Arabic, 2); got != "2 places" {
		t.Errorf("a form that is missing: %q", got)
	}
	if got := len(Forms(language.Arabic)); got != 6 {
		t.Errorf("Arabic has %d forms", got)
	}
	if got := len(Forms(language.French)); got != 2 {
		t.Errorf("French has %d forms of small numbers", got)
	}
}

func TestDir(t *testing.T) {
	t.Parallel()
	for _, tag := range Tags {
		want := "ltr"
		if tag == language.Arabic {
			want = "rtl"
		}
		if got := Dir(tag); got != want {
			t.Errorf("%s is written %s", tag, got)
		}
	}
}
