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

// IsCurrency reports whether a text has the form of an ISO 4217 code.
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

// Decimals is how many digits after the point a currency has (ISO 4217): two for
// all but a few.
func Decimals(currency string) int {
	switch currency {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	case "CLF", "UYW":
		return 4
	}
	return 2
}

// Money writes an amount with its currency: "12.50 EUR".
func Money(amount int64, currency string) string {
	digits := Decimals(currency)
	s := strconv.FormatInt(amount, 10)
	if digits > 0 {
		for len(s) <= digits {
			s = "0" + s
		}
		s = s[:len(s)-digits] + "." + s[len(s)-digits:]
	}
	if currency == "" {
		return s
	}
	return s + " " + currency
}

// isPrice reports whether an audit row's state is an amount.
func isPrice(s string) bool {
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && n >= 0 && n <= MaxPrice
}
