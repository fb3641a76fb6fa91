package events

import (
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// isFee reports whether a tier is or is to be a fee; known is nil for a new one.
func isFee(in *wire.KindIn, known *inventory.Tier) bool {
	if known != nil {
		return known.Fee()
	}
	return in.Kind != nil && *in.Kind == wire.KindFee
}

// asFee refuses what a fee does not have of a sale that is asked for: nobody orders it. It is
// called before applySale.
func asFee(sale *wire.SaleIn, capacity *int64, c *httpapi.Checks, at string) {
	for _, f := range []struct {
		field string
		given bool
	}{
		{".price", sale.Price != nil}, {".pricing", sale.Pricing != nil && *sale.Pricing != wire.PricingFixed},
		{".price_min", sale.PriceMin != nil}, {".price_max", sale.PriceMax != nil},
		{".tax_included", sale.TaxIncluded != nil && !*sale.TaxIncluded},
		{".sale_starts_at", !sale.SaleStartsAt.At.IsZero()}, {".sale_ends_at", !sale.SaleEndsAt.At.IsZero()},
		{".max_per_order", sale.MaxPerOrder != nil && *sale.MaxPerOrder != 0}, {".hidden", sale.Hidden != nil && *sale.Hidden},
		{".capacity", capacity != nil},
	} {
		if f.given {
			c.Add(at+f.field, "not_allowed", "is not for fees: nobody orders them, everybody sees them, and what they come to is said in fee")
		}
	}
	*sale = wire.SaleIn{Currency: sale.Currency, TaxRate: sale.TaxRate}
}

// applyFee changes what a fee comes to, as far as the request says something.
func applyFee(in *wire.FeeIn, c *httpapi.Checks, at, currency string, t, known *inventory.Tier) {
	switch {
	case !t.Fee() && in != nil:
		c.Add(at+".fee", "not_allowed", "is for tiers of the kind fee")
		return
	case in == nil:
		if t.Fee() && known == nil {
			c.Add(at+".fee", "required", "is required for a fee")
		}
		return
	}
	f, step := &t.FeeTerms, inventory.Step(currency)
	for _, a := range []struct {
		field string
		in    *int64
		to    *int64
	}{{".fee.per_order", in.PerOrder, &f.Order}, {".fee.per_ticket", in.PerTicket, &f.Ticket}, {".fee.max", in.Max, &f.Max}} {
		httpapi.Number(a.in, func(n int64) {
			if *a.to = n; n%step != 0 {
				c.Add(at+a.field, "out_of_range", "cannot be paid in that currency")
			}
		})
	}
	httpapi.Number(in.RateBP, func(n int64) { f.Rate = n })
	if in.Refundable != nil {
		f.Kept = !*in.Refundable
	}
	if in.AtDoor != nil {
		f.NotAtDoor = !*in.AtDoor
	}
	if !f.Nothing() && currency == "" {
		c.Add("currency", "required", "is required where there is a fee")
	}
}
