package discovery

import (
	"fmt"
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

// free is the band of what costs nothing, in whatever currency.
const free = -1

// band is the number of the span that an amount is in: each is at most two and a half times
// the one before, and the first goes up to 100 minor units.
func band(amount int64) (n int) {
	if amount == 0 {
		return free
	}
	for top := int64(100); amount > top; n++ {
		if n%3 == 1 { // 100, 200, 500, 1000
			top = top / 2 * 5
		} else {
			top *= 2
		}
	}
	return n
}

// facetOf is the facet of a band.
func facetOf(currency string, n int) string {
	if n == free {
		return facetFree
	}
	return facetBand + strings.ToLower(currency) + "_" + strconv.Itoa(n)
}

// bandFacet is the facet of what costs so much.
func bandFacet(lowest int64, currency string) string { return facetOf(currency, band(lowest)) }

// bandsOf are the facets of what an event costs.
func bandsOf(e *Event) (list []string) {
	for _, p := range e.Prices {
		if facet := bandFacet(p.Lowest, e.Currency); !slices.Contains(list, facet) {
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
func (p *Price) bound(d *dictionary, now inventory.Instant) bound {
	in, known := d.lookup(kindFacet, currencyFacet(p.Currency))
	return bound{
		node: d.anyTerm(kindFacet, p.facets()),
		fits: func(g *segment, i int) bool {
			lowest, ok := g.lowest(i, int64(now))
			return ok && (lowest == 0 || lowest <= p.Most && known && g.currency[i] == in)
		},
	}
}

// currencyFacet is the term that stands for a currency. No event has it.
func currencyFacet(currency string) string { return facetCurrency + currency }

const facetCurrency = "m_"

// pricesText writes what an event costs, for the file.
func pricesText(list []inventory.PriceSince) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(strconv.FormatInt(int64(p.Since), 10))
		b.WriteByte(' ')
		b.WriteString(strconv.FormatInt(p.Lowest, 10))
		b.WriteByte(' ')
	}
	return b.String()
}

// pricesOf reads what pricesText wrote.
func pricesOf(text string) ([]inventory.PriceSince, error) {
	numbers := strings.Fields(text)
	if len(numbers)%2 != 0 {
		return nil, fmt.Errorf("discovery: prices %q", text)
	}
	list := make([]inventory.PriceSince, 0, len(numbers)/2)
	for pair := range slices.Chunk(numbers, 2) {
		since, err := strconv.ParseInt(pair[0], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("discovery: prices: %w", err)
		}
		lowest, err := strconv.ParseInt(pair[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("discovery: prices: %w", err)
		}
		list = append(list, inventory.PriceSince{Since: inventory.Instant(since), Lowest: lowest})
	}
	return list, nil
}
