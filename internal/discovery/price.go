package discovery

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Price bounds what the cheapest ticket costs.
type Price struct {
	Most     int64  // minor units of Currency; 0: only what is free
	Currency string // of what is not free
}

// Facets of what an event costs: free, or in a currency and a band of amounts. An event has
// one for each price that its cheapest ticket has or will have.
const (
	facetFree = "p_0"
	facetBand = "p_" // the currency and the number of the band
)

// band is the number of the span that an amount is in: each is at most two and a half times
// the one before, and the first goes up to 100 minor units.
func band(amount int64) (n int) {
	for top := int64(100); amount > top; n++ {
		if n%3 == 1 { // 100, 200, 500, 1000
			top = top / 2 * 5
		} else {
			top *= 2
		}
	}
	return n
}

func facetOf(currency string, n int) string {
	return facetBand + strings.ToLower(currency) + "_" + strconv.Itoa(n)
}

// bandsOf are the facets of what an event costs.
func bandsOf(e *Event) (list []string) {
	for _, p := range e.Prices {
		facet := facetFree
		if p.Lowest > 0 {
			facet = facetOf(e.Currency, band(p.Lowest))
		}
		if !slices.Contains(list, facet) {
			list = append(list, facet)
		}
	}
	return list
}

// facets are those of which an event that costs so little at any time has one.
func (p *Price) facets() []string {
	list := []string{facetFree}
	if p.Most > 0 {
		for n := range band(p.Most) + 1 {
			list = append(list, facetOf(p.Currency, n))
		}
	}
	return list
}

// bound finds the events that cost so little at a time.
func (p *Price) bound(now inventory.Instant) bound {
	return bound{
		anyOf: p.facets(),
		condition: ` and exists (select 1 from prices p where p.row = f.rowid and p.since <= ? and p.until > ?
			and (p.lowest = 0 or p.lowest <= ? and p.currency = ?))`,
		args: []any{int64(now), int64(now), p.Most, p.Currency},
	}
}

// addPrices writes what an event costs.
func addPrices(ctx context.Context, tx *sql.Tx, row int64, e *Event) error {
	for i, p := range e.Prices {
		until := int64(forever)
		if i+1 < len(e.Prices) {
			until = int64(e.Prices[i+1].Since)
		}
		since := int64(p.Since)
		if i == 0 {
			since = -forever
		}
		if _, err := tx.ExecContext(ctx, "insert into prices (row, since, until, lowest, currency) values (?, ?, ?, ?, ?)",
			row, since, until, p.Lowest, e.Currency); err != nil {
			return err
		}
	}
	return nil
}
