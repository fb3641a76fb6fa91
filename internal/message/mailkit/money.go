package mailkit

import (
	"strings"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

// Money formats an amount in minor units for readers of a locale, a BCP 47 tag: €1,234.50
// and 1,234.50 CHF, in German 1.234,50 € and 1.234,50 CHF. Without a currency it is the
// number.
func Money(locale string, amount int64, currency string) string {
	return For(locale).Money(amount, currency)
}

// Money formats an amount in minor units.
func (l *Language) Money(amount int64, currency string) string {
	text, negative := strings.CutPrefix(inv.Money(amount, currency), "-")
	number, unit, _ := strings.Cut(text, " ")
	whole, part, fraction := strings.Cut(number, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + l.Thousands + whole[i:]
	}
	if fraction {
		whole += l.Point + part
	}
	switch {
	case unit == "":
	case unit == "EUR" && l.EuroFirst:
		whole = "€" + whole
	case unit == "EUR":
		whole += "\u00a0€"
	default:
		whole += "\u00a0" + unit
	}
	if negative {
		whole = "−" + whole
	}
	return whole
}
