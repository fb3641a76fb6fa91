package payment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// In is the amount in units of which a currency has 10^digits, for providers that
// count otherwise than ISO 4217 does. ok is false where no whole number of them is
// this amount, or the number is too large.
func (m Money) In(digits int) (n int64, ok bool) {
	n = m.Minor
	for have := inventory.Decimals(m.Currency); have != digits; {
		if have > digits {
			if n%10 != 0 {
				return 0, false
			}
			n, have = n/10, have-1
			continue
		}
		if n > math.MaxInt64/10 || n < math.MinInt64/10 {
			return 0, false
		}
		n, have = n*10, have+1
	}
	return n, true
}

// Of is the amount of n units of which a currency has 10^digits: the opposite of In.
func Of(n int64, digits int, currency string) (m Money, ok bool) {
	m = Money{Minor: n, Currency: currency}
	for have := inventory.Decimals(currency); have != digits; {
		if have < digits {
			if m.Minor%10 != 0 {
				return m, false
			}
			m.Minor, digits = m.Minor/10, digits-1
			continue
		}
		if m.Minor > math.MaxInt64/10 || m.Minor < math.MinInt64/10 {
			return m, false
		}
		m.Minor, digits = m.Minor*10, digits+1
	}
	return m, true
}

// Decimal writes an amount with as many decimals as the currency has: "12.30",
// "1200". It is for interfaces and forms. People are shown amounts in the way of
// their language.
func (m Money) Decimal() string {
	e := inventory.Decimals(m.Currency)
	text := strconv.FormatInt(max(m.Minor, -m.Minor), 10)
	if e > 0 {
		if len(text) <= e {
			text = strings.Repeat("0", e+1-len(text)) + text
		}
		text = text[:len(text)-e] + "." + text[len(text)-e:]
	}
	if m.Minor < 0 {
		return "-" + text
	}
	return text
}

// ParseDecimal reads what Decimal writes; decimals may be left out.
func ParseDecimal(text, currency string) (Money, error) {
	e := inventory.Decimals(currency)
	whole, part, dot := strings.Cut(text, ".")
	if whole == "" || dot && part == "" || len(part) > e || strings.ContainsAny(text, "+ _") || strings.Contains(part, "-") {
		return Money{}, fmt.Errorf("payment: %q is not an amount in %s", text, currency)
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", e-len(part)), 10, 64)
	if err != nil {
		return Money{}, fmt.Errorf("payment: %q is not an amount in %s", text, currency)
	}
	return Money{Minor: n, Currency: currency}, nil
}
