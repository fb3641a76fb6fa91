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
func (p *speller) add(bare, shown string) {
	letters := utf8.RuneCountInString(bare)
	if letters < minCorrected-1 || p.known[bare] { // only writers call it
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[bare] = true
	n := uint32(len(p.words)) //nolint:gosec // the memory ends before
	p.words = append(p.words, candidate{bare: bare, shown: shown, letters: letters})
	for _, t := range trigramsOf(bare) {
		p.trigrams[t] = append(p.trigrams[t], n)
	}
}

// tally counts what the words of a speller have in common with one.
type tally struct {
	shared []uint16 // trigrams, by word
	seen   []uint32 // words that have any
}

var tallies = sync.Pool{New: func() any { return new(tally) }}

// like returns the words that differ from one in so many letters at most, of those that have
// most trigrams in common with it.
func (p *speller) like(bare string, may int) (near []candidate) {
	chars := []rune(bare)
	grams := trigramsOf(bare)
	p.mu.RLock()
	defer p.mu.RUnlock()
	t := tallies.Get().(*tally)
	defer tallies.Put(t)
	if len(t.shared) < len(p.words) {
		t.shared = make([]uint16, len(p.words)+len(p.words)/8)
	}
	t.seen = t.seen[:0]
	for _, g := range grams {
		for _, n := range p.trigrams[g] {
			if t.shared[n]++; t.shared[n] == 1 {
				t.seen = append(t.seen, n)
			}
		}
	}
	// An error changes four of them at most: two letters that are exchanged.
	least := uint16(max(1, len(grams)-4*may)) //nolint:gosec // of a word
	type shares struct {
		n      uint32
		shared uint16
	}
	var list []shares
	for _, n := range t.seen {
		if by := p.words[n].letters - len(chars); by <= may && -by <= may && t.shared[n] >= least {
			list = append(list, shares{n, t.shared[n]})
		}
		t.shared[n] = 0
	}
	slices.SortFunc(list, func(a, b shares) int {
		return cmp.Or(cmp.Compare(b.shared, a.shared), strings.Compare(p.words[a.n].bare, p.words[b.n].bare))
	})
	var d distances
	for _, s := range list[:min(len(list), maxCandidates)] {
		c := p.words[s.n]
		if c.errors = d.between(chars, []rune(c.bare)); c.errors <= may {
			near = append(near, c)
		}
	}
	return near
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
type distances struct{ before, last, row []int }

// between counts the letters to insert, leave out, change, or exchange with their
// neighbour, none of them twice (Damerau and Levenshtein, optimal string alignment).
func (d *distances) between(a, b []rune) int {
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
		row[0] = i + 1
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
