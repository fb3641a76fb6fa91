package discovery

import (
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
	ends   []ending // of compounds that end with one of these
	// heads are the stems that compounds may begin with: "Weihnachtsmarkt" has the one
	// of "Weihnachten".
	heads []string
	run   []string // of a script without spaces: pairs that follow each other
	// parts, when it is not a word that anybody has: of a compound.
	parts []want
}

// ending is the end of a compound.
type ending struct{ form, backwards string }

func wantOf(w word, last bool) want {
	out := want{word: w}
	if w.spaceless {
		out.run = pairs(w.bare)
		out.prefix = len(out.run) == 1 && utf8.RuneCountInString(w.bare) == 1
		return out
	}
	letters := utf8.RuneCountInString(w.bare)
	out.prefix = letters >= minPrefix || last && letters >= minLastPrefix
	out.forms = append([]string{w.bare}, askedForms.stems(&w, languages)...)
	for _, f := range out.forms {
		if utf8.RuneCountInString(f) >= minTail {
			out.ends = append(out.ends, ending{f, backwards(f)})
		}
	}
	if out.prefix {
		out.heads = slices.DeleteFunc(slices.Clone(askedForms.stems(&w, compounding)), func(s string) bool {
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

// node is what the events have that have the word.
func (w *want) node(d *dictionary) node {
	if len(w.parts) > 0 {
		n := node{op: opAll}
		for i := range w.parts {
			n.of = append(n.of, w.parts[i].node(d))
		}
		return n
	}
	if w.spaceless {
		n := node{op: opAll}
		for i, pair := range w.run {
			if w.prefix && i == len(w.run)-1 {
				n.of = append(n.of, node{op: opAny, of: []node{prefix(kindText, pair), prefix(kindHost, pair)}})
				continue
			}
			n.of = append(n.of, node{op: opAny, of: slices.Concat(d.anyTerm(kindText, []string{pair}).of, d.anyTerm(kindHost, []string{pair}).of)})
		}
		return n
	}
	n := node{op: opAny}
	for _, k := range []kind{kindText, kindHost, kindStem} {
		n.of = append(n.of, d.anyTerm(k, w.forms).of...)
	}
	if w.prefix {
		n.of = append(n.of, prefix(kindText, w.bare), prefix(kindHost, w.bare))
	}
	if compounds, ok := d.term(kindFacet, facetCompounds); ok {
		for _, h := range w.heads {
			n.of = append(n.of, node{op: opAll, of: []node{prefix(kindText, h), compounds}})
		}
	}
	for _, e := range w.ends {
		n.of = append(n.of, prefix(kindTail, e.backwards))
	}
	return n
}

// inOrder returns what reports whether the pairs of a word without spaces follow each other in
// a field of an event. It compares the numbers of terms: a walk asks of each event that has the
// pairs, and their texts cost ten times as much.
func (w *want) inOrder(d *dictionary) func(g *segment, i int) bool {
	var run [kinds][]uint32 // none: no event has all pairs as terms of the kind
	for _, k := range []kind{kindText, kindHost} {
		if terms := d.anyTerm(k, w.run).of; len(terms) == len(w.run) {
			for i := range terms {
				run[k] = append(run[k], terms[i].id)
			}
		}
	}
	return func(g *segment, i int) bool {
		for _, f := range []int{inTitle, inPlace, inHost, inPerformers, inTags} {
			if of := run[kindOf[f]]; len(of) > 0 && holds(g.field(i, f), of) {
				return true
			}
		}
		return false
	}
}

// holds reports whether terms stand one after the other in a list.
func holds(list, run []uint32) bool {
	for at := 0; at+len(run) <= len(list); at++ {
		if slices.Equal(list[at:at+len(run)], run) {
			return true
		}
	}
	return false
}

// prune leaves out the forms that no event has.
func (w *want) prune(d *dictionary) {
	w.forms = slices.DeleteFunc(w.forms, func(form string) bool {
		return form != w.bare && !slices.ContainsFunc([]kind{kindText, kindHost, kindStem}, func(k kind) bool {
			_, ok := d.lookup(k, form)
			return ok
		})
	})
	for i := range w.parts {
		w.parts[i].prune(d)
	}
}

// textsOf appends the texts of terms to a list.
func textsOf(t terms, ids []uint32, list []string) []string {
	for _, id := range ids {
		list = append(list, t.texts[id])
	}
	return list
}

// needsOrder reports whether what has the node may not have the word.
func (w *want) needsOrder() bool { return w.spaceless && len(w.run) > 1 }

// has reports whether any event has the word.
func (s *search) has(w *want) bool {
	n := w.node(s.dictionary)
	var fits func(g *segment, i int) bool
	if w.needsOrder() {
		fits = w.inOrder(s.dictionary)
	}
	return s.anywhere(&n, fits)
}

// mended looks at the words that no event has: those that are compounds of words that
// events have are searched for in parts, and for others, what was probably meant. It
// returns the text with what was meant; "" when every word stays.
func (s *search) mended() (instead string, changed bool) {
	shown := make([]string, len(s.wants))
	another := false
	for i := range s.wants {
		w := &s.wants[i]
		shown[i] = w.lower
		if s.has(w) {
			continue
		}
		if w.parts = s.partsOf(w); len(w.parts) > 0 {
			changed = true
			continue
		}
		other := s.meant(&w.word)
		if other == "" {
			continue
		}
		shown[i], another = other, true
		if list := wordsOf(other, 1); len(list) == 1 {
			*w = wantOf(list[0], i == len(s.wants)-1)
		}
	}
	if !another {
		return "", changed
	}
	return strings.Join(shown, " "), true
}

// links stand between the parts of a compound.
var links = []string{"", "s", "n", "es", "en", "er", "e"}

// minPart is how many letters a part of a compound has at least.
const minPart = 3

// partsOf are two words that events have and that a word is put together of, those
// whose shorter one is longest; none when there are no such two.
func (s *search) partsOf(w *want) []want {
	chars := []rune(w.lower)
	if w.spaceless || len(chars) < minPart+minTail {
		return nil
	}
	known := map[string]bool{}
	has := func(part want) bool {
		for _, f := range part.forms {
			in, ok := known[f]
			if !ok {
				in = s.events(f, 1) > 0
				known[f] = in
			}
			if in {
				return true
			}
		}
		return false
	}
	part := func(s string) want {
		return wantOf(word{lower: s, bare: fold(s)}, false)
	}
	var best []want
	longest := 0
	for at := minPart; at+minTail <= len(chars); at++ {
		tail := part(string(chars[at:]))
		if !has(tail) {
			continue
		}
		for _, link := range links {
			first, cut := strings.CutSuffix(string(chars[:at]), link)
			size := min(utf8.RuneCountInString(first), len(chars)-at)
			if !cut || size < minPart || size <= longest {
				continue
			}
			if head := part(first); has(head) {
				best, longest = []want{head, tail}, size
			}
		}
	}
	return best
}

// events counts the events that have a word or a form of one, up to a bound.
func (s *search) events(text string, most int) (n int) {
	var of []node
	for _, k := range []kind{kindText, kindHost, kindStem} {
		of = append(of, s.dictionary.anyTerm(k, []string{text}).of...)
	}
	if len(of) == 0 {
		return 0
	}
	s.anywhere(&node{op: opAny, of: of}, func(*segment, int) bool {
		n++
		return n >= most
	})
	return n
}
