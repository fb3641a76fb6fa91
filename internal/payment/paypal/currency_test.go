package paypal_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// TestAmountsAreWhatPayPalTakes: the currencies of
// developer.paypal.com/api/rest/reference/currency-codes, three of them without
// decimals.
func TestAmountsAreWhatPayPalTakes(t *testing.T) {
	p, a := open(t)
	for _, code := range strings.Fields("AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD") {
		want := "5000.00"
		if code == "HUF" || code == "JPY" || code == "TWD" {
			want = "5000"
		}
		five, err := payment.ParseDecimal("5000", code)
		if err != nil {
			t.Fatal(err)
		}
		o := order()
		o.Key, o.Amount = code, five
		c, err := p.Checkout(t.Context(), o)
		if err != nil {
			t.Errorf("5000 %s: %v", code, err)
			continue
		}
		if value, currency := a.Total(c.ID); value != want || currency != code {
			t.Errorf("5000 %s are charged as %s %s", code, value, currency)
		}
	}
	o := order()
	o.Amount = payment.Money{Minor: 500_050, Currency: "HUF"}
	if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
		t.Errorf("5000.50 HUF: %v", err)
	}
}
