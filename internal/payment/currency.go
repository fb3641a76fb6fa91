package payment

import (
	"fmt"
	"strconv"
	"strings"
)

// The currencies of ISO 4217 whose minor unit is not a hundredth.
var exponents = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
	"UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
}

// Exponent is how many decimals the minor unit of a currency is.
func Exponent(currency string) int {
	if e, ok := exponents[currency]; ok {
		return e
	}
	return 2
}

// Decimal writes an amount with as many decimals as the currency has: "12.30",
// "1200". It is for interfaces and forms, not for people: see the pages' words.
func (m Money) Decimal() string {
	e := Exponent(m.Currency)
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
	e := Exponent(currency)
	whole, part, dot := strings.Cut(text, ".")
	if whole == "" || dot && part == "" || len(part) > e || strings.ContainsAny(text, "+ _") || strings.Contains(part, "-") {
		return Money{}, fmt.Errorf("payment: %q is no amount in %s", text, currency)
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", e-len(part)), 10, 64)
	if err != nil {
		return Money{}, fmt.Errorf("payment: %q is no amount in %s", text, currency)
	}
	return Money{Minor: n, Currency: currency}, nil
}
