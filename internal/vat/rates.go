package vat

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Rates are rates of tax by country, in basis points.
type Rates map[string]int64

// String returns the rates as they are stored: "AT=2000 FR=2000".
func (r Rates) String() string {
	parts := make([]string, 0, len(r))
	for _, country := range slices.Sorted(maps.Keys(r)) {
		parts = append(parts, country+"="+strconv.FormatInt(r[country], 10))
	}
	return strings.Join(parts, " ")
}

// ReadRates reads what Rates.String wrote.
func ReadRates(s string) (Rates, bool) {
	r := Rates{}
	for _, part := range strings.Fields(s) {
		country, rate, cut := strings.Cut(part, "=")
		n, err := strconv.ParseInt(rate, 10, 64)
		if _, twice := r[country]; !cut || twice || err != nil || n < 0 || n > inventory.MaxTaxRate || !InUnion(country) {
			return nil, false
		}
		r[country] = n
	}
	return r, true
}
