package mailkit

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// Limits of the shown length of typed texts, in characters.
const (
	MaxName  = 80
	MaxTitle = 120
)

const (
	isolate    = "\u2068" // first strong isolate
	isolateEnd = "\u2069" // pop directional isolate
	wordJoiner = "\u2060" // invisible, and no mail client makes a link across it
)

// Clean makes typed text fit for one line of text: no control characters, no
// line or paragraph separators, no characters that change the direction of what
// follows, no doubled spaces, at most limit characters. Text in a right-to-left
// script is isolated, so that it does not reorder the sentence around it.
func Clean(s string, limit int) string {
	var b strings.Builder
	n, space, rtl := 0, false, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || r == '\u0085':
			space = b.Len() > 0
			continue
		case r == utf8.RuneError, unicode.IsControl(r), Invisible(r):
			continue
		}
		if n == limit {
			b.WriteRune('…')
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
			n++
		}
		b.WriteRune(r)
		n++
		rtl = rtl || rightToLeft(r)
	}
	if rtl {
		return isolate + b.String() + isolateEnd
	}
	return b.String()
}

// Invisible reports whether r is invisible and not needed to write a word. The joiners
// U+200C and U+200D stay: Persian, Indic scripts and emoji need them.
func Invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' ||
		r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Noncharacter_Code_Point, r)
}

func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

var (
	dotInWord = regexp.MustCompile(`([\pL\pN_-])\.([\pL\pN_-]{2,})`)
	beforeTLD = strings.NewReplacer("://", ":"+wordJoiner+"//", "@", wordJoiner+"@"+wordJoiner)
)

// CleanName is clean for the name of a person. Anybody can register any address under
// any name, so a name must not become a link in the mail: addresses in it are broken up
// invisibly.
func CleanName(s string) string { return Unlinked(Clean(s, MaxName)) }

// Unlinked breaks up the addresses in a text that was typed.
func Unlinked(s string) string {
	s = beforeTLD.Replace(s)
	// Twice, because in "a.bb.cc" the first match consumes what the second needs.
	for range 2 {
		s = dotInWord.ReplaceAllString(s, "${1}."+wordJoiner+"${2}")
	}
	return s
}

// Plain removes the characters that clean and cleanName added, for subjects.
func Plain(s string) string {
	return strings.NewReplacer(isolate, "", isolateEnd, "", wordJoiner, "").Replace(s)
}
