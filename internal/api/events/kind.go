package events

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// everyTicket stands in goes_with for all tickets.
const everyTicket = "*"

// applyKind changes what a unit of a tier is, as far as the request says something. known is
// the tier as it was, nil of a new one; tierOf finds the ID of a tier by its name or ID.
func applyKind(in *wire.KindIn, c *httpapi.Checks, at, currency string, t, known *inventory.Tier, tierOf func(named string) string) {
	if in.Kind != nil {
		if t.Kind = inventory.TierKind(*in.Kind); *in.Kind == wire.KindTicket {
			t.Kind = inventory.TicketTier
		}
	}
	if known != nil && t.Kind != known.Kind {
		c.Add(at+".kind", "not_allowed", "cannot be changed")
		return
	}
	applyFee(in.Fee, c, at, currency, t, known)
	if !t.Donation() && len(in.Suggested) > 0 {
		c.Add(at+".suggested", "not_allowed", "is for donations")
	}
	if t.Kind != inventory.AddOnTier {
		if in.PerTicket != nil {
			c.Add(at+".per_ticket", "not_allowed", "is for add-ons")
		}
		if len(in.GoesWith) > 0 {
			c.Add(at+".goes_with", "not_allowed", "is for add-ons")
		}
		return
	}
	if t.PerTicket == 0 {
		t.PerTicket = 1
	}
	httpapi.Number(in.PerTicket, func(n int64) { t.PerTicket = n })
	if known != nil && t.PerTicket < known.PerTicket {
		c.Add(at+".per_ticket", "out_of_range", "can be raised, and not lowered from %d", known.PerTicket)
	}
	if len(in.GoesWith) == 0 {
		return
	}
	var with []string
	for i, named := range in.GoesWith {
		field := at + ".goes_with[" + httpapi.Itoa(int64(i)) + "]"
		switch id := tierOf(named); {
		case named == everyTicket:
			with = nil
			if len(in.GoesWith) > 1 {
				c.Add(field, "not_allowed", "is all of them, and stands alone")
			}
		case id == "":
			c.Add(field, "unknown", "is not the name or the ID of a ticket of this event")
		case slices.Contains(with, id):
			c.Add(field, "duplicate", "stands there twice")
		default:
			with = append(with, id)
		}
	}
	if known != nil && len(with) > 0 {
		narrower := len(known.GoesWith) == 0 || slices.ContainsFunc(known.GoesWith, func(id string) bool { return !slices.Contains(with, id) })
		if narrower {
			c.Add(at+".goes_with", "not_allowed", "can be made longer, and nothing be taken away")
		}
	}
	t.GoesWith = with
}

// isDonation reports whether a tier is or is to be a donation; known is nil for a new one.
func isDonation(in *wire.KindIn, known *inventory.Tier) bool {
	if known != nil {
		return known.Donation()
	}
	return in.Kind != nil && *in.Kind == wire.KindDonation
}

// asDonation makes of a sale that is asked for what a donation is: its giver chooses, once in an
// order, and the first amount that is suggested stands for its price. It is called before
// applySale.
func asDonation(sale *wire.SaleIn, kind *wire.KindIn, capacity *int64, c *httpapi.Checks, at, currency string, t *inventory.Tier) {
	for field, given := range map[string]bool{
		".price": sale.Price != nil, ".tax_rate_bp": sale.TaxRate != nil && *sale.TaxRate != 0, ".tax_included": sale.TaxIncluded != nil && !*sale.TaxIncluded,
		".max_per_order": sale.MaxPerOrder != nil && *sale.MaxPerOrder != 1, ".pricing": sale.Pricing != nil && *sale.Pricing != wire.PricingChosen, ".capacity": capacity != nil,
	} {
		if given {
			c.Add(at+field, "not_allowed", "is not for donations: givers choose, once in an order and without tax, and there is no end of them")
		}
	}
	sale.Price, sale.TaxRate, sale.TaxIncluded, sale.MaxPerOrder, sale.Pricing = nil, nil, nil, nil, new(wire.PricingChosen)
	t.Price.TaxRate, t.Price.TaxIncluded, t.MaxPerOrder = 0, true, 1
	step := inventory.Step(currency)
	t.PriceMin = max(t.PriceMin, step)
	least, most := t.PriceMin, t.PriceMax
	httpapi.Number(sale.PriceMin, func(n int64) { least = n })
	httpapi.Number(sale.PriceMax, func(n int64) { most = n })
	if least < 1 {
		c.Add(at+".price_min", "out_of_range", "must be something: who gives nothing has no line in the order")
	}
	if kind.Suggested != nil {
		t.Suggested = slices.Clone(kind.Suggested)
	}
	if len(t.Suggested) == 0 {
		c.Add(at+".suggested", "required", "is required for a donation")
		t.Price.Amount = least
		return
	}
	for i, n := range t.Suggested {
		field := at + ".suggested[" + httpapi.Itoa(int64(i)) + "]"
		switch {
		case n < least || n > most || n%step != 0:
			c.Add(field, "out_of_range", "must be an amount that can be paid, within price_min and price_max")
		case i > 0 && n <= t.Suggested[i-1]:
			c.Add(field, "out_of_order", "must be more than the one before")
		}
	}
	// One that is out of range has been named.
	t.Price.Amount = min(max(t.Suggested[0], least), max(most, least))
}

// ownPool is the pool of new add-ons, goods or donations.
func ownPool(id string, t *inventory.Tier, capacity *int64) inventory.Pool {
	p := inventory.Pool{ID: id, Name: t.Name, Capacity: inventory.MaxCapacity}
	httpapi.Number(capacity, func(n int64) { p.Capacity = n })
	return p
}
