package discovery

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxAsked is how many words of a text are searched for.
	maxAsked = 12
	// minPrefix is how many letters the beginning of a word has that stands for the
	// word; the last word of a text, which may not be finished, needs fewer.
	minPrefix, minLastPrefix = 3, 2
)

// smallWords say nothing of what is searched for: an event need not have them. They
// are searched for when there is nothing else.
var smallWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`the a an of in at on and for to with
		der die das den dem des im am in und zu zum zur von vom mit fur auf bei
		el la los las del en y con para le les du et aux avec pour dans
		il lo gli di da della e con per een het van op met voor o os do dos em no na um uma
		och i pa med ve ile`) {
		m[w] = true
	}
	return m
}()

// want is a word that is searched for.
type want struct {
	word
	prefix bool     // words that begin with it are found
	forms  []string // the word and its stems
	// heads are the stems that compounds may begin with: "Weihnachtsmarkt" has the one
	// of "Weihnachten".
	heads []string
	run   []string // of a script without spaces: pairs that follow each other
	// parts, when it is no word that anybody has: of a compound.
	parts []want
}

func wantOf(w word, last bool) want {
	out := want{word: w}
	if w.spaceless {
		out.run = pairs(w.bare)
		out.prefix = len(out.run) == 1 && utf8.RuneCountInString(w.bare) == 1
		return out
	}
	letters := utf8.RuneCountInString(w.bare)
	out.prefix = letters >= minPrefix || last && letters >= minLastPrefix
	out.forms = append([]string{w.bare}, stems(&w, languages)...)
	if out.prefix {
		out.heads = slices.DeleteFunc(stems(&w, compounding), func(s string) bool {
			return utf8.RuneCountInString(s) < minStemHead || strings.HasPrefix(s, w.bare) || w.bare == s+"er"
		})
	}
	return out
}

// minStemHead is how many letters a stem has that a compound begins with. Shorter ones
// begin words that have nothing to do with it, and so do those of words in -er, which
// stay whole in a compound: "singer" is in no "Singapore", and "Kinder" in "Kinderoper".
const minStemHead = 4

// compounding is German: the stems of other languages that write compounds as one word
// begin words of English too.
var compounding = slices.DeleteFunc(slices.Clone(languages), func(l language) bool { return l.code != "de" })

// wantsOf are the words that a text asks for.
func wantsOf(text string) []want {
	list := wordsOf(text, maxAsked)
	if slices.ContainsFunc(list, func(w word) bool { return !smallWords[w.bare] }) {
		list = slices.DeleteFunc(list, func(w word) bool { return smallWords[w.bare] })
	}
	wants := make([]want, len(list))
	for i := range list {
		wants[i] = wantOf(list[i], i == len(list)-1)
	}
	return wants
}

// quoted is a string of FTS5. A token has letters, digits and marks only.
func quoted(token string) string { return `"` + strings.ReplaceAll(token, `"`, `""`) + `"` }

// expression is what finds the events that have the word, in the language of FTS5.
func (w *want) expression() string {
	if len(w.parts) > 0 {
		parts := make([]string, len(w.parts))
		for i := range w.parts {
			parts[i] = w.parts[i].expression()
		}
		return "(" + strings.Join(parts, " AND ") + ")"
	}
	star := ""
	if w.prefix {
		star = " *"
	}
	if w.spaceless {
		return `{title place host} : ` + quoted(strings.Join(w.run, " ")) + star
	}
	var exact, ends []string
	for _, f := range w.forms {
		exact = append(exact, quoted(f))
		if utf8.RuneCountInString(f) >= minTail {
			ends = append(ends, quoted(backwards(f))+" *")
		}
	}
	or := []string{`{title place host stems others} : (` + strings.Join(exact, " OR ") + `)`}
	if w.prefix {
		or = append(or, `{title place host} : `+quoted(w.bare)+star)
	}
	for _, h := range w.heads {
		or = append(or, `({title place} : `+quoted(h)+` * AND facets : `+quoted(facetCompounds)+`)`)
	}
	if len(ends) > 0 {
		or = append(or, `tails : (`+strings.Join(ends, " OR ")+`)`)
	}
	return "(" + strings.Join(or, " OR ") + ")"
}

