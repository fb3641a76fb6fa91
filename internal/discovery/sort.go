package discovery

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Sort is an order of what is found. In each, the sooner comes first of two that are
// alike, or the later of those that are over.
type Sort int

const (
	ByRelevance Sort = iota // the best of each window
	ByDate                  // in the order of their starts
	ByDistance              // the nearest to the middle of Near
	// ByPrice: the cheapest in Currency, what is free before it, and last what cannot be
	// compared: it is in another currency, or shows no price.
	ByPrice
)

// Whole reports whether all that is found is in one order, instead of window by window.
func (s Sort) Whole() bool { return s == ByDistance || s == ByPrice }

// incomparable is behind every price.
const incomparable = 1e15

// PriceKey is what ByPrice compares at a time.
func PriceKey(prices []inventory.PriceSince, of, currency string, now inventory.Instant) float64 {
	key := float64(incomparable)
	for i, p := range prices {
		if i > 0 && p.Since > now {
			break
		}
		if key = incomparable; p.Lowest == 0 || of == currency {
			key = float64(p.Lowest)
		}
	}
	return key
}

// DistanceKey is what ByDistance compares.
func (a *Area) DistanceKey(p Point) float64 { return a.vector().square(p.vector()) }

// key is what is compared, as SQL of the rows of found f and events e.
func (q *Query) key() (text string, args []any) {
	if q.Sort == ByDistance {
		return q.Near.vector().squareTo()
	}
	return `coalesce((select cast(case when p.lowest = 0 or p.currency = ? then p.lowest else ? end as real) from prices p
		where p.row = f.rowid and p.since <= ? and p.until > ?), ?)`, []any{q.Currency, incomparable, int64(q.Now), int64(q.Now), incomparable}
}

// keyed is a row and what is compared of it.
type keyed struct {
	key float64
	row int64
}

func (s *search) compare(a, b keyed) int {
	byRow := cmp.Compare(a.row, b.row)
	if s.span.down {
		byRow = -byRow
	}
	return cmp.Or(cmp.Compare(a.key, b.key), byRow)
}

// sorted adds a page of what is in one order. Every row that fits is looked at.
func (s *search) sorted(ctx context.Context, q *Query, r *Result) error {
	key, values := q.key()
	then := " order by k, f.rowid"
	behind := " and (k > ? or k = ? and f.rowid > ?)"
	if s.span.down {
		then, behind = then+" desc", " and (k > ? or k = ? and f.rowid < ?)"
	}
	var list []keyed
	for i := range s.span.parts {
		p := &s.span.parts[i]
		if p.first > p.last {
			continue
		}
		from, where, args := s.statement(p, p.first, p.last, true)
		args = append(slices.Clone(values), args...)
		if q.After.Row != 0 {
			where, args = where+behind, append(args, q.After.Key, q.After.Key, q.After.Row)
		}
		rows, err := s.tx.QueryContext(ctx, "select "+key+" as k, f.rowid"+from+where+then+" limit ?", append(args, q.Limit+1)...)
		if err != nil {
			return err
		}
		some, err := collect(rows, func(r *sql.Rows) (v keyed, err error) {
			err = r.Scan(&v.key, &v.row)
			return v, err
		})
		if err != nil {
			return err
		}
		list = append(list, some...)
	}
	slices.SortFunc(list, s.compare)
	page := list[:min(len(list), q.Limit)]
	place := map[int64]int{}
	rows := make([]int64, len(page))
	for i, v := range page {
		rows[i], place[v.row] = v.row, i
	}
	found, err := s.rank(ctx, rows, true)
	if err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b ranked) int { return cmp.Compare(place[a.row], place[b.row]) })
	for i := range found {
		r.Hits = append(r.Hits, found[i].Hit)
	}
	if len(page) < len(list) {
		last := page[len(page)-1]
		r.Next = &Position{Key: last.key, Row: last.row, Now: q.Now, Text: r.DidYouMean}
	}
	return nil
}
