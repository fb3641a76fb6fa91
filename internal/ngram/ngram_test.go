package ngram_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/ngram"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ada MÜLLER": "ada muller", "Straße": "strasse", "Ａｄａ": "ada", "Zoë": "zoe", "Łukasz": "łukasz",
		"王伟": "王伟", "plain@Example.com": "plain@example.com", "": "",
	} {
		if got := ngram.Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestNoTextIsMissed: a text that holds all words has every run that is looked
// for, whatever the words are.
func TestNoTextIsMissed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-cäß王@\n ]{0,30}`).Draw(t, "text")
		set := map[string]struct{}{}
		ngram.Add(set, text)
		var words []string
		for _, field := range strings.Fields(text) {
			chars := []rune(field)
			from := rapid.IntRange(0, len(chars)-1).Draw(t, "from")
			to := rapid.IntRange(from+1, len(chars)).Draw(t, "to")
			words = append(words, string(chars[from:to]))
		}
		runs := ngram.Runs(words)
		if len(words) > 0 && len(runs) == 0 {
			t.Fatalf("%q: nothing is looked for", words)
		}
		for _, run := range runs {
			if _, ok := set[run]; !ok {
				t.Fatalf("%q does not have the run %q of %q", text, run, words)
			}
		}
	})
}

func TestSets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const n = 300
		number := rapid.IntRange(0, n-1)
		a, b := rapid.SliceOfN(number, 0, n).Draw(t, "a"), rapid.SliceOfN(number, 0, 20).Draw(t, "b")
		set := func(list []int) ngram.Set {
			s := ngram.NewSet(n)
			for _, i := range list {
				s.Put(i)
			}
			got, err := ngram.Decode(s.Encode(), n)
			if err != nil || !slices.Equal(got, s) {
				t.Fatalf("%v comes back as %v, %v", s, got, err)
			}
			return got
		}
		both := set(a)
		left := both.Intersect(set(b))
		var got, want []int
		both.Down(func(i int) bool { got = append(got, i); return true })
		for i := n - 1; i >= 0; i-- {
			if slices.Contains(a, i) && slices.Contains(b, i) {
				want = append(want, i)
			}
		}
		if !slices.Equal(got, want) || left != (len(want) > 0) {
			t.Fatalf("both hold %v (%v), want %v", got, left, want)
		}
	})
}

// FuzzDecode sees that bytes which are not a set are an error, and never a number
// that is too high.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("s\x00\x05"))
	f.Add([]byte("b12345678"))
	f.Fuzz(func(t *testing.T, stored []byte) {
		s, err := ngram.Decode(stored, 64)
		if err == nil && len(s) != 1 {
			t.Errorf("%d words", len(s))
		}
	})
}