// expressionOf finds the events that have all words, all facets, and one of each list of
// others.
func expressionOf(wants []want, facets []string, anyOf ...[]string) string {
	var and []string
	for i := range wants {
		and = append(and, wants[i].expression())
	}
	for _, f := range facets {
		and = append(and, `facets : `+quoted(f))
	}
	for _, some := range anyOf {
		or := make([]string, len(some))
		for i, f := range some {
			or[i] = quoted(f)
		}
		and = append(and, `facets : (`+strings.Join(or, " OR ")+`)`)
	}
	if len(and) == 0 {
		return `facets : ` + quoted(facetAll)
	}
	return strings.Join(and, " AND ")
}

// found reports whether any event has the word.
func (w *want) found(ctx context.Context, tx *sql.Tx) (bool, error) {
	var one int
	err := tx.QueryRowContext(ctx, "select 1 from found where found match ? limit 1", w.expression()).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// mended looks at the words that no event has: those that are compounds of words that
// events have are searched for in parts, and for others, what was probably meant. It
// returns the text with what was meant; "" when every word stays.
func mended(ctx context.Context, tx *sql.Tx, wants []want) (instead string, err error) {
	shown := make([]string, len(wants))
	changed := false
	for i := range wants {
		w := &wants[i]
		shown[i] = w.lower
		has, err := w.found(ctx, tx)
		if err != nil {
			return "", err
		}
		if has {
			continue
		}
		if w.parts, err = partsOf(ctx, tx, w); err != nil {
			return "", err
		}
		if len(w.parts) > 0 {
			continue
		}
		other, err := meant(ctx, tx, &w.word)
		if err != nil {
			return "", err
		}
		if other == "" {
			continue
		}
		shown[i], changed = other, true
		if list := wordsOf(other, 1); len(list) == 1 {
			*w = wantOf(list[0], i == len(wants)-1)
		}
	}
	if !changed {
		return "", nil
	}
	return strings.Join(shown, " "), nil
}

// links stand between the parts of a compound.
var links = []string{"", "s", "n", "es", "en", "er", "e"}

// minPart is how many letters a part of a compound has at least.
const minPart = 3

// partsOf are two words that events have and that a word is put together of, those
// whose shorter one is longest; none when there are no such two.
func partsOf(ctx context.Context, tx *sql.Tx, w *want) ([]want, error) {
	chars := []rune(w.lower)
	if w.spaceless || len(chars) < minPart+minTail {
		return nil, nil
	}
	known := map[string]bool{}
	has := func(part want) (bool, error) {
		for _, f := range part.forms {
			in, ok := known[f]
			if !ok {
				var one int
				err := tx.QueryRowContext(ctx, "select 1 from vocabulary where term = ?", f).Scan(&one)
				if err != nil && !errors.Is(err, sql.ErrNoRows) {
					return false, err
				}
				in = err == nil
				known[f] = in
			}
			if in {
				return true, nil
			}
		}
		return false, nil
	}
	part := func(s string) want {
		return wantOf(word{lower: s, bare: fold(s)}, false)
	}
	var best []want
	longest := 0
	for at := minPart; at+minTail <= len(chars); at++ {
		tail := part(string(chars[at:]))
		if ok, err := has(tail); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		for _, link := range links {
			first, cut := strings.CutSuffix(string(chars[:at]), link)
			size := min(utf8.RuneCountInString(first), len(chars)-at)
			if !cut || size < minPart || size <= longest {
				continue
			}
			head := part(first)
			ok, err := has(head)
			if err != nil {
				return nil, err
			}
			if ok {
				best, longest = []want{head, tail}, size
			}
		}
	}
	return best, nil
}
