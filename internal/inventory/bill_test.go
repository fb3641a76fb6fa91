package inventory

import "testing"

// A bill adds up: its lines, less what a code takes off, with the tax that comes on top
// and what is rounded, are the total that is charged.
func TestBillAddsUp(t *testing.T) {
	for name, c := range map[string]struct {
		currency string
		prices   []Price
		discount int64 // of each
		lines    int
		want     Bill
	}{
		"two of one tier":  {"EUR", []Price{{Amount: 2500}, {Amount: 2500}}, 0, 1, Bill{Total: 5000}},
		"two prices":       {"EUR", []Price{{Amount: 2500}, {Amount: 1000}, {Amount: 2500}}, 0, 2, Bill{Total: 6000}},
		"tax in the price": {"EUR", []Price{{Amount: 1190, TaxRate: 1900, TaxIncluded: true}}, 0, 1, Bill{TaxIncluded: 190, Total: 1190}},
		"tax on top":       {"EUR", []Price{{Amount: 1000, TaxRate: 1900}, {Amount: 1000, TaxRate: 1900}}, 0, 1, Bill{TaxOnTop: 380, Total: 2380}},
		"a code":           {"EUR", []Price{{Amount: 1000, TaxRate: 1900}, {Amount: 500, TaxIncluded: true}}, 100, 2, Bill{Discount: 200, TaxOnTop: 171, Total: 1471}},
		"coins of ten":     {"HUF", []Price{{Amount: 100_50, TaxRate: 700}}, 0, 1, Bill{}},
		"of nothing":       {"", []Price{{}}, 0, 1, Bill{}},
	} {
		o := Order{Currency: c.currency}
		for _, p := range c.prices {
			it := Item{Tier: "tir_1", Charge: Charged(p, c.discount, c.currency)}
			o.Items, o.Total = append(o.Items, it), o.Total+it.Gross
		}
		b := o.Bill()
		if sum := lineSum(&b) - b.Discount + b.TaxOnTop + b.Rounding; sum != b.Total || b.Total != o.Total || len(b.Lines) != c.lines {
			t.Errorf("%s: %+v adds up to %d, and %d is charged", name, b, sum, o.Total)
		}
		if c.currency == "HUF" { // what is rounded depends on the currency's step
			continue
		}
		c.want.Currency, c.want.Lines = c.currency, b.Lines
		if b.Rounding != 0 || b.Discount != c.want.Discount || b.TaxOnTop != c.want.TaxOnTop || b.TaxIncluded != c.want.TaxIncluded || b.Total != c.want.Total {
			t.Errorf("%s: %+v, want %+v", name, b, c.want)
		}
	}
}

func lineSum(b *Bill) (sum int64) {
	for i := range b.Lines {
		sum += b.Lines[i].Amount()
	}
	return sum
}
