package transfer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Suggestion is an order that a transaction may be for.
type Suggestion struct {
	Order
	// Distance is how many letters of its reference the payer would have got wrong; more than
	// maxWrong: the payer did not write it.
	Distance   int
	SameAmount bool
	SimilarName
}

// SimilarName is how many of the words of two names are the same.
type SimilarName int

const (
	maxWrong = 5 // letters of a reference
	// maxSuggestions is how many are returned.
	maxSuggestions = 5
	// maxScanned bounds the text in which a reference is looked for.
	maxScanned = 200
)

// ByReference reports whether the payer wrote the reference, with a few letters wrong.
func (s *Suggestion) ByReference() bool { return s.Distance <= maxWrong }

// Suggest returns the orders that a transaction is likeliest for, the likeliest first: whose
// reference is nearly in its text, or whose buyer has the payer's name or the amount due.
func Suggest(t *bankfile.Transaction, orders []Order) []Suggestion {
	text := inventory.ReferenceText(t.Text + " " + t.EndToEnd)
	if len(text) > maxScanned {
		text = text[:maxScanned]
	}
	payer := words(t.Payer)
	var list []Suggestion
	for i := range orders {
		o := &orders[i]
		if o.Currency != t.Currency {
			continue
		}
		s := Suggestion{Order: *o, Distance: nearest(text, cmp.Or(o.Reference, inventory.PlainReference(o.ID))), SameAmount: t.Amount == o.Due()}
		for word := range words(o.Name) {
			if payer[word] {
				s.SimilarName++
			}
		}
		if s.ByReference() || s.SameAmount || s.SimilarName > 0 {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b Suggestion) int { return cmp.Or(b.weight()-a.weight(), cmp.Compare(a.ID, b.ID)) })
	return list[:min(len(list), maxSuggestions)]
}

func (s *Suggestion) weight() int {
	const reference, name, amount = 20, 5, 6
	n := int(s.SimilarName) * name
	if s.ByReference() {
		n += reference * (maxWrong + 1 - s.Distance)
	}
	if s.SameAmount {
		n += amount
	}
	return n
}

// words are the words of a name, without accents that many write as two letters.
func words(name string) map[string]bool {
	name = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss").Replace(strings.ToLower(name))
	found := map[string]bool{}
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 1 {
			found[w] = true
		}
	}
	return found
}

// nearest is the smallest edit distance between a word and any part of a text: Sellers'
// algorithm, which begins with 0 at every place of the text.
func nearest(text, word string) int {
	row := make([]int, len(word)+1)
	for j := range row {
		row[j] = j
	}
	best := row[len(word)]
	for i := range len(text) {
		before := row[0] // of the row above, one to the left
		row[0] = 0
		for j := 1; j <= len(word); j++ {
			change := before
			if text[i] != word[j-1] {
				change++
			}
			before = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
		}
		best = min(best, row[len(word)])
	}
	return best
}
