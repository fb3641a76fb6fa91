package inventory

import "math/bits"

// Bounds of what an organizer may ask for.
const (
	MaxPrice   = 1_000_000_000_000 // minor units; times any rate it stays far inside an int64
	MaxTaxRate = 10_000            // basis points: 100 %
	MaxTotal   = 2 * MaxPrice      // of an order, however it is made; one unit always fits
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
//
// In a currency of which only some amounts can be paid, gross is the nearest of
// those (see Step), and its tax is what it includes at the rate.
func Charged(p Price, discount int64, currency string) Charge {
	c := Charge{Price: p, Discount: min(max(0, discount), p.Amount)}
	left := p.Amount - c.Discount
	if p.TaxIncluded {
		return c.including(Share(left, 1, Step(currency)) * Step(currency))
	}
	c.Net, c.Tax = left, Share(left, p.TaxRate, wholeRate)
	c.Gross = c.Net + c.Tax
	if step := Step(currency); c.Gross%step != 0 {
		return c.including(Share(c.Gross, 1, step) * step)
	}
	return c
}

// including is the charge of a gross amount that includes its tax.
func (c Charge) including(gross int64) Charge {
	c.Gross, c.Tax = gross, Share(gross, c.TaxRate, wholeRate+c.TaxRate)
	c.Net = c.Gross - c.Tax
	return c
}

// Share is amount · part / whole, half a minor unit away from zero. None of them
// is negative, part is at most whole or the result else within an int64, and whole
// is within half of one. The product has 128 bits: a tax of 9,000,000,000 minor
// units times a price of 20,000,000,000 is more than an int64 holds.
func Share(amount, part, whole int64) int64 {
	if amount < 0 || part < 0 || whole <= 0 || whole > 1<<62 {
		panic("inventory: a share of negative amounts, or of nothing")
	}
	hi, lo := bits.Mul64(uint64(amount), uint64(part))
	quo, rem := bits.Div64(hi, lo, uint64(whole)) // panics where the result has more than 64 bits
	if 2*rem >= uint64(whole) {
		quo++
	}
	return int64(quo)
}
