package inventory

import "strconv"

// Bounds of what an organizer may ask for.
const (
	MaxPrice   = 1_000_000_000_000 // minor units; times any rate it stays far inside an int64
	MaxTaxRate = 10_000            // basis points: 100 %
	wholeRate  = 10_000            // basis points in one
)

// Price is what one unit costs. All amounts are minor units (cents) of the
// event's currency.
type Price struct {
	Amount int64
	// TaxRate is in basis points: 1900 is 19 %. TaxIncluded says that Amount
	// contains the tax; else the tax comes on top.
	TaxRate     int64
	TaxIncluded bool
}

// Charge is what one item costs in the end. It is the snapshot that is stored
// with the item: what the tier costs later does not touch it.
type Charge struct {
	Price          // as the tier cost when it was ordered
	Discount int64 // off Price.Amount, by a code
	Net, Tax int64 // Net + Tax = Gross
	Gross    int64 // what the buyer pays
}

// Charged computes a charge. Each item is rounded by itself, half a minor unit
// away from zero, so an order's sum is exactly that of its items and a partial
// refund of each item gives back exactly what was paid for it.
//
//	tax included: gross = amount − discount, tax = gross · rate / (1 + rate)
//	tax on top:   net = amount − discount,   tax = net · rate
func Charged(p Price, discount int64) Charge {
	c := Charge{Price: p, Discount: min(max(0, discount), p.Amount)}
	left := p.Amount - c.Discount
	if p.TaxIncluded {
		c.Gross, c.Tax = left, rounded(left, p.TaxRate, wholeRate+p.TaxRate)
		c.Net = c.Gross - c.Tax
		return c
	}
	c.Net, c.Tax = left, rounded(left, p.TaxRate, wholeRate)
	c.Gross = c.Net + c.Tax
	return c
}

// rounded is amount · part / whole, half away from zero; amount is not negative.
func rounded(amount, part, whole int64) int64 { return (2*amount*part + whole) / (2 * whole) }

// IsCurrency says whether a text has the form of an ISO 4217 code.
func IsCurrency(s string) bool {
	if len(s) != 3 {
		return false
	}
	for i := range 3 {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// isPrice says whether an audit row's state is an amount.
func isPrice(s string) bool {
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && n >= 0 && n <= MaxPrice
}
