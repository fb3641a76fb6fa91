package address_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/address"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Kim@Example.ORG":           "kim@example.org",
		" kim@example.org ":         "kim@example.org",
		"\u212Aim@example.org":      "\u212Aim@example.org", // the Kelvin sign
		"mi\u017Fs@example.org":     "mi\u017Fs@example.org",
		"\u0130stanbul@x.org":       "\u0130stanbul@x.org",
		"ÄDA@example.org":           "Äda@example.org",
		"ada@BÜCHER.example":        "ada@xn--bcher-kva.example",
		"ada@XN--BCHER-KVA.example": "ada@xn--bcher-kva.example",
		"ada@example\u3002org":      "ada@example.org", // an ideographic full stop
		"ada@\uFF45xample.org":      "ada@example.org",
		"ada@a_b.example":           "ada@a_b.example", // no domain: nobody gets mail there
		"+4930123456":               "+4930123456",
		"NoAt":                      "noat",
		"a@b@EXAMPLE.org":           "a@b@example.org",
		"":                          "",
	} {
		got := address.Fold(in)
		if got != want {
			t.Errorf("%q folds to %q, want %q", in, got, want)
		}
		if again := address.Fold(got); again != got {
			t.Errorf("%q folds to %q and then to %q", in, got, again)
		}
	}
}

// No letter beyond ASCII folds to one of ASCII before the @, whatever its case: no two
// mailboxes have one form.
func TestFoldKeepsLettersApart(t *testing.T) {
	t.Parallel()
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !unicode.IsLetter(r) {
			continue
		}
		if folded := address.Fold(string(r) + "im@example.org"); !strings.HasPrefix(folded, string(r)) {
			t.Fatalf("%U folds to %q", r, folded)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]error{
		"kim@example.org":          nil,
		"Kim@EXAMPLE.org":          nil,
		"jürgen@example.org":       nil,
		"иван@почта.рф":            nil,
		"ada@bücher.example":       nil,
		"ada@xn--bcher-kva.de":     nil,
		"\u212Aim@example.org":     address.ErrLookalike,
		"mi\u017Fs@example.org":    address.ErrLookalike,
		"\uFF4Bim@example.org":     address.ErrLookalike, // a wide k
		"\uFB01nn@example.org":     address.ErrLookalike, // a ligature of f and i
		"ju\u0308rgen@example.org": address.ErrLookalike, // ü in two characters
		"ada@xn--a.example":        address.ErrDomain,
		"ada@a_b.example":          address.ErrDomain,
		"ada@-a.ü.example":         address.ErrDomain,
		"ada":                      address.ErrDomain,
		"ada@":                     address.ErrDomain,
	} {
		if err := address.Check(in); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", in, err, want)
		}
	}
}

// What passes the check reaches the mailbox that its form names.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"Kim@Example.org", "\u212Aim@example.org", "ada@BÜCHER.example", "a@b@c.org", "@", "x@xn--a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := address.Fold(s)
		if address.Fold(folded) != folded {
			t.Errorf("%q folds to %q and then to %q", s, folded, address.Fold(folded))
		}
		if address.Check(s) != nil || strings.TrimSpace(s) != s {
			return
		}
		wire, err := address.Wire(s)
		if err != nil || address.Fold(wire) != folded || !strings.EqualFold(wire, folded) {
			t.Errorf("%q goes to %q (%v) and folds to %q", s, wire, err, folded)
		}
	})
}
