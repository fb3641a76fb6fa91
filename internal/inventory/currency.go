package inventory

import (
	"slices"
	"strconv"
	"strings"
)

// The currencies that an event can count in: those of ISO 4217 that people pay
// with, by how many digits their minor unit has. Units of account, metals and
// codes for testing are not among them. This is the only table of minor units:
// providers say in their own packages only how they write an amount, and the web
// app has this table as a generated list.
const (
	withoutDecimals = `
	BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF`
	withTwoDecimals = `
	AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY
	COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
	INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
	MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
	SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW`
	withThreeDecimals = `
	BHD IQD JOD KWD LYD OMR TND`
)

// steps are what the amounts to pay are a multiple of, in minor units, where it is
// not one. Nobody moves less: PayPal takes forint and Taiwan dollars without
// decimals, Stripe ariary without decimals and dinars and rials in tens of
// their thousandths (docs.stripe.com/currencies,
// developer.paypal.com/api/rest/reference/currency-codes).
var steps = map[string]int64{
	"HUF": 100, "MGA": 100, "TWD": 100,
	"BHD": 10, "JOD": 10, "KWD": 10, "OMR": 10, "TND": 10,
}

var decimals = func() map[string]int {
	table := map[string]int{}
	for digits, list := range map[int]string{0: withoutDecimals, 2: withTwoDecimals, 3: withThreeDecimals} {
		for code := range strings.FieldsSeq(list) {
			table[code] = digits
		}
	}
	return table
}()

// Currencies returns the codes of the currencies that an event can count in, in
// alphabetical order.
func Currencies() []string {
	list := make([]string, 0, len(decimals))
	for code := range decimals {
		list = append(list, code)
	}
	slices.Sort(list)
	return list
}

// IsCurrency reports whether an event can count in a currency.
func IsCurrency(code string) bool {
	_, ok := decimals[code]
	return ok
}

// isCode reports whether a text has the form of an ISO 4217 code. What was paid
// may be in a currency that no event can count in, and is to be given back.
func isCode(s string) bool {
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
	if digits, ok := decimals[currency]; ok {
		return digits
	}
	switch currency { // units of account
	case "UYI":
		return 0
	case "CLF", "UYW":
		return 4
	}
	return 2
}

// Step is what every amount that is to be paid is a multiple of, in minor units:
// 1 for nearly all currencies.
func Step(currency string) int64 {
	if step, ok := steps[currency]; ok {
		return step
	}
	return 1
}

// Money writes an amount with its currency: "12.50 EUR".
func Money(amount int64, currency string) string {
	digits := Decimals(currency)
	s := strconv.FormatInt(amount, 10)
	s, negative := strings.CutPrefix(s, "-")
	if digits > 0 {
		for len(s) <= digits {
			s = "0" + s
		}
		s = s[:len(s)-digits] + "." + s[len(s)-digits:]
	}
	if negative {
		s = "-" + s
	}
	if currency == "" {
		return s
	}
	return s + " " + currency
}
