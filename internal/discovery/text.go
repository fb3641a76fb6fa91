package discovery

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/holdfast-events/holdfast/internal/ngram"
)

// word is a run of letters, digits and marks of a text.
type word struct {
	lower string // as it was written, in lower case
	bare  string // without case, width and accents
	// spaceless: the script puts no spaces between words, so that this is a run of many.
	spaceless bool
}

// spacelessScripts are those that put no spaces between words. Korean does.
var spacelessScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// isSpaceless reports whether r is of such a script. The mark that lengthens a vowel
// of Katakana is common to several scripts, and none to Unicode.
func isSpaceless(r rune) bool {
	return r == 'ー' || r >= 0x0e00 && unicode.In(r, spacelessScripts...)
}

// plainLetters are letters that have no accent to Unicode, but do to people who type them.
var plainLetters = strings.NewReplacer(
	"ł", "l", "ø", "o", "đ", "d", "ð", "d", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th", "ħ", "h",
)

// fold brings words that are typed alike to one form.
func fold(text string) string { return plainLetters.Replace(ngram.Fold(text)) }

// wordsOf cuts a text into words, at most the given number of them.
func wordsOf(text string, most int) []word {
	var list []word
	text = strings.ToLower(norm.NFC.String(text))
	for len(text) > 0 && len(list) < most {
		first, size := utf8.DecodeRuneInString(text)
		if !inWord(first) {
			text = text[size:]
			continue
		}
		spaceless := isSpaceless(first)
		end := strings.IndexFunc(text, func(r rune) bool {
			return !inWord(r) || !unicode.Is(unicode.M, r) && isSpaceless(r) != spaceless
		})
		if end < 0 {
			end = len(text)
		}
		if bare := fold(text[:end]); bare != "" {
			list = append(list, word{text[:end], bare, spaceless})
		}
		text = text[end:]
	}
	return list
}

func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// pairs cuts a run of a script without spaces into its pairs of characters; one
// character is itself. "王伟力" is 王伟 and 伟力.
func pairs(run string) []string {
	chars := []rune(run)
	if len(chars) < 2 {
		return []string{run}
	}
	list := make([]string, 0, len(chars))
	for i := range len(chars) - 1 {
		list = append(list, string(chars[i:i+2]))
	}
	return list
}

// tokens are the words of a field as they are stored: a run without spaces as its
// pairs and its last character, so that each character begins a token.
func tokens(list []word) []string {
	var out []string
	for i := range list {
		w := &list[i]
		if !w.spaceless {
			out = append(out, w.bare)
			continue
		}
		out = append(out, pairs(w.bare)...)
		if last, size := utf8.DecodeLastRuneInString(w.bare); size < len(w.bare) {
			out = append(out, string(last))
		}
	}
	return out
}
