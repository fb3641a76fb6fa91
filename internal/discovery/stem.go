package discovery

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// language is one whose words have stems.
type language struct {
	code     string // ISO 639-1
	detected whatlanggo.Lang
	stem     func(*snowballstem.Env) bool
	// compounds: it writes "Kinder" and "Konzert" as one word.
	compounds bool
}

var languages = []language{
	{"ar", whatlanggo.Arb, arabic.Stem, false},
	{"de", whatlanggo.Deu, german.Stem, true},
	{"en", whatlanggo.Eng, english.Stem, false},
	{"es", whatlanggo.Spa, spanish.Stem, false},
	{"fr", whatlanggo.Fra, french.Stem, false},
	{"it", whatlanggo.Ita, italian.Stem, false},
	{"nl", whatlanggo.Nld, dutch.Stem, true},
	{"pt", whatlanggo.Por, portuguese.Stem, false},
	{"sv", whatlanggo.Swe, swedish.Stem, true},
	{"tr", whatlanggo.Tur, turkish.Stem, false},
}

// detectFrom is how many bytes of a text tell its language. Titles are shorter: what
// is detected in them is a guess that finds nothing in the right language.
const detectFrom = 120

// languagesOf are the languages that words of a text are stemmed in: the one that it
// is known or seen to be in, or all, when nothing tells.
func languagesOf(known, text string) []language {
	for i := range languages {
		if languages[i].code == known {
			return languages[i : i+1]
		}
	}
	if len(text) < detectFrom {
		return languages
	}
	if found := whatlanggo.Detect(text); found.IsReliable() {
		for i := range languages {
			if languages[i].detected == found.Lang {
				return languages[i : i+1]
			}
		}
	}
	return languages
}

// Lengths that forms of words depend on, in letters.
const (
	minStemmed = 3 // shorter words have no stem
	// A compound has at least minTail letters at its end that are a word, and minHead
	// before, a vowel among them: "Kinder" and "Oper", but no "rock" in "Barock" and no
	// "Wein" in "Schwein".
	minTail, minHead = 4, 3
)

// stems are the stems of a word, in each language, and its transcriptions, without the
// word itself. A word that was typed without its accents has other stems, so those of
// both are taken.
func stems(w *word, in []language) []string {
	var out []string
	add := func(s string) {
		if s != w.bare && s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if w.spaceless || utf8.RuneCountInString(w.bare) < minStemmed {
		return nil
	}
	first, _ := utf8.DecodeRuneInString(w.bare)
	for i := range in {
		if isArabic := unicode.Is(unicode.Arabic, first); isArabic != (in[i].code == "ar") || !isArabic && !unicode.Is(unicode.Latin, first) {
			continue
		}
		add(fold(in[i].stemOf(w.lower)))
		if w.bare != w.lower {
			add(fold(in[i].stemOf(w.bare)))
		}
	}
	if other := fold(transcribed.Replace(w.lower)); other != w.bare {
		add(other)
		for i := range in {
			add(fold(in[i].stemOf(other)))
		}
	}
	return out
}

// formCache has the stems of words: most events have the words of others, and most people look
// for what others looked for.
type formCache struct {
	most  int // words that are kept before all are forgotten
	mu    sync.Mutex
	known map[formKey][]string
}

type formKey struct{ lower, language string }

// knownForms are those of words that events have, and askedForms of words that are searched for,
// apart from each other: whatever strangers type pushes nothing out that the follower needs.
var (
	knownForms = formCache{most: 100_000, known: map[formKey][]string{}}
	askedForms = formCache{most: 4096, known: map[formKey][]string{}}
)

// stems is as the function stems, in one language or all. What it returns is not changed.
func (c *formCache) stems(w *word, in []language) []string {
	key := formKey{lower: w.lower}
	if len(in) == 1 {
		key.language = in[0].code
	}
	c.mu.Lock()
	of, ok := c.known[key]
	c.mu.Unlock()
	if ok {
		return of
	}
	of = stems(w, in)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= c.most {
		clear(c.known)
	}
	key.lower = strings.Clone(key.lower) // not a part of a text that is longer
	c.known[key] = of
	return of
}

// transcribed is how letters are typed where the keyboard does not have them.
var transcribed = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ø", "oe")

func (l *language) stemOf(word string) string {
	env := snowballstem.NewEnv(word)
	l.stem(env)
	return env.Current()
}

// mayCompound reports whether one of the languages writes compounds as one word.
func mayCompound(in []language) bool {
	return slices.ContainsFunc(in, func(l language) bool { return l.compounds })
}

// tails are the forms of a word that may be compound, backwards and without the letters
// that are not words by themselves: the ends of words are then beginnings of tokens, which
// FTS5 finds, and there is always a word before such an end.
func tails(w *word, forms []string, in []language) []string {
	if w.spaceless || !mayCompound(in) {
		return nil
	}
	var out []string
	for _, form := range append([]string{w.bare}, forms...) {
		chars := []rune(form)
		head := max(minHead, slices.IndexFunc(chars, isVowel)+1)
		if len(chars) >= minTail+head {
			out = append(out, backwards(string(chars[head:])))
		}
	}
	return out
}

// isVowel reports whether a letter of a folded word is a vowel of the languages that write
// compounds as one word.
func isVowel(r rune) bool { return strings.ContainsRune("aeiouy", r) }

func backwards(s string) string {
	chars := []rune(s)
	slices.Reverse(chars)
	return string(chars)
}
