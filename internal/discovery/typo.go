package discovery

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	// minCorrected is how many letters a word has at least that may be mistyped.
	minCorrected = 4
	// From manyLetters on two errors are forgiven, below it one.
	manyLetters = 8
	// maxCandidates is how many words are compared with one that nobody has.
	maxCandidates = 400
)

// trigramsOf are the runs of three letters of a word, of which two stand for its
// beginning and its end.
func trigramsOf(word string) []string {
	chars := []rune("^" + word + "$")
	var out []string
	for i := 0; i+3 <= len(chars); i++ {
		if t := string(chars[i : i+3]); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// speller has the words that may be meant. They are never taken out: whether any event has
// one still is asked of the events.
type speller struct {
	mu       sync.RWMutex
	known    map[string]bool
	words    []candidate
	trigrams map[string][]uint32 // words that have one, by their numbers
}

// candidate is a word that may be meant.
type candidate struct {
	bare, shown string
	letters     int
	errors      int // between it and the word that was typed
}

func newSpeller() *speller {
	return &speller{known: map[string]bool{}, trigrams: map[string][]uint32{}}
}

// add keeps a word, and how it is shown, unless it is known.
func (sp *speller) add(bare, shown string) {
	letters := utf8.RuneCountInString(bare)
	if letters < minCorrected-1 || sp.known[bare] { // only writers call it
		return
	}
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.known[bare] = true
	n := uint32(len(sp.words)) //nolint:gosec // the memory ends before
	sp.words = append(sp.words, candidate{bare: bare, shown: shown, letters: letters})
	for _, t := range trigramsOf(bare) {
		sp.trigrams[t] = append(sp.trigrams[t], n)
	}
}

// tally counts what the words of a speller have in common with one.
type tally struct {
	shared []uint16 // trigrams, by word
	seen   []uint32 // words that have any
	some   []shares // those of seen that may be near
	partly []uint32 // of some, those of which not all are compared
	distances
}

// shares is how many trigrams a word has in common with another.
type shares struct{ word, trigrams uint32 }

var tallies = sync.Pool{New: func() any { return new(tally) }}

// like returns the words that differ from one in so many letters at most, of those that have
// most trigrams in common with it.
func (sp *speller) like(bare string, may int) (near []candidate) {
	chars := []rune(bare)
	grams := trigramsOf(bare)
	sp.mu.RLock()
	defer sp.mu.RUnlock()
	t := tallies.Get().(*tally)
	defer tallies.Put(t)
	if len(t.shared) < len(sp.words) {
		t.shared = make([]uint16, len(sp.words)+len(sp.words)/8)
	}
	t.seen = t.seen[:0]
	for _, g := range grams {
		for _, n := range sp.trigrams[g] {
			if t.shared[n]++; t.shared[n] == 1 {
				t.seen = append(t.seen, n)
			}
		}
	}
	// An error changes four of them at most: two letters that are exchanged.
	least := uint16(max(1, len(grams)-4*may)) //nolint:gosec // of a word
	t.some = t.some[:0]
	for _, n := range t.seen {
		if by := sp.words[n].letters - len(chars); by <= may && -by <= may && t.shared[n] >= least {
			t.some = append(t.some, shares{n, uint32(t.shared[n])})
		}
		t.shared[n] = 0
	}
	compare := func(n uint32) {
		c := sp.words[n]
		if c.errors = t.between(chars, c.bare, may); c.errors <= may {
			near = append(near, c)
		}
	}
	cut, room := t.bounded(len(grams))
	t.partly = t.partly[:0]
	for _, s := range t.some {
		switch {
		case s.trigrams > cut:
			compare(s.word)
		case s.trigrams == cut:
			t.partly = append(t.partly, s.word)
		}
	}
	if len(t.partly) > room {
		slices.SortFunc(t.partly, func(a, b uint32) int { return strings.Compare(sp.words[a].bare, sp.words[b].bare) })
		t.partly = t.partly[:room]
	}
	for _, n := range t.partly {
		compare(n)
	}
	return near
}

// bounded returns how many trigrams a word has in common of which not all are compared, and how
// many of these are: all that have more are, at most maxCandidates together. Thousands have one
// or two in common, and to sort them all takes longer than to compare the best. 0: all are
// compared.
func (t *tally) bounded(most int) (cut uint32, room int) {
	have := make([]int, most+1) // words, by how many they have in common
	for _, s := range t.some {
		have[s.trigrams]++
	}
	room = maxCandidates
	for most > 0 && have[most] <= room {
		room -= have[most]
		most--
	}
	return uint32(most), room //nolint:gosec // of a word
}

// manyEvents is how far the events of a word are counted that may be meant.
const manyEvents = 1000

// meant is the word that was probably meant by one that nobody has, as it is shown; ""
// when none is near.
func (s *search) meant(w *word) string {
	letters := utf8.RuneCountInString(w.bare)
	if w.spaceless || letters < minCorrected {
		return ""
	}
	may := 1
	if letters >= manyLetters {
		may = 2
	}
	var best candidate
	fewest, most := may, 0
	for _, c := range s.speller.like(w.bare, may) {
		if c.errors > fewest {
			continue
		}
		has := s.events(c.bare, manyEvents)
		if has == 0 {
			continue
		}
		if best.bare == "" || cmp.Or(cmp.Compare(c.errors, fewest), cmp.Compare(most, has), strings.Compare(c.bare, best.bare)) < 0 {
			best, fewest, most = c, c.errors, has
		}
	}
	return best.shown
}

// distances has room to count in.
type distances struct {
	other             []rune
	before, last, row []int
}

// between counts the letters to insert, leave out, change, or exchange with their
// neighbour, none of them twice (Damerau and Levenshtein, optimal string alignment). It
// stops at more than may of them, and returns may+1.
func (d *distances) between(a []rune, other string, may int) int {
	d.other = d.other[:0]
	for _, r := range other {
		d.other = append(d.other, r)
	}
	b := d.other
	if by := len(a) - len(b); by > may || -by > may {
		return may + 1
	}
	for _, of := range []*[]int{&d.before, &d.last, &d.row} {
		if len(*of) <= len(b) {
			*of = make([]int, 2*len(b)+1)
		}
	}
	before, last, row := d.before, d.last, d.row
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range a {
		// What is farther from the diagonal than may takes more than may.
		low, high := max(0, i-may), min(len(b), i+may+1)
		row[low] = may + 2
		if low == 0 {
			row[0] = i + 1
		}
		fewest := row[low]
		for j := low; j < high; j++ {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			n := min(row[j]+1, last[j]+change)
			if j < i+may { // it was counted in the row before
				n = min(n, last[j+1]+1)
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				n = min(n, before[j-1]+1)
			}
			row[j+1] = n
			fewest = min(fewest, n)
		}
		if fewest > may+1 {
			return may + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], may+1)
}
