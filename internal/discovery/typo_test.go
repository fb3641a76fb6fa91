package discovery

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// plainDistance is the distance of two words as its definition has it.
func plainDistance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = rows[i-1][j-1] + 1
			}
			rows[i][j] = min(rows[i][j], rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// TestDistances: up to the bound the distance is that of the definition, and behind it more,
// whatever was compared before in the same room.
func TestDistances(t *testing.T) {
	t.Parallel()
	var d distances
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abcö")), 0, 9, -1)
	rapid.Check(t, func(rt *rapid.T) {
		a, b, may := word.Draw(rt, "a"), word.Draw(rt, "b"), rapid.IntRange(0, 3).Draw(rt, "may")
		want := min(plainDistance([]rune(a), []rune(b)), may+1)
		if got := d.between([]rune(a), b, may); got != want {
			rt.Fatalf("from %q to %q: %d of at most %d, want %d", a, b, got, may, want)
		}
	})
}

// TestLike: the words that may be meant are those near of the maxCandidates that have most in
// common, by the plain formula, with many more that have something in common.
func TestLike(t *testing.T) {
	t.Parallel()
	draws := seed.Draws(t)
	drawn := func() string {
		letters := make([]byte, 4+draws.IntN(6))
		for i := range letters {
			letters[i] = "abcde"[draws.IntN(5)]
		}
		return string(letters)
	}
	p := newSpeller()
	for range 4000 {
		word := drawn()
		p.add(word, word)
	}
	cut := 0
	for range 100 {
		asked, may := drawn(), 1+draws.IntN(2)
		grams := trigramsOf(asked)
		type other struct {
			word   string
			shared int
		}
		var all []other
		for _, c := range p.words {
			shared := 0
			for _, g := range trigramsOf(c.bare) {
				if slices.Contains(grams, g) {
					shared++
				}
			}
			if by := len(c.bare) - len(asked); by <= may && -by <= may && shared >= max(1, len(grams)-4*may) {
				all = append(all, other{c.bare, shared})
			}
		}
		slices.SortFunc(all, func(a, b other) int { return cmp.Or(cmp.Compare(b.shared, a.shared), strings.Compare(a.word, b.word)) })
		if len(all) > maxCandidates {
			all = all[:maxCandidates]
			cut++
		}
		var want, got []string
		for _, o := range all {
			if plainDistance([]rune(asked), []rune(o.word)) <= may {
				want = append(want, o.word)
			}
		}
		for _, c := range p.like(asked, may) {
			if got = append(got, c.bare); c.errors != plainDistance([]rune(asked), []rune(c.bare)) {
				t.Errorf("%q is %d from %q", c.bare, c.errors, asked)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("like %q: %v, want %v", asked, got, want)
		}
	}
	if cut == 0 {
		t.Error("there never were more words than are compared")
	}
}
