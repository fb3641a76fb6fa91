package inventory_test

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The cheapest ticket at each time: of those that can be bought, or of all.
func TestPrices(t *testing.T) {
	type tier = inventory.Tier
	price := func(amount int64) inventory.Price {
		return inventory.Price{Amount: amount, TaxRate: 1900, TaxIncluded: true}
	}
	since := func(list ...int64) (out []inventory.PriceSince) {
		for i := 0; i < len(list); i += 2 {
			out = append(out, inventory.PriceSince{Since: inventory.Instant(list[i]), Lowest: list[i+1]})
		}
		return out
	}
	for name, c := range map[string]struct {
		tiers   []tier
		soldOut string
		waits   string
		want    []inventory.PriceSince
	}{
		"none":         {nil, "", "", nil},
		"only hidden":  {[]tier{{ID: "a", Hidden: true}}, "", "", nil},
		"free":         {[]tier{{ID: "a"}}, "", "", since(0, 0)},
		"the cheapest": {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200)}}, "", "", since(0, 1200)},
		"none hidden":  {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200), Hidden: true}}, "", "", since(0, 3000)},
		"tax on top":   {[]tier{{ID: "a", Price: inventory.Price{Amount: 1000, TaxRate: 1900}}}, "", "", since(0, 1190)},
		"fees of an order of one": {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200)}, {ID: "f", Kind: inventory.FeeTier, FeeTerms: inventory.FeeTerms{Order: 100, Ticket: 50, Rate: 500}}}, "", "",
			since(0, 1200+100+50+60)},
		"what is free has no fees": {[]tier{{ID: "a"}, {ID: "f", Kind: inventory.FeeTier, FeeTerms: inventory.FeeTerms{Order: 100}}}, "", "", since(0, 0)},
		"sold out":                 {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200)}}, "b", "", since(0, 3000)},
		"all sold out":             {[]tier{{ID: "b", Price: price(1200)}}, "b", "", since(0, 1200)},
		"reserved":                 {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200)}}, "", "b", since(0, 3000)},
		"early birds":              {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200), SaleEnds: 50}}, "", "", since(0, 1200, 50, 3000)},
		"later":                    {[]tier{{ID: "a", Price: price(3000)}, {ID: "b", Price: price(1200), SaleStarts: 20}}, "", "", since(0, 3000, 20, 1200)},
		"one after one":            {[]tier{{ID: "a", Price: price(900), SaleEnds: 20}, {ID: "b", Price: price(1200), SaleStarts: 20, SaleEnds: 50}, {ID: "c", Price: price(1500), SaleStarts: 50}}, "", "", since(0, 900, 20, 1200, 50, 1500)},
		"before and after": {[]tier{{ID: "a", Price: price(900), SaleStarts: 10, SaleEnds: 20}, {ID: "b", Price: price(400), SaleStarts: 30, SaleEnds: 40}}, "", "",
			since(0, 400, 10, 900, 20, 400)},
		"sold out early": {[]tier{{ID: "a", Price: price(900), SaleEnds: 20}, {ID: "b", Price: price(1200)}}, "a", "", since(0, 1200)},
	} {
		s := inventory.State{Pools: map[string]*inventory.Pool{}, Tiers: map[string]*tier{}, Lanes: map[inventory.LaneKey]*inventory.Lane{}}
		s.Event.Settings.Orders.Currency = "EUR"
		for i := range c.tiers {
			v := &c.tiers[i]
			v.Pools = []string{v.ID}
			s.Tiers[v.ID], s.Pools[v.ID] = v, &inventory.Pool{ID: v.ID, Capacity: 5}
		}
		if c.soldOut != "" {
			s.Pools[c.soldOut].Capacity = 0
		}
		if c.waits != "" {
			key := inventory.LaneKey{Tier: c.waits}
			s.Lanes[key] = &inventory.Lane{Tier: c.waits, Waiting: 1}
		}
		if got := s.Prices(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
