package inventory_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// What a price comes to, at its edges.
func TestCharged(t *testing.T) {
	for _, c := range []struct {
		price    inventory.Price
		discount int64
		want     [3]int64 // net, tax, gross
	}{
		{inventory.Price{Amount: 0, TaxRate: 1900, TaxIncluded: true}, 0, [3]int64{0, 0, 0}},
		{inventory.Price{Amount: 1190, TaxRate: 1900, TaxIncluded: true}, 0, [3]int64{1000, 190, 1190}},
		{inventory.Price{Amount: 1000, TaxRate: 1900}, 0, [3]int64{1000, 190, 1190}},
		{inventory.Price{Amount: 1000, TaxRate: 1900}, 100, [3]int64{900, 171, 1071}},
		{inventory.Price{Amount: 50, TaxRate: 100}, 0, [3]int64{50, 1, 51}},     // 0.5 goes up
		{inventory.Price{Amount: 49, TaxRate: 100}, 0, [3]int64{49, 0, 49}},     // 0.49 does not
		{inventory.Price{Amount: 100, TaxRate: 700}, 200, [3]int64{0, 0, 0}},    // never below nothing
		{inventory.Price{Amount: 100, TaxRate: 700}, -5, [3]int64{100, 7, 107}}, // nor above the price
		{inventory.Price{Amount: inventory.MaxPrice, TaxRate: inventory.MaxTaxRate}, 0, [3]int64{inventory.MaxPrice, inventory.MaxPrice, 2 * inventory.MaxPrice}},
		{inventory.Price{Amount: inventory.MaxPrice, TaxRate: inventory.MaxTaxRate, TaxIncluded: true}, 0, [3]int64{inventory.MaxPrice / 2, inventory.MaxPrice / 2, inventory.MaxPrice}},
	} {
		got := inventory.Charged(c.price, c.discount, "EUR")
		if [3]int64{got.Net, got.Tax, got.Gross} != c.want {
			t.Errorf("%+v less %d: net %d, tax %d, gross %d, want %v", c.price, c.discount, got.Net, got.Tax, got.Gross, c.want)
		}
	}
}

func TestMoney(t *testing.T) {
	for want, c := range map[string]struct {
		amount   int64
		currency string
	}{
		"12.50 EUR": {1250, "EUR"}, "0.05 EUR": {5, "EUR"}, "0.00 EUR": {0, "EUR"}, "1250 JPY": {1250, "JPY"}, "1.250 KWD": {1250, "KWD"}, "0.1250 CLF": {1250, "CLF"}, "0.00": {0, ""},
	} {
		if got := inventory.Money(c.amount, c.currency); got != want {
			t.Errorf("%d %s is %q, want %q", c.amount, c.currency, got, want)
		}
	}
	for code, want := range map[string]bool{"EUR": true, "": false, "eur": false, "EURO": false, "E1R": false, "ÄÖ": false} {
		if inventory.IsCurrency(code) != want {
			t.Errorf("IsCurrency(%q) is %t", code, !want)
		}
	}
}
