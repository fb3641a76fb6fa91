package mailkit

import (
	"testing"
)

// TestMoney writes amounts as readers of each language do.
func TestMoney(t *testing.T) {
	for _, c := range []struct {
		locale   string
		amount   int64
		currency string
		want     string
	}{
		{"en", 1250, "EUR", "€12.50"},
		{"en-GB", -123450, "EUR", "−€1,234.50"},
		{"en", 123450, "CHF", "1,234.50\u00a0CHF"},
		{"", 1250, "", "12.50"},
		{"de", 1250, "EUR", "12,50\u00a0€"},
		{"de-AT", -123456789, "EUR", "−1.234.567,89\u00a0€"},
		{"de", 1250, "JPY", "1.250\u00a0JPY"},
		{"ja", 0, "EUR", "€0.00"},
		{"fr-CA", 123450, "EUR", "1\u202f234,50\u00a0€"},
		{"pl", 123450, "PLN", "1\u00a0234,50\u00a0PLN"},
		{"tr", 123450, "EUR", "€1.234,50"},
	} {
		if got := Money(c.locale, c.amount, c.currency); got != c.want {
			t.Errorf("Money(%q, %d, %q) is %q, want %q", c.locale, c.amount, c.currency, got, c.want)
		}
	}
}
