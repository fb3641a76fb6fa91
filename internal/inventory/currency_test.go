package inventory_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestSteps: what is charged is an amount that can be paid, and its tax is that
// of what is charged.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		currency string
		price    inventory.Price
		discount int64
		want     [3]int64 // net, tax, gross
	}{
		{"KWD", inventory.Price{Amount: 5120}, 6, [3]int64{5110, 0, 5110}},
		{"KWD", inventory.Price{Amount: 5130, TaxRate: 500}, 0, [3]int64{5133, 257, 5390}}, // 5386.5
		{"HUF", inventory.Price{Amount: 100_000, TaxRate: 2700}, 0, [3]int64{100_000, 27_000, 127_000}},
		{"HUF", inventory.Price{Amount: 100_100, TaxRate: 2700, TaxIncluded: true}, 30, [3]int64{78_819, 21_281, 100_100}},
		{"MGA", inventory.Price{Amount: 100}, 51, [3]int64{0, 0, 0}},
		{"IDR", inventory.Price{Amount: 101, TaxRate: 1100}, 0, [3]int64{101, 11, 112}},
	} {
		got := inventory.Charged(c.price, c.discount, c.currency)
		if [3]int64{got.Net, got.Tax, got.Gross} != c.want {
			t.Errorf("%s %+v less %d: net %d, tax %d, gross %d, want %v", c.currency, c.price, c.discount, got.Net, got.Tax, got.Gross, c.want)
		}
	}
}

func TestShare(t *testing.T) {
	for _, c := range [][4]int64{
		{9_000_000_000, 10_000_000_000, 19_000_000_000, 4_736_842_105}, // 2 · tax · price is more than an int64 holds
		{1, 1, 2, 1}, {1, 1, 3, 0}, {2, 1, 3, 1}, {0, 5, 7, 0}, {5, 7, 7, 5},
		{1 << 61, 1 << 61, 1 << 61, 1 << 61},
	} {
		if got := inventory.Share(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%d · %d / %d is %d, want %d", c[0], c[1], c[2], got, c[3])
		}
	}
}

func TestCurrenciesAreThoseThatPeoplePayWith(t *testing.T) {
	list := inventory.Currencies()
	if len(list) < 150 {
		t.Errorf("%d currencies", len(list))
	}
	for _, code := range []string{"XTS", "XAU", "CLF", "UYI", "QQQ", "DEM"} {
		if inventory.IsCurrency(code) {
			t.Errorf("an event can count in %s", code)
		}
	}
}
