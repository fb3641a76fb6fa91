package discovery

import (
	"slices"
	"strconv"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestSortedPages: of many events that are alike, pages of any size have each once, the
// sooner first, or the later of those that are over.
func TestSortedPages(t *testing.T) {
	t.Parallel()
	var source list
	const n = 24
	here := Point{53.55, 9.99}
	for i := range n {
		at := Point{here.Latitude + float64(i%3)/100, here.Longitude}
		for _, days := range []float64{float64(i + 1), float64(-i - 1)} {
			e := event("e"+strconv.Itoa(int(days)), "Concert", days)
			e.At, e.Currency, e.Prices = &at, "EUR", []inventory.PriceSince{{Lowest: int64(i%3) * 700}}
			source.put(e)
		}
	}
	x := opened(t, &source, temporary(t))
	for _, past := range []bool{false, true} {
		var want []string
		for key := range 3 {
			for i := key; i < n; i += 3 {
				id := i + 1
				if past {
					id = -id
				}
				want = append(want, "e"+strconv.Itoa(id))
			}
		}
		for _, q := range []Query{{Sort: ByPrice, Currency: "EUR"}, {Sort: ByDistance, Near: &Area{here, 5000}}} {
			for i, size := range []int{1, 2, 5, 8, n, 1, 2, 5, 8, n} {
				if x.sizes.few = MaxTotal; i >= 5 {
					x.sizes.few = 0 // as when there are many
				}
				q.Past, q.Limit, q.After = past, size, Position{}
				var got []string
				for range n {
					r := find(t, x, q)
					if got = append(got, ids(r)...); r.Next == nil {
						break
					}
					q.After = *r.Next
				}
				if !slices.Equal(got, want) {
					t.Errorf("sort %d, past %t, pages of %d: %v, want %v", q.Sort, past, size, got, want)
				}
			}
		}
	}
	for _, q := range []Query{{Sort: ByDistance}, {Sort: ByPrice}} {
		q.Now, q.Limit = now, 1
		if _, err := x.Search(t.Context(), &q); err == nil {
			t.Errorf("sort %d of nothing is answered", q.Sort)
		}
	}
}
