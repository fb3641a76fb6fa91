// Package ngram finds which of many short texts may hold a word, wherever in
// them it stands: "mül" in "Ada Müller". It cuts texts into runs of one, two and
// three characters, and keeps, for each run, the numbers of the texts that it
// occurs in.
//
// It is pure: package store keeps the runs in a table, and packages audience and
// admission look closely at each text that it finds. It never misses a text, and
// may name one that does not hold the word.
package ngram

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// longest is how many characters the longest run has. Three tell names well apart;
// the shorter runs are for words that have no more, as names of many scripts do.
const longest = 3

// Fold brings texts that mean the same to one form: without case, width and
// accents, in every script.
func Fold(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return foldAny(text)
		}
	}
	return strings.ToLower(text)
}

func foldAny(text string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
	return cases.Fold().String(bare)
}

// Add adds the runs of a folded text to a set. None reaches over a space.
func Add(set map[string]struct{}, text string) {
	for word := range strings.FieldsSeq(text) {
		var at [longest]int // where the last characters began, the latest first
		n := 0
		for i, r := range word {
			copy(at[1:], at[:])
			at[0] = i
			n++
			end := i + utf8.RuneLen(r)
			if r == utf8.RuneError {
				_, size := utf8.DecodeRuneInString(word[i:])
				end = i + size
			}
			for size := 1; size <= min(n, longest); size++ {
				set[word[at[size-1]:end]] = struct{}{}
			}
		}
	}
}

// maxRuns bounds the runs that are looked for: more of them tell no more.
const maxRuns = 8

// Runs are the runs that a text has which holds all of these folded words, the
// longest words first; none: every text may hold them.
func Runs(words []string) []string {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	var runs []string
	for _, word := range words {
		chars := []rune(word)
		size := min(len(chars), longest)
		if size == 0 {
			continue
		}
		// Those that share no character first: they say the most.
		for first := range size {
			for i := first; i+size <= len(chars); i += size {
				if run := string(chars[i : i+size]); !slices.Contains(runs, run) {
					runs = append(runs, run)
				}
				if len(runs) == maxRuns {
					return runs
				}
			}
		}
	}
	return runs
}
